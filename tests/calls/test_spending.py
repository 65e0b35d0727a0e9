"""What a run may spend: set aside before a call, settled after, never passed."""

from __future__ import annotations

import anyio
import pytest

from whileai.base.seeds import Dice
from whileai.calls import Cost, LimitReached, Price, Spending, read_prices
from whileai.testing import virtual_time

pytestmark = pytest.mark.contract("S55")


async def made(spending: Spending, held: Cost, used: Cost, seconds: float = 1) -> None:
    """Make one call that takes its time."""
    await spending.reserve(held)
    await anyio.sleep(seconds)
    spending.settle(held, used, rollout=False)


@virtual_time
async def test_a_call_waits_for_room_that_another_may_give_back() -> None:
    spending = Spending(limits={"tokens": 100})
    async with anyio.create_task_group() as group:
        for _ in range(4):
            group.start_soon(made, spending, Cost(1, 60), Cost(1, 10))
    assert spending.spent == Cost(4, 40)
    assert anyio.current_time() == 4  # never two of 60 at once


@virtual_time
async def test_a_call_that_cannot_fit_is_refused_once_none_is_under_way() -> None:
    told: list[str] = []
    spending = Spending(limits={"calls": 2}, reached=told.append)
    for _ in range(2):
        await made(spending, Cost(1), Cost(1))
    with pytest.raises(LimitReached, match=r"limits=\{'calls': 2\}"):
        await spending.reserve(Cost(1))
    assert told == ["call_limit"]
    assert not await spending.begin()


@virtual_time
async def test_a_smaller_call_still_fits_after_a_larger_was_refused() -> None:
    """What is under way is drained: it goes on as far as it can be paid."""
    spending = Spending(limits={"tokens": 100})
    with pytest.raises(LimitReached):
        await spending.reserve(Cost(1, 200))
    await spending.reserve(Cost(1, 90))


@pytest.mark.parametrize("seed", range(8))
@virtual_time
async def test_no_limit_is_ever_passed(seed: int) -> None:
    """Calls cost at most what they set aside: then nothing passes a limit."""
    dice = Dice(seed)
    spending = Spending(limits={"tokens": 500, "usd": 0.5, "calls": 40})

    async def one() -> None:
        held = Cost(1, dice.below(90), dice.uniform() / 10)
        try:
            await made(spending, held, held.times(dice.uniform()), dice.uniform())
        except LimitReached:
            return
        assert spending.spent.tokens <= 500
        assert spending.spent.usd <= 0.5 + 1e-9

    async with anyio.create_task_group() as group:
        for _ in range(60):
            group.start_soon(one)
    assert spending.stopped_because
    assert spending.spent.calls <= 40


async def played(spending: Spending, needs: int, ends: list[bool]) -> None:
    """Play one rollout of so many calls."""
    if not await spending.begin():
        return
    cost, whole = Cost(), True
    for _ in range(needs):
        try:
            await spending.reserve(Cost(1))
        except LimitReached:
            whole = False
            break
        await anyio.sleep(1)
        spending.settle(Cost(1), Cost(1), rollout=True)
        cost += Cost(1)
    ends.append(whole)
    spending.end(cost, finished=whole)


@pytest.mark.parametrize(("most", "rows"), [(3, 1), (10, 3), (32, 10)])
@virtual_time
async def test_rollouts_begin_only_where_they_can_be_finished(
    most: int, rows: int
) -> None:
    spending, ends = Spending(limits={"calls": most}, expected=Cost(3)), list[bool]()
    async with anyio.create_task_group() as group:
        for _ in range(32):
            group.start_soon(played, spending, 3, ends)
    assert ends == [True] * rows
    assert spending.stopped_because == "call_limit"


@virtual_time
async def test_one_rollout_is_tried_where_nothing_is_known() -> None:
    """An expectation above the limit does not keep a cheap agent from its rows."""
    spending, ends = Spending(limits={"calls": 5}, expected=Cost(50)), list[bool]()
    async with anyio.create_task_group() as group:
        for _ in range(8):
            group.start_soon(played, spending, 1, ends)
    assert ends[0]
    assert spending.spent.calls <= 5


@virtual_time
async def test_what_an_earlier_call_paid_counts() -> None:
    """F285: a resumed run does not get its limits anew."""
    spending = Spending(limits={"calls": 5}, expected=Cost(1))
    spending.count(Cost(5))
    with pytest.raises(LimitReached):
        await spending.reserve(Cost(1))


def test_prices_are_found_however_the_model_is_spelled() -> None:
    price = {"input": 0.4, "output": 1.6}
    for name in ("openai:m", "openai/m", "OpenAI: m"):
        assert read_prices({name: price}) == {"openai:m": Price(**price)}
    assert Price(**price).of(1_000_000, 500_000) == pytest.approx(1.2)
