"""The mock world with what its user knows better than the inference."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from attrs import evolve

from whileai.base.errors import given, unknown_name
from whileai.builtin.worlds.mock import unclear, unmet
from whileai.model import Record
from whileai.options.tools import read_tools
from whileai.world.background import Backgrounds
from whileai.world.explain import explain
from whileai.world.fields import kind_of
from whileai.world.infer import infer
from whileai.world.parts import VERBS, Entity, Field
from whileai.world.session import MockSession

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from whileai.model import Slot

_KEYS = ("key", "ids", "statuses", "status_field", "fields")


class World:
    """The mock world, with entities, records and effects that you say.

    Pass it as ``execute=``. Printed, it is the table of ``explain_world``.

    Args:
        tools: as ``simulate(tools=...)`` takes them; they are the run's, unless
            ``tools=`` says otherwise.
        entities: entity name, as ``explain_world`` shows it, to what is different:
            ``key`` (the field that holds the id), ``ids`` (the only ones there are at
            first), ``statuses`` (in order of life), ``status_field``, ``fields``
            (name to JSON Schema, in addition to the inferred ones).
        fixtures: entity name to the records that each rollout's world holds besides
            those of its scene, each with its id under the entity's key.
        verbs: tool name to what the tool does, where ``explain_world`` has it wrong
            or says ``unknown``: ``create``, ``read``, ``list``, ``search``,
            ``update``, ``delete``, ``transition``, ``transfer``, ``compute``,
            ``send``, or ``unknown`` for an acknowledgement without an effect. What
            you say stands, whatever the tool's name and arguments look like.

    Attributes:
        warnings: about the tools whose effect nobody can tell; the run tells them.

    Raises:
        ValueError: for an entity, a key, a tool or a verb that there is not, or a
            record without id.
        TypeError: for a value of the wrong kind.
    """

    def __init__(
        self,
        tools: Any,
        *,
        entities: Mapping[str, Mapping[str, Any]] | None = None,
        fixtures: Mapping[str, list[dict[str, Any]]] | None = None,
        verbs: Mapping[str, str] | None = None,
    ) -> None:
        self.tools = read_tools(tools)
        self._again = functools.partial(
            World, entities=entities, fixtures=fixtures, verbs=verbs
        )
        _check_verbs([each.name for each in self.tools], verbs or {})
        model = infer(self.tools, verbs=verbs)
        known = dict(model.entities)
        for name, changes in (entities or {}).items():
            known[name] = _changed(_of(known, name, "entities"), changes)
        self._model = evolve(model, entities=known)
        self.warnings = (*unclear(self._model, verbs or {}), *unmet(self._model))
        self._backgrounds = Backgrounds(self._model)
        self._records = tuple(
            _record(_of(known, name, "fixtures"), row)
            for name, rows in (fixtures or {}).items()
            for row in rows
        )

    def __str__(self) -> str:
        return explain(self._model)

    def __reduce__(self) -> Any:
        """Pickle what was said, of which it is made anew."""
        tools = tuple(evolve(tool, call=None) for tool in self.tools)
        return self._again, (tools,)

    @asynccontextmanager
    async def open(self, slot: Slot, /) -> AsyncIterator[MockSession]:
        """Open the world of one rollout: its scene, and the fixtures."""
        scene = slot.task.situation.scene
        staged = {(each.entity, str(each.id)) for each in scene.records}
        gone = {str(each) for each in scene.missing}
        more = [
            each
            for each in self._records
            if (each.entity, str(each.id)) not in staged and str(each.id) not in gone
        ]
        scene = evolve(scene, records=(*scene.records, *more))
        yield MockSession(self._model, scene, self._backgrounds)


def _check_verbs(tools: Sequence[str], verbs: Mapping[str, str]) -> None:
    if not isinstance(verbs, Mapping):
        raise TypeError(
            f"verbs={given(verbs)}; pass a dict of tool names to one of "
            f"{', '.join(VERBS)}"
        )
    for tool, verb in verbs.items():
        if tool not in tools:
            raise unknown_name("tool in verbs=", tool, tools, "Pass one of tools=.")
        if verb not in VERBS:
            way = "explain_world(tools) shows what each tool is taken to do."
            raise unknown_name(f"verb of {tool!r} in verbs=", verb, VERBS, way)


def _of(known: Mapping[str, Entity], name: str, option: str) -> Entity:
    entity = known.get(name)
    if entity is None:
        way = "wai.explain_world(tools) shows them."
        raise unknown_name(f"entity in {option}=", name, tuple(known), way)
    return entity


def _changed(entity: Entity, changes: Mapping[str, Any]) -> Entity:
    if not isinstance(changes, Mapping):
        raise TypeError(
            f"entities[{entity.name!r}] is {given(changes)}; pass a dict with some of "
            f"{', '.join(_KEYS)}"
        )
    for key in changes:
        if key not in _KEYS:
            raise unknown_name(
                f"key in entities[{entity.name!r}]", key, _KEYS, "Pass one of these."
            )
    told = {key: changes[key] for key in ("key", "status_field") if key in changes}
    if "statuses" in changes:
        told["statuses"] = tuple(changes["statuses"])
    if "ids" in changes:
        told |= {"named": tuple(changes["ids"]), "spare": ()}
    if "fields" in changes:
        told["fields"] = _fields(entity, changes["fields"])
    return evolve(entity, **told)


def _fields(entity: Entity, added: Mapping[str, Any]) -> tuple[Field, ...]:
    new = tuple(
        Field(name=name, kind=kind_of(name, schema), schema=schema)
        for name, schema in added.items()
    )
    return (*(each for each in entity.fields if each.name not in added), *new)


def _record(entity: Entity, row: Mapping[str, Any]) -> Record:
    fields = dict(row)
    own = fields.pop(entity.key, fields.pop("id", None))
    if own is None:
        raise ValueError(
            f"fixtures[{entity.name!r}] has the record {given(row)} without its id; "
            f"give it one under {entity.key!r}"
        )
    return Record(entity=entity.name, id=own, fields=fields)
