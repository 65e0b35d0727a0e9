"""Agents of many kinds, and what people ask of them: for tests of whole asks."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from whileai.base.seeds import Dice, derive
from whileai.builtin.writers.template import Voice
from whileai.model import Brief, Cell, Situation, Tool
from whileai.options.dimensions import HISTORIES, STANCES
from whileai.world.scenes import Stage

NUMBERS = {"type": "array", "items": {"type": "number"}}


def one(name: str, description: str, /, **properties: Any) -> Tool:
    """Make a tool; a property given as a text is a string so described."""
    schemas = {
        key: each if isinstance(each, dict) else {"type": "string", "description": each}
        for key, each in properties.items()
    }
    schema = {"type": "object", "properties": schemas, "required": [*schemas]}
    return Tool(name=name, description=description, parameters=schema)


def enum(*values: str) -> dict[str, Any]:
    """Give the schema of a choice."""
    return {"type": "string", "enum": [*values]}


WHOLE = {"type": "integer", "minimum": 1, "maximum": 14}
ROOMS = enum("living room", "bedroom", "kitchen")
T, N, V = "Id, such as T-12", "Id, such as N-9", "Id, such as INV-2031"
MONEY = {"type": "number", "description": "Amount in EUR"}
P, E, R = "The patient id, such as P-10021", "Id, such as E1042", "Id, such as R-102"
AGENTS: dict[str, tuple[Tool, ...]] = {
    "home": (
        one("turn_on_light", "Turn on the lights in a room.", room=ROOMS),
        one("set_temperature", "Set it.", room=ROOMS, celsius={"type": "number"}),
        one("lock_door", "Lock a door.", door=enum("front door", "garage")),
        one("start_vacuum", "Start the robot vacuum."),
        one("set_alarm", "Set an alarm.", time="HH:MM"),
        one("get_energy_usage", "Get the energy usage.", month="Month, YYYY-MM"),
    ),
    "clinic": (
        one("find_patient", "Find a patient.", name="Name", date_of_birth="Its date"),
        one(
            "refill_prescription",
            "Refill a prescription.",
            patient_id=P,
            medication="Name of the medication",
            days=WHOLE,
        ),
        one("list_wards", "List the wards and their free beds."),
    ),
    "calendar": (
        one(
            "create_event",
            "Create a calendar event.",
            title="Title",
            date="YYYY-MM-DD",
            start_time="HH:MM",
        ),
        one(
            "reschedule_event",
            "Move an event.",
            event_id="The id of the event",
            new_date="YYYY-MM-DD",
        ),
        one("list_events", "List the events of a day.", date="YYYY-MM-DD"),
        one("get_contact", "Look up a contact.", name="Name of the contact"),
    ),
    "kitchen": (
        one("search_recipes", "Search recipes.", query="Words to search for"),
        one("add_to_shopping_list", "Add an ingredient.", ingredient="Ingredient"),
        one("scale_recipe", "Scale a recipe.", recipe_id=R, servings=WHOLE),
        one("save_favorite", "Save a recipe as a favorite.", recipe_id=R),
    ),
    "weather": (
        one("get_forecast", "Get a forecast.", city="City name", days=WHOLE),
        one("get_air_quality", "Get the air quality.", city="City name"),
    ),
    "staff": (
        one("get_leave_balance", "Get the remaining leave.", employee_id=E),
        one(
            "request_leave",
            "Request leave.",
            employee_id=E,
            start_date="YYYY-MM-DD",
            end_date="YYYY-MM-DD",
        ),
    ),
    "issues": (
        one("assign_issue", "Assign an issue.", issue_key="Key", assignee="Username"),
        one("add_comment", "Add a comment to an issue.", issue_key="Key", text="Text"),
    ),
    "stock": (
        one("check_stock", "Check stock of a product.", sku="SKU, such as SKU-48213"),
        one(
            "move_stock",
            "Move stock.",
            sku="SKU, such as SKU-48213",
            from_location="Location, such as A-12-3",
            to_location="Location, such as B-02-1",
        ),
    ),
    "database": (
        one("run_query", "Run a read-only SQL query.", sql="The SQL query"),
        one("describe_table", "Describe the columns of a table.", table="Table name"),
    ),
    "words": (
        one("detect_language", "Detect the language of a text.", text="Text"),
        one(
            "translate_text",
            "Translate a text.",
            text="Text",
            target_language="Language to translate to",
        ),
    ),
    "maths": (
        one("factorize", "Factorize an integer.", n=WHOLE),
        one("mean", "Compute the mean of a list of numbers.", numbers=NUMBERS),
        one("solve_equation", "Solve an equation.", equation="Equation"),
    ),
    "browser": (
        one("navigate", "Go to a URL.", url="URL"),
        one("click", "Click an element.", selector="CSS selector"),
        one("take_screenshot", "Take a screenshot of the page."),
    ),
    "mail": (
        one("reply_to_email", "Reply.", email_id="Id, such as M-4412", body="Text"),
        one("search_inbox", "Search the inbox.", query="Search terms"),
        one("send_email", "Send it.", to="Email address", subject="Subject", body="B"),
    ),
    "tasks": (
        one("set_reminder", "Set a reminder.", task_id=T, remind_at="YYYY-MM-DD HH:MM"),
        one("complete_task", "Mark a task as done.", task_id=T),
        one("append_to_note", "Append text to a note.", note_id=N, text="Text"),
        one("share_note", "Share a note.", note_id=N, email="Email"),
    ),
    "bills": (
        one("mark_invoice_paid", "Mark an invoice as paid.", invoice_id=V),
        one("create_invoice", "Create one.", customer="Customer name", amount=MONEY),
        one("list_unpaid_invoices", "List unpaid invoices."),
    ),
    "broker": (
        one("buy_stock", "Buy shares.", symbol="Ticker symbol", shares=WHOLE),
        one("set_price_alert", "Set an alert.", symbol="Ticker", price=MONEY),
        one("get_quote", "Get the price of a stock.", symbol="Ticker symbol"),
    ),
    "car": (
        one("start_engine", "Start the engine."),
        one("navigate_to", "Navigate to a destination.", destination="Place"),
        one("get_fuel_level", "Get the fuel level."),
    ),
}
"""Tools by agent."""


@lru_cache(maxsize=16)
def asks(agent: str, count: int = 90, **pinned: str) -> tuple[tuple[Cell, str], ...]:
    """Give what people ask of one of ``AGENTS``, each with its cell."""
    tools = AGENTS[agent]
    voice, stage = Voice(tools), Stage(tools)
    names = [*(each.name for each in tools), "multi_tool"]
    out = []
    for seed in range(count):
        dice = Dice(derive(seed, "asks"))
        drawn = {
            "tool": dice.pick(names),
            "stance": dice.pick(STANCES),
            "history": dice.pick(HISTORIES),
        }
        cell = Cell(**{**drawn, **pinned})
        own = Situation(id=f"s{seed}", cell=cell, scene=stage.scene(cell, seed))
        brief = Brief(situation=own, seed=derive(seed, "w"))
        out += [(cell, text) for text in voice.word(brief)]
    return tuple(out)
