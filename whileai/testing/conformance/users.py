"""What a simulated person promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.errors import given
from whileai.stages import Left
from whileai.testing.conformance import samples
from whileai.testing.conformance.promise import BrokenPromise, Promise
from whileai.testing.conformance.stand import Stand
from whileai.testing.conformance.trial import Trial

if TYPE_CHECKING:
    from whileai.model import Slot, Turn
    from whileai.testing.conformance.samples import Sample
    from whileai.testing.conformance.stand import Place

WHYS = ("user_left", "user_done")


def check_user(
    user: Any, *, repeatable: bool = True, within_s: float = 10.0, **options: Any
) -> None:
    """Check that a simulated person keeps its promises; no network is needed.

    It answers questions, news and oddities, one by one, all at once and in two runs,
    and is cancelled in the middle.

    Args:
        user: as ``simulate(user_model=...)`` takes it (an object with ``reply``, a
            registered name, a backend), or a factory without arguments.
        repeatable: whether the same turns of the same slot get the same line; False for
            one that asks a model that samples.
        within_s: seconds that each step may take.
        options: further options of ``simulate``, as for ``check_grader``.

    Raises:
        BrokenPromise: an ``AssertionError`` that names the promise, what was given and
            what came back.
    """
    Trial(
        ask=_replied,
        holds=_holds,
        samples=samples.threads,
        hostile=samples.hostile_threads,
        repeatable=repeatable,
    ).prove(Stand(kind="user", value=user, more=options, within_s=within_s))


async def _replied(place: Place, thread: tuple[tuple[Turn, ...], Slot]) -> Any:
    turns, slot = thread
    return await place.stage.reply(turns, slot)


def _holds(_place: Place, sample: Sample, said: Any) -> None:
    if not isinstance(said, str):
        raise BrokenPromise(
            Promise.TYPED, sample.said, f"{given(said)}, which is no text"
        )
    if isinstance(said, Left):
        if said not in WHYS:
            raise BrokenPromise(Promise.LEAVES, sample.said, f"Left({str(said)!r})")
    elif not said.strip():
        raise BrokenPromise(
            Promise.LEAVES, sample.said, f"{said!r}, which says nothing"
        )
