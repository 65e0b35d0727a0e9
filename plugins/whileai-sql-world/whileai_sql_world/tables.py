"""What a database says of its own changes, by triggers on each of its tables."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    Columns = list[tuple[str, int]]

_DEEDS = {"INSERT": "create", "UPDATE": "update", "DELETE": "delete"}
_NOTES = "whileai_changes"


def quoted(name: str) -> str:
    """Give a name as SQL takes any."""
    return '"' + name.replace('"', '""') + '"'


def watch(database: sqlite3.Connection) -> None:
    """Have ``database`` note every change of a record from now on.

    Raises:
        sqlite3.Error: if a table cannot be watched.
    """
    database.execute("PRAGMA recursive_triggers = ON")  # what REPLACE deletes counts
    database.execute(f"CREATE TEMP TABLE {_NOTES} (entity, action, key, old, new)")
    for table, columns in _tables(database):
        for event, action in _DEEDS.items():
            database.execute(_trigger(table, columns, event, action))


def without(database: sqlite3.Connection, missing: Sequence[Any]) -> None:
    """Take the records out whose one primary key is among ``missing``."""
    for table, columns in _tables(database) if missing else ():
        keys = [name for name, place in columns if place]
        for each in missing if len(keys) == 1 else ():
            key = f"CAST({quoted(keys[0])} AS TEXT)"
            out = f"DELETE FROM {quoted(table)} WHERE {key} = ?"
            database.execute(out, (str(each),))


def _tables(database: sqlite3.Connection) -> Iterator[tuple[str, Columns]]:
    """Give each table with its columns, and their places in its primary key."""
    found = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE "
        "'sqlite~_%' ESCAPE '~' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    ).fetchall()
    for (table,) in found:
        about = database.execute("SELECT * FROM pragma_table_info(?)", (table,))
        yield table, [(each["name"], each["pk"]) for each in about]


def _trigger(table: str, columns: Columns, event: str, action: str) -> str:
    old = "NULL" if event == "INSERT" else _record("OLD", columns)
    new = "NULL" if event == "DELETE" else _record("NEW", columns)
    keys = [n for n, place in sorted(columns, key=lambda each: each[1]) if place]
    listed = json.dumps(keys).replace("'", "''")
    named = table.replace("'", "''")
    return (
        f"CREATE TEMP TRIGGER {quoted(f'whileai_{event}_{table}')} AFTER {event} "
        f"ON main.{quoted(table)} BEGIN INSERT INTO {_NOTES} VALUES "
        f"('{named}', '{action}', '{listed}', {old}, {new}); END"
    )


def _record(which: str, columns: Columns) -> str:
    """Give the SQL of a record as JSON; bytes are told in hexadecimal digits."""
    parts = []
    for name, _ in columns:
        value = f"{which}.{quoted(name)}"
        told = f"CASE typeof({value}) WHEN 'blob' THEN hex({value}) ELSE {value} END"
        spelled = name.replace("'", "''")
        parts.append(f"'{spelled}', {told}")
    return f"json_object({', '.join(parts)})"


def changes(database: sqlite3.Connection, tool: str) -> Iterator[dict[str, Any]]:
    """Give what was changed since this was last asked, as rows keep ``effects``."""
    noted = database.execute(f"SELECT * FROM {_NOTES} ORDER BY rowid").fetchall()
    database.execute(f"DELETE FROM {_NOTES}")
    for entity, action, key, old, new in noted:
        before, after = json.loads(old or "{}"), json.loads(new or "{}")
        keys = [(after or before)[name] for name in json.loads(key)]
        differ = [n for n in after if n not in before or before[n] != after[n]]
        yield {
            "tool": tool,
            "action": action,
            "entity": entity,
            "id": (keys[0] if len(keys) == 1 else keys) if keys else None,
            "fields": {name: after[name] for name in differ},
            "before": {name: before[name] for name in differ if name in before},
        }
