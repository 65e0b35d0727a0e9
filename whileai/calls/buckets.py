"""A rate per minute, as a bucket that fills with time and may be overdrawn."""

from __future__ import annotations

from attrs import define, field


@define
class Bucket:
    """Paces what is taken from it to ``per_minute``.

    Whoever takes more than there is waits until the bucket has made up for it, so
    takers are served in the order they came.

    Args:
        per_minute: units that it gains in a minute, above 0.
    """

    per_minute: float
    _level: float = field(init=False)
    _at: float | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self._level = self._most

    @property
    def _most(self) -> float:
        """A second's worth, and one unit at least."""
        return max(1.0, self.per_minute / 60)

    def take(self, amount: float, now: float) -> float:
        """Take ``amount`` and give the seconds to wait before it may be used."""
        if self._at is not None:
            gained = (now - self._at) * self.per_minute / 60
            self._level = min(self._most, self._level + gained)
        self._at = now
        needed = min(amount, self._most)
        wait = max(0.0, (needed - self._level) * 60 / self.per_minute)
        self._level -= amount
        return wait

    def give_back(self, amount: float) -> None:
        """Undo a part of what was taken; a negative amount takes more."""
        self._level = min(self._most, self._level + amount)
