"""What holds in the world of tools that nobody wrote: names, schemas, results drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.world.generated import Kind, kinds, outputs, schemas, toolsets
from tests.world.hostile import HOSTILE, is_answer
from tests.world.kit import tool
from whileai.base.examples import Examples, NoExample
from whileai.base.lines import dumps
from whileai.base.seeds import Dice, derive
from whileai.model import Scene
from whileai.world import MockSession, infer

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.model import Tool

pytestmark = pytest.mark.contract("S48")

SEEDS = st.integers(0, 2**32)
WRONG: tuple[Any, ...] = ([], {"a": 1}, 0.5)
CALM = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def few(most: int) -> Callable[[Any], Any]:
    return settings(
        max_examples=most,
        deadline=None,
        derandomize=True,
        suppress_health_check=CALM,
        phases=(Phase.explicit, Phase.generate),
    )


def world_of(*kinds_: Kind, seed: int) -> MockSession:
    tools = [each for kind in kinds_ for each in kind.tools.values()]
    return MockSession(infer(tools), Scene(seed=seed))


def drawn(tool: Tool, seed: int) -> dict[str, Any] | None:
    """Give arguments that the tool's schema takes; ``None`` if none were found."""
    try:
        found = Examples(tool.parameters).draw(Dice(derive(seed, tool.name)))
    except NoExample:
        return None
    return found if isinstance(found, dict) else None


def rows_of(answer: Any) -> list[dict[str, Any]]:
    (rows,) = (each for each in answer.values() if isinstance(each, list))
    return list(rows)


def lives(kind: Kind, seed: int) -> None:
    """Create, read, update and delete one thing, each seen by the next."""
    world = world_of(kind, seed=seed)
    tools = {verb: each.name for verb, each in kind.tools.items()}
    told = drawn(kind.tools["create"], seed)
    made = world.call(tools["create"], told or {})
    if told is None or made.get("code") == "invalid_arguments":
        return  # an argument that repeats its schema, or an end before its start
    own = {kind.key: made[kind.key]}
    read = world.call(tools["get"], own)
    assert {name: read.get(name) for name in told} == told
    more = drawn(kind.tools["update"], seed + 1) or {}
    changed = world.call(tools["update"], {**more, **own})
    if not changed.get("error"):
        read = world.call(tools["get"], own)
        new = {k: v for k, v in more.items() if k != kind.key and v is not None}
        assert {name: read.get(name) for name in new} == new
    assert own[kind.key] in ids_of(world, kind)
    assert not world.call(tools["delete"], own).get("error")
    assert world.call(tools["get"], own)["code"] == "not_found"
    assert own[kind.key] not in ids_of(world, kind)


def ids_of(world: MockSession, kind: Kind) -> list[Any]:
    rows = rows_of(world.call(kind.tools["list"].name, {}))
    return [row[kind.key] for row in rows]


def holds_together(kinds_: tuple[Kind, ...], seed: int) -> None:
    """Every listed id resolves, of two kinds they differ, rollouts are apart."""
    world, seen = world_of(*kinds_, seed=seed), dict[str, str]()
    untouched = world_of(*kinds_, seed=seed)
    for kind in kinds_:
        ids = ids_of(world, kind)
        assert ids
        for own in ids:
            row = world.call(kind.tools["get"].name, {kind.key: own})
            assert row[kind.key] == own
            holder = seen.setdefault(str(own), kind.thing)
            assert isinstance(own, int) or holder == kind.thing
    for kind in kinds_:
        world.call(kind.tools["create"].name, drawn(kind.tools["create"], seed) or {})
        world.call(kind.tools["delete"].name, {kind.key: ids_of(world, kind)[0]})
    again = world_of(*kinds_, seed=seed)
    for kind in kinds_:
        name = kind.tools["list"].name
        assert dumps(untouched.call(name, {})) == dumps(again.call(name, {}))


def refuses(kind: Kind, seed: int) -> None:
    """Wrong, missing and unknown arguments are named."""
    world = world_of(kind, seed=seed)
    for verb, each in kind.tools.items():
        told = drawn(each, seed)
        if told is None:
            continue
        answer = world.call(each.name, {**told, "zz_nothing": 1})
        assert "zz_nothing" in answer["error"]
        for field in each.parameters["required"]:
            left = {name: value for name, value in told.items() if name != field}
            assert field in world.call(each.name, left)["error"]
        if verb in ("get", "delete"):
            for wrong in WRONG:
                answer = world.call(each.name, {kind.key: wrong})
                assert answer["code"] == "invalid_arguments"
                assert kind.key in answer["field"]


