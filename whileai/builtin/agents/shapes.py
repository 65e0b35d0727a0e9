"""The pieces that chat messages of every library are made of, read by duck type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from whileai.base.errors import given
from whileai.base.lines import NotJson, fresh, loads
from whileai.model import ToolCall, ToolResult

_TEXT = ("text", "output_text", "input_text", "summary_text")
_SILENT = ("thinking", "redacted_thinking", "reasoning", "function_call", "tool_call")
"""Parts that say nothing to the person, or that the message carries elsewhere too."""
_NAMES = ("name", "tool_name", "tool")
ARGUMENTS = ("arguments", "args", "input", "tool_input", "parameters")
_IDS = ("id", "tool_call_id", "call_id", "tool_use_id")


def look(value: Any, name: str) -> Any:
    """Give the key or attribute ``name`` of ``value``; ``None`` where there is none."""
    if type(value) is dict or isinstance(value, Mapping):
        return value.get(name)
    try:
        return getattr(value, name, None)
    except Exception:  # noqa: BLE001 - a user's property may raise anything
        return None


def text_at(value: Any, names: Iterable[str]) -> str:
    """Give the first of ``names`` that is non-empty text on ``value``, or ``""``."""
    for name in names:
        found = look(value, name)
        if isinstance(found, str) and found:
            return exact(found)
    return ""


def exact(text: str) -> str:
    """Give the characters of ``text``, whatever subclass of ``str`` it is."""
    return text if type(text) is str else str.__str__(text)


def is_list(value: Any) -> bool:
    """Tell whether ``value`` is a list, or as good as one."""
    if type(value) in (dict, list):
        return type(value) is list
    return isinstance(value, Sequence) and not isinstance(
        value, (str, bytes, bytearray)
    )


def json_of(value: Any, where: str) -> Any:
    """Copy ``value`` as JSON.

    Raises:
        TypeError: naming ``where``, if it is no JSON value.
    """
    try:
        return fresh(value)
    except NotJson as error:
        raise TypeError(f"{where}: {error}") from None


def read_arguments(value: Any, where: str) -> Any:
    """Give a call's arguments; JSON text is read, twice if it was written twice.

    Raises:
        TypeError: naming ``where``, if they are no JSON value.
    """
    if not isinstance(value, str):
        return {} if value is None else json_of(value, where)
    if not value.strip():
        return {}
    decoded: Any = value
    for _ in range(2):
        decoded = _loaded(decoded) if isinstance(decoded, str) else decoded
    return decoded if isinstance(decoded, (dict, list)) else exact(value)


def _loaded(text: str) -> Any:
    try:
        return loads(text)
    except ValueError:
        return text


def read_call(value: Any, where: str) -> ToolCall:
    """Read a tool call in any spelling: flat, or inside ``function``.

    Raises:
        TypeError: naming ``where``, if no tool is named.
    """
    inner = look(value, "function") or look(value, "custom")
    source = value if inner is None or isinstance(inner, str) else inner
    name = text_at(source, _NAMES)
    if not name:
        raise TypeError(
            f"{where} is a tool call that names no tool ({given(value, 60)}); give it "
            "'name' and 'arguments', flat or inside 'function'"
        )
    arguments = next(
        (found for key in ARGUMENTS if (found := look(source, key)) is not None), None
    )
    return ToolCall(
        tool=name,
        arguments=read_arguments(arguments, f"{where}, arguments of {name}"),
        id=text_at(value, _IDS),
    )


def read_result(value: Any, where: str, failed: bool = False) -> ToolResult:
    """Read what a tool answered; JSON text of an object or a list is decoded.

    Args:
        value: text, content parts, or any JSON value.
        where: names the place in an error.
        failed: true when the message itself says that the call failed.

    Raises:
        TypeError: naming ``where``, if it is no JSON value.
    """
    if is_list(value) and value and all(look(part, "type") in _TEXT for part in value):
        value = "".join(text_at(part, ("text",)) for part in value)
    if isinstance(value, str):
        decoded = _loaded(value) if value.lstrip()[:1] in ("{", "[") else value
        value = decoded if isinstance(decoded, (dict, list)) else exact(value)
    else:
        value = json_of(value, where)
    refused = type(value) is dict and bool(value.get("error"))
    return ToolResult(value=value, status="error" if failed or refused else "success")


@frozen(kw_only=True)
class Answered:
    """A tool's answer on its way to the call it belongs to."""

    result: ToolResult
    id: str = ""
    name: str = ""


@frozen(kw_only=True)
class Content:
    """The content of one message.

    Args:
        text: what is said in it.
        parts: OpenAI content parts, when it holds more than text.
        calls: tools called in it (Anthropic ``tool_use`` blocks).
        answers: tool answers in it (Anthropic ``tool_result`` blocks).
    """

    text: str = ""
    parts: list[dict[str, Any]] | None = None
    calls: tuple[ToolCall, ...] = ()
    answers: tuple[Answered, ...] = ()


def read_content(content: Any, where: str) -> Content:
    """Read the content of a message: text, content parts, or content blocks.

    Raises:
        TypeError: naming ``where``, if it is none of these.
    """
    if content is None:
        return Content()
    if isinstance(content, str):
        return Content(text=exact(content))
    if not is_list(content):
        raise TypeError(
            f"{where} has the content {given(content, 60)}; content is text or a list "
            "of content parts"
        )
    return _parts(content, where)


def _parts(content: Sequence[Any], where: str) -> Content:
    texts: list[str] = []
    parts: list[dict[str, Any]] = []
    calls: list[ToolCall] = []
    answers: list[Answered] = []
    media = False
    for part in content:
        kind = "text" if isinstance(part, str) else look(part, "type")
        if kind in _TEXT or kind == "refusal":
            said = (
                exact(part) if isinstance(part, str) else text_at(part, ("text", kind))
            )
            texts.append(said)
            parts.append({"type": "text", "text": said})
        elif kind == "tool_use":
            calls.append(read_call(part, where))
        elif kind == "tool_result":
            answers.append(_answer(part, where))
        elif kind not in _SILENT:
            parts.append(_media(part, where))
            media = True
    return Content(
        text="".join(texts),
        parts=parts if media else None,
        calls=tuple(calls),
        answers=tuple(answers),
    )


def _answer(block: Any, where: str) -> Answered:
    failed = look(block, "is_error") is True
    return Answered(
        result=read_result(look(block, "content"), f"{where}, tool_result", failed),
        id=text_at(block, ("tool_use_id", "id")),
    )


def _media(part: Any, where: str) -> dict[str, Any]:
    """Give a part that is no text as OpenAI spells it, where we know the spelling."""
    if not isinstance(look(part, "type"), str):
        raise TypeError(
            f"{where} has the content part {given(part, 60)}; a part is text or a dict "
            "with a 'type'"
        )
    value: dict[str, Any] = json_of(part, where)
    source = value.get("source")
    if value["type"] != "image" or not isinstance(source, Mapping):
        return value
    url = source.get("url") or (
        f"data:{source.get('media_type', 'image/png')};base64,{source.get('data', '')}"
    )
    return {"type": "image_url", "image_url": {"url": url}}
