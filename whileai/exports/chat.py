"""A row's conversation as OpenAI chat that can be trained on, or why it cannot."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from whileai.base.lines import dumps, loads
from whileai.model.chat import spoken

Message = dict[str, Any]
"""One chat message: user JSON."""

_SYSTEM = ("system", "developer")
_TEXT = ("text", "input_text", "output_text", "refusal")
_SILENT = ("thinking", "redacted_thinking", "reasoning")
"""Content parts that are thought and not said."""
_ACTS = ("tool_use", "tool_call", "tool_result", "function_call")
"""Content parts by which other providers call tools and answer calls."""
_ILLEGAL = re.compile(r"[^a-zA-Z0-9_-]")


class Unfit(Exception):
    """A row cannot go in; ``reason`` is a key of ``exported.REASONS``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@frozen(kw_only=True)
class Chat:
    """A conversation as trainers read it.

    The arguments of tool calls are objects, as chat templates want them. Calls are
    numbered anew, in nine letters and digits: some templates take no other id.
    Reasoning is in none of the messages.

    Args:
        messages: the system prompt first, if there is one.
        opening: how many of them come before the agent's first.
    """

    messages: tuple[Message, ...]
    opening: int

    @property
    def calls(self) -> bool:
        """Whether the agent called tools."""
        return any("tool_calls" in message for message in self.messages)

    @property
    def parallel(self) -> bool:
        """Whether the agent called several tools in one message."""
        return any(len(each.get("tool_calls", ())) > 1 for each in self.messages)

    @property
    def parts(self) -> bool:
        """Whether some message has content parts, such as an image."""
        return any(isinstance(each["content"], list) for each in self.messages)

    @property
    def tools(self) -> Iterator[str]:
        """The names of the tools that were called."""
        for message in self.messages:
            for call in message.get("tool_calls", ()):
                yield call["function"]["name"]


def read_chat(row: Mapping[str, Any], system_prompt: str) -> Chat:
    """Read the conversation of a row.

    Args:
        row: with ``messages``, or else with ``prompt``, ``steps`` and ``final_text``.
        system_prompt: stands first, unless the row brings its own.

    Raises:
        Unfit: if it is no chat that ends on the agent's reply.
    """
    said = row.get("messages") or list(_of_steps(row))
    own = _own_system(said)
    messages = own or _system(system_prompt)
    reading = _Reading()
    for message in said[len(own) :]:
        reading.take(message)
    if reading.waiting:
        raise Unfit("unanswered")
    last = reading.messages[-1] if reading.messages else {}
    if last.get("role") != "assistant" or "tool_calls" in last:
        raise Unfit("no_reply")
    messages = [*messages, *reading.messages]
    opening = next(n for n, each in enumerate(messages) if each["role"] == "assistant")
    if not any(each["role"] == "user" for each in messages[:opening]):
        raise Unfit("no_chat")
    return Chat(messages=tuple(messages), opening=opening)


def opening_of(row: Mapping[str, Any], system_prompt: str) -> list[Message]:
    """Give what comes before the agent's first turn: the system prompt and the ask.

    Raises:
        Unfit: if it is no chat.
    """
    said = row.get("messages") or list(_of_steps(row))
    own = _own_system(said)
    reading = _Reading()
    for message in said[len(own) :]:
        if not isinstance(message, Mapping) or message.get("role") != "user":
            break
        reading.take(message)
    if not reading.messages:
        raise Unfit("no_chat")
    return [*(own or _system(system_prompt)), *reading.messages]


def as_parts(messages: Sequence[Message]) -> list[Message]:
    """Give every content as parts: a column of a loader has one type."""
    return [{**each, "content": _parts(each["content"])} for each in messages]


def _parts(content: Any) -> list[Message]:
    if isinstance(content, list):
        return content
    return [{"type": "text", "text": content}] if content else []


def _system(text: str) -> list[Message]:
    return [{"role": "system", "content": text}] if text else []


def _own_system(messages: Any) -> list[Message]:
    """Give the system message that a row written elsewhere may begin with."""
    first = messages[0] if isinstance(messages, list) and messages else None
    if not isinstance(first, Mapping) or first.get("role") not in _SYSTEM:
        return []
    return [{"role": "system", "content": _content(first.get("content"), media=False)}]


def _of_steps(row: Mapping[str, Any]) -> Iterator[Message]:
    """Spell a row without messages by its ask, its steps and its reply."""
    yield {"role": "user", "content": row.get("prompt")}
    for step in row.get("steps") or ():
        if "user" in step:
            yield {"role": "user", "content": step["user"]}
        elif "tool" in step:
            call = {"name": step["tool"], "arguments": step.get("arguments")}
            said = {"role": "assistant", "content": step.get("text")}
            yield {**said, "tool_calls": [call]}
            yield {"role": "tool", "content": step.get("result")}
        else:
            yield {"role": "assistant", "content": step.get("text")}
    yield {"role": "assistant", "content": row.get("final_text")}