def survives(kind: Kind, seed: int) -> None:
    """No value of any argument breaks a call, or what is answered after it."""
    world = world_of(kind, seed=seed)
    for each in kind.tools.values():
        told = drawn(each, seed) or {}
        for field in each.parameters["properties"]:
            for odd in HOSTILE:
                assert is_answer(world.call(each.name, {**told, field: odd}))
    assert is_answer(world.call(kind.tools["list"].name, {}))


def fits(output: Any, seed: int) -> None:
    """Results are as declared, for one record and for many."""
    own: dict[str, Any] = {"lamp_id": "string"}
    tools = (
        tool("get_lamp", "", own, output, **own),
        tool("switch_lamp", "", own, output, **own, level="integer"),
        tool("create_lamp", "", (), output, level="integer"),
        tool("search_lamps", "", (), output, level="integer"),
        tool("estimate_glow", "Calculates the glow.", (), output, watts="number"),
        tool("list_lamps"),
    )
    model = infer(tools)
    world = MockSession(model, Scene(seed=seed))
    lamp = rows_of(world.call("list_lamps", {}))[0]
    calls: dict[str, Any] = dict.fromkeys(("get_lamp", "switch_lamp"), lamp["lamp_id"])
    calls = {name: {"lamp_id": each} for name, each in calls.items()}
    calls |= {"create_lamp": {"level": 3}, "search_lamps": {"level": 3}}
    calls["estimate_glow"] = {"watts": 5}
    for name, told in calls.items():
        answer = world.call(name, told)
        if not (isinstance(answer, dict) and answer.get("error")):
            assert not model.results[name].problems(answer), (name, answer)


def has_value(schema: Any) -> bool:
    try:
        Examples(schema).draw(Dice(1))
    except NoExample:
        return False
    return True


OUTPUTS = outputs().filter(has_value)


@few(12)
@given(kind=kinds(), seed=SEEDS)
def test_any_thing_lives_from_its_creation_to_its_end(kind: Kind, seed: int) -> None:
    lives(kind, seed)


@few(10)
@given(drawn_kinds=toolsets(), seed=SEEDS)
def test_any_tools_hold_together(drawn_kinds: tuple[Kind, ...], seed: int) -> None:
    holds_together(drawn_kinds, seed)


@few(10)
@given(kind=kinds(), seed=SEEDS)
def test_any_wrong_argument_is_named(kind: Kind, seed: int) -> None:
    refuses(kind, seed)


@few(5)
@given(kind=kinds(leaves=2), seed=SEEDS)
def test_no_value_breaks_any_tool(kind: Kind, seed: int) -> None:
    survives(kind, seed)


@few(12)
@given(output=OUTPUTS, seed=SEEDS)
def test_any_result_is_as_declared(output: Any, seed: int) -> None:
    fits(output, seed)


@few(15)
@given(schema=schemas(8).filter(has_value), seed=SEEDS)
def test_any_argument_of_the_declared_kind_is_taken(schema: Any, seed: int) -> None:
    each = tool("create_lamp", "", ("spec",), spec=schema)
    told = drawn(each, seed)
    world = MockSession(infer((each,)), Scene(seed=seed))
    answer = world.call("create_lamp", told or {})
    assert told is None or answer["spec"] == told["spec"]


@pytest.mark.full
@pytest.mark.parametrize("check", [lives, refuses, survives])
def test_it_holds_for_many_kinds_of_things(check: Callable[[Kind, int], None]) -> None:
    @few(400 if check is not survives else 60)
    @given(kind=kinds(leaves=5), seed=SEEDS)
    def checked(kind: Kind, seed: int) -> None:
        check(kind, seed)

    checked()


@pytest.mark.full
def test_it_holds_for_many_tools_and_results() -> None:
    few(300)(given(toolsets(), SEEDS)(holds_together))()
    few(600)(given(OUTPUTS, SEEDS)(fits))()
