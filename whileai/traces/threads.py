"""What the agent asked in each conversation, and whether the person answered it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.model.questions import asks
from whileai.traces.calls import mappings, text_of
from whileai.traces.reading import traced_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from whileai.traces.reading import Trace

PERSON, AGENT, WORK = "person", "agent", "work"
"""What happens in a conversation: a line of either side, or a call and its result."""

CUT = ("length", "max_tokens", "content_filter", "error")
"""Finish reasons of a reply that did not come to its end."""


@frozen(kw_only=True)
class Thread:
    """The agent's questions in one conversation, from the person's first line on.

    A reply that asks is one question, however much it asks for. What asks is told by
    the function that the simulated person listens with.

    Args:
        asked: the agent's questions.
        faced: those of them that the person answered or left: all, or all but the last.
        left: true when the person walked away from the last.
    """

    asked: int
    faced: int
    left: bool


def read_threads(value: Any) -> Iterator[Thread]:
    """Read what ``traces=`` takes as threads, one for each conversation.

    The person answered a question if they said anything after it. They left the last
    one if the row says so in ``ended_by``, or, where rows say nothing of it, if the
    conversation ends there with the person's turn.

    Raises:
        ValueError: naming ``traces=``, if it cannot be read, holds none, or an entry
            is none; raised once the iteration comes there.
    """
    return (_thread(trace, row) for trace, row in traced_rows(value))


def _thread(trace: Trace, row: Mapping[str, Any]) -> Thread:
    answered, reply, latest, begun = 0, "", "", False
    for latest, text in _events(trace, row):
        if latest == PERSON:
            answered += asks(reply)
            begun, reply = True, ""
        elif latest == AGENT and begun:  # a greeting before it is no question
            reply = text
    open_end = asks(reply)
    ended = row.get("ended_by")
    if ended == "user_left":
        open_end = left = bool(reply)
    elif ended or "schema_version" in row:  # it ended otherwise, or nobody was there
        left = False
    else:
        left = open_end and latest == AGENT and row.get("finish_reason") not in CUT
    return Thread(asked=answered + open_end, faced=answered + left, left=left)


def _events(trace: Trace, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    messages = mappings(row.get("messages"))
    return _of_messages(messages) if messages else _of_steps(trace, row)


def _of_messages(messages: list[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for message in messages:
        role, content = message.get("role"), message.get("content")
        text, kinds = text_of(content), [each.get("type") for each in mappings(content)]
        if role == "user":
            if text.strip() or any(k not in ("text", "tool_result") for k in kinds):
                yield PERSON, text
        elif role == "assistant":
            if text.strip():
                yield AGENT, text
            calls = message.get("tool_calls") or message.get("function_call")
            if calls or "tool_use" in kinds:
                yield WORK, ""
        elif role in ("tool", "function"):
            yield WORK, ""


def _of_steps(trace: Trace, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Give what a row tells by its prompt, its steps and its last words."""
    if trace.prompt:
        yield PERSON, trace.prompt
    for step in mappings(row.get("steps")):
        for name, who in (("user", PERSON), ("text", AGENT), ("tool", WORK)):
            said = step.get(name)
            if isinstance(said, str) and said.strip():
                yield who, said
    last = row.get("final_text")
    if isinstance(last, str) and last.strip():
        yield AGENT, last
