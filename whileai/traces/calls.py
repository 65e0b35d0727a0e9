"""Tool calls in chat messages, each bound to the result that answers it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, field

from whileai.base.expressions import expression
from whileai.base.lines import loads

_KINDS = (
    ("timeout", r"time[d\s_-]*out|deadline exceeded"),
    ("rate_limited", r"rate[\s_-]*limit|too many requests|\b429\b"),
    (
        "permission_denied",
        r"permission|forbidden|unauthori[sz]ed|access denied|\b40[13]\b",
    ),
    ("not_found", r"not[\s_-]*found|no such|does not exist|unknown id|\b404\b"),
    ("malformed_result", r"malformed|invalid json|could not parse|parse error"),
    ("server_error", r"server[\s_-]*error|unavailable|internal error|\b50[0-4]\b"),
)
_FAULTS = tuple((kind, expression(words, re.IGNORECASE)) for kind, words in _KINDS)


@define
class Call:
    """One tool call of a conversation.

    Args:
        tool: its name.
        id: as the conversation spells it; empty if it has none.
        answered: true once a result is bound to it.
        fault: how it failed; ``None`` if it did not.
    """

    tool: str
    id: str = ""
    answered: bool = False
    fault: str | None = None


@define
class _Talk:
    """A conversation while it is read."""

    prompt: str = ""
    calls: list[Call] = field(factory=list)

    def answer(self, id_: object, name: object, value: Any, failed: object) -> None:
        """Bind a result: to the call with its id, else its name, else the next."""
        waiting = [call for call in self.calls if not call.answered]
        found = [call for call in waiting if id_ and call.id == id_]
        found = found or [call for call in waiting if name and call.tool == name]
        found = found or ([] if id_ and self._knows(id_) else waiting)
        if found:
            found[0].answered = True
            found[0].fault = fault_of(value, failed=bool(failed))

    def _knows(self, id_: object) -> bool:
        return any(call.id == id_ for call in self.calls)


def read_messages(messages: Iterable[Any]) -> tuple[str, list[Call]]:
    """Give the user's first words and the calls of OpenAI or Anthropic messages.

    Results may come in any order; what is not a message is passed over.
    """
    talk = _Talk()
    for message in messages:
        if isinstance(message, Mapping):
            _read(message, talk)
    return talk.prompt, talk.calls


def _read(message: Mapping[str, Any], talk: _Talk) -> None:
    role, content = message.get("role"), message.get("content")
    if role in ("tool", "function"):
        id_, failed = message.get("tool_call_id"), message.get("is_error")
        talk.answer(id_, message.get("name"), content, failed)
        return
    if role == "user" and not talk.prompt:
        talk.prompt = text_of(content)
    for call in mappings(message.get("tool_calls")):
        function = call.get("function")
        named = function if isinstance(function, Mapping) else call
        _called(named.get("name"), call.get("id"), talk)
    old = message.get("function_call")
    if isinstance(old, Mapping):
        _called(old.get("name"), None, talk)
    for block in mappings(content):
        if block.get("type") == "tool_use":
            _called(block.get("name"), block.get("id"), talk)
        elif block.get("type") == "tool_result":
            value, failed = block.get("content"), block.get("is_error")
            talk.answer(block.get("tool_use_id"), block.get("name"), value, failed)


def _called(name: object, id_: object, talk: _Talk) -> None:
    if isinstance(name, str) and name:
        talk.calls.append(Call(tool=name, id=id_ if isinstance(id_, str) else ""))


def mappings(value: object) -> list[Mapping[str, Any]]:
    """Give the objects in a list; of anything else, none."""
    items = value if isinstance(value, (list, tuple)) else []
    return [each for each in items if isinstance(each, Mapping)]


def text_of(content: object) -> str:
    """Give the text of a message: its content, or that of its text blocks."""
    if isinstance(content, str):
        return content
    texts = [block.get("text") for block in mappings(content)]
    return "\n".join(text for text in texts if isinstance(text, str))


def fault_of(value: Any, *, failed: bool = False) -> str | None:
    """Tell how a tool result failed.

    Args:
        value: the result, or its JSON.
        failed: true where the result itself is marked as an error.

    Returns:
        A tool condition, ``not_found`` or ``error``; ``None`` if it did not fail.
    """
    said = text_of(value) if isinstance(value, (list, tuple)) else value
    if isinstance(said, str):
        try:
            said = loads(said)
        except ValueError:
            return _kind(said) if failed else None
    error = said.get("error") if isinstance(said, Mapping) else None
    if not (failed or error):
        return None
    return _kind(str(error or said))


def _kind(text: str) -> str:
    return next((kind for kind, words in _FAULTS if words.search(text)), "error")
