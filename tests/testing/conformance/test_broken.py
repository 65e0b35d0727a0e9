"""A stage that breaks one promise is told which; one that keeps all passes."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import anyio
import pytest

from tests.testing.conformance import broken
from whileai.testing import (
    BrokenPromise,
    ListSink,
    Promise,
    check_grader,
    check_plugin,
    check_sink,
    check_world,
    check_writer,
)
from whileai.testing.conformance.trial import apart

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.contract("S60", "S40", "S41")


@pytest.mark.parametrize(
    ("promise", "check"),
    [each[1:] for each in broken.EVERY],
    ids=[each[0][:40] for each in broken.EVERY],
)
def test_a_broken_promise_is_named(promise: Promise, check: Callable[[], None]) -> None:
    with pytest.raises(AssertionError) as caught:
        check()
    error = caught.value
    assert isinstance(error, BrokenPromise)
    assert error.promise is promise, str(error)
    assert str(error).startswith(f"broken promise: {promise.value}\n  given: ")
    assert error.given
    assert error.came


def test_every_promise_is_shown_to_be_missed() -> None:
    assert {each[1] for each in broken.EVERY} == set(Promise)


def test_what_breaks_one_promise_would_keep_the_others() -> None:
    check_grader(broken.Judge())
    check_writer(broken.Words(broken.worded))
    check_plugin(broken.bringing(broken.good))
    sink = ListSink()
    check_sink(sink, read=lambda: sink.rows)


def test_the_error_says_what_was_given_and_what_came_back() -> None:
    with pytest.raises(BrokenPromise) as caught:
        check_grader(broken.OverOne())
    assert str(caught.value).splitlines()[1:] == [
        "  given: a row without a call",
        "  came back: reward=7.5",
    ]


def test_the_error_goes_from_process_to_process() -> None:
    error = BrokenPromise(Promise.LEFT, "a run that is over", "a task")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.promise) == (str(error), Promise.LEFT)


def test_answers_that_differ_are_shown_where_they_do() -> None:
    one, other = apart(["x" * 999, 1], ["x" * 999, 2])
    assert one.startswith("...xxx")
    assert one.endswith("x', 1]")
    assert other.endswith("x', 2]")


def test_a_stage_that_samples_need_not_repeat_itself() -> None:
    check_grader(broken.Counts(), repeatable=False)


def test_a_function_may_raise_for_a_tool_and_a_world_may_not() -> None:
    def execute(tool: str, arguments: object) -> object:
        raise LookupError(tool)

    check_world(execute)


@pytest.mark.anyio
async def test_a_check_runs_inside_an_event_loop_too() -> None:
    await anyio.lowlevel.checkpoint()
    check_grader(broken.Judge())


def test_an_option_that_there_is_not_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="did you mean 'tools'"):
        check_grader(broken.Judge(), toolz=[])


def test_a_class_and_a_function_without_arguments_are_factories() -> None:
    made: list[broken.Judge] = []

    def make() -> broken.Judge:
        made.append(broken.Judge())
        return made[-1]

    check_grader(make)
    check_grader(broken.Judge)
    assert len(made) == 3
