"""The promises of an executor, checked by runs that need no network."""

from __future__ import annotations

import hashlib
import os
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import anyio.lowlevel

import whileai as wai
from whileai.calls import Ask, Completion
from whileai.engine.blocking import blocking
from whileai.testing.draws import comparable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whileai.model import Turn

TOOLS = (
    {
        "name": "find_order",
        "description": "Look up one order. Orders on file: A1, A2, A3.",
        "parameters": {
            "type": "object",
            "properties": {"order_id": {"type": "string"}},
            "required": ["order_id"],
        },
    },
)
HOSTILE = ("?", "\x00 NUL", "Où est мой заказ 注文?", "x" * 30_000, "\ud83d half")
"""Asks that a message between processes may stumble over."""

ENDING_S = 20.0
"""Seconds in which a cancelled run is over."""


@blocking
async def check_executor(executor: str | Callable[[], Any], **options: Any) -> None:
    """Check that an executor keeps its promises; use it in a plugin's own tests.

    Every promise is a run, so this takes as long as beginning workers eight times. The
    agents are functions of this module. Workers must share a folder with the test.

    Args:
        executor: a name as ``executor=`` takes it, or a function that gives an executor
            object for one run.
        **options: of every run, such as ``plugins=[module]``.

    Raises:
        AssertionError: naming the promise that is broken.
    """
    bench = _Bench(executor, options)
    await bench.gives_the_same_rows()
    await bench.talks_to_people()
    await bench.has_models_asked_by_the_run()
    await bench.tells_its_warnings()
    await bench.stops_where_a_stage_says_so()
    await bench.leaves_nothing_behind()
    await bench.outlives_its_workers()
    await bench.runs_on_another_loop()


class _Bench:
    """Plays the same call without the executor and with it."""

    def __init__(self, executor: Any, options: dict[str, Any]) -> None:
        self._executor = executor
        self._options = options

    async def away(self, agent: Any, **options: Any) -> wai.SimulationData:
        named = isinstance(self._executor, str)
        chosen = self._executor if named else self._executor()
        return await _run(agent, executor=chosen, **(self._options | options))

    async def here(self, agent: Any, **options: Any) -> wai.SimulationData:
        return await _run(agent, **(self._options | options))

    async def gives_the_same_rows(self) -> None:
        promise = "rows are the same at any concurrency, losses too"
        options: dict[str, Any] = {"seeds": HOSTILE, "budget": 12, "fault_rate": 0.4}
        for agent, levels in ((answers, (8,)), (waits, (1, 8))):
            wanted = await self.here(agent, grader=_judged, **options)
            for level in levels:
                got = await self.away(
                    agent, grader=_judged, concurrency=level, **options
                )
                _same(promise, wanted, got)

    async def talks_to_people(self) -> None:
        options: dict[str, Any] = {"budget": 6, "max_turns": 4}
        wanted, got = [
            await play(asks_back, **options) for play in (self.here, self.away)
        ]
        _same("a person answers as they do without it", wanted, got)

    async def has_models_asked_by_the_run(self) -> None:
        promise = "models are asked by the run, and need not travel"
        asked = []
        for play in (self.here, self.away):
            model = _Model()
            data = await play(model, budget=4, max_turns=2, user_model=model)
            asked.append((data, sorted(model.asked)))
        (wanted, first), (got, second) = asked
        _same(promise, wanted, got)
        _must(first == second, promise, f"{len(first)} calls against {len(second)}")
        usage = [data.report()["usage"] for data in (wanted, got)]
        _must(usage[0] == usage[1], promise, f"usage {usage[0]} against {usage[1]}")

    async def tells_its_warnings(self) -> None:
        wanted, got = [
            (await play(odd_numbers, budget=2)).warnings
            for play in (self.here, self.away)
        ]
        missing = [line for line in wanted if line not in got]
        _must(
            not missing, "warnings of stages are the run's", f"{missing} not in {got}"
        )

    async def stops_where_a_stage_says_so(self) -> None:
        promise = "KeyboardInterrupt of a stage stops the run as Ctrl-C does"
        try:
            await self.away(interrupts, budget=2)
        except wai.Interrupted:
            return
        _must(False, promise, "the run went on")

    async def leaves_nothing_behind(self) -> None:
        promise = "a cancelled run ends, and nothing is played on"
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            signs = str(Path(folder, "signs"))
            async with anyio.create_task_group() as group:
                group.start_soon(partial(self.away, partial(ticks, signs)))
                while not _signed(signs):  # noqa: ASYNC110 - by another process
                    await anyio.sleep(0.02)
                cancelled = time.monotonic()
                group.cancel_scope.cancel()
            took, before = time.monotonic() - cancelled, _signed(signs)
            await anyio.sleep(0.3)
            _must(_signed(signs) == before, promise, "its agent went on")
            _must(took < ENDING_S, promise, f"it ended after {took:.1f} s")

    async def outlives_its_workers(self) -> None:
        promise = "a rollout that ends its worker is lost alone"
        lives, dies = [partial(mortal, pid) for pid in (None, os.getpid())]
        named: dict[str, Any] = {"advanced": {"model_version": "mortal"}, "budget": 5}
        wanted = await self.here(lives, **named)
        _same(promise, wanted, await self.away(dies, **named))

    async def runs_on_another_loop(self) -> None:
        wanted = await self.here(answers, budget=3)
        got: list[wai.SimulationData] = []

        def elsewhere() -> None:
            got.append(anyio.run(partial(self.away, answers, budget=3)))

        thread = threading.Thread(target=elsewhere, daemon=True)
        thread.start()
        await anyio.to_thread.run_sync(thread.join)
        promise = "it opens again, on another event loop"
        _must(bool(got), promise, "the run failed there")
        _same(promise, wanted, got[0])


