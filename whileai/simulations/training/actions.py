"""What a policy says, in whatever form trainers hand it on, read as a completion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.errors import given
from whileai.builtin.agents.shapes import (
    ARGUMENTS,
    exact,
    is_list,
    look,
    read_content,
    text_at,
)
from whileai.calls import Completion, WireCall

if TYPE_CHECKING:
    from collections.abc import Iterable

ACCEPTED = (
    "text, an assistant message with 'content' and 'tool_calls', a tool call with "
    "'name' and 'arguments' (flat or inside 'function'), or a list of tool calls"
)
_NAMES = ("name", "tool_name", "tool")
_IDS = ("id", "tool_call_id", "call_id")


def read_action(action: Any, where: str = "the action") -> Completion:
    """Read what a policy says and calls.

    Arguments that are no JSON are left as they were sent: the policy is told.

    Args:
        action: text, an assistant message, a tool call, or several.
        where: names the place in an error.

    Raises:
        TypeError: naming ``where``, if it is none of these.
    """
    if isinstance(action, Completion):
        return action
    if isinstance(action, str):
        return Completion(text=exact(action))
    if is_list(action):
        return Completion(calls=_calls(action, where))
    if role_of(action) or _says(action):
        return _message(action, where)
    if _names_a_tool(action):
        return Completion(calls=_calls([action], where))
    raise TypeError(f"{where} is {given(action)}; pass {ACCEPTED}")


def role_of(message: Any) -> str:
    """Give the role of a message; empty where it has none."""
    return text_at(message, ("role",))


def text_of(message: Any, where: str) -> str:
    """Give what a message says."""
    return read_content(look(message, "content"), where).text


@frozen(kw_only=True)
class Prompt:
    """A prompt in its parts.

    Args:
        ask: the first thing that the person says.
        said: the messages that follow it.
    """

    ask: str
    said: list[Any]

    @classmethod
    def of(cls, prompt: Any) -> Prompt:
        """Read a text, or chat messages.

        Raises:
            ValueError: if nobody asks anything in it.
        """
        if isinstance(prompt, str):
            return cls(ask=prompt, said=[])
        messages = list(prompt)
        users = (n for n, each in enumerate(messages) if role_of(each) == "user")
        first = next(users, None)
        if first is None:
            raise ValueError(
                f"the prompt {given(prompt)} has no message of the role 'user'; it has "
                "to begin with what the person asks"
            )
        ask = text_of(messages[first], "the prompt")
        return cls(ask=ask, said=messages[first + 1 :])


def _message(message: Any, where: str) -> Completion:
    role = role_of(message)
    if role not in ("", "assistant", "ai"):
        raise TypeError(
            f"{where} is a message of the role {role!r}; the policy speaks as "
            f"'assistant': pass {ACCEPTED}"
        )
    content = read_content(look(message, "content"), where)
    calls = look(message, "tool_calls") or ()
    blocks = (
        WireCall(id=each.id, name=each.tool, arguments=each.arguments)
        for each in content.calls
    )
    return Completion(text=content.text, calls=(*_calls(calls, where), *blocks))


def _calls(values: Iterable[Any], where: str) -> tuple[WireCall, ...]:
    return tuple(
        _call(value, f"{where}, call {number}") for number, value in enumerate(values)
    )


def _call(value: Any, where: str) -> WireCall:
    source = _inner(value)
    name = text_at(source, _NAMES)
    if not name:
        raise TypeError(
            f"{where} is {given(value)}, which names no tool; a tool call has 'name' "
            "and 'arguments', flat or inside 'function'"
        )
    arguments = next(
        (found for key in ARGUMENTS if (found := look(source, key)) is not None), ""
    )
    return WireCall(id=text_at(value, _IDS), name=name, arguments=arguments)


def _inner(value: Any) -> Any:
    inner = look(value, "function")
    return value if inner is None or isinstance(inner, str) else inner


def _says(value: Any) -> bool:
    return look(value, "content") is not None or look(value, "tool_calls") is not None


def _names_a_tool(value: Any) -> bool:
    return bool(text_at(_inner(value), _NAMES))
