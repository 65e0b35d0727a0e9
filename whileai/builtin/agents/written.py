"""Tool calls that a model wrote as text, in the forms that models are trained on.

A server without a parser for them passes them on as the reply's text. A reply is read
as calls only if every mark in it is part of a whole call.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from whileai.base.lines import dumps, loads
from whileai.builtin.agents.markup import raw_call
from whileai.calls import WireCall

if TYPE_CHECKING:
    from collections.abc import Callable


class Written(NamedTuple):
    """A reply's text without its calls, and the calls."""

    text: str
    calls: tuple[WireCall, ...]


_TAGGED = re.compile(
    r"<(?P<tag>tool_call|function_call)>\s*(?P<body>.*?)\s*</(?P=tag)>", re.DOTALL
)
_FUNCTION = re.compile(
    r"<function=[\"']?(?P<name>[\w.:-]+)[\"']?>(?P<body>.*?)</function>", re.DOTALL
)
_INVOKE = re.compile(
    r"<invoke\s+name=[\"'](?P<name>[^\"'<>]+)[\"']\s*>(?P<body>.*?)</invoke>", re.DOTALL
)
_PARAMETER = re.compile(
    r"<parameter(?:=(?P<a>[\w.:-]+)|\s+name=[\"'](?P<b>[^\"'<>]+)[\"'])[^>]*>"
    r"\n?(?P<value>.*?)\n?</parameter>",
    re.DOTALL,
)
_LISTED = re.compile(r"\[TOOL_CALLS\]\s*(?P<body>\[.*\])\s*\Z", re.DOTALL)
_NAMED = re.compile(
    r"\[TOOL_CALLS\]\s*(?P<name>[\w.:-]+)(?:\[ARGS\])?\s*(?P<body>\{.*\})\s*\Z",
    re.DOTALL,
)
_PYTHON_TAG = re.compile(
    r"<\|python_tag\|>\s*(?P<body>\{.*\})\s*(?:<\|eom_id\|>)?\Z", re.DOTALL
)
_WRAPPERS = re.compile(r"</?(?:tool_calls|function_calls)>\s*")


def written_calls(text: str) -> Written | None:
    """Read the calls in ``text``; ``None`` unless all its marks are whole calls."""
    for pattern, read in _FORMS:
        calls: list[WireCall] = []
        left = text
        for found in pattern.finditer(text):
            body = read(found)
            if body is None:
                return None
            calls += body
            left = left.replace(found.group(0), "", 1)
        if calls:
            left = _WRAPPERS.sub("", left).strip()
            return None if raw_call(left) is not None else Written(left, tuple(calls))
    return None


def _objects(found: re.Match[str]) -> list[WireCall] | None:
    """Read one call or a list of them, each an object with a name and arguments."""
    try:
        value = loads(found.group("body"))
    except ValueError:
        inner = _FUNCTION.search(found.group("body"))
        return None if inner is None else _parameters(inner)
    calls = [_object(each) for each in (value if isinstance(value, list) else [value])]
    return None if None in calls else [call for call in calls if call is not None]


def _object(value: Any) -> WireCall | None:
    if not isinstance(value, dict):
        return None
    inner = value.get("function")
    held = inner if isinstance(inner, dict) else value
    name = held.get("name", inner if isinstance(inner, str) else None)
    arguments = held.get("arguments", held.get("parameters", held.get("input")))
    if not isinstance(name, str) or not isinstance(arguments, (dict, str)):
        return None
    id_ = value.get("id")
    return WireCall(
        id=id_ if isinstance(id_, str) else "", name=name, arguments=arguments
    )


def _named(found: re.Match[str]) -> list[WireCall] | None:
    return _with_arguments(found.group("name"), found.group("body"))


def _parameters(found: re.Match[str]) -> list[WireCall] | None:
    """Read a call whose arguments are JSON, or one element each."""
    name, body = found.group("name"), found.group("body")
    given = list(_PARAMETER.finditer(body))
    if not given:
        return _with_arguments(name, body)
    if _PARAMETER.sub("", body).strip():
        return None
    arguments = {each.group("a") or each.group("b"): _value(each) for each in given}
    return [WireCall(name=name, arguments=arguments)]


def _with_arguments(name: str, body: str) -> list[WireCall] | None:
    try:
        arguments = loads(body) if body.strip() else {}
    except ValueError:
        return None
    if not isinstance(arguments, dict):
        return None
    return [WireCall(name=name, arguments=arguments)]


def _value(found: re.Match[str]) -> Any:
    """Read an argument that came as text: as JSON where it is JSON."""
    text = found.group("value")
    try:
        value = loads(text)
    except ValueError:
        return text
    plain = isinstance(value, (int, float)) and dumps(value).decode() != text.strip()
    return text if plain else value


_FORMS: tuple[
    tuple[re.Pattern[str], Callable[[re.Match[str]], list[WireCall] | None]], ...
] = (
    (_TAGGED, _objects),
    (_LISTED, _objects),
    (_NAMED, _named),
    (_PYTHON_TAG, _objects),
    (_FUNCTION, _parameters),
    (_INVOKE, _parameters),
)
