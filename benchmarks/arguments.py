"""``arguments``: calls of the world, beside jsonschema's check of their arguments.

Each kind of call stands apart. A listing also makes up the records that it shows, so
these have a figure of their own: beside jsonschema's check of the same records.
"""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from benchmarks.agents import TOOLS30
from benchmarks.catalogue import real_tools
from benchmarks.timing import Finding, Settings, compare, micro
from whileai.base.examples import Examples, NoExample
from whileai.base.seeds import Dice, derive
from whileai.model import Scene, Tool
from whileai.options.tools import read_tools
from whileai.world.background import Backgrounds
from whileai.world.infer import infer
from whileai.world.session import MockSession

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from whileai.world import Model

TARGET = "arguments"
MOST = 2.0
CALLS = 20
"""Calls of one rollout: a store lives no longer."""
SCENES = 16
"""Scenes that the rollouts play in turn; those of one scene share what is made up."""
Calls = list[tuple[str, Any]]


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure a shop's plain tools, then the real ones."""
    sets = {"30 plain tools": TOOLS30, "real tools": real_tools()}
    for name, given in sets.items():
        if not given:
            yield Finding(target=TARGET, what=name, figure="skipped", note="not here")
            continue
        tools = read_tools(given)
        calls = _calls(tools, settings.size(2_000, 100))
        yield from _measured(name, tools, calls, settings.runs)
    yield from _set_up(settings.runs)


def _measured(
    name: str, tools: Sequence[Tool], calls: Calls, runs: int
) -> Iterator[Finding]:
    model = infer(tools)
    verbs = {tool: action.verb for tool, action in model.actions.items()}
    yield _compared(f"arguments checked, {name}", tools, model, calls, runs, bare=True)
    yield _compared(f"every call, {name}", tools, model, calls, runs)
    for kind, wanted in KINDS.items():
        some = [each for each in calls if verbs[each[0]] in wanted]
        if some:
            what, asked = f"{kind}, {name}", kind != "listings"
            yield _compared(what, tools, model, some, runs, asked=asked)
    many = [each for each in calls if verbs[each[0]] in KINDS["listings"]]
    if many:
        yield _records(name, model, many, runs)


KINDS = {
    "reads": ("read",),
    "writes": ("create", "update", "delete", "transition", "transfer", "send"),
    "computations and unknown": ("compute", "unknown"),
    "listings": ("list", "search"),
}


def _records(name: str, model: Model, calls: Calls, runs: int) -> Finding:
    """Compare listings with jsonschema's check of the records that they answer."""
    answers = _answers(model, calls)
    shown = [
        (Draft202012Validator(_schema_of(row)), row)
        for answer in answers
        for rows in (answer.values() if isinstance(answer, dict) else ())
        for row in (rows if isinstance(rows, list) else ())
        if isinstance(row, dict)
    ]

    def control() -> None:
        for check, row in shown:
            check.is_valid(row)

    control()
    found = compare(control, {"world": lambda: _answers(model, calls)}, runs)
    return Finding(
        target=TARGET,
        what=f"listings by record, {name}",
        figure=micro(found.cpu("world"), len(shown), "record"),
        ratio=found.ratio("world"),
        limit=f"at most {MOST:g}",
        holds=found.judged(found.ratio("world") <= MOST),
        note=f"jsonschema {micro(found.cpu(), len(shown), 'record')}; "
        f"{len(shown) / len(calls):.1f} records a call; {found.note}",
    )


def _answers(model: Model, calls: Calls) -> list[Any]:
    """Play the calls, a new rollout for every few."""
    answers = []
    shared = Backgrounds(model)
    for place, (tool, arguments) in enumerate(calls):
        if place % CALLS == 0:
            scene = Scene(seed=place // CALLS % SCENES)
            session = MockSession(model, scene, shared)
        answers.append(session.call(tool, arguments))
    return answers


def _schema_of(row: dict[str, Any]) -> dict[str, Any]:
    """Give what a tool would declare of a record: its fields and their types."""
    types = {str: "string", bool: "boolean", int: "integer", float: "number"}
    types |= {list: "array", dict: "object", type(None): "null"}
    fields = {name: {"type": types[type(each)]} for name, each in row.items()}
    return {"type": "object", "properties": fields, "required": sorted(fields)}


def _compared(
    what: str,
    tools: Sequence[Tool],
    model: Model,
    calls: Calls,
    runs: int,
    bare: bool = False,
    asked: bool = True,
) -> Finding:
    checks = {each.name: Draft202012Validator(each.parameters) for each in tools}

    def world() -> None:
        _answers(model, calls)

    def checked() -> None:
        for tool, arguments in calls:
            model.checks[tool].problems(arguments)

    def control() -> None:
        for tool, arguments in calls:
            checks[tool].is_valid(arguments)

    played = checked if bare else world
    played()
    found = compare(control, {"world": played}, runs)
    return Finding(
        target=TARGET,
        what=what,
        figure=micro(found.cpu("world"), len(calls), "call"),
        ratio=found.ratio("world"),
        limit=f"at most {MOST:g}" if asked else "",
        holds=found.judged(found.ratio("world") <= MOST) if asked else None,
        note=f"jsonschema {micro(found.cpu(), len(calls), 'call')}; {found.note}",
    )


NODE = {"type": "array", "items": {"$ref": "#/$defs/node"}}
DEFS = {"node": {"type": "object", "properties": {"parts": NODE}}}
HARD: dict[str, list[dict[str, Any]]] = {
    "a recursive schema": [{"parts": NODE, "$defs": DEFS}],
    "200 tools": [{"note": {"type": "string"}}] * 200,
    "60 parameters": [{f"field_{n}": {"type": "number"} for n in range(60)}],
}
MOST_S = 1.0


def _set_up(runs: int) -> Iterator[Finding]:
    """Measure how long it takes until tools have a world."""
    for what, each in HARD.items():
        given = [
            {
                "name": f"update_thing{place}",
                "parameters": {
                    "type": "object",
                    "$defs": properties.get("$defs", {}),
                    "properties": {k: v for k, v in properties.items() if k[0] != "$"},
                },
            }
            for place, properties in enumerate(each)
        ]
        taken = []
        for _ in range(runs):
            began = time.process_time()
            infer(read_tools(given))
            taken.append(time.process_time() - began)
        yield Finding(
            target=TARGET,
            what=f"set up, {what}",
            figure=f"{median(taken):.3f} s CPU",
            limit=f"at most {MOST_S:g} s",
            holds=median(taken) <= MOST_S,
        )


def _calls(tools: Sequence[Tool], count: int) -> Calls:
    """Give calls with arguments that their tools accept."""
    draws = {each.name: Examples(each.parameters) for each in tools}
    names, calls = sorted(draws), []
    for number in range(count):
        name = names[number % len(names)]
        try:
            value = draws[name].draw(Dice(derive(0, name, number)))
        except NoExample:
            continue
        calls.append((name, value))
    return calls
