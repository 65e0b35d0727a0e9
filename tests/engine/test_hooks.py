"""Plugins watch a run, annotate its rows, and swap every stage."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.support import by_prompt, look, ok, sim
from whileai.model import Rollout, Turn, Verdict
from whileai.testing import DictWorld, FixedGrader, ListSink

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Brief, Row, Slot, Task

pytestmark = pytest.mark.contract("S40", "S41")


def plugin(**hooks: Any) -> Any:
    marked = {name: wai.hookimpl(hook) for name, hook in hooks.items()}
    return SimpleNamespace(**marked)


def test_hooks_are_called_in_order_and_rows_are_committed_in_plan_order() -> None:
    heard: list[Any] = []

    def run_started(run: Any) -> None:
        heard.append("started")

    def row_committed(row: Row, run: Any) -> None:
        heard.append(row.prompt)

    def run_finished(report: Any, run: Any) -> None:
        heard.append(report["rows"])

    watcher = plugin(
        run_started=run_started, row_committed=row_committed, run_finished=run_finished
    )
    data = sim(look, budget=20, plugins=[watcher])
    assert heard == ["started", *(row["prompt"] for row in data), 20]
    assert "SimpleNamespace#0" in data.search["plugins"]


def test_annotations_are_kept_by_plugin_and_see_the_verdict() -> None:
    def annotate_row(row: Row, run: Any) -> dict[str, Any]:
        return {"twice": 2 * (row.reward or 0)}

    data = sim(
        ok, budget=4, grader=by_prompt, plugins=[plugin(annotate_row=annotate_row)]
    )
    for row in data:
        assert row["extra"] == {
            "SimpleNamespace#0": {"twice": 2 * (row["reward"] or 0)}
        }


def test_a_watcher_that_raises_is_muted_with_one_warning() -> None:
    def row_committed(row: Row, run: Any) -> None:
        raise LookupError("lost")

    data = sim(ok, budget=9, plugins=[plugin(row_committed=row_committed)])
    assert len(data) == 9
    (line,) = [each for each in data.warnings if "row_committed" in each]
    assert "LookupError: lost" in line


class Shout:
    """An agent stage of a third party."""

    name = "shout"

    async def play(self, slot: Slot, desk: Any, user: Any, /) -> Rollout:
        said = slot.task.prompt.upper()
        turns = (
            Turn(role="user", text=slot.task.prompt),
            Turn(role="assistant", text=said),
        )
        return Rollout(turns=turns, final_text=said, model_version=self.name)


class Counted:
    """A writer stage of a third party."""

    async def write(self, briefs: Sequence[Brief], run: Any, /) -> Sequence[Task]:
        return [
            brief.task(n, f"Ask {brief.situation.id}, wording {n}.", "counted")
            for brief in briefs
            for n in range(brief.phrasings)
        ]


def test_every_stage_takes_an_object_of_a_third_party() -> None:
    grader, sink = FixedGrader(0.75), ListSink()
    data = sim(
        Shout(),
        simulator=Counted(),
        grader=grader,
        execute=DictWorld({}),
        output=sink,
        situations=5,
        phrasings=2,
        budget=40,
        fault_rate=0,
    )
    assert len(data) == 10
    assert {row["final_text"] for row in data} == {
        row["prompt"].upper() for row in data
    }
    assert {(row["writer_model"], row["reward"]) for row in data} == {("counted", 0.75)}
    assert [row.to_json() for row in sink.rows] == data.rows()


def test_every_stage_takes_a_registered_name_with_an_argument() -> None:
    asked: list[str] = []

    def register_writers(register: Any) -> None:
        def made(setup: Any) -> Counted:
            asked.append(setup.argument)
            return Counted()

        register("counted", made)

    def register_graders(register: Any) -> None:
        register("fixed", lambda setup: FixedGrader(float(setup.argument)))

    data = sim(
        ok,
        simulator="counted:a:b",
        grader="fixed:0.5",
        budget=3,
        plugins=[
            plugin(register_writers=register_writers, register_graders=register_graders)
        ],
    )
    assert asked == ["a:b"]
    assert {row["reward"] for row in data} == {0.5}


def test_an_object_nobody_knows_is_offered_to_adapt_stage() -> None:
    class Odd:
        """No callable, no stage."""

    def adapt_stage(kind: str, value: Any, run: Any) -> Any:
        return Shout() if kind == "agent" and isinstance(value, Odd) else None

    data = sim(Odd(), budget=2, plugins=[plugin(adapt_stage=adapt_stage)])
    assert {row["model_version"] for row in data} == {"shout"}
    with pytest.raises(TypeError, match="agent="):
        sim(Odd(), budget=2)


def test_a_stage_is_opened_once_and_closed_when_the_run_ends() -> None:
    events: list[str] = []

    class Opened(FixedGrader):
        async def __aenter__(self) -> Opened:
            events.append("open")
            return self

        async def __aexit__(self, *exc: object) -> None:
            events.append("close")

        async def grade(self, row: Row, /) -> Verdict:
            events.append("grade")
            return await super().grade(row)

    sim(ok, budget=3, runs=2, grader=Opened(), fault_rate=0)
    assert events == ["open", *["grade"] * 6, "close"]


def test_a_factory_that_fails_is_named() -> None:
    def register_graders(register: Any) -> None:
        register("bad", lambda setup: 1 / 0)

    with pytest.raises(wai.PluginError, match=r"SimpleNamespace#0.*'bad'"):
        sim(ok, grader="bad", plugins=[plugin(register_graders=register_graders)])


@pytest.mark.parametrize("stage", ["write", "open", "put"])
def test_what_a_stage_of_the_run_raises_is_raised_as_it_is(stage: str) -> None:
    class Broken:
        async def write(self, briefs: Any, run: Any, /) -> Any:
            raise LookupError("no words")

        async def put(self, row: Any, /) -> None:
            raise LookupError("no room")

        def open(self, slot: Any, /) -> Any:
            raise LookupError("no world")

    if stage == "open":
        with pytest.warns(UserWarning, match="tried again"):
            data = sim(ok, execute=Broken(), budget=2)
        assert data.search["rollouts"]["lost_by"]["world_error"] > 0
        return
    options: dict[str, Any] = (
        {"simulator": Broken()} if stage == "write" else {"output": Broken()}
    )
    with pytest.raises(LookupError, match="no"):
        sim(ok, budget=30, **options)
