"""Checks of a reply that is to be a JSON document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from whileai.base.checking import Validator, readable
from whileai.base.errors import given
from whileai.base.lines import dumps, fresh, loads
from whileai.base.text import fingerprint
from whileai.graders.check import Check, said_by, shortened
from whileai.graders.texts import reply_of

if TYPE_CHECKING:
    from whileai.model import Verdict

Row = Mapping[str, Any]

_FENCE = re.compile(r"\A\s*```[\w-]*[ \t]*\n(.*?)\n?```\s*\Z", re.DOTALL)


def json_schema(schema: Mapping[str, Any], *, name: str | None = None) -> Check:
    """Pass the reply that is a JSON document as ``schema`` describes it.

    The reply is the document and nothing else; one code fence around it is taken off.

    Args:
        schema: a JSON Schema.
        name: of the grader, else its ``title``.

    Raises:
        TypeError, ValueError: if ``schema`` is no JSON Schema.
    """
    if not isinstance(schema, Mapping):
        raise TypeError(f"json_schema() takes a schema as a dict, got {given(schema)}")
    checked = _validator(fresh(schema))
    title = name or schema.get("title")
    if not isinstance(title, str):
        title = fingerprint(dumps(schema).decode(), 8)
    short = shortened(f"json_schema({title})")

    def find(row: Row) -> Verdict:
        text = reply_of(row)
        fenced = _FENCE.match(text)
        try:
            value = loads(fenced.group(1) if fenced else text)
        except ValueError:
            return said_by(
                short, 0.0, "the reply is not JSON", {"is_json": 0, short: 0}
            )
        wrong = next(iter(checked.errors(value)), None)
        markers = {"is_json": 1, short: int(wrong is None)}
        why = "" if wrong is None else _why(wrong)
        return said_by(short, float(wrong is None), why, markers)

    return Check(name=short, find=find)


def _validator(schema: dict[str, Any]) -> Validator:
    try:
        Validator(schema).refuse_no_schema()
    except Exception as error:  # noqa: BLE001 - jsonschema's own, and of patterns
        message = getattr(error, "message", error)
        raise ValueError(f"json_schema() got no JSON Schema: {message}") from None
    return Validator(readable(schema))


def _why(wrong: Any) -> str:
    place = "".join(f"[{part!r}]" for part in wrong.absolute_path)
    return f"the document{' at ' + place if place else ''}: {wrong.message[:200]}"
