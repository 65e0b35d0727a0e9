"""Words of a command line as the values that options take."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whileai.base.errors import given
from whileai.cli.errors import Misused
from whileai.cli.references import is_reference, referred
from whileai.options import ALIASES, OPTIONS
from whileai.plugins.registry import OPTION_OF

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from whileai.options import Option

OBJECTS = frozenset({*OPTION_OF.values(), "tools", "plugins"} - {"output"})
"""Options that take ``MODULE:NAME``."""

_WORDS = {"true": True, "false": False}


def value_of(row: Option, texts: Sequence[str]) -> Any:
    """Give the value that the words after a flag stand for.

    ``@FILE`` is what the file holds, ``MODULE:NAME`` an object where the option takes
    one; else JSON, where the option takes what it says, and else the text as it is.

    Args:
        row: the option.
        texts: the words, one for each time that the flag was passed.

    Raises:
        Misused: if the option takes none of what they may stand for.
    """
    if len(texts) > 1:
        parts = [_part(row, text) for text in texts]
        plain = [_content(row, text) for text in texts]
        if not any(_refused(row, part) for part in parts) and _refused(row, parts):
            raise Misused(f"{row.name} was passed {len(texts)} times; pass it once")
        return _fitting(row, [_joined(parts), plain])
    return _fitting(row, list(_meanings(row, texts[0])))


def _meanings(row: Option, text: str) -> Iterator[Any]:
    """Give what one word may stand for, the most telling first."""
    found = _part(row, text)
    yield found
    if isinstance(found, (list, tuple)):
        return
    plain = _content(row, text)
    if found is not plain:
        yield plain
    yield [found]


def _part(row: Option, text: str) -> Any:
    if row.name in OBJECTS and is_reference(row.name, text):
        return referred(row.name, text)
    if row.name == "tools" and text.endswith(".json") and not text.startswith("@"):
        text = f"@{text}"
    content = _content(row, text)
    found = _json(content)
    if row.name == "tools":
        return _tools(text, found)
    return content if found is None else found


def _tools(text: str, found: Any) -> Any:
    """Give tools that were written as JSON, in a list or in an object that has one."""
    if isinstance(found, dict) and "tools" in found:
        found = found["tools"]
    if not isinstance(found, (dict, list)):
        raise Misused(
            f"tools={given(text)} holds no tools; expected MODULE:NAME, FILE.py:NAME, "
            "or a FILE.json with a list of OpenAI, Anthropic or MCP tools"
        )
    return found


def _content(row: Option, text: str) -> str:
    """Give the text, or what is in the file that it names with an ``@``."""
    if text[:1] != "@" or len(text) == 1:
        return text
    try:
        return Path(text[1:]).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise Misused(
            f"{row.name}={given(text)}: {text[1:]} is unreadable ({why})"
        ) from None


def _json(text: str) -> Any:
    """Give the JSON value that text spells; ``None`` if it spells none."""
    try:
        return json.loads(text)
    except ValueError:
        return _WORDS.get(text.strip().lower())


def _joined(parts: Sequence[Any]) -> list[Any]:
    """Give one list of values, and of the values of lists among them."""
    joined: list[Any] = []
    for part in parts:
        joined.extend(part if isinstance(part, (list, tuple)) else [part])
    return joined


def _fitting(row: Option, meanings: Sequence[Any]) -> Any:
    """Give the first meaning that the option takes."""
    refused = [_refused(row, meaning) for meaning in meanings]
    for meaning, why in zip(meanings, refused, strict=True):
        if not why:
            return meaning
    raise Misused(f"{refused[0]} {row.leave_out}")


def _refused(row: Option, meaning: Any) -> str:
    """Say why the option does not take a value; empty if it does."""
    try:
        row.check(row.name, meaning)
    except (TypeError, ValueError) as error:
        return str(error)
    return ""


def settings_of(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Give options of a file by name, with the objects that its texts name.

    Args:
        settings: options by name or alias, as TOML or JSON has them.

    Raises:
        Misused: if one is given under two names, or names no object.
    """
    read: dict[str, Any] = {}
    for spelled, value in settings.items():
        name = ALIASES.get(spelled, spelled)
        if name in read:
            raise Misused(f"{spelled} and {name} are one option; keep one of them")
        row = OPTIONS.get(name)
        texts = value if isinstance(value, list) else [value]
        named = row is not None and name in OBJECTS
        if row is not None and named and all(isinstance(text, str) for text in texts):
            read[name] = value_of(row, texts) if texts else value
        else:
            read[name] = value
    return read
