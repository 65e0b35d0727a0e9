"""Text that nobody vouches for, written so that it can be nothing but data."""

from __future__ import annotations

from typing import Any

from whileai.base.lines import dumps

_MARKS = "<>`"
_INVISIBLE = (
    *((0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x600, 0x605), (0x61C, 0x61C)),
    *((0x6DD, 0x6DD), (0x70F, 0x70F), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F)),
    *((0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0)),
    *((0xFFF0, 0xFFFB), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A)),
    (0xE0000, 0xE0FFF),
)
"""Controls, and characters that show nothing or turn the text around them."""


def _escape(code: int) -> str:
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


_ESCAPES = {ord(mark): _escape(ord(mark)) for mark in _MARKS} | {
    code: _escape(code) for first, last in _INVISIBLE for code in range(first, last + 1)
}


def as_data(value: Any) -> str:
    """Write ``value`` as one line of JSON that no reader takes for anything else.

    Marks that tags, chat roles and code fences are made of, and characters that cannot
    be seen, are escaped; the JSON says the same without them.
    """
    # none of these characters has a meaning in JSON outside of a string
    return dumps(value).decode().translate(_ESCAPES)


def size_as_data(text: str) -> int:
    """Give the characters that ``text`` takes as data, its quotes apart."""
    return len(as_data(text)) - 2
