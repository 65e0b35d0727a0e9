"""One planned place for a rollout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from whileai.base.seeds import Name, derive

if TYPE_CHECKING:
    from whileai.model.task import Task


@frozen(kw_only=True)
class Slot:
    """One planned rollout: the ``repeat``-th independent run of one task.

    A slot is decided before it is played and never changes, so two runs that plan
    the same slots can be compared row by row.

    Args:
        place: where its row stands in plan order: (zone, root, step, ...).
        task: what is played.
        repeat: which independent run of the task, from 0.
        attempt: which try of this slot, from 0.
        purse: follow-up rows that its lineage may still have if it fails.
        reason: why it is played: ``plan``, ``probe``, ``fill``, ``reroll``,
            ``mutation``, ``tail`` or ``pinned``.
        run_seed: the run's seed.
        eval_run: which of ``runs=`` it belongs to, if there are several.
    """

    place: tuple[int, ...]
    task: Task
    repeat: int = field(default=0, validator=validators.ge(0))
    attempt: int = field(default=0, validator=validators.ge(0))
    purse: int = 0
    reason: str = "plan"
    run_seed: int = 0
    eval_run: int | None = None

    @property
    def key(self) -> str:
        """The name of this try in the checkpoint: task, repeat and attempt."""
        run = "" if self.eval_run is None else f"{self.eval_run}:"
        return f"{run}{self.task.id}/{self.repeat}/{self.attempt}"

    def derive(self, *path: Name) -> int:
        """Give the seed of the draw that ``path`` names while this slot is played."""
        return derive(
            self.run_seed, "slot", self.task.id, self.repeat, self.attempt, *path
        )

    @property
    def seed(self) -> int:
        """Seed of everything drawn while this slot is played."""
        return self.derive()
