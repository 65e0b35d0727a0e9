"""Numbers that callers state: confidence levels, error rates, counts."""

from __future__ import annotations

from whileai.base.errors import given
from whileai.base.numbers import is_number


def checked_level(value: object, call: str, name: str = "level") -> float:
    """Give ``value`` if it is a share above 0 and under 1.

    Args:
        value: what the caller passed.
        call: the name of the call, for the error.
        name: the name of the argument.

    Raises:
        TypeError: if it is no number.
        ValueError: if it is no share.
    """
    if not is_number(value):
        raise TypeError(f"{call} takes {name} as a number, got {given(value)}")
    if not 0 < value < 1:
        raise ValueError(
            f"{call} takes {name} above 0 and under 1, got {value!r}; 0.95 means 95%"
        )
    return float(value)
