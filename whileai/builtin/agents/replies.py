"""What an agent returned, read as steps and a reply."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from whileai.base.errors import given
from whileai.base.lines import NotJson, dumps, plain
from whileai.base.numbers import is_number
from whileai.base.text import named_type
from whileai.builtin.agents.messages import is_message, read_messages, without_history
from whileai.builtin.agents.shapes import exact, is_list, look
from whileai.builtin.agents.steps import ends_in_reply, read_steps
from whileai.model import Trajectory, Turn

ACCEPTED = (
    "a string (the reply), a dict with 'final_text' and/or 'steps', a list of chat "
    "messages, an OpenAI or Anthropic reply, a wai.Trajectory(steps=, final_text=), or "
    "a generator of text"
)

_FINISHES = {
    "stop": "stop",
    "length": "length",
    "max_tokens": "length",
    "incomplete": "length",
    "tool": "tool",
    "tool_use": "tool",
    "tool_calls": "tool",
    "function_call": "tool",
    "error": "error",
    "content_filter": "error",
}
_FENCE = "```"


@frozen(kw_only=True)
class Reply:
    """A trajectory: what happened, and what was said at the end.

    Args:
        turns: what happened before the reply.
        final_text: the reply; empty when there is none.
        content: its content parts, when it holds more than text.
        finish_reason: ``stop``, ``length``, ``tool`` or ``error``.
        usage: numbers by name, where the agent reports them.
    """

    turns: tuple[Turn, ...] = ()
    final_text: str = ""
    content: Any = None
    finish_reason: str = "stop"
    usage: Mapping[str, Any] | None = None


def read_reply(returned: Any, history: Sequence[Turn] = ()) -> Reply:
    """Read what an agent returned.

    Args:
        returned: any of the accepted forms; generators are drained before.
        history: the conversation so far. A list of messages that begins with it is
            cut, so that only what is new is read.

    Raises:
        TypeError: if it is none of the accepted forms; the message says what it was.
    """
    if isinstance(returned, str):
        text = exact(returned)
        return Reply(final_text=text, finish_reason=_finish(None, text))
    if isinstance(returned, type) or inspect.isroutine(returned):
        raise refused(returned)
    for read in (_trajectory, _chat, _completion, _framework):
        reply = read(returned, history)
        if reply is not None:
            return reply
    raise refused(returned)


def refused(returned: Any) -> TypeError:
    """Build the error for a value that is no trajectory."""
    return TypeError(f"the agent returned {_shown(returned)}; it may return {ACCEPTED}")


def _shown(returned: Any) -> str:
    if returned is None:
        return "None"
    if isinstance(returned, type):
        return f"the class {returned.__name__} itself"
    if inspect.isroutine(returned):
        name = getattr(returned, "__name__", "it")
        return f"{named_type(returned)} ({name}), which nothing called"
    if isinstance(returned, Mapping):
        keys = ", ".join(given(key, 30) for key in list(returned)[:6])
        return f"{named_type(returned)} with the keys {keys or 'none'}"
    if is_list(returned) and len(returned) and not isinstance(returned, str):
        first = given(returned[0], 60)
        return f"{named_type(returned)} of {len(returned)}, the first {first}"
    return f"{named_type(returned)} ({given(returned, 60)})"


def _trajectory(returned: Any, history: Sequence[Turn]) -> Reply | None:
    """Read a dict with steps and/or final_text, or a ``wai.Trajectory``."""
    steps: Any
    text: Any
    if isinstance(returned, Trajectory):
        steps, text = returned.steps, returned.final_text
    elif isinstance(returned, Mapping) and returned.keys() & {"final_text", "steps"}:
        steps, text = returned.get("steps"), returned.get("final_text")
    else:
        return None
    if text is not None and not isinstance(text, str):
        raise TypeError(f"final_text is {named_type(text)}; it must be a string")
    steps = () if steps is None else steps
    turns = without_history(read_steps(steps), history)
    said, content = "" if text is None else exact(text), None
    if ends_in_reply(steps):
        last = _ended(turns)
        if text is None or text == last.final_text:
            turns, said, content = last.turns, last.final_text, last.content
    return Reply(
        turns=tuple(turns),
        final_text=said,
        content=content,
        finish_reason=_finish(look(returned, "finish_reason"), said),
        usage=_usage(look(returned, "usage")),
    )


def _chat(returned: Any, history: Sequence[Turn]) -> Reply | None:
    """Read a list of chat messages, or a state that holds one under ``messages``."""
    messages = returned
    if not isinstance(returned, list):
        messages = look(returned, "messages")
        if not isinstance(messages, list) or not messages:
            return None
    if not all(map(is_message, messages)):
        return None
    return _ended(without_history(read_messages(messages), history))


def _ended(turns: Sequence[Turn]) -> Reply:
    """Take the reply off the end; a tool call or a user's line is none."""
    if not turns or turns[-1].role != "assistant" or turns[-1].calls:
        return Reply(turns=tuple(turns))
    last = turns[-1]
    return Reply(
        turns=tuple(turns[:-1]),
        final_text=last.text,
        content=last.content,
        finish_reason=_finish(None, last.text),
    )


