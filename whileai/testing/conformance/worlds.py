"""What a world promises."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import anyio.lowlevel
from attrs import frozen

from whileai.base.errors import describe, given
from whileai.base.examples import Examples
from whileai.base.lines import NotJson, fresh, plain
from whileai.base.merging import NoExample
from whileai.base.seeds import Dice
from whileai.testing.conformance import samples
from whileai.testing.conformance.promise import BrokenPromise, Promise, unkept
from whileai.testing.conformance.samples import HOSTILE, Sample
from whileai.testing.conformance.stand import Stand
from whileai.testing.conformance.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from whileai.engine.opening import Opening
    from whileai.model import Slot, Tool
    from whileai.stages import Session
    from whileai.testing.conformance.stand import Place

UNKNOWN = "no_such_tool"


def check_world(
    world: Any,
    *,
    calls: Sequence[tuple[str, Any]] = (),
    repeatable: bool = True,
    within_s: float = 10.0,
    **options: Any,
) -> None:
    """Check that a world keeps its promises; no network is needed.

    Several rollouts make the same calls of every tool, one by one, all at once and in
    two runs, and are cancelled in the middle; each is to find the world as the first
    did.

    Args:
        world: as ``simulate(execute=...)`` takes it (a function, an object with
            ``open``, a registered name), or a factory without arguments.
        calls: tools with their arguments, called first in every rollout: name some that
            change the world. Each tool is also called with facts of the situation and
            values that its schema allows.
        repeatable: whether the same calls in the same slot get the same answers.
        within_s: seconds that each step may take.
        options: further options of ``simulate``, as for ``check_grader``; ``tools=``
            are what is called, where the world brings none.

    Raises:
        BrokenPromise: an ``AssertionError`` that names the promise, what was given and
            what came back.
    """
    stand = Stand(kind="world", value=world, more=options, within_s=within_s)

    def ordinary(opening: Opening) -> list[Sample]:
        return [
            Sample(
                said=f"the calls {given([c.tool for c in script])} in {each.said}",
                value=Script(slot=each.value, calls=script),
            )
            for each in samples.slots(opening)
            for script in [tuple(_script(opening, each.value, calls))]
        ]

    Trial(
        ask=_called,
        holds=_holds,
        samples=ordinary,
        hostile=_hostile,
        repeatable=repeatable,
    ).prove(stand)
    stand.run(_passes_on)


@frozen
class Called:
    """One call of a script."""

    tool: str
    arguments: Any


@frozen(kw_only=True)
class Script:
    """What one rollout calls."""

    slot: Slot
    calls: tuple[Called, ...]


@frozen(kw_only=True)
class Answers:
    """What the calls of one rollout came to."""

    values: tuple[Any, ...]
    effects: Any


def _script(
    opening: Opening, slot: Slot, first: Sequence[tuple[str, Any]]
) -> Iterator[Called]:
    """Give the calls of one rollout: every tool twice, and one that is not there."""
    for name, arguments in first:
        yield Called(name, arguments)
    facts = slot.task.situation.scene.facts
    for _ in range(2):
        for tool in opening.run.tools:
            yield Called(tool.name, _arguments(tool, facts))
    yield Called(UNKNOWN, {})


def _arguments(tool: Tool, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Give arguments that the tool's schema allows, with facts where they fit."""
    try:
        drawn = Examples(tool.parameters).draw(Dice(samples.SEED))
    except NoExample:
        drawn = {}
    named = tool.parameters.get("properties", {})
    known = {name: value for name, value in facts.items() if name in named}
    return {**drawn, **known} if isinstance(drawn, dict) else known


def _hostile(opening: Opening) -> list[Sample]:
    """Give rollouts that call tools with whatever a model may come up with."""
    slot = samples.slots(opening)[0].value
    found = []
    for what, text in HOSTILE.items():
        odd: list[Any] = [{}, text, [text], 3]
        calls = [Called(text, {})]
        for tool in opening.run.tools[:8]:
            named = tool.parameters.get("properties", {}) or {"value": {}}
            each = [dict.fromkeys(named, text), {text: text}, *odd]
            calls += [Called(tool.name, arguments) for arguments in each]
        script = Script(slot=slot, calls=tuple(calls))
        found.append(Sample(said=f"calls whose arguments are {what}", value=script))
    return found


async def _called(place: Place, script: Script) -> Answers:
    """Make the calls of one rollout, in a world of its own."""
    async with place.stage.open(script.slot) as session:
        values = []
        for call in script.calls:
            values.append(await _answer(place, session, call))
            await anyio.lowlevel.checkpoint()  # others have their turn
        return Answers(
            values=tuple(values), effects=_kept(getattr(session, "effects", None))
        )


async def _answer(place: Place, session: Session, call: Called) -> Any:
    """Give the world's answer; a function may raise, and that is its answer."""
    arguments = fresh(call.arguments)
    try:
        if getattr(session, "blocking", False):
            answer = await place.opening.threads(session.call, call.tool, arguments)
        else:
            answer = session.call(call.tool, arguments)
        return _kept(await answer if inspect.isawaitable(answer) else answer)
    except Exception as error:
        if callable(place.opening.run.options.who.execute):
            return {"error": describe(error)}
        said = f"{call.tool[:40]}({given(arguments)})"
        raise BrokenPromise(
            Promise.ERRORS_ARE_VALUES, said, f"{describe(error)}, raised"
        ) from error


def _kept(value: Any) -> Any:
    """Give a copy of what a world told; what is no JSON as it is."""
    try:
        return plain(value)
    except NotJson:
        return value


def _holds(place: Place, sample: Sample, answers: Answers) -> None:
    script: Script = sample.value
    names = {tool.name for tool in place.opening.run.tools}
    for call, value in zip(script.calls, answers.values, strict=True):
        said = f"{call.tool[:40]}({given(call.arguments)})"
        if unkept(value):
            came = f"{given(value)}, which is no JSON value: {unkept(value)}"
            raise BrokenPromise(Promise.TYPED, said, came)
        if call.tool not in names and not _is_error(value):
            came = f"{given(value)} of a tool that there is not"
            raise BrokenPromise(Promise.ERRORS_ARE_VALUES, said, came)
    effects = answers.effects
    listed = isinstance(effects, list) and all(isinstance(e, dict) for e in effects)
    if effects is not None and not listed:
        came = f"effects={given(effects)}; a list of objects, or None"
        raise BrokenPromise(Promise.TYPED, sample.said, came)


def _is_error(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(value.get("error"))


class _Failed(Exception):
    """What a rollout fails with while its world is open."""


async def _passes_on(place: Place) -> None:
    """Check that a world does not keep back what its rollout fails with."""
    slot = samples.slots(place.opening)[0].value
    said = "an error of the agent, with the world open"
    try:
        async with place.stage.open(slot):
            raise _Failed("the agent failed")
    except _Failed:
        return
    except Exception as error:
        raise BrokenPromise(Promise.PASSED_ON, said, describe(error)) from error
    raise BrokenPromise(Promise.PASSED_ON, said, "nothing: the world kept it back")
