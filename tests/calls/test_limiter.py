"""Places are handed out fairly, within rates, and fewer when there are too many."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import anyio
import pytest

from tests.calls.virtual import Script, ask, failure, line
from whileai.base.seeds import Dice
from whileai.calls import Completion
from whileai.calls.buckets import Bucket
from whileai.calls.failures import answered
from whileai.calls.limiter import Limiter
from whileai.testing import virtual_time

if TYPE_CHECKING:
    from whileai.calls.line import Phase

pytestmark = pytest.mark.contract("S54")


@virtual_time
async def test_nothing_is_held_back_until_a_server_complains() -> None:
    own, script = line(), Script([1.0])
    async with anyio.create_task_group() as group:
        for _ in range(500):
            group.start_soon(own.call, ask(), script)
    assert script.peak == 500


@virtual_time
async def test_one_burst_of_complaints_cuts_once() -> None:
    own = Limiter()
    places = [await own.enter("agent", 0) for _ in range(16)]
    for place in places:
        own.leave(place, crowded=True, landed=False)
    assert own.limit == 12


@virtual_time
async def test_complaints_after_a_cut_cut_again() -> None:
    """F275: the limit keeps falling."""
    own = Limiter()
    seen = []
    for flying in (8, 6, 4, 3, 2, 1):
        places = [await own.enter("agent", 0) for _ in range(flying)]
        for place in places:
            own.leave(place, crowded=True, landed=False)
        seen.append(own.limit)
    assert seen == [6, 4.5, 3, 2.25, 1.5, 1]


@virtual_time
async def test_the_limit_is_never_passed_by_those_who_wait() -> None:
    own, script = line(), Script([1.0])
    own.limiter.limit = 3
    async with anyio.create_task_group() as group:
        for _ in range(9):
            group.start_soon(own.call, ask(), script)
        await anyio.sleep(0.5)
        assert script.flying == 3


@virtual_time
async def test_a_role_with_few_calls_is_not_starved_by_one_with_many() -> None:
    own, order = Limiter(), []
    own.limit = 2

    async def call(role: str) -> None:
        place = await own.enter(role, 0)
        await anyio.sleep(1)
        order.append(role)
        own.leave(place, crowded=False, landed=False)

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(call, "agent")
        await anyio.sleep(0.5)
        for _ in range(4):
            group.start_soon(call, "user")
    assert Counter(order[:10])["user"] == 4


@virtual_time
async def test_requests_keep_to_their_rate() -> None:
    own, script = line(rpm=60), Script([0.0])
    async with anyio.create_task_group() as group:
        for _ in range(10):
            group.start_soon(own.call, ask(), script)
    assert script.at == [float(n) for n in range(10)]


@virtual_time
async def test_tokens_keep_to_their_rate_and_are_settled() -> None:
    own, script = line(tpm=6000), Script([0.0])
    for _ in range(5):
        await own.call(ask(), script, 100)
    assert script.at[-1] < 4  # 15 tokens were used where 100 were expected


@virtual_time
async def test_a_call_that_is_larger_than_the_rate_goes_through() -> None:
    own = line(tpm=600)
    await own.call(ask(), Script([0.0]), 50_000)
    assert own.usage.of("agent").calls == 1


@virtual_time
async def test_who_is_cancelled_while_waiting_takes_no_place() -> None:
    own = Limiter()
    own.limit = 1
    first = await own.enter("agent", 0)
    with anyio.move_on_after(1):
        await own.enter("agent", 0)
    own.leave(first, crowded=False, landed=True)
    assert own.flying == own.waiting == 0
    assert await own.enter("agent", 0)


@virtual_time
async def test_a_storm_of_complaints_loses_no_call() -> None:
    """P9's shape: one in ten is refused, and every call lands."""
    own = line()
    steps = [failure(429) if n % 10 == 3 else 0.02 for n in range(4000)]
    script = Script(steps)
    async with anyio.create_task_group() as group:
        for number in range(1000):
            group.start_soon(own.call, ask(seed=number), script)
    counts = own.usage.of("agent")
    assert counts.calls == 1000
    assert counts.requests <= 1.03 * 1000 / 0.9


@virtual_time
async def test_a_rate_a_minute_is_met_by_waiting_and_not_by_asking_again() -> None:
    """300 callers at once, and a server that takes two calls a second."""
    own, allowed, refused = line(), Bucket(120), 0

    async def attempt(_phase: Phase) -> Completion:
        nonlocal refused
        await anyio.sleep(0.01)
        wait = allowed.take(1, anyio.current_time())
        if wait:
            allowed.give_back(1)
            refused += 1
            raise answered("models.example", 429, "", wait)
        return Completion(text="ok")

    async with anyio.create_task_group() as group:
        for number in range(300):
            group.start_soon(own.call, ask(seed=number, timeout_s=600), attempt)
    assert own.usage.of("agent").calls == 300
    assert refused < 900  # bursts of everybody, then two of five
    assert anyio.current_time() < 200


@virtual_time
async def test_a_line_rests_for_a_crowd_and_not_for_chance() -> None:
    """A server that refuses one call in four at random loses no time by it."""
    own, dice = line(), Dice(0)
    steps = [failure(429, 0.1) if dice.chance(0.25) else 0.05 for _ in range(2000)]
    script = Script(steps)
    async with anyio.create_task_group() as group:
        for number in range(1000):
            group.start_soon(own.call, ask(seed=number), script)
    assert own.usage.of("agent").calls == 1000
    assert own.limiter.limit >= 1
    assert anyio.current_time() < 60


@virtual_time
async def test_a_line_that_rested_is_soon_as_quick_as_before() -> None:
    """F275."""
    own = line()
    own.limiter.limit = 1 / 32
    for number in range(200):
        await own.call(ask(seed=number), Script([0.01]))
    assert own.limiter.limit > 1
    assert anyio.current_time() < 10


@virtual_time
async def test_those_who_were_turned_away_go_first_in_the_order_they_came() -> None:
    own, order = Limiter(), list[int]()
    own.limit = 1
    first = await own.enter("agent", 0)

    async def call(number: int, again: bool) -> None:
        place = await own.enter("agent", 0, again=again)
        order.append(number)
        own.leave(place, crowded=False, landed=False)

    async with anyio.create_task_group() as group:
        for number, again in enumerate((False, True, False, True)):
            group.start_soon(call, number, again)
            await anyio.sleep(0.1)
        own.leave(first, crowded=False, landed=False)
    assert order == [1, 3, 0, 2]