def _completion(returned: Any, history: Sequence[Turn]) -> Reply | None:
    """Read what a provider's client gives: a completion, a response, a message."""
    messages: Any = None
    finish = look(returned, "stop_reason")
    choices = look(returned, "choices")
    if is_list(choices) and len(choices):
        messages = [look(choices[0], "message")]
        finish = look(choices[0], "finish_reason")
    elif look(returned, "object") == "response" and is_list(look(returned, "output")):
        messages = list(look(returned, "output"))
        finish = look(returned, "status")
    elif is_message(returned):
        messages = [returned]
    if messages is None or not all(map(is_message, messages)):
        return None
    reply = _ended(without_history(read_messages(messages, "reply"), history))
    return evolve(
        reply,
        finish_reason=_finish(finish, reply.final_text),
        usage=_usage(look(returned, "usage")),
    )


def _framework(returned: Any, history: Sequence[Turn]) -> Reply | None:
    """Read the result of an agent library's run: its messages and its output."""
    if isinstance(returned, (Mapping, list)):
        return None
    items = look(returned, "new_items")
    if is_list(items) and hasattr(returned, "final_output"):
        inputs = [look(item, "to_input_item") for item in items]
        messages = [each() for each in inputs if callable(each)]
        return _with_output(messages, look(returned, "final_output"), history)
    new_messages = look(returned, "new_messages")
    if callable(new_messages) and hasattr(returned, "output"):
        messages = _listed(new_messages)
        return _with_output(messages, look(returned, "output"), history)
    return None


def _listed(call: Callable[[], Any]) -> list[Any]:
    listed = call()
    return listed if isinstance(listed, list) else []


def _with_output(
    messages: list[Any], output: Any, history: Sequence[Turn]
) -> Reply | None:
    """Join the messages of a run with its final output, which may be structured."""
    if not all(map(is_message, messages)):
        return None
    reply = _ended(_without_asks(without_history(read_messages(messages), history)))
    if output is None or isinstance(output, str):
        text = exact(output or "")
    else:
        try:
            text = dumps(plain(output)).decode()
        except NotJson:
            return None
    if text.strip() == reply.final_text.strip():
        return reply
    turns = reply.turns
    if reply.final_text:
        turns = (*turns, Turn(role="assistant", text=reply.final_text))
    return Reply(turns=turns, final_text=text)


def _without_asks(turns: Sequence[Turn]) -> Sequence[Turn]:
    """Leave out the person's line that a library repeats ahead of its answer."""
    start = next((n for n, turn in enumerate(turns) if turn.role != "user"), len(turns))
    return turns[start:]


def _finish(reason: Any, text: str) -> str:
    """Give why a reply ended; one that is silent and ends in a code fence was cut."""
    if isinstance(reason, str):
        return _FINISHES.get(reason, "stop")
    return "length" if _fence_open(text) else "stop"


def _fence_open(text: str) -> bool:
    """Tell whether the last code fence, at the start of a line, never closes."""
    parts = text.split(_FENCE)
    before = parts[-2].rpartition("\n")[2] if len(parts) > 1 else ""
    return len(parts) % 2 == 0 and not before.strip()


def _usage(usage: Any) -> dict[str, Any] | None:
    """Give the numbers of a usage record, by name."""
    if usage is None:
        return None
    try:
        values = plain(usage)
    except NotJson:
        return None
    if not isinstance(values, dict):
        return None
    numbers = {name: value for name, value in values.items() if is_number(value)}
    return numbers or None
