"""Asks read out of whatever a model sent: JSON, nearly JSON, or a list in prose."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from whileai.base.lines import loads
from whileai.calls.reasoning import split

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(r"```(?:\w+)?\s*\n?(.*?)(?:```|\Z)", re.DOTALL)
_TRAILING = re.compile(r",\s*([\]}])")
_NUMBERED = re.compile(
    r"^\s*(?:\*\*)?#?(\d{1,3})[.):\]](?:\*\*)?\s+(.+)$", re.MULTILINE
)
_OBJECT = re.compile(r"\{[^{}]*\}")
_LISTS = ("asks", "situations", "messages", "items", "results", "data")
_TEXTS = ("wordings", "texts", "ask", "message", "text", "prompt", "content", "opening")
_NUMBERS = ("id", "number", "index", "situation", "n")


def read_asks(sent: str) -> dict[int, list[str]]:
    """Give the wordings that a model sent, by the number of their situation.

    Fences, reasoning, words around the JSON, trailing commas, a cut end, single
    objects, bare lists of texts and numbered prose are all understood.

    Args:
        sent: the reply.

    Returns:
        Numbers from 1 to texts, in the order sent; empty if nothing was found.
    """
    text = split(sent).text.strip()
    found: dict[int, list[str]] = {}
    for number, wording in _pairs(text):
        if wording.strip():
            found.setdefault(number, []).append(wording.strip())
    return found


def _pairs(text: str) -> Iterator[tuple[int, str]]:
    value = _json(text)
    if value is not None:
        yield from _of_value(value)
        return
    pieces = [_json(each.group(0)) for each in _OBJECT.finditer(text)]
    whole = [each for each in pieces if isinstance(each, dict)]
    if whole:
        yield from _of_value(whole)
        return
    for each in _NUMBERED.finditer(text):
        yield int(each.group(1)), each.group(2).strip().strip('"')


def _json(text: str) -> Any:
    """Read the first JSON value that ``text`` holds, mended a little."""
    fenced = _FENCE.search(text)
    for each in (text, fenced.group(1) if fenced else "", _braced(text)):
        for form in (each, _TRAILING.sub(r"\1", each)):
            try:
                value = loads(form)
            except ValueError:
                continue
            if isinstance(value, (dict, list)):
                return value
    return None


def _braced(text: str) -> str:
    """Give ``text`` from its first bracket to the last one of that kind."""
    starts = [place for place in (text.find("{"), text.find("[")) if place >= 0]
    if not starts:
        return ""
    start = min(starts)
    end = text.rfind("}" if text[start] == "{" else "]")
    return text[start : end + 1]


def _of_value(value: Any) -> Iterator[tuple[int, str]]:
    items = _items(value)
    for place, item in enumerate(items, 1):
        if isinstance(item, str):
            yield place, item
        elif isinstance(item, dict):
            number = _number(item, place)
            for text in _texts(item):
                yield number, text


def _items(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    for name in _LISTS:
        if isinstance(value.get(name), list):
            return list(value[name])
    numbered = [(name, each) for name, each in value.items() if str(name).isdigit()]
    if numbered:
        return [{"id": int(name), "wordings": each} for name, each in numbered]
    return [value]


def _number(item: dict[str, Any], place: int) -> int:
    for name in _NUMBERS:
        given = item.get(name)
        if isinstance(given, str) and given.strip().isdigit():
            given = int(given)
        if isinstance(given, int) and not isinstance(given, bool):
            return given
    return place


def _texts(item: dict[str, Any]) -> Iterator[str]:
    for name in _TEXTS:
        value = item.get(name)
        if isinstance(value, str):
            yield value
            return
        if isinstance(value, list) and value:
            for each in value:
                if isinstance(each, str):
                    yield each
                elif isinstance(each, dict):
                    yield from _texts(each)
            return
