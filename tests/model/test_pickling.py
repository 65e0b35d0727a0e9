"""Records on their way to another process."""

from __future__ import annotations

import pickle

import pytest

from whileai.model import Cell, Fault, Record, Scene, Situation, Slot, Task

pytestmark = pytest.mark.contract("S50")


def test_a_slot_survives_the_way_to_another_process() -> None:
    scene = Scene(
        seed=1,
        person={"name": "Ada"},
        facts={"order_id": "ORD-1"},
        records=(Record(entity="order", id="ORD-1", fields={"total": 3}),),
    )
    situation = Situation(
        id="s1",
        cell=Cell(),
        scene=scene,
        faults=(Fault(tool="get_order", mode="timeout"),),
    )
    task = Task(id="t1", situation=situation, prompt="Hi")
    slot = Slot(task=task, place=(0,), run_seed=7)
    again = pickle.loads(pickle.dumps(slot))
    assert again == slot
    assert again.seed == slot.seed
