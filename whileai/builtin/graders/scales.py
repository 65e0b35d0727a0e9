"""The numbers that a judge may give, and the rewards they are."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from whileai.base.errors import given
from whileai.base.numbers import is_number

BINARY, UNIT = "binary", "unit"


@frozen
class Scale:
    """The numbers from ``low`` to ``high``, or these two alone.

    Args:
        low, high: the numbers of a reward of 0 and of 1, ``low < high``.
        ends_only: whether nothing between counts.
    """

    low: float = 0.0
    high: float = 1.0
    ends_only: bool = True

    @classmethod
    def of(cls, value: Any) -> Scale:
        """Read ``scale=``: ``"binary"``, ``"unit"``, or a pair such as ``(1, 5)``.

        Raises:
            TypeError: if it is nothing of the kind.
            ValueError: if the pair does not rise.
        """
        if value == BINARY:
            return cls()
        if value == UNIT:
            return cls(ends_only=False)
        pair = list(value) if isinstance(value, (tuple, list)) else []
        if len(pair) != 2 or not all(map(_is_finite, pair)):
            raise TypeError(
                f"Judge(scale={given(value)}): pass 'binary' (0 or 1), 'unit' (any "
                "number from 0 to 1), or the lowest and the highest number, such as "
                "(1, 5)"
            )
        if not pair[0] < pair[1]:
            raise ValueError(
                f"Judge(scale={given(value)}): the first number is the worst and has "
                "to be under the second"
            )
        return cls(float(pair[0]), float(pair[1]), ends_only=False)

    @property
    def words(self) -> str:
        """What the judge is told."""
        low, high = f"{self.low:g}", f"{self.high:g}"
        if self.ends_only:
            return f"{high} (met) or {low} (not met)"
        return f"a number from {low} (worst) to {high} (best)"

    @property
    def schema(self) -> dict[str, Any]:
        """What the judge's number has to fit."""
        if self.ends_only:
            return {"type": "integer", "enum": [int(self.low), int(self.high)]}
        return {"type": "number", "minimum": self.low, "maximum": self.high}

    def reward(self, number: Any) -> float | None:
        """Give the reward of what a judge said; ``None`` if it is off the scale."""
        if not _is_finite(number) or not self.low <= number <= self.high:
            return None
        if self.ends_only and number not in (self.low, self.high):
            return None
        return (float(number) - self.low) / (self.high - self.low)


def _is_finite(value: Any) -> bool:
    return is_number(value) and abs(value) < float("inf")
