"""HTML by construction: whatever is not built here is text, and is escaped."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Characters that a page cannot hold: controls, and halves of surrogate pairs."""
_EMPTY = frozenset({"input", "link", "meta"})
"""Elements without an end."""


class Html(str):
    """Text that is HTML and stands in a page as it is."""

    __slots__ = ()


def safe(text: object) -> Html:
    """Give text as HTML in which nothing is a tag; what HTML cannot hold is shown.

    Control characters become their pictures, such as ``\u2400`` for NUL, and halves of
    surrogate pairs U+FFFD.
    """
    if isinstance(text, Html):
        return text
    plain = str(text).replace("\r\n", "\n")
    return Html(escape(_ODD.sub(_picture, plain)))


def _picture(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 32:
        return chr(0x2400 + code)
    return "\u2421" if code == 127 else "\ufffd"


def tag(name: str, /, *children: object, **attributes: object) -> Html:
    """Give one element.

    Args:
        name: of the element.
        children: what stands in it: ``Html`` as it is, anything else as text. ``None``
            is left out.
        attributes: ``class_`` is ``class`` and ``_`` a hyphen; ``True`` is an attribute
            without a value, ``None`` and ``False`` none at all.
    """
    told = "".join(
        f" {_spelled(key)}" + ("" if value is True else f'="{safe(value)}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _EMPTY:
        return Html(f"<{name}{told}>")
    return Html(f"<{name}{told}>{together(children)}</{name}>")


def _spelled(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def together(parts: Iterable[object]) -> Html:
    """Give parts one after the other; ``None`` is left out."""
    return Html("".join(safe(part) for part in parts if part is not None))


def table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[object]]) -> Html:
    """Give a table whose first column names its rows; nothing if there are none."""
    body = [_line(cells) for cells in rows]
    if not body:
        return Html("")
    top = [tag("th", head, scope="col") for head in heads]
    inner = tag(
        "table",
        tag("caption", caption),
        tag("thead", tag("tr", *top)),
        tag("tbody", *body),
    )
    # a wide table is scrolled by keyboard too
    return tag(
        "div", inner, class_="wide", tabindex="0", role="region", aria_label=caption
    )


def _line(cells: Iterable[object]) -> Html:
    first, *rest = cells
    return tag("tr", tag("th", first, scope="row"), *(tag("td", each) for each in rest))


def cut(text: str, limit: int) -> str:
    """Give at most ``limit`` characters of ``text``, and say how many are left out."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]} \u2026 ({len(text) - limit:,} more characters)"
