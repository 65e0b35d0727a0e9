"""What a model provider promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.errors import given
from whileai.calls import Ask, Completion, WireCall
from whileai.model import ToolCall, ToolResult, Turn
from whileai.testing.conformance.promise import BrokenPromise, Promise
from whileai.testing.conformance.samples import HOSTILE, Sample
from whileai.testing.conformance.stand import Stand
from whileai.testing.conformance.trial import Trial

if TYPE_CHECKING:
    from whileai.engine.opening import Opening
    from whileai.testing.conformance.stand import Place

FINISHES = ("stop", "tool", "length")


def check_backend(
    backend: Any, *, repeatable: bool = True, within_s: float = 10.0, **options: Any
) -> None:
    """Check that a model provider keeps its promises.

    It is asked with and without tools, in the middle of a conversation and for several
    completions, one by one, all at once and in two runs, and is cancelled in the
    middle. What is hostile it may refuse by raising.

    Args:
        backend: as ``simulate(agent=...)`` takes a model (an object with ``complete``,
            the spec of one, ``"provider:model"``), or a factory without arguments.
        repeatable: whether the same turns and ``Ask``, its seed included, get the same
            completion.
        within_s: seconds that each step may take.
        options: further options of ``simulate``, as for ``check_grader``.

    Raises:
        BrokenPromise: an ``AssertionError`` that names the promise, what was given and
            what came back.
    """
    Trial(
        ask=_completed,
        holds=_holds,
        samples=_asks,
        hostile=_hostile,
        repeatable=repeatable,
        refuses=True,
    ).prove(Stand(kind="backend", value=backend, more=options, within_s=within_s))


async def _completed(place: Place, asked: tuple[tuple[Turn, ...], Ask]) -> Any:
    turns, ask = asked
    return await place.stage.complete(turns, ask)


def _asks(opening: Opening) -> list[Sample]:
    tools = tuple(tool.as_openai() for tool in opening.run.tools)
    name = opening.run.tools[0].name if opening.run.tools else "look"
    opened = Turn(role="user", text="Where is my order A-1?")
    looked = Turn(
        role="assistant",
        calls=(ToolCall(tool=name, arguments={"order_id": "A-1"}, id="call_1"),),
        results=(ToolResult(value={"status": "shipped"}),),
    )
    hello = (Turn(role="user", text="Hello!"),)
    system = "You help with orders."
    return [
        Sample(said="one line", value=((opened,), Ask(system=system, seed=1))),
        Sample(
            said="a conversation with a tool call",
            value=((opened, looked), Ask(system=system, tools=tools, seed=2)),
        ),
        Sample(
            said="the same, to be answered without tools",
            value=(
                (opened, looked),
                Ask(system=system, tools=tools, tool_choice="none", seed=3),
            ),
        ),
        Sample(
            said="one line, for three completions",
            value=(hello, Ask(n=3, role="writer", seed=4)),
        ),
    ]


def _hostile(_opening: Opening) -> list[Sample]:
    return [
        Sample(said=what, value=((Turn(role="user", text=text),), Ask(system=text)))
        for what, text in HOSTILE.items()
    ]


def _holds(_place: Place, sample: Sample, completion: Any) -> None:
    if not isinstance(completion, Completion):
        came = f"{given(completion)}, which is no Completion"
        raise BrokenPromise(Promise.TYPED, sample.said, came)
    problem = _mistyped(completion, sample.value[1].n)
    if problem:
        raise BrokenPromise(Promise.TYPED, sample.said, problem)


def _mistyped(completion: Completion, wanted: int) -> str:
    """Say what is wrong with the parts of a completion; empty if nothing is."""
    texts = (completion.text, completion.reasoning, *completion.more)
    if not all(isinstance(each, str) for each in texts):
        return f"{given(completion, 300)}, in which a text is none"
    if not all(isinstance(each, WireCall) for each in completion.calls):
        return f"calls={given(completion.calls)}, which are not all WireCall"
    if completion.finish_reason not in FINISHES:
        return f"finish_reason={completion.finish_reason!r}, none of {FINISHES}"
    if len(completion.more) > wanted - 1:
        return f"{len(completion.more) + 1} completions, where {wanted} were wanted"
    for name in ("input_tokens", "output_tokens"):
        count = getattr(completion, name)
        if count is not None and (type(count) is not int or count < 0):
            return f"{name}={given(count)}; a count, or None where nobody counted"
    return ""
