from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import whileai_sql_world
from whileai_sql_world import SqlSession, SqlWorld

import whileai as wai
from whileai.stages import Dice
from whileai.testing import assert_same_draw, check_plugin, check_world

if TYPE_CHECKING:
    from pathlib import Path

PLUGINS = [whileai_sql_world]
CANCEL = (
    "UPDATE orders SET status = 'cancelled' WHERE id = :order_id AND status = 'open'"
)
SHOP: dict[str, Any] = {
    "schema": """
        CREATE TABLE orders (id TEXT PRIMARY KEY, status TEXT NOT NULL DEFAULT 'open'
            CHECK (status IN ('open', 'shipped', 'cancelled')));
        CREATE TABLE notes (about TEXT, text TEXT, n INTEGER DEFAULT (random()));
    """,
    "rows": {"orders": [{"id": "A-1"}, {"id": "A-2", "status": "shipped"}]},
    "tools": {
        "get_order": {
            "description": "Look up one order.",
            "sql": "SELECT * FROM orders WHERE id = :order_id",
            "parameters": {
                "order_id": {"type": "string", "description": "On file: A-1, A-2."}
            },
            "one": True,
        },
        "list_orders": {"sql": "SELECT * FROM orders ORDER BY id"},
        "cancel_order": {
            "description": "Cancel an open order and say why.",
            "sql": [
                "INSERT INTO notes (about, text) VALUES (:order_id, :reason)",
                CANCEL,
            ],
            "required": ["order_id"],
        },
        "set_status": {"sql": "UPDATE orders SET status = :s WHERE id = :order_id"},
        "put_order": {"sql": "REPLACE INTO orders (id) VALUES (:order_id)"},
        "drop_order": {"sql": "DELETE FROM orders WHERE id = :order_id RETURNING id"},
        "add_note": {
            "sql": "INSERT INTO notes (text) VALUES (:text) RETURNING *",
            "one": True,
        },
    },
}
WORLD = SqlWorld(**SHOP)


def opened(seed: int = 0, **more: Any) -> SqlSession:
    return SqlSession(lambda: WORLD.connect(Dice(seed), **more), WORLD.statements)


def answers(*calls: tuple[str, Any]) -> tuple[list[Any], list[dict[str, Any]]]:
    session = opened()
    try:
        return [session.call(*each) for each in calls], session.effects
    finally:
        session.close()


def one(tool: str, **arguments: Any) -> Any:
    return answers((tool, arguments))[0][0]


def test_the_plugin_and_its_world_keep_their_promises() -> None:
    check_plugin(whileai_sql_world)
    changes = [("cancel_order", {"order_id": "A-1"}), ("add_note", {"text": "hi"})]
    check_world(WORLD, calls=changes, plugins=PLUGINS)


def test_records_are_found_listed_and_missed() -> None:
    assert one("get_order", order_id="A-1") == {"id": "A-1", "status": "open"}
    assert one("list_orders")["count"] == 2
    assert one("get_order", order_id="A-9")["code"] == "not_found"


def test_effects_are_what_the_database_says_changed() -> None:
    said, effects = answers(
        ("set_status", {"order_id": "A-1", "s": "shipped"}),
        ("put_order", {"order_id": "A-2"}),
        ("drop_order", {"order_id": "A-1"}),
    )
    assert said == [
        {"changed": 1},
        {"changed": 1},
        {"rows": [{"id": "A-1"}], "count": 1},
    ]
    assert [(e["tool"], e["action"], e["id"], e["fields"]) for e in effects] == [
        ("set_status", "update", "A-1", {"status": "shipped"}),
        ("put_order", "delete", "A-2", {}),
        ("put_order", "create", "A-2", {"id": "A-2", "status": "open"}),
        ("drop_order", "delete", "A-1", {}),
    ]
    assert effects[0]["before"] == {"status": "open"}


