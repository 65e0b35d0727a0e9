"""A whileai world of SQL statements: ``execute=SqlWorld.load("shop.toml")``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai import hookimpl
from whileai_sql_world.session import SqlSession
from whileai_sql_world.world import SqlStage, SqlWorld

if TYPE_CHECKING:
    from whileai.stages import Register

__all__ = ["SqlSession", "SqlStage", "SqlWorld", "register_worlds"]


def _is_sql(value: Any) -> bool:
    return isinstance(value, SqlWorld)


@hookimpl
def register_worlds(register: Register) -> None:
    """Register ``sql``."""
    register("sql", SqlStage.of, accepts=_is_sql)
