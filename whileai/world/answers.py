"""What a call answers: refusals, and pages of records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.errors import suggestion
from whileai.base.lines import fresh
from whileai.base.numbers import is_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from whileai.world.arguments import Problem
    from whileai.world.parts import Action, Entity

    Answer = dict[str, Any]


class Refused(Exception):
    """A call that the world answers with an error object; it holds that answer."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer["error"])
        self.answer = answer


def refusal(code: str, message: str, **details: Any) -> Refused:
    """Build a refusal: ``message`` as ``error``, ``code``, and what it concerns."""
    return Refused({"error": message, "code": code, **details})


def not_found(entity: Entity, field: str, found: Any) -> Refused:
    """Build the refusal for an id that no record has."""
    thing = entity.name.replace("_", " ")
    return refusal("not_found", f"{thing} {found!r} not found", field=field, id=found)


def invalid(problems: Sequence[Problem]) -> Answer:
    """Give the answer to arguments that do not fit the schema."""
    first = problems[0]
    answer: Answer = {
        "error": "; ".join(each.message for each in problems[:5])[:2000],
        "code": "invalid_arguments",
        "field": first.field,
        "expected": first.expected,
    }
    if len(problems) > 1:
        answer["fields"] = [each.field for each in problems]
    return answer


def unknown_tool(tool: object, known: Iterable[str]) -> Answer:
    """Give the answer to a call of a tool that is none of ``known``."""
    named = fresh(str(tool)[:200])
    return {
        "error": f"unknown tool {named!r}{suggestion(tool, known)}",
        "code": "unknown_tool",
        "tool": named,
    }


def page_of(
    action: Action, entity: Entity, rows: Sequence[Any], given: Mapping[str, Any]
) -> Answer:
    """Give one page of ``rows`` as the tool's paging arguments ask for it."""
    size = _whole(action, "limit", given, 0) if given else 0
    if not action.paged:
        return {entity.plural: rows[:size] if size else rows, "total": len(rows)}
    start = _whole(action, "offset", given, 0)
    if not start:
        start = max(0, _whole(action, "page", given, 1) - 1) * (size or 10)
    cursor = next(
        (given[a.name] for a in action.role("cursor") if a.name in given), None
    )
    if cursor is not None:
        start = _start(cursor)
    size = size or 10
    part = list(rows[start : start + size])
    more = start + size < len(rows)
    answer: Answer = {
        entity.plural: part,
        "total": len(rows),
        "has_more": more,
    }
    if action.role("cursor"):
        answer["next_cursor"] = f"c{start + size}" if more else None
    return answer


def _start(cursor: Any) -> int:
    text = str(cursor)
    if not text:
        return 0
    if text[:1] != "c" or not (text[1:].isascii() and text[1:].isdigit()):
        raise refusal(
            "invalid_arguments", f"cursor {text[:80]!r} is not valid", field="cursor"
        )
    return int(text[1:10])


def _whole(action: Action, role: str, given: Mapping[str, Any], default: int) -> int:
    for argument in action.role(role):
        each = given.get(argument.name)
        if is_number(each):
            return max(0, min(int(each), 10**6))
    return default
