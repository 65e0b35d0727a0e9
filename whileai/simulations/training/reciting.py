"""An agent that says what a completion says, and makes the calls that it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from whileai.base.errors import LostReply
from whileai.builtin.agents.chat import unwritten, worked
from whileai.builtin.agents.toolcalls import Names
from whileai.calls.reasoning import split
from whileai.model import Rollout, Slot, Turn
from whileai.simulations.training.actions import read_action, role_of, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.stages import Desk, User


@define(eq=False)
class Reciting:
    """Plays conversations that are written already; the world answers the calls anew.

    Results that a conversation holds are left out: what the world says holds, and where
    the conversation was rolled out in this world, it says the same.

    Args:
        name: what rows record as ``model_version``.
        conversations: what was said after the opening ask, by the place of the slot.
        names: the tools.
    """

    name: str
    conversations: Sequence[Sequence[Any]] = ()
    names: Names = field(factory=lambda: Names.of(()))

    async def play(self, slot: Slot, desk: Desk, _user: User, /) -> Rollout:
        """Play ``slot``: say what was said.

        Raises:
            LostReply: if nothing was said, or a call was written that is not whole.
            TypeError: if something in the conversation is no chat message.
        """
        turns = [Turn(role="user", text=slot.task.prompt)]
        taken: set[str] = set()
        for number, message in enumerate(self.conversations[slot.place[0]]):
            where = f"message {number} of the completion"
            role = role_of(message)
            if role == "user":
                turns.append(Turn(role="user", text=text_of(message, where)))
            elif role not in ("tool", "system", "developer"):
                turns.append(await self._said(message, where, taken, desk))
        last = turns[-1]
        if not any(turn.calls or turn.text.strip() for turn in turns[1:]):
            raise LostReply("empty_reply", "the completion says and calls nothing")
        return Rollout(
            turns=tuple(turns),
            final_text="" if last.role == "user" or last.calls else last.text,
            model_version=self.name,
        )

    async def _said(
        self, message: Any, where: str, taken: set[str], desk: Desk
    ) -> Turn:
        done = read_action(message, where)
        done = unwritten(evolve(done, text=split(done.text).text))
        if done.calls:
            return await worked(done, self.names, taken, desk)
        return Turn(role="assistant", text=done.text)
