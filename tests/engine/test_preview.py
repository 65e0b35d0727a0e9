"""What a situation of the grid will show is known before its scene is set."""

from __future__ import annotations

import time

import pytest

from whileai.engine.preview import Preview, situation_seed
from whileai.model import Cell, Tool
from whileai.options import parse
from whileai.search.ask import MAIN, Plan
from whileai.search.axes import Axes
from whileai.search.survey import Survey
from whileai.stages import Run
from whileai.world.faults import schedule
from whileai.world.scenes import Stage

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


def drawn(preview: Preview, count: int) -> list[tuple[Cell, int]]:
    plan, axes = Plan(run_seed=preview.run.seed), Axes.of(TOOLS, POLICY)
    survey = Survey(plan, axes, TOOLS, fault_rate=0.4, shows=preview.shows)
    plots = [survey.plot(MAIN, index) for index in range(count)]
    return [(plot.cell, plot.visit) for plot in plots]


def test_sides_tools_and_failing_calls_are_those_of_the_scene() -> None:
    preview = preview_of()
    sides = set()
    for cell, visit in drawn(preview, 500):
        shown, seed = preview.shows(cell, visit), situation_seed(3, cell, visit)
        scene = preview.stage.scene(cell, seed)
        side = f"{scene.side} {cell.rule}" if scene.side else None
        assert dict(shown).get("side") == side
        assert {("tool", tool) for tool in scene.tools} <= set(shown)
        for fault in schedule(cell, TOOLS, seed):
            assert ("tool_condition", f"{fault.mode} {fault.call}") in shown
        sides.add(scene.side)
    assert sides == {"", "within", "at", "beyond"}
