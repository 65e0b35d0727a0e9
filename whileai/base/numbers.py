"""Numbers that callers state, checked in one place."""

from __future__ import annotations

from typing import TypeGuard

from whileai.base.errors import given


def is_number(value: object) -> TypeGuard[int | float]:
    """Say whether ``value`` is a plain number; ``True`` and ``False`` are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def checked_count(value: object, call: str, name: str, least: int = 1) -> int:
    """Give ``value`` if it is a whole number of ``least`` or more.

    Args:
        value: what the caller passed.
        call: the name of the call, for the error.
        name: the name of the argument.
        least: the smallest that is accepted.

    Raises:
        TypeError: if it is no whole number.
        ValueError: if it is under ``least``.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{call} takes a whole number, got {name}={given(value)}")
    if value < least:
        raise ValueError(f"{call} takes {name} of {least} or more, got {name}={value}")
    return value
