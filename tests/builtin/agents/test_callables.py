"""Every callable people have, with every return they make."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from tests.builtin.agents.playing import adapt, play
from tests.builtin.agents.shapes import (
    RETURNS,
    SHAPES,
    Bot,
    streamed,
    streamed_async,
)
from whileai.base.errors import StageError
from whileai.builtin.agents import per_rollout

pytestmark = pytest.mark.contract("S03", "S04", "S43")


@pytest.mark.parametrize("returned", RETURNS)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_callable_plays_with_every_return(
    shape: str, returned: str
) -> None:
    make, tells = RETURNS[returned]
    rollout = play(SHAPES[shape](make))
    calls = [call for turn in rollout.turns for call in turn.calls]
    assert rollout.final_text == "All done."
    assert [(c.tool, c.arguments) for c in calls] == [("look", {"id": "A1"})] * tells
    assert rollout.own_steps is tells


@pytest.mark.parametrize("stream", [streamed, streamed_async])
def test_a_streaming_agent_is_drained_to_its_text(stream: Any) -> None:
    assert play(stream).final_text == "All done."


def test_the_results_of_reported_steps_are_kept() -> None:
    for name, (make, tells) in RETURNS.items():
        results = [
            r.value for t in play(lambda _m, make=make: make()).turns for r in t.results
        ]
        assert results == [{"status": "paid"}] * tells, name


def test_a_class_is_refused_with_the_way_on() -> None:
    with pytest.raises(TypeError, match=r"wai\.per_rollout\(Bot\)"):
        adapt(Bot)


def test_an_agent_that_takes_no_message_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match=r"cannot be called as agent\(message\)"):
        adapt(lambda: "hi")


def test_each_rollout_gets_an_agent_of_its_own() -> None:
    made: list[Any] = []

    class Once:
        def __init__(self) -> None:
            made.append(self)
            self.calls = 0

        def __call__(self, message: str) -> str:
            self.calls += 1
            return f"call {self.calls}"

    agent = adapt(per_rollout(Once))
    assert [play(agent).final_text for _ in range(3)] == ["call 1"] * 3
    assert len(made) == 3


@pytest.mark.parametrize("made", [None, 5, "text", Bot])
def test_a_factory_that_gives_no_agent_is_named(made: Any) -> None:
    def factory() -> Any:
        return made

    with pytest.raises(TypeError, match=r"factory|per_rollout"):
        play(per_rollout(factory))


@pytest.mark.parametrize("error", [GeneratorExit, SystemExit])
@pytest.mark.parametrize("shape", ["function", "async function"])
def test_an_exit_that_an_agent_raises_is_its_own_error(
    shape: str, error: type[BaseException]
) -> None:
    def fail() -> Any:
        raise error("bye")

    with pytest.raises((StageError, SystemExit)) as caught:
        play(SHAPES[shape](fail))
    inner = getattr(caught.value, "error", caught.value)
    assert isinstance(inner, error)


def test_partials_of_partials_keep_their_name() -> None:
    def shop(extra: int, other: int, message: str) -> str:
        return message

    twice = functools.partial(functools.partial(shop, 1), 2)
    assert adapt(twice).name == "shop"


def test_a_stream_of_anything_but_text_is_refused() -> None:
    def numbers(message: str) -> Any:
        yield "one"
        yield 2

    with pytest.raises(TypeError, match=r"gave an int \(2\)"):
        play(numbers)
