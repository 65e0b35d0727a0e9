"""A day and a moment are read in one form, whatever the Python."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest

from whileai.base.formats import day_of, is_date_time, moment_of

pytestmark = pytest.mark.contract("S48", "S50")
UTC = timezone.utc


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2024-02-29", date(2024, 2, 29)),
        ("2023-02-29", None),
        ("0000-01-01", None),
        ("20240229", None),
        ("2024-W09-4", None),
        ("2024-02-29T00:00", None),
        ("٢٠٢٤-02-29", None),
    ],
)
def test_a_day_has_one_form(text: str, found: date | None) -> None:
    assert day_of(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2024-02-29", datetime(2024, 2, 29, tzinfo=UTC)),
        ("2024-02-29 09:30", datetime(2024, 2, 29, 9, 30, tzinfo=UTC)),
        ("2024-02-29t09:30:05z", datetime(2024, 2, 29, 9, 30, 5, tzinfo=UTC)),
        (
            "2024-02-29T09:30:05.1234567Z",
            datetime(2024, 2, 29, 9, 30, 5, 123456, tzinfo=UTC),
        ),
        (
            "2024-02-29T23:59:60-02:30",
            datetime(
                *(2024, 2, 29, 23, 59, 59),
                tzinfo=timezone(-timedelta(hours=2, minutes=30)),
            ),
        ),
        ("2024-02-29T", None),
        ("2024-02-29T09", None),
        ("2024-02-29T0930", None),
        ("2024-02-29T09:30:05,5", None),
        ("2024-02-29T24:00", None),
        ("2024-02-29T09:30+0200", None),
        ("2024-02-29_09:30", None),
        ("20240229T093000", None),
        ("", None),
    ],
)
def test_a_moment_has_one_form(text: str, found: datetime | None) -> None:
    moment = moment_of(text)
    if moment is not None and moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    assert moment == found


def test_what_a_schema_calls_a_date_time_is_read_as_a_moment() -> None:
    for text in ("2024-02-29T09:30:00Z", "2024-02-29 23:59:60.5+14:00"):
        assert is_date_time(text)
        assert moment_of(text) is not None
