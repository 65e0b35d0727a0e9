"""What is made is whole from the first answer on, and a search finds it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.kit import session, tool
from tests.world.test_declared import one
from whileai.world import infer
from whileai.world.arguments import Results

pytestmark = pytest.mark.contract("S48")

STAGE = {"type": "string", "enum": ["new", "won", "lost"]}
DEAL = one(deal_id="string", title="string", stage=STAGE, fee="number")
GUEST = one(email={"type": "string", "format": "email"}, reply={"enum": ["yes", "no"]})


@pytest.mark.parametrize(
    ("thing", "field"),
    [
        ("lead", "company"),
        ("product", "product_name"),
        ("email", "subject"),
        ("book", "title"),
        ("issue", "title"),
        ("recipe", "title"),
    ],
)
def test_a_search_finds_what_was_made_by_its_words(thing: str, field: str) -> None:
    told: dict[str, Any] = {field: "string"}
    model = infer(
        (
            tool(f"create_{thing}", "", [field], **told),
            tool(f"search_{thing}s", "Search.", query="string"),
        )
    )
    world, entity = session(model), model.entities[thing]
    own = world.call(f"create_{thing}", {field: "The Quillon one"})[entity.key]
    found = world.call(f"search_{thing}s", {"query": "quillon"})[entity.plural]
    assert own in [each[entity.key] for each in found]
    assert not any("query" in each for each in found)


def test_what_every_answer_must_show_a_new_record_has_and_keeps() -> None:
    own = {"deal_id": "string"}
    model = infer(
        (
            tool("create_deal", "", ["title"], DEAL, title="string"),
            tool("get_deal", "", own, DEAL, **own),
            tool("list_deals", "", (), {"type": "array", "items": DEAL}, stage=STAGE),
        )
    )
    world = session(model)
    made = world.call("create_deal", {"title": "Big"})
    assert made["stage"] == "new"
    assert world.call("get_deal", {"deal_id": made["deal_id"]}) == made
    assert made in world.call("list_deals", {"stage": "new"})


def test_what_may_be_null_is_null_and_what_may_stay_away_stays_away() -> None:
    end = {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]}
    output = one(run_id="string", ended=end, logs={"type": "array"})
    output["properties"]["note"] = {"type": "string"}
    model = infer((tool("create_run", "", ["branch"], output, branch="string"),))
    made = session(model).call("create_run", {"branch": "main"})
    assert made == {"run_id": made["run_id"], "ended": None, "logs": []}


MAILBOX = GUEST["properties"]["email"]
REFERRED = one(email={"$ref": "#/$defs/mailbox"}, reply={"enum": ["yes", "no"]})


@pytest.mark.parametrize("guest", [GUEST, REFERRED])
def test_plain_values_stand_in_the_objects_that_an_answer_lists(guest: Any) -> None:
    output: dict[str, Any] = one(event_id="string", title="string")
    output["properties"]["guests"] = {"type": "array", "items": guest}
    output["$defs"] = {"mailbox": MAILBOX}
    guests = {"type": "array", "items": MAILBOX}
    making = tool("create_event", "", ["title"], output, title="string", guests=guests)
    model = infer((making,))
    made = session(model).call("create_event", {"title": "A", "guests": ["a@b.org"]})
    assert [each["email"] for each in made["guests"]] == ["a@b.org"]
    assert not Results(making).problems(made)


def test_a_list_inside_a_record_is_no_list_of_records() -> None:
    output = one(event_id="string", title="string")
    output["properties"]["guests"] = {"type": "array", "items": GUEST}
    own = {"event_id": "string"}
    model = infer((tool("get_event", "", own, output, **own),))
    names = {each.name for each in model.entities["event"].fields}
    assert {"title", "guests"} <= names
    assert not {"email", "reply"} & names


@pytest.mark.parametrize(
    ("name", "own", "made"),
    [
        ("trigger_pipeline", "pipeline", "run"),
        ("run_pipeline", "pipeline", "execution"),
        ("rent_car", "car", "rental"),
        ("lend_book", "book", "loan"),
        ("prescribe_medication", "patient", "prescription"),
    ],
)
def test_an_action_on_one_thing_makes_the_other_that_tools_show(
    name: str, own: str, made: str
) -> None:
    target: dict[str, Any] = {f"{own}_id": "string"}
    model = infer(
        (
            tool(f"list_{own}s", f"List {own}s."),
            tool(name, "", target, **target),
            tool(f"list_{made}s", f"List {made}s.", (), **target),
            tool(f"get_{made}", "", [f"{made}_id"], None, **{f"{made}_id": "string"}),
        )
    )
    world = session(model)
    told = {f"{own}_id": world.call(f"list_{own}s", {})[f"{own}s"][0][f"{own}_id"]}
    new = world.call(name, told)
    assert new.items() >= told.items()
    assert new in world.call(f"list_{made}s", told)[f"{made}s"]


@pytest.mark.parametrize("word", ["borrow", "rent", "admit", "send"])
def test_what_is_there_is_taken_and_not_made_anew(word: str) -> None:
    own: dict[str, Any] = {"quote_id": "string"}
    model = infer(
        (tool("list_quotes", "List quotes."), tool(f"{word}_quote", "", own, **own))
    )
    assert model.actions[f"{word}_quote"].verb == "transition"


def test_a_draft_is_a_thing_where_it_is_all_there_is() -> None:
    model = infer((tool("create_draft", "", ["body"], body="string"),))
    assert model.actions["create_draft"].entity == "draft"


def test_every_call_tells_the_same_of_a_record() -> None:
    money = one(amount="number", currency={"enum": ["EUR", "USD"]})
    paid = one(state={"const": "confirmed"}, trip_id="string", total=money)
    back = one(state={"const": "cancelled"}, trip_id="string", refund=money)
    output, own = {"oneOf": [paid, back]}, {"trip_id": "string"}
    told: dict[str, Any] = {**own}
    rows = {"type": "array", "items": output}
    model = infer(
        (
            tool("create_trip", "", ["city"], output, city="string"),
            tool("get_trip", "", own, output, **told),
            tool("list_trips", "List trips.", (), rows),
            tool("cancel_trip", "", own, output, **told),
        )
    )
    world = session(model)
    made = world.call("create_trip", {"city": "Rome"})
    call = {"trip_id": made["trip_id"]}
    assert world.call("get_trip", call) == made
    assert made in world.call("list_trips", {})
    assert world.call("cancel_trip", call) == world.call("get_trip", call)


def test_what_departs_arrives_on_the_same_day() -> None:
    moment = {"type": "string", "format": "date-time"}
    trip = one(trip_id="string", departure=moment, arrival=moment)
    trips = {"type": "array", "items": trip}
    model = infer((tool("list_trips", "List trips.", (), trips),))
    rows = session(model).call("list_trips", {})
    assert rows
    for each in rows:
        assert each["departure"][:10] == each["arrival"][:10]
        assert each["departure"] <= each["arrival"]
