"""What a grader promises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from whileai.base.errors import given
from whileai.base.numbers import is_number
from whileai.model import Verdict
from whileai.model.verdict import STATUSES
from whileai.testing.conformance import samples
from whileai.testing.conformance.promise import BrokenPromise, Promise, unkept
from whileai.testing.conformance.stand import Stand
from whileai.testing.conformance.trial import Trial

if TYPE_CHECKING:
    from whileai.model import Row
    from whileai.testing.conformance.samples import Sample
    from whileai.testing.conformance.stand import Place


def check_grader(
    grader: Any, *, repeatable: bool = True, within_s: float = 10.0, **options: Any
) -> None:
    """Check that a grader keeps its promises; no network is needed.

    It grades rows that went well, badly and oddly, one by one, all at once and in two
    runs, and is cancelled in the middle.

    Args:
        grader: as ``simulate(grader=...)`` takes it (an object with ``grade``, a
            callable, a registered name), or a factory without arguments.
        repeatable: whether the same row gets the same verdict; False for one that asks
            a model that samples.
        within_s: seconds that each step may take.
        options: further options of ``simulate``, such as ``tools=`` and ``plugins=``;
            of what is installed only the built-in stages and ``plugins=`` take part,
            where that is given.

    Raises:
        BrokenPromise: an ``AssertionError`` that names the promise, what was given and
            what came back.
    """
    Trial(
        ask=_graded,
        holds=_holds,
        samples=samples.rows,
        hostile=samples.hostile_rows,
        repeatable=repeatable,
    ).prove(Stand(kind="grader", value=grader, more=options, within_s=within_s))


async def _graded(place: Place, row: Row) -> Any:
    return await place.stage.grade(row)


def _holds(_place: Place, sample: Sample, verdict: Any) -> None:
    if not isinstance(verdict, Verdict):
        raise BrokenPromise(
            Promise.TYPED, sample.said, f"{given(verdict)}, which is no Verdict"
        )
    _is_typed(sample, verdict)
    reward = verdict.reward
    graded = is_number(reward) and 0 <= reward <= 1
    if not graded and reward is not None:
        raise BrokenPromise(Promise.MISSING, sample.said, f"reward={given(reward)}")
    if (verdict.status == "ok") != (reward is not None):
        came = f"reward={reward!r} with status={verdict.status!r}"
        raise BrokenPromise(Promise.MISSING, sample.said, came)


def _is_typed(sample: Sample, verdict: Verdict) -> None:
    if verdict.status not in STATUSES:
        came = f"status={given(verdict.status)}, none of {', '.join(STATUSES)}"
        raise BrokenPromise(Promise.TYPED, sample.said, came)
    for name in ("reason", "judge", "failure_class"):
        if not isinstance(getattr(verdict, name), str):
            came = f"{name}={given(getattr(verdict, name))}, which is no text"
            raise BrokenPromise(Promise.TYPED, sample.said, came)
    for name in ("markers", "meta"):
        value = getattr(verdict, name)
        why = unkept(value) if isinstance(value, Mapping) else "it is no mapping"
        if why:
            came = f"{name}={given(value)}, which a row cannot keep: {why}"
            raise BrokenPromise(Promise.TYPED, sample.said, came)
