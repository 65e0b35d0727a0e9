"""Threads in which an agent asks and the offline person answers."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.seeds import Dice
from whileai.builtin.users.offline import OfflinePerson
from whileai.builtin.users.patience import Patience
from whileai.model import Cell, Situation, Slot, Task, Turn
from whileai.options import parse
from whileai.options.tools import read_tools
from whileai.stages import Left
from whileai.world.scenes import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

TOOLS = [
    {
        "name": "create_refund",
        "description": "Pay back money for an order.",
        "parameters": {
            "type": "object",
            "properties": {
                "order_id": {"type": "string", "description": "like ORD-1234"},
                "amount": {"type": "number"},
                "reason": {"type": "string", "enum": ["damaged", "late", "unwanted"]},
            },
            "required": ["order_id", "amount", "reason"],
        },
    },
    {
        "name": "book_table",
        "description": "Book a table at a restaurant.",
        "parameters": {
            "type": "object",
            "properties": {
                "party_size": {"type": "integer"},
                "date": {"type": "string", "format": "date"},
                "customer_email": {"type": "string", "format": "email"},
            },
            "required": ["party_size", "date", "customer_email"],
        },
    },
]


STANCES = (
    *("ordinary", "hurried", "retry", "mistaken", "exploratory"),
    *("ambiguous", "unsure", "boundary", "conflicting", "adversarial"),
)


@functools.cache
def stage() -> Stage:
    return Stage(read_tools(TOOLS), "Refunds over 100 need approval.")


def slot_of(number: int, tool: str = "create_refund", stance: str = "ordinary") -> Slot:
    cell = Cell(tool=tool, stance=stance)
    situation = Situation(id=f"s{number}", cell=cell, scene=stage().scene(cell, number))
    task = Task(id=f"s{number}/0", situation=situation, prompt="I have a request.")
    return Slot(place=(0, number), task=task)


def person(**options: Any) -> OfflinePerson:
    given = parse({"agent": len, "simulator": False, **options})
    return OfflinePerson(patience=Patience.of(given))


@frozen
class Thread:
    """One thread as it went."""

    slot: Slot
    turns: tuple[Turn, ...]
    ended_by: str

    @property
    def said(self) -> list[str]:
        """The person's lines after the opening ask."""
        return [turn.text for turn in self.turns[1:] if turn.role == "user"]

    @property
    def replies(self) -> int:
        """How often the agent spoke."""
        return sum(turn.role == "assistant" for turn in self.turns)


def answer(reply: str, slot: Slot, who: OfflinePerson | None = None) -> str | Left:
    """Give the person's line after one reply."""
    turns = (
        Turn(role="user", text=slot.task.prompt),
        Turn(role="assistant", text=reply),
    )
    return now((who or person()).reply(turns, slot))


def now(reply: Coroutine[Any, Any, str | Left]) -> str | Left:
    """Give what a person answers who waits for nothing; no event loop is needed."""
    try:
        reply.send(None)
    except StopIteration as answered:
        said: str | Left = answered.value
        return said
    raise AssertionError("the offline person waits for nothing")


def thread(
    slot: Slot, who: OfflinePerson, says: Callable[[int], str], depth: int = 8
) -> Thread:
    """Talk until the person leaves, or ``depth`` replies were made."""
    turns = [Turn(role="user", text=slot.task.prompt)]

    ended_by = "depth"
    for number in range(depth):
        turns.append(Turn(role="assistant", text=says(number)))
        said = now(who.reply(tuple(turns), slot))
        if isinstance(said, Left):
            ended_by = str(said)
            break
        turns.append(Turn(role="user", text=said))
    return Thread(slot, tuple(turns), ended_by)


QUESTIONS = (
    "Could you please give me your order number?",
    "What amount should I refund?",
    "Shall I go ahead?",
    "How many people is it for, and on which date?",
    "Can you tell me a bit more about what you need?",
    "What is the reason for the refund?",
    "Which email address may I use?",
    "Would you prefer a voucher or your money back?",
    "What's your internal ledger code?",
    "Have you tried that before?",
    "Please confirm your account number.",
    "I'm afraid I can't do that.",
    "All done. Is there anything else I can help with?",
    "I have noted it.",
)


def threads(count: int, **options: Any) -> Iterator[Thread]:
    """Give threads of every stance in which an agent says all sorts of things."""
    who = person(**options)
    for number in range(count):
        tool = ("create_refund", "book_table", "multi_tool", "unrelated")[number % 4]
        stance = STANCES[number % len(STANCES)]
        dice = Dice(number)
        order = dice.shuffled(QUESTIONS)
        yield thread(slot_of(number, tool, stance), who, order.__getitem__)
