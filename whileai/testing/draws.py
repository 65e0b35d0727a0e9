"""The determinism promise as functions: the same rows, whatever the timing."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import anyio

from whileai.base.lines import dumps, fresh

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

PER_CALL = ("scoring_run_id", "resumed")
"""Keys of ``lineage`` that name the call and not the draw."""


def comparable(row: Mapping[str, Any]) -> dict[str, Any]:
    """Give ``row`` without what may differ between two calls that draw the same."""
    copy: dict[str, Any] = fresh(row)
    copy.pop("timing", None)
    lineage = copy.get("lineage")
    if isinstance(lineage, dict):
        for name in PER_CALL:
            lineage.pop(name, None)
    return copy


def same_rows(a: Iterable[Mapping[str, Any]], b: Iterable[Mapping[str, Any]]) -> bool:
    """Say whether two runs have the same rows in the same order.

    Timing, ``lineage.scoring_run_id`` and ``lineage.resumed`` are left out of account.

    Args:
        a: a ``SimulationData`` or an iterable of its rows.
        b: likewise.
    """
    return _lines(a) == _lines(b)


def _lines(rows: Iterable[Mapping[str, Any]]) -> list[bytes]:
    return [dumps(comparable(row)) for row in rows]


def assert_same_draw(
    run: Callable[..., Any], concurrency: Sequence[int] = (1, 8, 32)
) -> None:
    """Check that ``run`` gives the same rows at each of several concurrencies.

    Args:
        run: called as ``run(concurrency=n)``; gives a ``SimulationData`` or its rows,
            or an awaitable of these.
        concurrency: what to try, two or more numbers.

    Raises:
        AssertionError: naming the first row and the keys that differ.
    """
    first, *others = concurrency
    wanted = [comparable(row) for row in _rows(run, first)]
    for other in others:
        got = [comparable(row) for row in _rows(run, other)]
        _compare(wanted, got, first, other)


def _rows(run: Callable[..., Any], concurrency: int) -> Iterable[Mapping[str, Any]]:
    given = run(concurrency=concurrency)
    if not inspect.isawaitable(given):
        rows: Iterable[Mapping[str, Any]] = given
        return rows

    async def wait() -> Any:
        return await given

    awaited: Iterable[Mapping[str, Any]] = anyio.run(wait)
    return awaited


def _compare(
    wanted: list[dict[str, Any]], got: list[dict[str, Any]], first: int, other: int
) -> None:
    where = f"between concurrency {first} and {other}"
    if len(wanted) != len(got):
        raise AssertionError(f"{len(wanted)} and {len(got)} rows {where}")
    for number, (a, b) in enumerate(zip(wanted, got, strict=True)):
        differing = sorted(k for k in {*a, *b} if a.get(k) != b.get(k))
        if differing:
            raise AssertionError(
                f"row {number} differs {where} in {', '.join(differing)}: "
                f"{ {k: a.get(k) for k in differing} } against "
                f"{ {k: b.get(k) for k in differing} }"
            )
