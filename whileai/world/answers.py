"""What a call answers: refusals, records as results, declared output schemas met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.errors import suggestion
from whileai.base.examples import Examples, NoExample
from whileai.base.lines import fresh
from whileai.base.numbers import is_number
from whileai.base.seeds import Dice, derive
from whileai.world.fields import base_schema, type_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from whileai.world.arguments import Problem, Results
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


def declared(
    answer: Any,
    schema: Mapping[str, Any],
    results: Results,
    examples: Examples,
    seed: int,
    key: str,
) -> Any:
    """Give ``answer`` in the form of a declared output schema.

    What the schema asks for and the answer lacks is drawn from ``seed`` and ``key``,
    so that the same call has the same answer.
    """
    if not results.problems(answer):
        return answer
    dice = Dice(derive(seed, "result", key))
    try:
        drawn = examples.draw(dice)
    except NoExample:
        return answer
    shaped = _shaped(answer, drawn, schema)
    for _ in range(20):
        problems = results.problems(shaped)
        if not problems:
            return shaped
        if not any(_mend(shaped, drawn, each.field) for each in problems):
            break
    return drawn


def _shaped(answer: Any, drawn: Any, schema: Mapping[str, Any]) -> Any:
    """``drawn`` with every part that the answer has too replaced by the answer's."""
    schema = base_schema(schema)
    if _says_nothing(answer, schema):
        return fresh(answer)
    if type_of(schema) == "array" or isinstance(drawn, list):
        rows = answer if isinstance(answer, list) else _rows(answer)
        if rows is None:
            return drawn
        model = drawn[0] if isinstance(drawn, list) and drawn else {}
        inner = schema.get("items")
        inner = inner if isinstance(inner, dict) else {}
        return [_shaped(row, fresh(model), inner) for row in rows]
    if not isinstance(drawn, dict) or not isinstance(answer, dict):
        return _scalar(answer, drawn, schema)
    properties = schema.get("properties") or {}
    needed = schema.get("required") or ()
    shaped = {k: v for k, v in drawn.items() if k != "error" or k in needed}
    for name in {**drawn, **properties}:
        part = _part(name, answer)
        if part is not None:
            inner = properties.get(name)
            inner = inner if isinstance(inner, dict) else {}
            shaped[name] = _shaped(part, drawn.get(name, part), inner)
    return shaped


_OPEN = frozenset({"type", "title", "description", "additionalProperties"})


def _says_nothing(answer: Any, schema: Mapping[str, Any]) -> bool:
    """Whether a schema names no field and no type but object, as ``dict`` does."""
    if not schema.keys() <= _OPEN or schema.get("additionalProperties") is False:
        return False
    return type_of(schema) in ("", "object") and isinstance(answer, dict)


def _scalar(answer: Any, drawn: Any, schema: Mapping[str, Any]) -> Any:
    if isinstance(answer, dict) and not isinstance(drawn, dict):
        alike = [each for each in answer.values() if type(each) is type(drawn)]
        return alike[0] if alike and type_of(schema) not in ("object", "") else drawn
    return answer


def _rows(answer: Any) -> list[Any] | None:
    """The list of records in an answer about many."""
    if isinstance(answer, dict):
        return next((each for each in answer.values() if isinstance(each, list)), None)
    return None


def _part(name: str, answer: Mapping[str, Any]) -> Any:
    """What the answer has for the field ``name``, by its name or its meaning."""
    if name in answer:
        return answer[name]
    if name == "id":
        return next(
            (v for k, v in answer.items() if k.endswith(("_id", "Id", "id"))), None
        )
    if name.endswith("_id") and "id" in answer:
        return answer["id"]
    if name in ("items", "result", "results", "data", "records", "entries"):
        return _rows(answer)
    if name in ("count", "total", "total_count"):
        return answer.get("total")
    if name in ("success", "ok"):
        return True
    return None


def _mend(shaped: Any, drawn: Any, field: str) -> bool:
    """Put the drawn part in the place of one that the schema does not take."""
    path = field.split(".") if field else []
    inside, model = shaped, drawn
    for place, step in enumerate(path):
        last = place == len(path) - 1
        if isinstance(inside, list) and step.isdigit() and int(step) < len(inside):
            model = model[0] if isinstance(model, list) and model else None
            if last:
                if model is None:
                    del inside[int(step)]
                else:
                    inside[int(step)] = fresh(model)
                return True
            inside = inside[int(step)]
        elif isinstance(inside, dict):
            model = model.get(step) if isinstance(model, dict) else None
            if last:
                return _replace(inside, step, model)
            inside = inside.get(step)
        else:
            return False
    return False


def _replace(inside: Answer, step: str, model: Any) -> bool:
    if model is None and step not in inside:
        return False
    if model is None:
        inside.pop(step)
    elif inside.get(step) == model:
        return False
    else:
        inside[step] = fresh(model)
    return True
