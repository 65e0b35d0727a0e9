"""What a writer promises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from whileai.base.errors import given
from whileai.model import Task
from whileai.testing.conformance import samples
from whileai.testing.conformance.promise import BrokenPromise, Promise
from whileai.testing.conformance.stand import Stand
from whileai.testing.conformance.trial import Trial

if TYPE_CHECKING:
    from whileai.model import Brief
    from whileai.testing.conformance.samples import Sample
    from whileai.testing.conformance.stand import Place


def check_writer(
    writer: Any, *, repeatable: bool = True, within_s: float = 10.0, **options: Any
) -> None:
    """Check that a situation writer keeps its promises; no network is needed.

    It words situations of the grid, in one and in several phrasings, a seed and a
    failed ask, batch by batch, all at once and in two runs, and is cancelled in the
    middle.

    Args:
        writer: as ``simulate(simulator=...)`` takes it (an object with ``write``, a
            registered name, a backend), or a factory without arguments.
        repeatable: whether the same briefs get the same tasks; False for one that asks
            a model that samples.
        within_s: seconds that each step may take.
        options: further options of ``simulate``, as for ``check_grader``; ``tools=``
            are what the situations are about.

    Raises:
        BrokenPromise: an ``AssertionError`` that names the promise, what was given and
            what came back.
    """
    Trial(
        ask=_written,
        holds=_holds,
        samples=samples.briefs,
        hostile=samples.hostile_briefs,
        repeatable=repeatable,
    ).prove(Stand(kind="writer", value=writer, more=options, within_s=within_s))


async def _written(place: Place, briefs: Sequence[Brief]) -> Any:
    return await place.stage.write(briefs, place.opening.run)


def _holds(_place: Place, sample: Sample, tasks: Any) -> None:
    if not isinstance(tasks, Sequence) or not all(isinstance(t, Task) for t in tasks):
        came = f"{given(tasks)}, which is no sequence of Task"
        raise BrokenPromise(Promise.TYPED, sample.said, came)
    briefs: dict[str, Brief] = {each.situation.id: each for each in sample.value}
    for task in tasks:
        _is_worded(sample, task, briefs.get(task.situation.id))
    for id_, brief in briefs.items():
        own = [task for task in tasks if task.situation.id == id_]
        _is_answered(sample, brief, own)


def _is_worded(sample: Sample, task: Task, brief: Brief | None) -> None:
    if brief is None:
        came = f"a task of the situation {task.situation.id!r}, which no brief is for"
        raise BrokenPromise(Promise.BRIEFED, sample.said, came)
    if not isinstance(task.prompt, str) or not (task.prompt.strip() or brief.kept):
        came = f"the prompt {given(task.prompt)}"
        raise BrokenPromise(Promise.TYPED, sample.said, came)
    if task != brief.task(task.phrasing, task.prompt, task.writer_model):
        came = f"{given(task, 300)}, which brief.task() does not make"
        raise BrokenPromise(Promise.BRIEFED, sample.said, came)
    if task.prompt in brief.avoid and task.prompt != brief.kept:
        raise BrokenPromise(Promise.NOT_AGAIN, sample.said, given(task.prompt))


def _is_answered(sample: Sample, brief: Brief, own: Sequence[Task]) -> None:
    numbers = sorted(task.phrasing for task in own)
    most = brief.phrasings
    if len(set(numbers)) != len(numbers) or any(not 0 <= n < most for n in numbers):
        came = f"phrasings {numbers} of a brief for {most}"
        raise BrokenPromise(Promise.BRIEFED, sample.said, came)
    if brief.kept is None:
        return
    first = next((task.prompt for task in own if task.phrasing == 0), None)
    if first != brief.kept:
        came = "no task of it" if first is None else given(first)
        raise BrokenPromise(Promise.SEED_KEPT, f"the seed {brief.kept!r}", came)
