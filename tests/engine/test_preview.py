"""What a situation of the grid will show is known before its scene is set."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from whileai.engine.preview import Preview, situation_seed
from whileai.model import Cell, Tool
from whileai.options import parse
from whileai.search.ask import MAIN, Plan
from whileai.search.axes import Axes
from whileai.search.survey import Survey
from whileai.stages import Run
from whileai.world.faults import schedule
from whileai.world.rules import side_in_turn
from whileai.world.scenes import Stage

if TYPE_CHECKING:
    from whileai.search.stack import Look

    Seen = tuple[tuple[Cell, int], Look]

pytestmark = pytest.mark.contract("S24", "S46")

POLICY = "- Refunds above 100 dollars need approval.\n- Be kind to everyone who calls."
ID = {"order_id": {"type": "string"}}
TOOLS = (
    Tool(name="get_order", parameters={"type": "object", "properties": ID}),
    Tool(
        name="refund_order",
        parameters={
            "type": "object",
            "properties": {**ID, "amount": {"type": "number"}},
        },
    ),
)


def preview_of(seed: int = 3) -> Preview:
    run = Run(
        id="r",
        seed=seed,
        options=parse({}),
        tools=TOOLS,
        plugins={},
        started=time.time(),
    )
    return Preview(run=run, stage=Stage(TOOLS, POLICY))


def drawn(preview: Preview, count: int) -> list[Seen]:
    """Give what was drawn, with what was seen of it before."""
    seen: dict[tuple[Cell, int], Look] = {}

    def shows(cell: Cell, visit: int, before: int) -> Look:
        look = preview.shows(cell, visit, before)
        assert (cell, look[0]) not in seen
        seen[cell, look[0]] = look
        return look

    plan, axes = Plan(run_seed=preview.run.seed), Axes.of(TOOLS, POLICY)
    survey = Survey(plan, axes, TOOLS, fault_rate=0.4, shows=shows)
    plots = [survey.plot(MAIN, index) for index in range(count)]
    known = [(plot.cell, plot.visit) for plot in plots]
    return [(each, seen[each]) for each in known if each in seen]


def test_sides_tools_and_failing_calls_are_those_of_the_scene() -> None:
    preview = preview_of()
    sides = set()
    for (cell, visit), (_, shown, sided) in drawn(preview, 500):
        seed = situation_seed(3, cell, visit)
        scene = preview.stage.scene(cell, seed)
        side = f"{scene.side} {cell.rule}" if scene.side else None
        assert dict(shown).get("side") == side
        assert sided == bool(scene.side)
        assert {("tool", tool) for tool in scene.tools} <= set(shown)
        for fault in schedule(cell, TOOLS, seed):
            assert ("tool_condition", f"{fault.mode} {fault.call}") in shown
        sides.add(scene.side)
    assert sides == {"", "within", "at", "beyond"}


@pytest.mark.parametrize("stance", ["hurried", "unsure", "boundary", "adversarial"])
def test_the_side_is_the_one_whose_turn_it_is(stance: str) -> None:
    """Shares come out by counting, so that no side is missed by chance."""
    preview, rule = preview_of(), Axes.of(TOOLS, POLICY).rule[0]
    cell = Cell(tool="refund_order", rule=rule, stance=stance)
    looks = [preview.shows(cell, number, number) for number in range(30)]
    sides = [
        preview.stage.stakes(cell, situation_seed(3, cell, visit))[1]
        for visit, _, _ in looks
    ]
    assert sides == [side_in_turn(stance, number) for number in range(30)]
