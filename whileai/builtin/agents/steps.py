"""The steps an agent reports itself, in the shapes people write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from whileai.base.errors import given
from whileai.base.lines import NotJson, fresh
from whileai.base.text import named_type
from whileai.builtin.agents.messages import Joining, Said, events_of, is_message
from whileai.builtin.agents.shapes import (
    ARGUMENTS,
    exact,
    is_list,
    look,
    read_call,
    read_result,
    text_at,
)
from whileai.model import ToolCall, ToolResult, Turn

_PLAIN = frozenset(("tool", "arguments", "result"))
_RESULTS = ("result", "output", "observation", "response", "content")
_TOOLS = ("tool", "tool_name", "name", "function")


def read_steps(steps: Any) -> tuple[Turn, ...]:
    """Read reported steps as turns.

    A step is ``{"tool", "arguments", "result"}`` (or the same under ``name`` or
    ``tool_name``, ``args`` or ``input``, ``output``), ``{"text"}``, ``{"user"}``, a
    chat message, or a LangChain pair of an action and its observation.

    Raises:
        TypeError: naming the step that is none of these.
    """
    if not is_list(steps):
        raise TypeError(f"steps is {named_type(steps)}; it must be a list of dicts")
    if all(map(_is_plain, steps)):
        return tuple(_plain(step, f"steps[{n}]") for n, step in enumerate(steps))
    joining = Joining()
    for number, step in enumerate(steps):
        place = f"steps[{number}]"
        if _is_tool_step(step) or not is_message(step):
            said, *answers = _own(step, place)
            joining.add(said, place, *answers)
        else:
            for event in events_of(step, place):
                joining.add(event, place)
    return joining.turns()


def _is_plain(step: Any) -> bool:
    """Tell the commonest step, spelled as we spell it, which needs no looking round."""
    return (
        type(step) is dict
        and step.keys() == _PLAIN
        and type(step["tool"]) is str
        and type(step["arguments"]) is dict
    )


def _plain(step: Mapping[str, Any], place: str) -> Turn:
    tool = exact(step["tool"])
    try:
        call = ToolCall(tool=tool, arguments=fresh(step["arguments"]))
    except NotJson as error:
        raise TypeError(f"{place}, arguments of {tool}: {error}") from None
    answer = read_result(step["result"], f"{place}, result of {tool}", False)
    return Turn(role="assistant", calls=(call,), results=(answer,))


def _is_tool_step(step: Any) -> bool:
    """Tell a step of ours from a chat message that also has a name."""
    return isinstance(step, Mapping) and (
        "tool" in step or ("role" not in step and "result" in step)
    )


def _own(step: Any, place: str) -> tuple[Said] | tuple[Said, ToolResult]:
    if is_list(step) and len(step) == 2 and text_at(step[0], ("tool",)):
        return _call_step(step[0], step[1], place)
    if not isinstance(step, Mapping):
        raise _refused(f"{place} is {given(step, 60)}")
    if _names_tool(step):
        key = next((key for key in _RESULTS if key in step), None)
        return _call_step(step, None if key is None else step[key], place)
    for key, role in (("user", "user"), ("text", "assistant")):
        if isinstance(step.get(key), str):
            return (Said(role=role, text=exact(step[key])),)
    raise _refused(f"{place} has the keys {sorted(map(str, step))}")


def _names_tool(step: Mapping[str, Any]) -> bool:
    called = any(key in step for key in (*ARGUMENTS, *_RESULTS))
    named = any(step.get(key) for key in _TOOLS)
    return isinstance(step.get("tool"), str) or (named and called)


def _call_step(step: Any, result: Any, place: str) -> tuple[Said, ToolResult]:
    call = read_call(step, place)
    failed = bool(look(step, "error")) or look(step, "is_error") is True
    if result is None and look(step, "error"):
        result = {"error": look(step, "error")}
    answer = read_result(result, f"{place}, result of {call.tool}", failed)
    status = look(step, "status")
    if isinstance(status, str):
        answer = ToolResult(value=answer.value, status=exact(status))
    return Said(role="assistant", text=text_at(step, ("text",)), calls=(call,)), answer


def _refused(what: str) -> TypeError:
    return TypeError(
        f"{what}; a step is a dict with 'tool', 'arguments' and 'result', or with "
        "'text', or with 'user', or a chat message"
    )


def ends_in_reply(steps: Sequence[Any]) -> bool:
    """Tell whether the last of ``steps`` is a chat message, which may be the reply."""
    return bool(steps) and not _is_tool_step(steps[-1]) and is_message(steps[-1])
