"""Scenes with the calls that a good clerk makes, replayed and checked for consistency.

A call's argument ``"$2.orders.0"`` is what the answer of call 2 (from 0) has there;
``<first>``, ``<last>``, ``<zip>`` and ``<email>`` are the person of the scenario.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import define, field

from whileai.base.lines import fresh
from whileai.model import Record, Scene
from whileai.world import MockSession

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.world import Model

Call = dict[str, Any]
Transcript = list[tuple[str, dict[str, Any], Any]]


def person_of(scenario: Mapping[str, Any]) -> dict[str, str]:
    """Read who calls off a scenario of the shared data."""
    known = scenario["user_scenario"]["instructions"]["known_info"]
    first, last = re.findall(r"(?:name is|You are) (\w+) (\w+)", known)[0]
    found = {"first": first, "last": last, "low": f"{first}_{last}".lower()}
    for name, pattern in (("zip", r"\b\d{5}\b"), ("email", r"[\w.]+@[\w.]+\w")):
        told = re.findall(pattern, known)
        found[name] = told[0] if told else ""
    return found


def filled(value: Any, person: Mapping[str, str]) -> Any:
    """Give ``value`` with the person's facts in the place of their marks."""
    if isinstance(value, str):
        return re.sub(r"<(\w+)>", lambda mark: person[mark[1]], value)
    if isinstance(value, list):
        return [filled(each, person) for each in value]
    if isinstance(value, dict):
        return {name: filled(each, person) for name, each in value.items()}
    return value


def scene_of(told: Mapping[str, Any], person: Mapping[str, str]) -> Scene:
    """Give what is true in a scene."""
    records = tuple(
        Record(
            entity=each["entity"],
            id=filled(each.get("id"), person),
            fields=filled(each["fields"], person),
        )
        for each in told.get("record", ())
    )
    missing = tuple(told.get("missing", ()))
    return Scene(seed=told["seed"], records=records, missing=missing)


def replay(model: Model, told: Mapping[str, Any], person: Mapping[str, str]) -> Replay:
    """Make every call of a scene, and check each answer against those before."""
    world = MockSession(model, scene_of(told, person))
    done = Replay(model=model, world=world, person=person)
    for call in told["call"]:
        arguments = filled(call.get("with", {}), person)
        done.call(call["tool"], done.resolved(arguments), call)
    done.close()
    return done


@define(kw_only=True)
class Replay:
    """The calls of one scene so far, and what they said is true.

    Args:
        model, world: what answers.
        person: who calls.
        transcript: tool, arguments and answer of each call.
        wrong: what contradicts an answer before, in words.
    """

    model: Model
    world: MockSession
    person: Mapping[str, str]
    transcript: Transcript = field(factory=list)
    wrong: list[str] = field(factory=list)
    _known: dict[tuple[str, str], dict[str, Any]] = field(factory=dict)
    _gone: set[tuple[str, str]] = field(factory=set)

    def resolved(self, value: Any) -> Any:
        """Give ``value`` with what earlier answers said in the place of ``$n.path``."""
        if isinstance(value, list):
            return [self.resolved(each) for each in value]
        if isinstance(value, dict):
            return {name: self.resolved(each) for name, each in value.items()}
        if not (isinstance(value, str) and re.match(r"\$\d", value)):
            return value
        number, *path = value[1:].split(".")
        found = self.transcript[int(number)][2]
        for step in path:
            found = found[int(step)] if isinstance(found, list) else found[step]
        return found

    def call(self, tool: str, arguments: dict[str, Any], expected: Call) -> None:
        """Make one call, and hold its answer against what is known."""
        answer = self.world.call(tool, arguments)
        self.transcript.append((tool, arguments, fresh(answer)))
        at = f"call {len(self.transcript) - 1} ({tool})"
        code = answer.get("code") if answer.get("error") else None
        if code != expected.get("code"):
            self.wrong.append(f"{at}: code {code!r}, expected {expected.get('code')!r}")
        for name, value in filled(expected.get("says", {}), self.person).items():
            if answer.get(name) != value:
                self.wrong.append(
                    f"{at}: {name} is {answer.get(name)!r}, not {value!r}"
                )
        if code is None:
            self._learn(at, tool, arguments, answer, expected.get("moves", ()))

    def _learn(
        self,
        at: str,
        tool: str,
        told: dict[str, Any],
        answer: Any,
        moves: Sequence[str],
    ) -> None:
        action = self.model.actions[tool]
        entity = self.model.entities.get(action.entity)
        if entity is None:
            return
        rows = next((v for v in answer.values() if isinstance(v, list)), [])
        free = set(moves)
        if action.writes:
            free |= {entity.status_field, *told, *(total for total, *_ in entity.sums)}
            free.add(action.link.field if action.link else "")
        for row in rows if action.plural and not action.asks_id else [answer]:
            place = (entity.name, str(row.get(entity.key)))
            if row.get("deleted"):
                self._gone.add(place)
                self._known.pop(place, None)
                continue
            if place in self._gone and not action.writes:
                self.wrong.append(f"{at}: {place} is back from the dead")
            self._compare(at, place, row, free)
        for argument in action.role("field") if action.writes else ():
            given = told.get(argument.name)
            if given is not None and answer.get(argument.field, given) != given:
                self.wrong.append(f"{at}: {argument.name} was not kept")

    def _compare(
        self, at: str, place: tuple[str, str], row: dict[str, Any], free: set[str]
    ) -> None:
        """Hold a record against what was said of it, and remember it."""
        known = self._known.setdefault(place, {})
        for name, value in row.items():
            old = known.get(name, value)
            if name not in free and old != value:
                self.wrong.append(f"{at}: {name} of {place} was {old!r}, is {value!r}")
        known.update(row)

    def close(self) -> None:
        """Read everything that was seen once more: it must all still be so."""
        for tool, action in self.model.actions.items():
            target = next(iter(action.role("target")), None)
            if action.verb != "read" or target is None:
                continue
            entity = self.model.entities[action.entity]
            for name, own in [*self._known, *self._gone]:
                if name != entity.name:
                    continue
                value = int(own) if target.schema.get("type") == "integer" else own
                answer = self.world.call(tool, {target.name: value})
                if ((name, own) in self._gone) != bool(answer.get("error")):
                    self.wrong.append(f"{tool} {own}: {answer}")
                for field_name, said in self._known.get((name, own), {}).items():
                    if answer.get(field_name, said) != said:
                        self.wrong.append(
                            f"{tool} {own}: {field_name} changed by itself"
                        )
