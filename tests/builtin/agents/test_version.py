"""What rows call a callable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from whileai.builtin.agents.version import version_of

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.contract("S37")

PAIR = [lambda message: "a", lambda message: "b"]
SAME = [lambda message: "a", lambda message: "c"]


def holding(suffix: str) -> Callable[[str], str]:
    return lambda message: message + suffix


def test_a_function_is_called_by_its_name() -> None:
    assert version_of(holding) == "holding"
    assert version_of(type("Bot", (), {"__call__": len})()) == "Bot"


def test_two_lambdas_on_one_line_are_told_apart() -> None:
    assert version_of(PAIR[0]) != version_of(PAIR[1])


def test_the_same_lambda_elsewhere_has_the_same_name() -> None:
    assert version_of(PAIR[0]) == version_of(SAME[0])


def test_the_name_is_pinned_for_every_python_version() -> None:
    assert [version_of(each) for each in PAIR] == PINNED


def test_lambdas_that_hold_other_values_are_told_apart() -> None:
    assert version_of(holding("a")) != version_of(holding("b"))
    assert version_of(holding("a")) == version_of(holding("a"))


def test_lambdas_without_source_are_told_apart() -> None:
    one, other = (eval(f"lambda message: {text!r}") for text in "ab")
    assert version_of(one) != version_of(other)


def test_nested_lambdas_on_one_line_are_told_apart() -> None:
    made: list[Any] = [lambda suffix: lambda message: message]
    assert version_of(made[0]) != version_of(made[0]("a"))


PINNED = ["lambda-1924647b", "lambda-dd600a80"]
