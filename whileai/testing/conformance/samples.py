"""What stages are given while they are checked: ordinary, and hostile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from whileai.base.seeds import derive
from whileai.engine.rows import RowMaker
from whileai.model import (
    Brief,
    Cell,
    Rollout,
    Row,
    Situation,
    Slot,
    Task,
    ToolCall,
    ToolResult,
    Turn,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.engine.opening import Opening

TOOLS: list[dict[str, Any]] = [
    {
        "name": "get_order",
        "description": "Look up one order by its id.",
        "parameters": {
            "type": "object",
            "properties": {"order_id": {"type": "string"}},
            "required": ["order_id"],
        },
    },
    {
        "name": "cancel_order",
        "description": "Cancel an order that has not been shipped.",
        "parameters": {
            "type": "object",
            "properties": {
                "order_id": {"type": "string"},
                "reason": {"type": "string"},
            },
            "required": ["order_id"],
        },
    },
]
"""What the agent may call, unless ``tools=`` says otherwise."""

POLICY = "- Never cancel an order that was shipped."

HOSTILE = {
    "empty text": "",
    "100 kB of text": "order A-1 " * 10_000,
    "a NUL": "order A-1\0 and more",
    "scripts other than Latin": "Где заказ? 注文はどこですか 🧾 أين طلبي",
    "lone surrogates": "order \ud83d A-1 \udca5",
}
"""Texts that stages meet sooner or later, by what is hostile about them."""

SEED = 7

ASKS = (
    "Where is my order A-1? It was due on Monday.",
    "Please cancel A-2.",
    "I'm not sure which one it was, perhaps A-3, can you see to it and write to me?",
    "Your colleague promised to cancel A-4 although it was shipped. Do it now!",
)

REPLIES = {
    "without a call": "May I have the id of your order?",
    "with a call": "It is on its way. Is there anything else that I can do for you?",
    "with a refused call": "I promise that it is done!",
}


@frozen(kw_only=True)
class Sample:
    """One thing that a stage is given.

    Args:
        said: what it is, for errors.
        value: it.
    """

    said: str
    value: Any


def situations(opening: Opening) -> Iterator[Situation]:
    """Give some situations of the run's tools, each different."""
    names = [tool.name for tool in opening.run.tools] or ["unrelated"]
    stances = ("ordinary", "hurried", "ambiguous", "adversarial")
    for number, stance in enumerate(stances):
        cell = Cell(tool=names[number % len(names)], stance=stance)
        cell = evolve(cell, world_state="entity exists")
        seed = derive(SEED, "situation", number)
        yield Situation(
            id=f"sc-check-{number}",
            cell=cell,
            scene=opening.stage.scene(cell, seed),
            draw=seed,
        )


def slots(opening: Opening) -> list[Sample]:
    """Give slots of different tasks."""
    return [
        Sample(said=f"the slot of the ask {text!r}", value=slot_of(own, text))
        for own, text in zip(situations(opening), ASKS, strict=True)
    ]


def hostile_slots(opening: Opening) -> list[Sample]:
    """Give slots whose asks are hostile."""
    own = next(situations(opening))
    return [
        Sample(said=f"a slot whose ask is {what}", value=slot_of(own, text))
        for what, text in HOSTILE.items()
    ]


def slot_of(situation: Situation, prompt: str) -> Slot:
    """Give the slot of a task with ``prompt``."""
    task = Task(id=f"{situation.id}/0", situation=situation, prompt=prompt)
    return Slot(place=(0,), task=task, run_seed=SEED)


def briefs(opening: Opening) -> list[Sample]:
    """Give batches of briefs: from the grid, in several phrasings, seeds, mutations."""
    every = [
        Brief(situation=own, seed=derive(SEED, "task", own.id))
        for own in situations(opening)
    ]
    said = "please see to my order A-1, it is late"
    seed = evolve(
        every[3],
        situation=evolve(
            every[3].situation, id="probe_check", origin="seed", draw=None
        ),
        original="Where is order A-1?",
    )
    again = evolve(
        every[1],
        situation=evolve(every[1].situation, id="sc-check-again", origin="mutation"),
        original=said,
        avoid=(said,),
        parent="sc-check-1/0",
        aim="graded_failure",
        change="wording",
    )
    return [
        Sample(said="two briefs of the grid", value=every[:2]),
        Sample(
            said="a brief for three phrasings", value=[evolve(every[2], phrasings=3)]
        ),
        Sample(said="a seed and a failed ask to word anew", value=[seed, again]),
    ]


