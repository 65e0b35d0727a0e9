"""The world: what tools do is written in SQL, and each rollout has its own database."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
from attrs import frozen

from whileai.stages import Dice, Tool
from whileai_sql_world.session import SqlSession, Statement, bound
from whileai_sql_world.tables import quoted, watch, without

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from whileai.stages import Offload, Slot, StageSetup

_LITERAL = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|--[^\n]*|/\*.*?\*/", re.DOTALL)
_NAMED = re.compile(r"[:@$]([A-Za-z_]\w*)")
_KEYS = ("sql", "description", "parameters", "required", "one")


class SqlWorld:
    """Tools that are SQL statements on a SQLite database; pass it as ``execute=``.

    Its ``tools`` are then the run's, unless ``tools=`` says otherwise. Each rollout has
    a database of its own, in memory, made from ``schema`` and ``rows``.

    Args:
        schema: the ``CREATE TABLE`` statements, and whatever else makes the database.
        rows: table name to the records that are there at first, column to value.
        tools: tool name to what it does: ``sql``, one statement or a list of them that
            happen together, with ``:name`` for the argument ``name``; ``description``;
            ``parameters``, name to JSON Schema (text, unless it says otherwise);
            ``required`` (all of them, unless it says otherwise); and ``one``, true
            where a single record is meant, so that none is an error.

    Attributes:
        tools: as agents see them.

    Raises:
        TypeError, ValueError: for SQL that does not run, or a key that there is not.
    """

    def __init__(
        self,
        *,
        schema: str,
        rows: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
        tools: Mapping[str, Mapping[str, Any]],
    ) -> None:
        self._schema = schema
        self._rows = {name: list(each) for name, each in (rows or {}).items()}
        self.statements = {name: _statement(name, each) for name, each in tools.items()}
        self.tools = tuple(_tool(each, tools[n]) for n, each in self.statements.items())
        database = self.connect(Dice(0))
        try:
            for each in self.statements.values():
                _check(database, each)
        finally:
            database.close()

    @classmethod
    def load(cls, path: str | Path) -> SqlWorld:
        """Read a world from a TOML or JSON file with ``schema``, ``rows``, ``tools``.

        Raises:
            ValueError: if it cannot be read, or has a key that there is not.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
            told = json.loads(text) if Path(path).suffix == ".json" else _toml(text)
        except (OSError, ValueError) as error:
            raise ValueError(f"execute='sql:{path}' cannot be read: {error}") from error
        _refuse_others(told, ("schema", "rows", "tools"), f"the file {str(path)!r}")
        if not isinstance(told.get("schema"), str) or not told.get("tools"):
            raise ValueError(f"the file {str(path)!r} needs 'schema' and 'tools'")
        return cls(**told)

    def connect(self, dice: Dice, missing: Sequence[Any] = ()) -> sqlite3.Connection:
        """Give a new database with everything in it, whose changes are noted.

        Args:
            dice: what ``random()`` draws from.
            missing: primary keys of records that are not to be there.

        Raises:
            ValueError: if SQLite refuses the schema or a record.
        """
        database = sqlite3.connect(
            ":memory:", check_same_thread=False, isolation_level=None
        )
        database.row_factory = sqlite3.Row
        try:
            database.executescript(self._schema)
            for table, records in self._rows.items():
                for record in records:
                    names = ", ".join(map(quoted, record))
                    marks = ", ".join("?" * len(record))
                    values = [bound(each) for each in record.values()]
                    into = f"INSERT INTO {quoted(table)} ({names}) VALUES ({marks})"
                    database.execute(into, values)
            without(database, missing)
            watch(database)
        except (sqlite3.Error, sqlite3.Warning) as error:
            database.close()
            raise ValueError(f"the database cannot be made: {error}") from error
        database.create_function("random", 0, lambda: dice.bits() - 2**63)
        return database


@frozen
class SqlStage:
    """The world of one run.

    Args:
        world: what is opened.
        offload: for what blocks.
    """

    world: SqlWorld
    offload: Offload

    @classmethod
    def of(cls, setup: StageSetup) -> SqlStage:
        """Make the world that the user passed, or whose file ``sql:PATH`` names.

        Raises:
            TypeError, ValueError: if there is no such file, or it holds no world.
        """
        own = isinstance(setup.value, SqlWorld)
        world = setup.value if own else SqlWorld.load(setup.argument)
        for tool in setup.tools:
            if tool.name not in world.statements:
                setup.warn(
                    f"the SQL world has no statement for the tool {tool.name!r}; calls "
                    "of it are refused"
                )
        return cls(world, setup.offload)

    @asynccontextmanager
    async def open(self, slot: Slot, /) -> AsyncIterator[SqlSession]:
        """Open a database of the rollout's own."""
        dice = Dice(slot.derive("world", "sql"))
        missing = slot.task.situation.scene.missing
        connect = partial(self.world.connect, dice, missing)
        session = SqlSession(connect, self.world.statements)
        try:
            yield session
        finally:
            with anyio.CancelScope(shield=True):
                await self.offload(session.close)


def _toml(text: str) -> Any:
    reader = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    return reader.loads(text)


def _refuse_others(told: Any, known: Sequence[str], where: str) -> None:
    other = next((key for key in told if key not in known), None)
    if other is not None:
        raise ValueError(f"{where} has {other!r}; it takes {', '.join(known)}")


def _statement(tool: str, told: Mapping[str, Any]) -> Statement:
    _refuse_others(told, _KEYS, f"the tool {tool!r}")
    sql = told.get("sql")
    parts = (sql,) if isinstance(sql, str) else tuple(sql or ())
    if not parts or not all(isinstance(each, str) for each in parts):
        raise TypeError(f"the tool {tool!r} has sql={sql!r}; give SQL, or a list of it")
    used = [name for each in parts for name in _NAMED.findall(_LITERAL.sub("", each))]
    names = tuple(dict.fromkeys([*used, *told.get("parameters", ())]))
    required = tuple(told.get("required", names))
    one = bool(told.get("one", False))
    return Statement(tool=tool, sql=parts, names=names, required=required, one=one)


def _tool(statement: Statement, told: Mapping[str, Any]) -> Tool:
    given = told.get("parameters", {})
    properties = {name: given.get(name, {"type": "string"}) for name in statement.names}
    return Tool(
        name=statement.tool,
        description=told.get("description", ""),
        parameters={
            "type": "object",
            "properties": properties,
            "required": list(statement.required),
            "additionalProperties": False,
        },
    )


def _check(database: sqlite3.Connection, statement: Statement) -> None:
    """Have SQLite read each statement, without running it."""
    nothing = dict.fromkeys(statement.names)
    try:
        for sql in statement.sql:
            database.execute(f"EXPLAIN {sql}", nothing).close()
    except (sqlite3.Error, sqlite3.Warning) as error:
        told = f"the tool {statement.tool!r}: {error}, in sql={list(statement.sql)}"
        raise ValueError(told) from error
