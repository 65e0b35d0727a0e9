"""Agents of many kinds and drawn situations for them: what the writer is measured on.

``toolsets()`` adds the real tool lists, where the data is at hand.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whileai.base.seeds import Dice, derive
from whileai.model import Brief, Cell, Situation, Tool
from whileai.options import dimensions
from whileai.options.tools import read_tools

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.world.scenes import Stage

DATA = Path(__file__).parents[1].parent / "shared" / "data"
"""Where the real prompts and tool lists lie; absent elsewhere."""

RULES = (
    "Never send more than 400 in one transfer without a manager's approval.",
    "Refunds over $100 need a manager.",
    "Orders can be returned within 30 days of delivery.",
    "Verify the person's date of birth before you change anything.",
)
"""Rules that some of the measured asks put at stake."""

STANCES = ("ordinary", "ordinary", *dimensions.STANCES)
HISTORIES = ("fresh", "fresh", "fresh", *dimensions.HISTORIES)
"""What measured asks are drawn from: the plain values more often."""

POOLS: dict[str, tuple[Any, ...]] = {
    "order_id": ("A1001", "A1002", "A1003", "A1004"),
    "amount": (45.2, 120, 19.99, 250, 8.5),
    "reason": ("no longer needed", "ordered by mistake", "arrived damaged"),
    "date": ("2026-03-04", "2026-03-19", "2026-04-02"),
    "recipient": ("GB29NWBK60161331926819", "DE89370400440532013000"),
    "subject": ("rent March", "dinner", "concert tickets"),
    "n": (5, 10, 20),
    "path": ("src/app.py", "docs/README.md", "report.txt", "notes/todo.txt"),
    "folder": ("notes", "archive", "photos/2025"),
    "source": ("report.txt", "notes/todo.txt"),
    "destination": ("archive", "backup/2025"),
    "since": ("2026-01-01", "2026-02-15"),
    "branch": ("main", "fix-login", "release-2.3"),
    "message": ("fix typo in readme", "bump version", "add retry to client"),
    "expression": ("48 * 1.19", "(120 + 35) / 5", "17.5 * 12"),
    "value": (12.5, 200, 3, 72),
    "from_unit": ("miles", "kg", "celsius"),
    "to_unit": ("km", "pounds", "fahrenheit"),
    "mass": (5, 12.5),
    "volume": (2, 0.75),
    "song": ("Slow Harbor", "Paper Lanterns", "North of June"),
    "artist": ("The Quiet Fields", "Mara Lind", "Copper Sky"),
    "playlist": ("Road Trip", "Focus", "sunday"),
    "volume_level": (30, 55, 80),
    "city": ("Portland", "Denver", "Lisbon"),
    "query": ("budget analysis", "TODO", "invoice"),
    "recurring": (True, False),
    "gift_wrap": (True, False),
    "speed": ("standard", "express", "overnight"),
    "quantity": (1, 2, 3),
    "new_address": ("14 Elm Street, Denver, CO 80202",),
    "items": (["desk lamp", "rain jacket"], ["backpack"]),
    "password": ("1j1l-2k3j",),
    "month": ("March", "2026-02"),
}


def tool(name: str, description: str, required: str, optional: str = "") -> Tool:
    """Make a tool whose parameters are named as in ``POOLS``."""
    names = [*required.split(), *optional.split()]
    properties: dict[str, Any] = {}
    for each in names:
        value = POOLS[each][0]
        kind = {bool: "boolean", int: "number", float: "number", list: "array"}
        properties[each] = {"type": kind.get(type(value), "string")}
    schema = {"type": "object", "properties": properties, "required": required.split()}
    return Tool(name=name, description=description, parameters=schema)


AGENTS: dict[str, list[Tool]] = {
    "shop": [
        tool("get_order_status", "Look up the status of an order.", "order_id"),
        tool("cancel_order", "Cancel an order.", "order_id reason"),
        tool(
            "create_refund", "Issue a refund for an order.", "order_id amount", "reason"
        ),
        tool(
            "change_shipping_address", "Change where it goes.", "order_id new_address"
        ),
        tool("place_order", "Place an order.", "items speed", "gift_wrap"),
    ],
    "git": [
        tool("git_log", "Shows the commit log.", "path", "since n"),
        tool("count_commits", "Counts commits in a month.", "month"),
        tool("git_commit", "Records changes to the repository.", "message"),
        tool("git_create_branch", "Creates a new branch.", "branch"),
        tool("git_diff_staged", "Shows staged changes.", "path"),
    ],
    "calculator": [
        tool("calculate", "Evaluate an expression.", "expression"),
        tool("convert_units", "Convert between units.", "value from_unit to_unit"),
        tool("calculate_density", "Density from mass and volume.", "mass volume"),
    ],
    "music": [
        tool("play_song", "Play a song.", "song", "artist"),
        tool("add_to_playlist", "Add a song to a playlist.", "song playlist"),
        tool("set_volume", "Set the playback volume.", "volume_level"),
        tool("get_queue", "Get the playback queue.", ""),
        tool("search_songs", "Search songs.", "query", "artist"),
    ],
    "banking": [
        tool("get_balance", "Get the balance of the account.", ""),
        tool(
            "send_money", "Sends money to a recipient.", "recipient amount subject date"
        ),
        tool("get_most_recent_transactions", "List recent transactions.", "", "n"),
        tool(
            "schedule_transaction",
            "Schedule a transaction.",
            "recipient amount date recurring",
        ),
        tool("update_password", "Update the password.", "password"),
    ],
    "files": [
        tool("list_folder", "List the files in a folder.", "folder"),
        tool("read_file", "Read the file at a path.", "path"),
        tool("move_file", "Move a file.", "source destination"),
        tool("grep", "Search for a pattern in a file.", "query path"),
        tool("delete_file", "Delete a file.", "path"),
    ],
}


def brief(
    tools: Sequence[Tool], stage: Stage, seed: int, rules: Sequence[str] = ()
) -> Brief:
    """Make the brief of one drawn situation over ``tools``."""
    dice = Dice(derive(seed, "brief"))
    name = dice.pick(tools).name
    roll = dice.uniform()
    if roll < 0.06:
        name = "unrelated"
    elif roll > 0.88 and len(tools) > 1:
        name = "multi_tool"
    rule = dice.pick(rules) if rules and dice.chance(0.5) else "unspecified"
    cell = Cell(
        tool=name,
        rule=rule if name != "unrelated" else "unspecified",
        stance=dice.pick(STANCES),
        history=dice.pick(HISTORIES),
        world_state=dice.pick(("entity exists", "entity missing", "unknown")),
    )
    situation = Situation(id=f"s{seed}", cell=cell, scene=stage.scene(cell, seed))
    return Brief(situation=situation, seed=derive(seed, "write"))


def toolsets() -> dict[str, list[Tool]]:
    """Give the real tool lists by a short name; none where the data is absent."""
    path = DATA / "toolsets.json"
    if not path.exists():
        return {}
    lists = json.loads(path.read_text("utf-8"))
    return {
        name.rpartition("/")[2]: [Tool(**each) for each in tools]
        for name, tools in lists.items()
    }


def bfcl_lists() -> list[list[Tool]]:
    """Give the tool lists of the BFCL prompts at hand, one for each prompt."""
    path = DATA / "prompts.jsonl"
    if not path.exists():
        return []
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    found = [row.get("tools") or () for row in rows if row["source"] == "bfcl-eval"]
    return [list(read_tools(tools)) for tools in found if tools]


def agents() -> dict[str, list[Tool]]:
    """Give every agent there is, the real ones by their own name."""
    own = {f"our {name}": tools for name, tools in AGENTS.items()}
    return {**own, **toolsets()}


def real_asks() -> dict[str, list[str]]:
    """Give the real asks by source; tau2's reasons for calling in the first person."""
    path = DATA / "prompts.jsonl"
    if not path.exists():
        return {}
    out: dict[str, list[str]] = {}
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        out.setdefault(str(row["source"]), []).append(_ask_of(row).strip())
    return out


_FIRST = (
    (r"\bYou are\b", "I am"),
    (r"\byou are\b", "I am"),
    (r"\bYou\b", "I"),
    (r"\byou\b", "I"),
    (r"\b[Yy]our\b", "my"),
    (r"\bthe agent asks\b", "you ask"),
    (r"\bthe agent\b", "you"),
)


def _ask_of(row: dict[str, Any]) -> str:
    """Give the opening ask of one row of the real ones."""
    if "user_scenario" in row:
        text = str(row["user_scenario"]["instructions"]["reason_for_call"])
        for pattern, word in _FIRST:
            text = re.sub(pattern, word, text)
        return text
    turns = row.get("user_turns") or row.get("messages") or [""]
    first = turns[0][0] if isinstance(turns[0], list) else turns[0]
    return str(first["content"] if isinstance(first, dict) else first)