def test_statements_of_one_tool_happen_together_or_not_at_all() -> None:
    refused, effects = answers(("cancel_order", {"order_id": "A-2", "reason": "late"}))
    assert refused[0]["code"] == "not_found"
    assert effects == []
    _, effects = answers(("cancel_order", {"order_id": "A-1"}))
    assert [each["entity"] for each in effects] == ["notes", "orders"]


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("set_status", {"order_id": "A-1", "s": "lost"}, "conflict"),
        ("get_order", {}, "invalid_arguments"),
        ("get_order", {"order_id": "A-1", "loud": True}, "invalid_arguments"),
        ("get_order", ["A-1"], "invalid_arguments"),
        ("get_order", {"order_id": 2**70}, "failed"),
        ("get_order", {"order_id": "\ud83d"}, "failed"),
        ("get_order", {"order_id": ["A-1"]}, "not_found"),
        ("sell_order", {}, "unknown_tool"),
    ],
)
def test_errors_are_values(tool: str, arguments: Any, code: str) -> None:
    (said,), effects = answers((tool, arguments))
    assert said["code"] == code
    assert said["error"]
    assert effects == []


def test_what_is_drawn_is_drawn_from_the_slot() -> None:
    drawn = []
    for seed in (1, 1, 2):
        session = opened(seed)
        drawn.append(session.call("add_note", {"text": "x"})["n"])
        session.close()
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_rollout_that_is_over_is_answered_no_more() -> None:
    session = opened()
    session.close()
    assert session.call("list_orders", {})["code"] == "closed"
    session.close()


def test_what_a_situation_says_is_missing_is_not_there() -> None:
    session = opened(missing=("A-1",))
    assert session.call("get_order", {"order_id": "A-1"})["code"] == "not_found"
    assert session.effects == []
    session.close()


def cancels(message: str, world: Any) -> str:
    told = world.call("cancel_order", {"order_id": "A-1"})
    return f"It is {told}."


def test_each_rollout_has_a_database_of_its_own() -> None:
    def run(concurrency: int) -> wai.SimulationData:
        return wai.simulate(
            cancels,
            execute=WORLD,
            simulator=False,
            dimensions={"world_state": ["entity exists"]},
            fault_rate=0,
            budget=8,
            concurrency=concurrency,
            plugins=PLUGINS,
        )

    data = run(4)
    assert {row["final_text"] for row in data} == {"It is {'changed': 1}."}
    assert {len(row["effects"]) for row in data} == {2}
    assert_same_draw(run, concurrency=(1, 4))


@pytest.mark.parametrize("kind", ["json", "toml"])
def test_a_file_holds_a_world(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"shop.{kind}"
    text = 'schema = "CREATE TABLE t (id)"\n[tools.look]\nsql = "SELECT * FROM t"\n'
    told = {"schema": "CREATE TABLE t (id)", "tools": {"look": {"sql": "SELECT 1"}}}
    path.write_text(json.dumps(told) if kind == "json" else text, encoding="utf-8")
    assert [tool.name for tool in SqlWorld.load(path).tools] == ["look"]


def test_a_world_goes_by_the_name_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "shop.json"
    path.write_text(json.dumps({"schema": "", "tools": LOOK}), encoding="utf-8")
    check_world(f"sql:{path}", tools=[{"name": "look"}], plugins=PLUGINS)


LOOK = {"look": {"sql": "SELECT 1"}}


@pytest.mark.parametrize(
    ("world", "told"),
    [
        (
            {"schema": "CREATE", "tools": LOOK},
            "the database cannot be made: incomplete",
        ),
        ({"schema": "", "rows": {"t": [{"a": 1}]}, "tools": LOOK}, "no such table: t"),
        ({"schema": "", "tools": {"look": {"sql": "SELEC"}}}, "'look'.*SELEC"),
        ({"schema": "", "tools": {"look": {"sqll": ""}}}, "has 'sqll'; it takes sql"),
    ],
)
def test_a_world_that_cannot_be_is_refused(world: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        SqlWorld(**world)


def test_a_file_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        wai.simulate(cancels, execute="sql:no.toml", simulator=False, plugins=PLUGINS)
