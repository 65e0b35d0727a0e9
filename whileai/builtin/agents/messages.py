"""Chat messages of every library people use, read as turns.

OpenAI chat and Responses items, Anthropic messages, LangChain messages and pydantic-ai
messages, as objects or as dictionaries, in one list or mixed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from whileai.base.errors import given
from whileai.builtin.agents.shapes import (
    Answered,
    Content,
    exact,
    is_list,
    look,
    read_call,
    read_content,
    read_result,
    text_at,
)
from whileai.model import ToolCall, ToolResult, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_ROLES = {
    "user": "user",
    "human": "user",
    "HumanMessageChunk": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "AIMessageChunk": "assistant",
    "system": "system",
    "developer": "system",
    "SystemMessageChunk": "system",
    "tool": "tool",
    "function": "tool",
    "ToolMessageChunk": "tool",
    "FunctionMessageChunk": "tool",
}
_ITEMS = ("function_call", "function_call_output", "reasoning")


@frozen(kw_only=True)
class Said:
    """What one message says and calls."""

    role: str
    text: str = ""
    content: Any = None
    calls: tuple[ToolCall, ...] = ()


Event = Said | Answered


def is_message(value: Any) -> bool:
    """Tell whether ``value`` reads as one chat message of any library."""
    return bool(_role(value)) or _kind(value) in _ITEMS or _has_parts(value)


def read_messages(messages: Iterable[Any], where: str = "messages") -> tuple[Turn, ...]:
    """Read chat messages as turns, each call joined with its result.

    Results find their call by id, then by name, then by order. System messages are
    left out.

    Raises:
        TypeError: naming the place, if one is no message or answers no call.
    """
    joining = Joining()
    for number, message in enumerate(messages):
        place = f"{where}[{number}]"
        for event in events_of(message, place):
            joining.add(event, place)
    return joining.turns()


@define
class Joining:
    """Joins tool calls with the results that follow them."""

    _said: list[Said] = field(factory=list)
    _results: list[list[ToolResult | None]] = field(factory=list)

    def add(self, event: Event, place: str, *answers: ToolResult) -> None:
        """Take the next event, with the ``answers`` to its calls where it has them.

        Raises:
            TypeError: naming ``place``, if it is a result that answers no call.
        """
        if isinstance(event, Said):
            self._said.append(event)
            left = len(event.calls) - len(answers)
            self._results.append([*answers, *[None] * left])
            return
        waiting = [
            (turn, index, call)
            for turn, said in enumerate(self._said)
            for index, call in enumerate(said.calls)
            if self._results[turn][index] is None
        ]
        by_id = [each for each in waiting if event.id and each[2].id == event.id]
        by_name = [each for each in waiting if each[2].tool == event.name]
        found = next(iter(by_id or by_name or waiting), None)
        if found is None:
            raise TypeError(
                f"{place} is a tool result that answers no tool call; return the "
                "assistant message with its tool_calls before it"
            )
        self._results[found[0]][found[1]] = event.result

    def turns(self) -> tuple[Turn, ...]:
        """Give the turns; a call that nothing answered has the result ``None``."""
        return tuple(
            Turn(
                role=said.role,
                text=said.text,
                content=said.content,
                calls=said.calls,
                results=tuple(each or ToolResult() for each in results),
            )
            for said, results in zip(self._said, self._results, strict=True)
        )


def events_of(message: Any, place: str) -> Iterator[Event]:
    """Give what one message says, calls and answers.

    Raises:
        TypeError: naming ``place``, if it is no message.
    """
    role = _role(message)
    if _kind(message) in _ITEMS:
        yield from _item(message, place)
    elif role:
        yield from _chat(message, role, place)
    elif _has_parts(message):
        parts = look(message, "parts")
        answers = look(message, "kind") == "response"
        yield from (_response if answers else _request)(parts, place)
    else:
        raise TypeError(
            f"{place} is {given(message, 60)}, which is no chat message; a message has "
            "a 'role' and a 'content'"
        )


def _kind(value: Any) -> str:
    kind = look(value, "type")
    return kind if isinstance(kind, str) else ""


def _role(value: Any) -> str:
    """Give the role of a chat message: ours, whatever library it comes from."""
    role = look(value, "role")
    if isinstance(role, str):
        return _ROLES.get(exact(role), "")
    serialized = look(value, "data")
    has_content = look(serialized or value, "content") is not None
    return _ROLES.get(_kind(value), "") if has_content else ""


def _has_parts(value: Any) -> bool:
    parts = look(value, "parts")
    return is_list(parts) and all(look(part, "part_kind") for part in parts)


def _chat(message: Any, role: str, place: str) -> Iterator[Event]:
    if look(message, "role") is None and look(message, "data") is not None:
        message = look(message, "data")  # LangChain's messages_to_dict
    if role == "tool":
        yield _tool_message(message, place)
    elif role != "system":
        content = read_content(look(message, "content"), place)
        yield from content.answers
        calls = _calls(message, content, place) if role == "assistant" else ()
        text = content.text or text_at(message, ("refusal",))
        if text or calls or content.parts or not content.answers:
            yield Said(role=role, text=text, content=content.parts, calls=calls)


def _calls(message: Any, content: Content, place: str) -> tuple[ToolCall, ...]:
    """Give the calls of an assistant message; blocks and ``tool_calls`` may repeat."""
    listed = [
        each
        for key in ("tool_calls", "invalid_tool_calls")
        if is_list(look(message, key))
        for each in look(message, key)
    ]
    single = look(message, "function_call")
    if not listed and single is not None and text_at(single, ("name",)):
        listed = [single]
    calls = [read_call(each, place) for each in listed]
    known = {call.id for call in calls if call.id}
    blocks = [
        call
        for call in content.calls
        if not calls or (call.id and call.id not in known)
    ]
    return (*calls, *blocks)


def _tool_message(message: Any, place: str) -> Answered:
    failed = look(message, "status") == "error" or look(message, "is_error") is True
    return Answered(
        result=read_result(look(message, "content"), place, failed),
        id=text_at(message, ("tool_call_id", "call_id", "tool_use_id")),
        name=text_at(message, ("name", "tool_name")),
    )


def _item(item: Any, place: str) -> Iterator[Event]:
    """Read one item of the Responses API that is no message."""
    if _kind(item) == "function_call":
        call = read_call(item, place)
        named = text_at(item, ("call_id",)) or call.id
        call = ToolCall(tool=call.tool, arguments=call.arguments, id=named)
        yield Said(role="assistant", calls=(call,))
    elif _kind(item) == "function_call_output":
        yield Answered(
            result=read_result(look(item, "output"), place),
            id=text_at(item, ("call_id",)),
        )


def _response(parts: Sequence[Any], place: str) -> Iterator[Event]:
    """Read the parts of a pydantic-ai response: what the model said and called."""
    kinds = [(str(look(part, "part_kind")), part) for part in parts]
    yield Said(
        role="assistant",
        text="".join(
            _plain_text(look(part, "content")) for kind, part in kinds if kind == "text"
        ),
        calls=tuple(
            read_call(part, place) for kind, part in kinds if kind.endswith("tool-call")
        ),
    )
    for kind, part in kinds:
        if kind.endswith("tool-return"):
            yield _returned(part, place)


def _request(parts: Sequence[Any], place: str) -> Iterator[Event]:
    """Read the parts of a pydantic-ai request: what the model was told."""
    for part in parts:
        kind = look(part, "part_kind")
        if kind == "tool-return" or (
            kind == "retry-prompt" and text_at(part, ("tool_name",))
        ):
            yield _returned(part, place)
        elif kind in ("user-prompt", "retry-prompt"):
            yield Said(role="user", text=_plain_text(look(part, "content")))


def _returned(part: Any, place: str) -> Answered:
    failed = look(part, "part_kind") == "retry-prompt" or (
        look(part, "outcome") in ("failed", "denied")
    )
    return Answered(
        result=read_result(look(part, "content"), place, failed),
        id=text_at(part, ("tool_call_id",)),
        name=text_at(part, ("tool_name",)),
    )


def _plain_text(content: Any) -> str:
    if isinstance(content, str):
        return exact(content)
    return "".join(exact(each) for each in content or () if isinstance(each, str))


def same_turn(one: Turn, other: Turn) -> bool:
    """Tell whether two turns say, call and answer the same."""
    return one.role == other.role and _told(one) == _told(other)


def _told(turn: Turn) -> tuple[Any, ...]:
    return (
        turn.text.strip(),
        [(call.tool, call.arguments) for call in turn.calls],
        [read_result(result.value, "result").value for result in turn.results],
    )


def without_history(turns: Sequence[Turn], history: Sequence[Turn]) -> Sequence[Turn]:
    """Give ``turns`` without the ``history`` they begin with, if they begin with it."""
    begins = len(turns) >= len(history) and all(
        map(same_turn, turns[: len(history)], history)
    )
    return turns[len(history) :] if begins else turns
