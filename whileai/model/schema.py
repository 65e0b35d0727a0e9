"""The JSON Schema that every row is valid against; it ships beside this module."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from whileai.base.lines import loads

ROW_SCHEMA = "row.schema.json"


def row_schema() -> dict[str, Any]:
    """Give the JSON Schema of a row (Draft 2020-12), fresh for each caller.

    Every key of a row is required and no other is allowed; what an agent or a plugin
    wants to keep stands under ``extra``.
    """
    schema: dict[str, Any] = loads(files(__package__).joinpath(ROW_SCHEMA).read_bytes())
    return schema
