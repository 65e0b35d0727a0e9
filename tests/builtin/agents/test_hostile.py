"""One agent of many misbehaves on every try: the other rows never notice."""

from __future__ import annotations

import asyncio
import functools
import threading
import warnings
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.support import POLICY, TOOLS2

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

pytestmark = [
    pytest.mark.contract("S01", "S04", "S14", "S43", "S52"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]
SITUATIONS = 24
MANY = pytest.mark.parametrize(
    "situations", [SITUATIONS, pytest.param(200, marks=pytest.mark.full)]
)


class Own(BaseException):
    """A BaseException that nobody has heard of."""


def run(agent: Any, situations: int = SITUATIONS, **options: Any) -> Any:
    return wai.simulate(
        agent,
        tools=TOOLS2,
        system_prompt=POLICY,
        simulator=False,
        seed=3,
        repeats=1,
        situations=situations,
        budget=situations,
        **options,
    )


def calm(message: str, world: Any) -> str:
    world.call("lookup_order", {"order_id": "A1000"})
    return f"I read {len(message)} characters."


@functools.cache
def usual(situations: int = SITUATIONS) -> dict[str, Any]:
    """Give the rows of a run in which nothing happens, by prompt."""
    rows = run(calm, situations).rows()
    assert len(rows) == situations
    return by_task(rows)


def by_task(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {f"{row['prompt']} {row['lineage']['slot']}": told(row) for row in rows}


def told(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["messages"], row["faults"], row["scene"]


@functools.cache
def victim(situations: int = SITUATIONS) -> str:
    """Give an ask that only one situation has."""
    asks: Counter[str] = Counter(
        messages[0]["content"] for messages, *_ in usual(situations).values()
    )
    return min(ask for ask, count in asks.items() if count == 1)


@functools.cache
def others(situations: int = SITUATIONS) -> dict[str, Any]:
    """Give the usual rows without the victim's."""
    lost, rows = victim(situations), usual(situations)
    return {key: row for key, row in rows.items() if not key.startswith(lost)}


def raises(error: type[BaseException]) -> Callable[[str], Any]:
    def misbehave(message: str) -> Any:
        raise error("on purpose")

    return misbehave


def recursing(message: str) -> Any:
    return recursing(message) + "."


ERRORS: dict[str, tuple[Callable[[str], Any], str]] = {
    "an exception": (raises(ValueError), "ValueError: on purpose"),
    "SystemExit": (raises(SystemExit), "SystemExit: on purpose"),
    "GeneratorExit": (raises(GeneratorExit), "GeneratorExit: on purpose"),
    "CancelledError": (raises(asyncio.CancelledError), "CancelledError: on purpose"),
    "its own BaseException": (raises(Own), "Own: on purpose"),
    "RecursionError": (raises(RecursionError), "RecursionError: on purpose"),
    "MemoryError": (raises(MemoryError), "MemoryError: on purpose"),
    "StopIteration": (raises(StopIteration), "StopIteration"),
    "endless recursion": (recursing, "RecursionError"),
    "bytes": (lambda message: b"hi", "the agent returned a bytes"),
}


@pytest.mark.parametrize("case", ERRORS)
@pytest.mark.parametrize("kind", ["sync", "async"])
@MANY
def test_an_agents_error_loses_its_row_and_no_other(
    case: str, kind: str, situations: int
) -> None:
    """F259."""
    misbehave, name = ERRORS[case]
    lost, kept = victim(situations), others(situations)

    def agent(message: str, world: Any) -> Any:
        return misbehave(message) if message == lost else calm(message, world)

    async def async_agent(message: str, world: Any) -> Any:
        return agent(message, world)

    data = run(agent if kind == "sync" else async_agent, situations)
    played = data.rows()
    rows = by_task(played)
    assert len(kept) == situations - 1
    assert {key: rows.get(key) for key in kept} == kept
    assert lost not in {row["prompt"] for row in played}
    assert name in data.search["first_agent_error"]
    assert data.search["rollouts"]["lost_by"]["agent_error"] == 1


async def cancels_itself(message: str) -> str:
    task = asyncio.current_task()
    assert task is not None
    task.cancel()
    await asyncio.sleep(0)
    return message


def test_an_agent_that_cancels_its_own_task_loses_its_row_alone() -> None:
    lost = victim()

    async def agent(message: str, world: Any) -> str:
        return (
            await cancels_itself(message) if message == lost else calm(message, world)
        )

    data = run(agent)
    rows = by_task(data.rows())
    assert {key: rows.get(key) for key in others()} == others()
    assert "CancelledError" in data.search["first_agent_error"]


shared = threading.local()
pool: dict[str, Any] = {}


def keeps_on_the_thread(message: str) -> str:
    shared.messages = [*getattr(shared, "messages", []), message]
    return "Kept."


def starts_a_thread(message: str) -> str:
    thread = threading.Thread(target=threading.Event().wait, args=(0.01,))
    thread.start()
    return "Started."


def simulates(message: str) -> str:
    return f"Simulated {len(run(lambda m: 'Hi.', situations=3))} rows."


def mutates(message: str, world: Any) -> str:
    for tool in world.tools:
        tool["function"]["parameters"].clear()
    answer = world.call("lookup_order", {"order_id": "A1000"})
    answer.clear()
    return "Mutated."


def prints_much(message: str) -> str:
    return "x" * 50_000_000


async def holds_a_lock(message: str) -> str:
    async with pool.setdefault("lock", asyncio.Lock()):
        await asyncio.sleep(0)
        return "Held."


async def keeps_a_client(message: str) -> str:
    loop = asyncio.get_running_loop()
    client = pool.setdefault("client", (loop, []))
    assert client[0] is loop, "a pooled client works on its own loop alone"
    client[1].append(message)
    return "Asked."


ODD: dict[str, Callable[..., Any]] = {
    "50 MB": prints_much,
    "mutating what it was given": mutates,
    "a threading.local": keeps_on_the_thread,
    "starting a thread": starts_a_thread,
    "simulating inside": simulates,
}
ON_THE_LOOP: dict[str, Callable[[str], Awaitable[str]]] = {
    "an asyncio.Lock": holds_a_lock,
    "a pooled client": keeps_a_client,
}


@pytest.mark.parametrize("case", ODD)
@MANY
def test_an_odd_agent_changes_no_row_but_its_own(case: str, situations: int) -> None:
    odd, one, kept = ODD[case], victim(situations), others(situations)

    def agent(message: str, world: Any) -> Any:
        if message != one:
            return calm(message, world)
        return odd(message, world) if odd is mutates else odd(message)

    played = run(agent, situations).rows()
    rows = by_task(played)
    assert {key: rows.get(key) for key in kept} == kept
    reply = next(row["final_text"] for row in played if row["prompt"] == one)
    assert reply
    if case == "simulating inside":
        assert reply == "Simulated 3 rows."


@pytest.mark.parametrize("case", ON_THE_LOOP)
@MANY
def test_what_one_rollout_keeps_on_the_loop_disturbs_no_other(
    case: str, situations: int
) -> None:
    """F255."""
    odd, one = ON_THE_LOOP[case], victim(situations)
    pool.clear()

    async def agent(message: str, world: Any) -> str:
        return await odd(message) if message == one else calm(message, world)

    for _ in range(2):
        rows = by_task(run(agent, situations).rows())
        assert len(rows) == situations
        kept = others(situations)
        assert {key: rows.get(key) for key in kept} == kept


def test_what_is_bound_to_one_loop_works_in_every_run() -> None:
    """F255."""
    lock = asyncio.Lock()
    client: dict[str, Any] = {}

    async def agent(message: str, world: Any) -> str:
        loop = asyncio.get_running_loop()
        assert client.setdefault("loop", loop) is loop
        async with lock:
            await asyncio.sleep(0)
            return calm(message, world)

    for _ in range(2):
        assert by_task(run(agent).rows()) == usual()


async def test_an_agent_on_the_callers_loop_is_simulated_from_inside_it() -> None:
    """F251."""
    lock = asyncio.Lock()

    async def agent(message: str) -> str:
        async with lock:
            return "Hi."

    async with lock:
        pass
    data = await wai.simulate_async(
        agent, tools=TOOLS2, simulator=False, situations=5, budget=5
    )
    assert len(data) == 5


def test_a_keyboard_interrupt_in_an_agent_stops_the_run() -> None:
    lost = victim()

    def agent(message: str, world: Any) -> str:
        if message == lost:
            raise KeyboardInterrupt
        return calm(message, world)

    with pytest.raises(KeyboardInterrupt):
        run(agent, concurrency=4)


def test_an_agent_that_always_times_out_is_counted(recwarn: Any) -> None:
    """F269."""
    gate = threading.Event()

    def stuck(message: str) -> str:
        gate.wait(20)
        return message

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data = run(stuck, situations=2, timeout=0.05)
    gate.set()
    assert len(data) == 0
    assert "timeout=0.05" in data.search["first_agent_error"]


def test_a_multi_turn_agent_meets_the_offline_person() -> None:
    def agent(messages: list[Any]) -> str:
        return "Which order?"

    data = run(agent, situations=20)
    assert {row["ended_by"] for row in data.rows()} <= {"user_left", "depth"}
    assert {row["user_model"] for row in data.rows()} == {"offline"}
    assert all(row["messages"][-1]["content"] == "Which order?" for row in data.rows())
