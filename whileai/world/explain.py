"""An inferred world as a readable table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.world.parts import ID_ROLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.world.parts import Action, Entity, Model

_WIDEST = 60


def explain(model: Model) -> str:
    """Give the entities and actions of ``model`` as two plain-text tables."""
    things: list[tuple[str, ...]] = [("entity", "id", "looks like", "status", "fields")]
    things += [_entity(each) for each in model.entities.values()]
    tools: list[tuple[str, ...]] = [("tool", "does", "to", "ids it takes", "result")]
    tools += [_action(each) for each in model.actions.values()]
    return f"{_table(things)}\n\n{_table(tools)}\n"


def _entity(entity: Entity) -> tuple[str, ...]:
    looks = " or ".join(shape.pattern for shape in entity.shapes)
    if entity.named:
        looks = ", ".join(map(str, entity.named[:4]))
        looks += ", ..." if len(entity.named) > 4 else ""
    if entity.single or entity.located:
        looks = "one, without id" if entity.single else "found by name, place or date"
    if entity.located and entity.shown and entity.natural:
        looks = f"found by {' or '.join(entity.natural)}"
    fields = ", ".join(
        f"{each.name} -> {each.entity}" if each.entity else each.name
        for each in entity.fields
    )
    return (entity.name, entity.key, looks, ", ".join(entity.statuses), fields)


def _action(action: Action) -> tuple[str, ...]:
    ids = ", ".join(f"{each.name}: {each.entity}" for each in action.role(*ID_ROLES))
    many = action.verb in ("list", "search") or action.one is not None
    result = "records" if many else "a record"
    if action.flag is not None:
        result = f"{action.flag[0]} {str(action.flag[1]).lower()}"
    if action.status:
        result = f"status {action.status!r}"
    if action.verb in ("compute", "unknown"):
        result = "a number" if action.verb == "compute" else "an acknowledgement"
    needs = f" (if {action.needs})" if action.needs else ""
    return (action.tool, action.verb + needs, action.entity or "-", ids or "-", result)


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    rows = [tuple(_cut(each) for each in row) for row in rows]
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = [
        "  ".join(
            each.ljust(width) for each, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]
    rule = "  ".join("-" * width for width in widths)
    return "\n".join([lines[0], rule, *lines[1:]])


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 3]}..."