@define
class _Reading:
    """Takes messages one by one, and joins tool calls with their answers.

    Args:
        messages: what was taken, mended.
        waiting: calls that nothing has answered yet, each under the id it was given.
    """

    messages: list[Message] = field(factory=list)
    waiting: list[tuple[Any, Message]] = field(factory=list)
    _calls: int = 0

    def take(self, message: Any) -> None:
        role = message.get("role") if isinstance(message, Mapping) else None
        if role == "tool":
            self._answer(message)
        elif self.waiting:
            raise Unfit("unanswered")
        elif role == "user":
            content = _content(message.get("content"), media=True)
            self.messages.append({"role": "user", "content": content})
        elif role == "assistant":
            self._say(message)
        else:
            raise Unfit("no_chat")

    def _say(self, message: Mapping[str, Any]) -> None:
        content = _content(message.get("content"), media=False)
        said: Message = {"role": "assistant", "content": content}
        calls = message.get("tool_calls") or []
        if not isinstance(calls, list):
            raise Unfit("no_chat")
        if calls:
            said["tool_calls"] = [self._call(each) for each in calls]
        elif not content.strip():
            raise Unfit("no_reply")
        self.messages.append(said)

    def _call(self, call: Any) -> Message:
        function = call.get("function", call) if isinstance(call, Mapping) else {}
        name = function.get("name") if isinstance(function, Mapping) else None
        if not isinstance(name, str) or not name:
            raise Unfit("no_chat")
        self._calls += 1
        made = {
            "id": f"call{self._calls:05}",
            "type": "function",
            "function": {"name": _legal(name), "arguments": _arguments(function)},
        }
        self.waiting.append((call.get("id"), made))
        return made

    def _answer(self, message: Mapping[str, Any]) -> None:
        """Take a tool's answer: to the call of its id, of its name, or to the next."""
        id_, name = message.get("tool_call_id"), _legal(message.get("name"))
        by_id = [each for each in self.waiting if id_ and each[0] == id_]
        by_name = [
            each
            for each in self.waiting
            if not (id_ and each[0]) and each[1]["function"]["name"] == name
        ]
        in_order = [each for each in self.waiting if not (id_ and each[0])]
        found = next(iter(by_id or by_name or in_order), None)
        if found is None:
            raise Unfit("unanswered")
        self.waiting.remove(found)
        content = message.get("content")
        text = "" if content is None else _answered(content)
        call = found[1]
        self.messages.append(
            {
                "role": "tool",
                "tool_call_id": call["id"],
                "name": call["function"]["name"],
                "content": text,
            }
        )


def _legal(name: Any) -> str:
    """Give a tool's name as providers take it; rows written elsewhere have dots."""
    return _ILLEGAL.sub("_", name)[:64] if isinstance(name, str) else ""


def _arguments(function: Mapping[str, Any]) -> Message:
    """Give the arguments of a call as an object."""
    given = function.get("arguments")
    if isinstance(given, str):
        try:
            given = loads(given) if given.strip() else {}
        except ValueError:
            raise Unfit("broken_call") from None
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise Unfit("broken_call")
    return given


def _answered(content: Any) -> str:
    """Give a tool's answer as text; of content parts what they say."""
    if isinstance(content, list) and content and all(map(_says, content)):
        return "".join(map(_said, content))
    return spoken(content)


def _content(content: Any, *, media: bool) -> Any:
    """Give what a message says as text, or as parts where some are ``media``."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, list) or not all(map(_is_part, content)):
        raise Unfit("no_chat")
    spoken_parts = [part for part in content if part.get("type") not in _SILENT]
    if all(map(_says, spoken_parts)):
        return "".join(map(_said, spoken_parts))
    if not media:
        raise Unfit("no_chat")
    return [
        {"type": "text", "text": _said(part)} if _says(part) else dict(part)
        for part in spoken_parts
    ]


def _is_part(part: Any) -> bool:
    kind = part.get("type") if isinstance(part, Mapping) else None
    return isinstance(kind, str) and kind not in _ACTS


def _says(part: Any) -> bool:
    return _is_part(part) and part["type"] in _TEXT


def _said(part: Mapping[str, Any]) -> str:
    text = part.get("text", part.get("refusal"))
    return text if isinstance(text, str) else ""


def as_openai(messages: Sequence[Message]) -> list[Message]:
    """Give the messages as OpenAI's own: arguments are text, a call says no content."""
    return list(map(_as_openai, messages))


def _as_openai(message: Message) -> Message:
    if message["role"] == "tool":
        return {name: value for name, value in message.items() if name != "name"}
    if "tool_calls" not in message:
        return message
    calls = [
        {**call, "function": {**call["function"], "arguments": _text(call)}}
        for call in message["tool_calls"]
    ]
    return {**message, "content": message["content"] or None, "tool_calls": calls}


def _text(call: Message) -> str:
    return dumps(call["function"]["arguments"]).decode()