def hostile_briefs(opening: Opening) -> list[Sample]:
    """Give briefs whose facts and given words are hostile."""
    own = next(situations(opening))
    found = []
    for number, (what, text) in enumerate(HOSTILE.items()):
        facts = dict.fromkeys(own.scene.facts, text)
        scene = evolve(own.scene, facts=facts, goal=text)
        hostile = evolve(own, id=f"sc-hostile-{number}", scene=scene)
        brief = Brief(situation=hostile, seed=derive(SEED, number), avoid=(text,))
        varied = evolve(
            brief,
            situation=evolve(hostile, id=f"sc-varied-{number}", origin="trace"),
            original=text,
        )
        found.append(Sample(said=f"briefs full of {what}", value=[brief, varied]))
    return found


def rows(opening: Opening) -> list[Sample]:
    """Give rows of different conduct: none, a call that went well, one that failed."""
    kinds = {
        "without a call": (),
        "with a call": (ToolResult(value={"order_id": "A-1", "status": "shipped"}),),
        "with a refused call": (
            ToolResult(value={"error": "order 'A-9' not found"}, status="error"),
        ),
    }
    own = [each.value for each in slots(opening)]
    return [
        Sample(
            said=f"a row {what}",
            value=row_of(opening, slot, REPLIES[what], results),
        )
        for slot, (what, results) in zip(own, kinds.items(), strict=False)
    ]


def hostile_rows(opening: Opening) -> list[Sample]:
    """Give rows whose ask, tool result and reply are hostile."""
    own = next(situations(opening))
    return [
        Sample(
            said=f"a row full of {what}",
            value=row_of(opening, slot_of(own, text), text, (ToolResult(value=text),)),
        )
        for what, text in HOSTILE.items()
    ]


def row_of(
    opening: Opening, slot: Slot, reply: str, results: tuple[ToolResult, ...] = ()
) -> Row:
    """Give the row of a rollout in which the first tool gave ``results``."""
    tools = opening.run.tools
    call = ToolCall(tool=tools[0].name if tools else "look", arguments={"id": "A-1"})
    turns = (
        Turn(role="user", text=slot.task.prompt),
        *(Turn(role="assistant", calls=(call,), results=(each,)) for each in results),
        Turn(role="assistant", text=reply),
    )
    rollout = Rollout(turns=turns, final_text=reply, model_version="check")
    return row_kept(opening, slot, rollout)


def row_kept(opening: Opening, slot: Slot, rollout: Rollout) -> Row:
    """Give the row that a run keeps of ``rollout``.

    Raises:
        NotJson: if it holds what is no JSON value.
    """
    makes = RowMaker.of(opening.run.options.who.system_prompt, opening.run.tools)
    return Row.of(makes.fields(slot, rollout, {}, {"rollout_s": 0.0, "virtual_ms": 0}))


def threads(opening: Opening) -> list[Sample]:
    """Give conversations that wait for the person."""
    said = ("May I have the order id?", "It was shipped. Anything else?", "Done.")
    return [
        Sample(
            said=f"a thread that ends with {text!r}",
            value=(_thread(each.value, text), each.value),
        )
        for each, text in zip(slots(opening), said, strict=False)
    ]


def hostile_threads(opening: Opening) -> list[Sample]:
    """Give conversations in which the agent said something hostile."""
    slot = slots(opening)[0].value
    return [
        Sample(
            said=f"a thread that ends with {what}", value=(_thread(slot, text), slot)
        )
        for what, text in HOSTILE.items()
    ]


def _thread(slot: Slot, text: str) -> tuple[Turn, ...]:
    ask = Turn(role="user", text=slot.task.prompt)
    return (ask, Turn(role="assistant", text=text))
