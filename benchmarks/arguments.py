"""``arguments``: one call of the world, beside jsonschema's check of its arguments."""

from __future__ import annotations

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

TARGET = "arguments"
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
        yield _measured(name, tools, calls, settings.runs)


def _measured(name: str, tools: Sequence[Tool], calls: Calls, runs: int) -> Finding:
    model = infer(tools)
    checks = {each.name: Draft202012Validator(each.parameters) for each in tools}

    def world() -> None:
        session = MockSession(model, Scene(seed=0))
        for tool, arguments in calls:
            session.call(tool, arguments)

    def control() -> None:
        for tool, arguments in calls:
            checks[tool].is_valid(arguments)

    world()
    found = compare(control, {"world": world}, runs)
    return Finding(
        target=TARGET,
        what=f"one world call, {name}",
        figure=micro(found.cpu("world"), len(calls)).replace("row", "call"),
        ratio=found.ratio("world"),
        limit="",
        note=f"jsonschema {micro(found.cpu(), len(calls))}; {found.note}",
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
