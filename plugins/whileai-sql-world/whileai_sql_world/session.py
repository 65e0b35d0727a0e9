"""One rollout's database, and the calls that it answers."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from whileai_sql_world.tables import changes

if TYPE_CHECKING:
    from collections.abc import Callable


@frozen(kw_only=True)
class Statement:
    """What one tool does.

    Args:
        tool: its name.
        sql: statements that happen together; the answer is that of the last.
        names: the arguments that it takes.
        required: those that it needs.
        one: whether a single record is meant.
    """

    tool: str
    sql: tuple[str, ...]
    names: tuple[str, ...]
    required: tuple[str, ...]
    one: bool


@define(eq=False)
class SqlSession:
    """The world of one rollout.

    Args:
        connect: makes its own database, which the first call does.
        statements: what each tool does.
        effects: what calls changed, as the database tells it.
    """

    connect: Callable[[], sqlite3.Connection]
    statements: Mapping[str, Statement]
    effects: list[dict[str, Any]] = field(factory=list)
    blocking = True
    _lock: threading.Lock = field(init=False, factory=threading.Lock)
    _database: sqlite3.Connection | None = field(init=False, default=None)
    _closed: bool = field(init=False, default=False)

    def call(self, tool: str, arguments: Any, /) -> Any:
        """Give what the tool's statements come to; a refusal is a value."""
        statement = self.statements.get(tool)
        if statement is None:
            known = ", ".join(map(repr, self.statements))
            told = f"unknown tool {tool[:200]!r}; there are {known}"
            return _refused("unknown_tool", told)
        problem = _problem(statement, arguments)
        if problem is not None:
            return problem
        values = {name: bound(arguments.get(name)) for name in statement.names}
        with self._lock:
            if self._closed:
                return _refused("closed", "the rollout of this world is over")
            if self._database is None:
                self._database = self.connect()
            return self._done(self._database, statement, values)

    def _done(
        self, database: sqlite3.Connection, statement: Statement, values: dict[str, Any]
    ) -> Any:
        """Run the statements; where one fails or finds nothing, none has happened."""
        try:
            database.execute("BEGIN")
            for sql in statement.sql:
                cursor = database.execute(sql, values)
                found = cursor.fetchall() if cursor.description else None
            if not (cursor.rowcount if found is None else found or not statement.one):
                database.execute("ROLLBACK")
                told = f"nothing found for {json.dumps(values)[:200]}"
                return _refused("not_found", told)
            effects = list(changes(database, statement.tool))
            database.execute("COMMIT")
        except (sqlite3.Error, OverflowError, UnicodeError) as error:
            if database.in_transaction:
                database.execute("ROLLBACK")
            conflict = isinstance(error, sqlite3.IntegrityError)
            return _refused("conflict" if conflict else "failed", f"{error}")
        self.effects += effects
        return _answer(statement, found, cursor.rowcount)

    def close(self) -> None:
        """Close the database; a call that is under way is cut off."""
        self._closed = True
        if self._database is not None:
            self._database.interrupt()
        with self._lock:
            if self._database is not None:
                self._database.close()


def bound(value: Any) -> Any:
    """Give a JSON value as SQLite takes it: lists and objects as JSON text."""
    return json.dumps(value) if isinstance(value, (list, dict)) else value


def _refused(code: str, message: str, **more: Any) -> dict[str, Any]:
    return {"error": message, "code": code, **more}


def _problem(statement: Statement, arguments: Any) -> dict[str, Any] | None:
    """Say what is wrong with the arguments, if anything is."""
    if not isinstance(arguments, Mapping):
        told = f"arguments must be an object, got {str(arguments)[:80]!r}"
        return _refused("invalid_arguments", told, field="")
    for name in statement.required:
        if arguments.get(name) is None:
            told = f"{name} is required"
            return _refused("invalid_arguments", told, field=name)
    for name in arguments:
        if name not in statement.names:
            told = f"{name[:80]!r} is no argument; there are {list(statement.names)}"
            return _refused("invalid_arguments", told, field=name[:80])
    return None


def _answer(
    statement: Statement, found: list[sqlite3.Row] | None, changed: int
) -> dict[str, Any]:
    if found is None:
        return {"changed": changed}
    records = [{name: _told(row[name]) for name in row.keys()} for row in found]  # noqa: SIM118 - a Row iterates over its values
    return records[0] if statement.one else {"rows": records, "count": len(records)}


def _told(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else value
