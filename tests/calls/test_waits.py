"""How long to wait, as servers say it and as we draw it."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from whileai.calls.waits import backoff, retry_after

pytestmark = pytest.mark.contract("S54")

NOON = datetime(2026, 1, 5, 12, 0, 0, tzinfo=timezone.utc)
SAID: list[tuple[dict[str, str], float | None]] = [
    ({"retry-after": "7"}, 7),
    ({"retry-after": "0.5"}, 0.5),
    ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
    ({"retry-after": "Mon, 05 Jan 2026 12:00:30 GMT"}, 30),
    ({"retry-after": "Mon, 05 Jan 2026 11:59:00 GMT"}, 0),
    ({"retry-after": "soon"}, None),
    ({"retry-after": "-4"}, None),
    ({"retry-after": "nan"}, None),
    ({}, None),
]


@pytest.mark.parametrize(("headers", "seconds"), SAID)
def test_seconds_and_dates_are_both_read(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert retry_after(headers, NOON) == seconds


def test_waits_double_within_their_bounds() -> None:
    for tries in range(1, 12):
        span = min(8.0, 0.4 * 2 ** (tries - 1))
        assert span / 2 <= backoff(7, tries) <= span


def test_waits_begin_where_a_model_says_and_are_never_cut_below_that() -> None:
    for tries in range(1, 12):
        for first in (0.01, 20.0):
            span = min(max(8.0, first), first * 2 ** (tries - 1))
            assert span / 2 <= backoff(7, tries, first_s=first) <= span


def test_calls_do_not_wait_in_step() -> None:
    assert len({backoff(seed, 1) for seed in range(50)}) == 50
