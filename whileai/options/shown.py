"""How a resolved value is shown in a report: JSON, and never a secret."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from whileai.base.lines import plain

_LOGIN = re.compile(r"(?<=://)[^/\s@]+@")
_QUERY = re.compile(r"(?i)([?&](?:api[_-]?key|key|token|secret|password)=)[^&\s]+")
_SECRET = re.compile(r"(?i)(^|[_-])(api[_-]?key|token|secret|password|authorization)$")
LISTED = 100
"""Items of a list that are shown one by one; a longer list is given by its length."""


def shown(value: Any) -> Any:
    """Give ``value`` as JSON.

    Text loses logins and keys in addresses, functions give their name, other objects
    the name of their type, and lists of more than 100 items their length.
    """
    if isinstance(value, str):
        return _QUERY.sub(r"\1***", _LOGIN.sub("***@", value))
    if isinstance(value, Mapping):
        return {
            str(key): "***" if _SECRET.search(str(key)) else shown(each)
            for key, each in value.items()
        }
    if isinstance(value, (list, tuple)):
        if len(value) > LISTED:
            return f"{len(value)} items"
        return [shown(each) for each in value]
    if value is None or isinstance(value, (bool, int, float)):
        return plain(value)
    return _named(value)


def shown_tools(value: Any) -> Any:
    """Give the names of ``tools=``, which may come in any of the accepted forms."""
    return None if value is None else [_tool_name(each) for each in value]


def shown_rows(value: Any) -> Any:
    """Give where rows come from: a path, or a type with its number of rows."""
    if value is None or isinstance(value, str):
        return shown(value)
    try:
        return f"{type(value).__name__} of {len(value)}"
    except TypeError:
        return type(value).__name__


def _tool_name(tool: Any) -> str:
    if isinstance(tool, Mapping):
        inner = tool.get("function")
        name = tool.get("name") or (
            inner.get("name") if isinstance(inner, Mapping) else None
        )
    else:
        name = getattr(tool, "name", None) or getattr(tool, "__name__", None)
    return name if isinstance(name, str) else type(tool).__name__


def _named(value: Any) -> str:
    name = getattr(value, "__qualname__", None)
    return name if isinstance(name, str) else type(value).__name__
