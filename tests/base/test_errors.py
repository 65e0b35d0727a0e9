"""Errors say what was given, what was expected and what to do."""

from __future__ import annotations

import pytest

from whileai.base.errors import (
    StageError,
    StoppedByStage,
    blame,
    describe,
    given,
    unknown_name,
)


class Cancelled(BaseException):
    """Stands for an event loop's cancellation."""


class Sulky:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def test_the_innermost_stage_takes_the_blame() -> None:
    with (
        pytest.raises(StageError) as caught,
        blame("agent", "playing t1", Cancelled),
        blame("world", "answering", Cancelled),
    ):
        raise KeyError("A-17")
    assert caught.value.stage == "world"
    assert "KeyError" in str(caught.value)


@pytest.mark.contract("S52")
@pytest.mark.parametrize("kind", [SystemExit, MemoryError, RecursionError])
def test_an_agents_exit_is_the_agents_error(kind: type[BaseException]) -> None:
    with pytest.raises(StageError), blame("agent", "playing t1", Cancelled):
        raise kind


@pytest.mark.contract("S52")
def test_a_cancellation_passes_through_and_ctrl_c_names_who_raised_it() -> None:
    with pytest.raises(Cancelled), blame("agent", "playing t1", Cancelled):
        raise Cancelled
    with (
        pytest.raises(StoppedByStage, match="the agent raised KeyboardInterrupt"),
        blame("agent", "playing t1", Cancelled),
    ):
        raise KeyboardInterrupt


def test_an_object_that_cannot_be_shown_is_named_by_its_type() -> None:
    assert given(Sulky()) == "<Sulky that cannot be printed>"


def test_a_long_message_is_cut() -> None:
    assert len(describe(ValueError("x" * 9_000))) == 500


def test_an_unknown_name_lists_what_there_is_and_the_nearest() -> None:
    error = unknown_name("stance", "adversrial", ["adversarial", "ordinary"])
    assert "did you mean 'adversarial'?" in str(error)
    assert "'ordinary'" in str(error)
