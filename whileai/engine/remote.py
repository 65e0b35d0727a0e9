"""A slot that an executor plays: what stays with the run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from whileai.base.errors import blame
from whileai.engine.play import LostThere, Player

if TYPE_CHECKING:
    from whileai.model import Slot
    from whileai.stages import Executor


@frozen(kw_only=True)
class RemotePlayer(Player):
    """Has slots played elsewhere, and lands what comes of them as a ``Player`` does.

    Args:
        executor: plays them.
    """

    executor: Executor
    _of_executor: blame = field(init=False, repr=False)

    @_of_executor.default
    def _executor_blame(self) -> blame:
        return blame("executor", "playing", self.cancelled)

    async def _rollout(self, slot: Slot) -> dict[str, Any]:
        with self._of_executor:
            outcome = await self.executor.play(slot)
            if outcome.row is None:
                raise LostThere(outcome)
            fields = outcome.row.to_json()
            fields["lineage"] |= self.makes.replay
        return fields