async def _run(agent: Any, **options: Any) -> wai.SimulationData:
    usual: dict[str, Any] = {"tools": TOOLS, "simulator": False, "seed": 0}
    data: wai.SimulationData = await wai.simulate_async(agent, **(usual | options))
    return data


def _must(kept: bool, promise: str, found: str) -> None:
    if not kept:
        raise AssertionError(f"broken promise: {promise}: {found}")


def _same(promise: str, wanted: wai.SimulationData, got: wai.SimulationData) -> None:
    _must(len(wanted) == len(got) > 0, promise, f"{len(wanted)}, {len(got)} rows")
    for number, (a, b) in enumerate(zip(wanted, got, strict=True)):
        left, right = comparable(a), comparable(b)
        names = sorted(name for name in left if left[name] != right.get(name))
        _must(not names, promise, f"row {number} differs in {', '.join(names)}")
    lost = [data.search["rollouts"]["lost_by"] for data in (wanted, got)]
    _must(lost[0] == lost[1], promise, f"lost {lost[0]} against {lost[1]}")


def _judged(row: Any) -> float:
    return float(_number(row["prompt"]) % 3 > 0)


def _number(text: str) -> int:
    data = text.encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(data, digest_size=4).digest(), "big")


def answers(message: str, world: Any) -> str:
    """Call a tool and say which rollout this is; some asks raise or get no reply."""
    found = world.call("find_order", {"order_id": "A1"})
    return _reply(message, found)


async def waits(message: str, world: Any) -> str:
    """Do as ``answers``, after a wait."""
    await anyio.sleep(_number(message) % 7 / 1000)
    found = await world.call_async("find_order", {"order_id": "A1"})
    return _reply(message, found)


def _reply(message: str, found: Any) -> str:
    kind = _number(message) % 8
    if kind == 0:
        raise ValueError(f"no answer to {message[:20]!r}")
    here = wai.current_world().turns
    return "" if kind == 1 else f"{_number(message)}: {len(here)} call, {found!r}"


def asks_back(messages: list[dict[str, Any]]) -> str:
    """Ask which order it is, every time."""
    return f"Which order is it? ({len(messages)})"


def odd_numbers(message: str) -> dict[str, Any]:
    """Report a step with a number that rows cannot keep."""
    step = {"tool": "find_order", "arguments": {"n": float("nan")}, "result": 1}
    return {"steps": [step], "final_text": "Done."}


async def interrupts(message: str) -> str:
    """Stop the run."""
    raise KeyboardInterrupt


async def ticks(signs: str, message: str) -> str:
    """Leave a sign every 20 ms, for as long as this is played."""
    while True:
        _sign(signs)
        await anyio.sleep(0.02)


def _sign(signs: str) -> None:
    with Path(signs).open("a", encoding="utf-8") as file:
        file.write(".")


def _signed(signs: str) -> int:
    path = Path(signs)
    return path.stat().st_size if path.exists() else 0


def mortal(pid: int | None, message: str) -> str:
    """End this process for some asks, unless it is the run's; raise there."""
    if _number(message) % 4 == 0:
        if pid not in (None, os.getpid()):
            os._exit(3)
        raise RuntimeError("not here")
    return "Done."


class _Model:
    """A model that cannot travel, and remembers what it was asked."""

    name = "testing:model"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._lock = threading.Lock()

    async def complete(self, turns: Sequence[Turn], ask: Ask, /) -> Completion:
        """Ask back as the agent; as the person, say that it is not known."""
        with self._lock:
            self.asked.append(f"{ask.role} {ask.seed} {len(turns)}")
        await anyio.lowlevel.checkpoint()
        said = "Which order?" if ask.role == "agent" else "I do not know, sorry."
        return Completion(text=said, input_tokens=9, output_tokens=3)
