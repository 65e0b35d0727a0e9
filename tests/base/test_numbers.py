"""Numbers that callers state."""

from __future__ import annotations

import pytest

from whileai.base.numbers import checked_count


@pytest.mark.parametrize(
    ("value", "error", "says"),
    [
        (True, TypeError, "whole number, got k=True"),
        (2.0, TypeError, "whole number, got k=2.0"),
        ("2", TypeError, "whole number, got k='2'"),
        (1, ValueError, "k of 2 or more, got k=1"),
    ],
)
def test_what_is_no_count_is_refused_by_name(
    value: object, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        checked_count(value, "pass_at()", "k", least=2)
    assert checked_count(2, "pass_at()", "k", least=2) == 2
