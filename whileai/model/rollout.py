"""One attempt as it ran."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Mapping


@frozen(kw_only=True)
class ToolCall:
    """One call of a tool: JSON arguments, and the id that pairs it with its result."""

    tool: str
    arguments: Any = field(factory=dict)
    id: str = ""


@frozen(kw_only=True)
class ToolResult:
    """What a tool answered.

    Args:
        value: a JSON value.
        status: ``success``, ``error``, or the mode of the fault that fired.
        fault: true when a scheduled fault shaped the answer.
    """

    value: Any = None
    status: str = "success"
    fault: bool = False


@frozen(kw_only=True)
class Turn:
    """One step of the conversation.

    Args:
        role: ``user`` or ``assistant``.
        text: what was said; empty for a bare tool call.
        calls: tools the assistant called in this step.
        results: their answers, one for each call, in order.
        content: the original content parts (images and the like), when the message
            was more than text.
    """

    role: str
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolResult, ...] = ()
    content: Any = None


@frozen(kw_only=True)
class Rollout:
    """One attempt of a slot, as the agent played it.

    Args:
        turns: everything after the system prompt, the opening ask included.
        final_text: the last reply.
        finish_reason: ``stop``, ``length``, ``tool`` or ``error``.
        ended_by: ``agent``, ``user_left``, ``user_done`` or ``depth``; ``None`` for
            single-turn agents.
        sampling: settings of the model, where there is one.
        usage: tokens and calls by role, where they are known.
        model_version: what answered.
        user_model: who played the person, if anyone did.
        user_error: the rule the simulated person broke, if it broke one.
        own_steps: true when the agent reported its tool calls itself.
        extra: further row keys that the agent asked to keep.
    """

    turns: tuple[Turn, ...]
    final_text: str
    finish_reason: str = "stop"
    ended_by: str | None = None
    sampling: Mapping[str, Any] | None = None
    usage: Mapping[str, Any] | None = None
    model_version: str = ""
    user_model: str | None = None
    user_error: str | None = None
    own_steps: bool = False
    extra: Mapping[str, Any] = field(factory=dict)
