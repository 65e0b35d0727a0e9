"""``arguments``: calls of the world, beside jsonschema's check of their arguments.

The check alone is what the limit is for; a call also makes up the records that it
shows, so listings stand apart.
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
from whileai.world.infer import infer
from whileai.world.session import MockSession

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from whileai.world import Model

TARGET = "arguments"
MOST = 2.0
CALLS = 20
"""Calls of one rollout: a store lives no longer."""
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
    many = [each for each in calls if verbs[each[0]] in ("list", "search")]
    few = [each for each in calls if verbs[each[0]] not in ("list", "search")]
    yield _compared(f"arguments checked, {name}", tools, model, calls, runs, bare=True)
    yield _compared(f"reads and writes, {name}", tools, model, few, runs)
    yield _compared(f"listings, {name}", tools, model, many, runs, asked=False)


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
        for place, (tool, arguments) in enumerate(calls):
            if place % CALLS == 0:
                session = MockSession(model, Scene(seed=place))
            session.call(tool, arguments)

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
        figure=micro(found.cpu("world"), len(calls)).replace("row", "call"),
        ratio=found.ratio("world"),
        limit=f"at most {MOST:g}" if asked else "",
        holds=found.judged(found.ratio("world") <= MOST) if asked else None,
        note=f"jsonschema {micro(found.cpu(), len(calls))}; {found.note}",
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
