"""Which rollout is running here: readable from every task and thread of it."""

from __future__ import annotations

from whileai.stages import Playing, playing


class CurrentRollout:
    """The rollout that the calling code belongs to; each rollout sees its own."""

    __slots__ = ()

    @property
    def prompt(self) -> str | None:
        """The opening ask; ``None`` outside a rollout."""
        now = self._now()
        return now.prompt if now else None

    @property
    def rollout_index(self) -> int | None:
        """Which repeat of its task this is, from 0; ``None`` outside a rollout."""
        now = self._now()
        return now.rollout_index if now else None

    @property
    def seed(self) -> int | None:
        """An integer derived for this task, repeat and attempt; ``None`` outside."""
        now = self._now()
        return now.seed if now else None

    def _now(self) -> Playing | None:
        return playing.get()

    def __bool__(self) -> bool:
        return self._now() is not None

    def __repr__(self) -> str:
        now = self._now()
        if now is None:
            return "<no rollout runs here>"
        return f"<rollout {now.rollout_index} of {now.prompt[:40]!r}>"


current_rollout = CurrentRollout()
