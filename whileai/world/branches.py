"""The branches of a result's schema: what they say of a record, which one is met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.world.schemas import rooted, type_of
from whileai.world.words import listed, words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Schema = Mapping[str, Any]

_UNIONS = ("anyOf", "oneOf")
REPLIES = frozenset(
    listed("success succeeded ok error errors message msg code status_code request_id")
)
"""Fields that say whether a call worked, and nothing of what it is about."""
_FAILED = frozenset(
    listed("error errors failure failed fail missing denied exception fault problem")
)
"""Words of tags and fields of answers that say what went wrong."""


def branches(schema: Schema, root: Schema) -> list[Schema]:
    """Give the forms that a value may have, each with what all of them have.

    Args:
        schema: of the value.
        root: the schema that its references point into.

    Returns:
        One or more: each branch of ``anyOf`` or ``oneOf`` but null, those of a branch
        in its place; ``schema`` alone, its reference followed, where there is none.
    """
    forms = _forms(schema, root, 0)
    return [each for each in forms if type_of(each) != "null"] or [schema]


def _forms(schema: Schema, root: Schema, level: int) -> list[Schema]:
    here = rooted(schema, root) if "$ref" in schema else schema
    union = next((word for word in _UNIONS if isinstance(here.get(word), list)), "")
    if not union or level > 8:
        return [here]
    common = {name: each for name, each in here.items() if name != union}
    return [
        _both(common, form)
        for branch in here[union]
        if isinstance(branch, dict)
        for form in _forms(branch, root, level + 1)
    ]


def _both(common: Schema, form: Schema) -> Schema:
    """A branch with what stands beside all of them."""
    both = {**common, **form}
    properties = {**common.get("properties", {}), **form.get("properties", {})}
    if properties:
        both["properties"] = properties
    needed = dict.fromkeys((*common.get("required", ()), *form.get("required", ())))
    if needed:
        both["required"] = list(needed)
    return both


def united(schema: Schema, root: Schema) -> Schema:
    """Give one schema for what a record may hold, whichever branch it is.

    Branches that tell of a failure are left out; of tags that tell branches apart, the
    values are put together.

    Args:
        schema: of the record.
        root: the schema that its references point into.
    """
    forms = branches(schema, root)
    told = [each for each in forms if not _fails(each)] or forms
    objects = [each for each in told if isinstance(each.get("properties"), dict)]
    if len(told) < 2 or len(objects) < len(told):
        return told[0]
    properties: dict[str, Any] = {}
    for each in objects:
        for name, part in each["properties"].items():
            known = properties.get(name)
            properties[name] = part if known is None else _either(known, part)
    shared = set.intersection(*(set(each.get("required", ())) for each in objects))
    needed = [name for name in properties if name in shared]
    kept = {**objects[0], "type": "object", "properties": properties}
    return {**kept, "required": needed}


def _either(one: Any, other: Any) -> Any:
    """A field that two branches have: any of both tags, else as the first has it."""
    tags = (*tags_of(one), *tags_of(other))
    if not tags_of(one) or not tags_of(other):
        return one
    beside = {k: v for k, v in one.items() if k not in ("const", "enum")}
    return {**beside, "enum": list(dict.fromkeys(tags))}


def wrapper(schema: Schema, root: Schema) -> str:
    """Give the field that holds all there is to tell; empty if there is none.

    Beside it stands only whether the call worked: ``{"success": true, "data": {...}}``.

    Args:
        schema: of an answer; one form of it.
        root: the schema that its references point into.
    """
    properties = schema.get("properties") or {}
    told = [
        name
        for name, part in properties.items()
        if name not in REPLIES and len(tags_of(part)) != 1
    ]
    inner = properties[told[0]] if len(told) == 1 else {}
    found = isinstance(inner, dict) and all(
        type_of(form) == "object" and form.get("properties")
        for form in branches(inner, root)
    )
    return told[0] if found and inner else ""


def tags_of(part: Any) -> tuple[Any, ...]:
    """Give the only values that a field can have, where its schema names them."""
    if not isinstance(part, dict):
        return ()
    told = (part["const"],) if "const" in part else tuple(part.get("enum") or ())
    return tuple(each for each in told if not isinstance(each, (list, dict)))


def _fails(form: Schema) -> bool:
    """Whether a branch tells of a failure."""
    if not _FAILED.isdisjoint(form.get("required", ())):
        return True
    tags = [tags_of(each) for each in (form.get("properties") or {}).values()]
    said = [each for tag in tags if len(tag) == 1 for each in tag]
    return any(
        each is False or (isinstance(each, str) and not _FAILED.isdisjoint(words(each)))
        for each in said
    )


def met(
    answer: Any, forms: Sequence[Schema], part: Callable[[str, Mapping[str, Any]], Any]
) -> Schema:
    """Give the form that an answer is of: whose tags and fields it has.

    Args:
        answer: what was found or done.
        forms: one or more, as ``branches`` gives them.
        part: gives what an answer has for a field, ``None`` if nothing.
    """
    return max(forms, key=lambda form: _score(answer, form, part))


def _score(
    answer: Any, form: Schema, part: Callable[[str, Mapping[str, Any]], Any]
) -> int:
    kind = type_of(form)
    if not isinstance(answer, dict):
        plain = {str: "string", bool: "boolean", list: "array", type(None): "null"}
        return int(plain.get(type(answer), "number") == kind)
    if kind not in ("object", ""):
        rows = any(isinstance(each, list) for each in answer.values())
        return -50 if kind != "array" or not rows else 0
    score = -100 if _fails(form) else 0
    needed = form.get("required", ())
    for name, inner in (form.get("properties") or {}).items():
        have, tags = part(name, answer), tags_of(inner)
        if have is None:
            score -= 2 * (name in needed and not tags)
        elif tags:
            score += 10 if have in tags else -10
        else:
            score += 2
    return score
