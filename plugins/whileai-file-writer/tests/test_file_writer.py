from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import whileai_file_writer
from whileai_file_writer import FileWriter, Line, read_file

import whileai as wai
from whileai.model import Brief, Cell, Scene, Situation
from whileai.testing import assert_same_draw, check_plugin, check_writer

if TYPE_CHECKING:
    from pathlib import Path

TOOLS = [
    {
        "name": "get_order",
        "description": "Look up an order.",
        "parameters": {
            "properties": {"order_id": {"type": "string"}},
            "required": ["order_id"],
        },
    }
]


def asks(folder: Path, *lines: str) -> str:
    path = folder / "asks.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def brief(
    seed: int = 1, phrasings: int = 1, origin: str = "grid", **more: Any
) -> Brief:
    scene = Scene(seed=seed, facts={"order_id": "A-1"})
    cell = Cell(tool="get_order", stance="hurried")
    return Brief(
        situation=Situation(id=f"s{seed}", cell=cell, scene=scene, origin=origin),
        phrasings=phrasings,
        seed=seed,
        **more,
    )


async def prompts(*briefs: Brief, lines: tuple[Line, ...]) -> list[str]:
    run: Any = None
    return [task.prompt for task in await FileWriter(lines=lines).write(briefs, run)]


THREE = tuple(Line(text=f"{word} {{order_id}}") for word in ("one", "two", "three"))


@pytest.mark.anyio
async def test_facts_of_the_situation_are_put_into_the_ask() -> None:
    assert await prompts(brief(), lines=(Line(text="see {order_id}!"),)) == ["see A-1!"]


@pytest.mark.anyio
async def test_a_line_fits_only_situations_that_have_its_facts_and_axes() -> None:
    wrong = (Line(text="{email}"), Line(text="x", only={"stance": "ordinary"}))
    right = Line(text="y", only={"stance": "hurried"})
    assert await prompts(brief(), lines=(*wrong, right)) == ["y"]
    assert await prompts(brief(), lines=wrong) == []


@pytest.mark.anyio
async def test_the_answer_depends_on_the_brief_alone() -> None:
    briefs = [brief(seed) for seed in range(20)]
    forth = await prompts(*briefs, lines=THREE)
    back = await prompts(*briefs[::-1], lines=THREE)
    assert forth == back[::-1]
    assert len(set(forth)) == 3


@pytest.mark.anyio
async def test_phrasings_are_different_lines_and_end_with_the_file() -> None:
    worded = await prompts(brief(phrasings=5), lines=THREE)
    assert sorted(worded) == ["one A-1", "three A-1", "two A-1"]
    used = brief(phrasings=5, avoid=tuple(worded[:2]))
    assert await prompts(used, lines=THREE) == worded[2:]


@pytest.mark.anyio
async def test_seeds_are_kept_and_failed_asks_get_no_new_words() -> None:
    seed = brief(original="as is", origin="seed")
    assert await prompts(seed, lines=THREE) == ["as is"]
    assert await prompts(brief(original="as is", parent="s/0"), lines=THREE) == []


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["", " "], "has no ask"),
        (["hi", '{"ask": 3}'], 'line 2: an object has its text in "ask", got 3'),
        (['{"ask": "x", "mood": "bad"}'], "mood='bad' is no axis"),
        (['{"ask": "x"'], "line 1: not JSON"),
    ],
)
def test_a_file_that_holds_no_asks_is_refused(
    tmp_path: Path, lines: list[str], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        read_file(asks(tmp_path, *lines))


@pytest.mark.parametrize("path", ["", "no/such/file.txt"])
def test_a_path_that_leads_nowhere_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="simulator='file"):
        read_file(path)


def test_the_plugin_and_its_writer_keep_their_promises(tmp_path: Path) -> None:
    path = asks(tmp_path, "where is {order_id}?", "hello", "has {order_id} been sent")
    check_plugin(whileai_file_writer)
    check_writer(f"file:{path}", tools=TOOLS, plugins=[whileai_file_writer])


def simulated(path: str, **options: Any) -> wai.SimulationData:
    return wai.simulate(
        lambda message: message,
        tools=TOOLS,
        simulator=f"file:{path}",
        plugins=[whileai_file_writer],
        **options,
    )


def test_a_run_plays_the_lines_of_the_file(tmp_path: Path) -> None:
    path = asks(tmp_path, "where is {order_id}?", "hello")
    data = simulated(path, budget=8, fault_rate=0)
    assert len(data) == 8
    assert {row["writer_model"] for row in data} == {"file:asks.txt"}
    assert any("2 asks for budget=8" in warning for warning in data.warnings)
    assert_same_draw(
        lambda concurrency: simulated(path, budget=8, concurrency=concurrency),
        concurrency=(1, 8),
    )


def test_a_file_that_fits_nothing_ends_the_run(tmp_path: Path) -> None:
    data = simulated(asks(tmp_path, "{no_such_fact}"), budget=8)
    assert (len(data), data.stopped_because) == (0, "writer_exhausted")
