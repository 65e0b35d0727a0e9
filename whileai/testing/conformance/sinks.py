"""What a sink promises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.lines import loads
from whileai.model import Row
from whileai.testing.conformance import samples
from whileai.testing.conformance.promise import BrokenPromise, Promise, promised
from whileai.testing.conformance.stand import Stand
from whileai.testing.conformance.trial import Trial
from whileai.testing.draws import same_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from whileai.testing.conformance.stand import Place


def check_sink(
    sink: Any,
    *,
    read: Callable[[], Iterable[Any]] | None = None,
    within_s: float = 10.0,
    **options: Any,
) -> None:
    """Check that a sink keeps its promises; no network is needed.

    It is given rows, ordinary and hostile, in several runs; a run gives one at a time.

    Args:
        sink: as ``simulate(output=...)`` takes it (a path, an object with ``put``, a
            registered name), or a factory without arguments.
        read: gives the rows that the sink has kept, as dictionaries or lines of JSON
            or rows; it is called after a run, and what it gives is to end with
            the rows of that run. Without it nobody looks whether they were kept.
        within_s: seconds that each step may take.
        options: further options of ``simulate``, as for ``check_grader``.

    Raises:
        BrokenPromise: an ``AssertionError`` that names the promise, what was given and
            what came back.
    """
    stand = Stand(kind="sink", value=sink, more=options, within_s=within_s)
    Trial(
        ask=_put,
        holds=lambda *_: None,
        samples=samples.rows,
        hostile=samples.hostile_rows,
        together=False,
    ).prove(stand)
    if read is not None:
        _keeps(stand, read)


async def _put(place: Place, row: Row) -> None:
    await place.stage.put(row)


def _keeps(stand: Stand, read: Callable[[], Iterable[Any]]) -> None:
    """Check that what was put is there to be read, in its order."""
    put: list[Row] = []

    async def fill(place: Place) -> None:
        found = [*samples.rows(place.opening), *samples.hostile_rows(place.opening)]
        for each in found:
            await place.stage.put(each.value)
            put.append(each.value)

    stand.run(fill)
    said = f"{len(put)} rows in one run"
    with promised(Promise.EVERY_ROW, said):
        kept = [_row(each) for each in read()]
    last = kept[-len(put) :]
    if not same_rows(last, [row.to_json() for row in put]):
        asks = [str(row.get("prompt"))[:30] for row in last]
        came = f"{len(kept)} rows, the last of the asks {asks}"
        raise BrokenPromise(Promise.EVERY_ROW, said, came)


def _row(value: Any) -> dict[str, Any]:
    if isinstance(value, Row):
        return value.to_json()
    read: dict[str, Any] = loads(value) if isinstance(value, (str, bytes)) else value
    return read
