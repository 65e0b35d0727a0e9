"""Stages and plugins that keep every promise but one."""

from __future__ import annotations

import asyncio
import threading
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import anyio
import anyio.lowlevel
from attrs import evolve

import whileai as wai
from whileai.calls import Completion
from whileai.model import Rollout, Slot, Task, Turn
from whileai.stages import Left
from whileai.testing import (
    DictWorld,
    EchoAgent,
    ListSink,
    Promise,
    ScriptedBackend,
    check_agent,
    check_backend,
    check_grader,
    check_plugin,
    check_sink,
    check_user,
    check_world,
    check_writer,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from whileai.model import Brief, Row

Broken = tuple[str, Promise, "Callable[[], None]"]


class Judge:
    """A grader that keeps every promise, and may be opened."""

    def __init__(self) -> None:
        self.count = 0
        self.row: Any = None
        self.cut = False

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *exc: object) -> bool | None:
        return None

    async def grade(self, row: Row, /) -> Any:
        await anyio.lowlevel.checkpoint()
        return self.said(row)

    def said(self, row: Row) -> Any:
        return wai.Verdict(reward=len(row.prompt) % 7 / 7, judge="judge")


class CannotOpen(Judge):
    async def __aenter__(self) -> Any:
        raise OSError("the model file is not there")


class CannotClose(Judge):
    async def __aexit__(self, *exc: object) -> None:
        raise OSError("the model file is gone")


class ClosesOnce(Judge):
    async def __aexit__(self, *exc: object) -> None:
        del self.row


class FailsInItsTurn(Judge):
    async def __aexit__(self, *exc: object) -> None:
        if exc[0] is not None:
            raise OSError("the run has failed")


class KeepsBack(Judge):
    async def __aexit__(self, *exc: object) -> bool:
        return True


class Raises(Judge):
    def said(self, row: Row) -> Any:
        raise LookupError("no such rule")


class NeverAnswers(Judge):
    async def grade(self, row: Row, /) -> Any:
        await anyio.sleep_forever()


def never_answers() -> None:
    check_grader(Judge)  # what is loaded late is loaded now
    check_grader(NeverAnswers, within_s=0.6)


class SaysANumber(Judge):
    def said(self, row: Row) -> Any:
        return 0.5


class SaysAnOddStatus(Judge):
    def said(self, row: Row) -> Any:
        return wai.Verdict(reward=1.0, status="fine")


class MarksWhatIsNoJson(Judge):
    def said(self, row: Row) -> Any:
        return wai.Verdict(reward=1.0, markers={"it": object()})


class Counts(Judge):
    def said(self, row: Row) -> Any:
        self.count += 1
        return wai.Verdict(reward=1 / self.count)


class HoldsTheRow(Judge):
    async def grade(self, row: Row, /) -> Any:
        self.row = row
        await anyio.lowlevel.checkpoint()
        return self.said(self.row)


class ShortOfBreath(Judge):
    def said(self, row: Row) -> Any:
        if len(row.prompt) > 50_000:
            raise ValueError("too long")
        return super().said(row)


class ShakenByNul(Judge):
    def said(self, row: Row) -> Any:
        self.cut |= "\0" in row.prompt
        return evolve(super().said(row), reason=f"{self.cut}")


class Swallows(Judge):
    async def grade(self, row: Row, /) -> Any:
        try:
            await anyio.lowlevel.checkpoint()
        except asyncio.CancelledError:
            return self.said(row)
        return self.said(row)


class FailsWhenCancelled(Judge):
    async def grade(self, row: Row, /) -> Any:
        try:
            await anyio.lowlevel.checkpoint()
        except asyncio.CancelledError:
            raise ValueError("the connection is broken") from None
        return self.said(row)


class StaysCut(Judge):
    async def grade(self, row: Row, /) -> Any:
        try:
            await anyio.lowlevel.checkpoint()
        except asyncio.CancelledError:
            self.cut = True
            raise
        return evolve(self.said(row), reason=f"{self.cut}")


class LeavesATask(Judge):
    tasks: tuple[Any, ...] = ()

    async def grade(self, row: Row, /) -> Any:
        self.tasks += (asyncio.ensure_future(asyncio.sleep(60)),)
        return self.said(row)


class LeavesAThread(Judge):
    over = threading.Event()

    def said(self, row: Row) -> Any:
        if not self.count:
            threading.Thread(target=self.over.wait, args=(20,), daemon=True).start()
        self.count = 1
        return super().said(row)


class BoundToItsLoop(Judge):
    async def grade(self, row: Row, /) -> Any:
        loop = asyncio.get_running_loop()
        self.row = self.row or loop
        if self.row is not loop:
            raise RuntimeError("attached to a different loop")
        return self.said(row)


class ZeroForMissing(Judge):
    def said(self, row: Row) -> Any:
        return wai.Verdict(reward=0.0, status="abstained")


class MissingAndOk(Judge):
    def said(self, row: Row) -> Any:
        return wai.Verdict(reward=None)


class OverOne(Judge):
    def said(self, row: Row) -> Any:
        return wai.Verdict(reward=7.5)


GRADERS: list[tuple[type[Judge], Promise]] = [
    (CannotOpen, Promise.OPENED),
    (CannotClose, Promise.OPENED),
    (ClosesOnce, Promise.CLOSED_TWICE),
    (KeepsBack, Promise.PASSED_ON),
    (FailsInItsTurn, Promise.PASSED_ON),
    (Raises, Promise.ANSWERS),
    (SaysANumber, Promise.TYPED),
    (SaysAnOddStatus, Promise.TYPED),
    (MarksWhatIsNoJson, Promise.TYPED),
    (Counts, Promise.ALIKE),
    (HoldsTheRow, Promise.APART),
    (ShortOfBreath, Promise.HOSTILE),
    (ShakenByNul, Promise.HOSTILE),
    (Swallows, Promise.CANCELLED),
    (FailsWhenCancelled, Promise.CANCELLED),
    (StaysCut, Promise.UNHARMED),
    (LeavesATask, Promise.LEFT),
    (LeavesAThread, Promise.LEFT),
    (BoundToItsLoop, Promise.SECOND_RUN),
    (ZeroForMissing, Promise.MISSING),
    (MissingAndOk, Promise.MISSING),
    (OverOne, Promise.MISSING),
]


class Words:
    """A writer that keeps every promise; ``tasks`` says otherwise."""

    def __init__(self, tasks: Callable[[Brief], list[Any]]) -> None:
        self.tasks = tasks

    async def write(self, briefs: Sequence[Brief], _run: Any, /) -> Any:
        return [task for brief in briefs for task in self.tasks(brief)]


def worded(brief: Brief) -> list[Any]:
    kept = [] if brief.kept is None else [brief.kept]
    return [brief.task(n, text) for n, text in enumerate([*kept, "hello"][:1])]


def by_hand(brief: Brief) -> list[Any]:
    situation = evolve(brief.situation, scene=evolve(brief.situation.scene, goal="?"))
    return [Task(id=f"{situation.id}/0", situation=situation, prompt="hello")]


def of_another(brief: Brief) -> list[Any]:
    other = evolve(brief, situation=evolve(brief.situation, id="another"))
    return worded(other)


def too_many(brief: Brief) -> list[Any]:
    return [brief.task(n, f"hello {n}") for n in range(brief.phrasings + 1)]


def blank(brief: Brief) -> list[Any]:
    return [brief.task(0, " ")]


def in_its_own_words(brief: Brief) -> list[Any]:
    return [brief.task(0, "hello")]


def without_seeds(brief: Brief) -> list[Any]:
    return [] if brief.kept else worded(brief)


def again(brief: Brief) -> list[Any]:
    return [brief.task(0, brief.original or "hello")]


WRITERS: list[tuple[Callable[[Brief], list[Any]], Promise]] = [
    (by_hand, Promise.BRIEFED),
    (of_another, Promise.BRIEFED),
    (too_many, Promise.BRIEFED),
    (blank, Promise.TYPED),
    (lambda brief: ["hello"], Promise.TYPED),
    (in_its_own_words, Promise.SEED_KEPT),
    (without_seeds, Promise.SEED_KEPT),
    (again, Promise.NOT_AGAIN),
]


class Plays:
    """An agent that plays as ``EchoAgent`` does, and then changes its rollout."""

    def __init__(self, change: Callable[[Rollout], Any]) -> None:
        self.change = change
        self.echo = EchoAgent([("get_order", {"order_id": "A-1"})])

    async def play(self, slot: Slot, desk: Any, user: Any, /) -> Any:
        return self.change(await self.echo.play(slot, desk, user))


def asked_otherwise(rollout: Rollout) -> Rollout:
    return evolve(rollout, turns=(Turn(role="user", text="?"), *rollout.turns[1:]))


def without_its_calls(rollout: Rollout) -> Rollout:
    return evolve(rollout, turns=(rollout.turns[0], rollout.turns[-1]))


def without_results(rollout: Rollout) -> Rollout:
    ask, call, last = rollout.turns
    return evolve(rollout, turns=(ask, evolve(call, results=()), last))


def without_a_reply(rollout: Rollout) -> Rollout:
    ask, call, last = rollout.turns
    turns = (ask, call, evolve(last, text=" "))
    return evolve(rollout, turns=turns, final_text=" ")


AGENTS: list[tuple[Callable[[Rollout], Any], Promise]] = [
    (asked_otherwise, Promise.OWN_ASK),
    (without_its_calls, Promise.RECORDED),
    (without_results, Promise.RECORDED),
    (without_a_reply, Promise.TYPED),
    (lambda rollout: rollout.final_text, Promise.TYPED),
    (lambda rollout: evolve(rollout, turns=()), Promise.TYPED),
    (lambda rollout: evolve(rollout, final_text="else"), Promise.TYPED),
    (lambda rollout: evolve(rollout, ended_by="nobody"), Promise.TYPED),
    (lambda rollout: evolve(rollout, finish_reason="so"), Promise.TYPED),
    (lambda rollout: evolve(rollout, extra={"it": object()}), Promise.TYPED),
]


class Says:
    """A person that always says the same."""

    def __init__(self, said: Any) -> None:
        self.said = said

    async def reply(self, _turns: Any, _slot: Slot, /) -> Any:
        return self.said


class Shared:
    """A world in which all rollouts share what they change."""

    def __init__(self) -> None:
        self.cancelled = 0

    @asynccontextmanager
    async def open(self, _slot: Slot, /) -> AsyncIterator[Any]:
        yield self

    def call(self, tool: str, _arguments: Any, /) -> Any:
        if tool not in ("get_order", "cancel_order"):
            return {"error": f"no tool {tool}"}
        self.cancelled += tool == "cancel_order"
        return {"cancelled": self.cancelled}


class OneAtATime(Shared):
    """A world that begins anew for each rollout, for all that are under way."""

    @asynccontextmanager
    async def open(self, _slot: Slot, /) -> AsyncIterator[Any]:
        self.cancelled = 0
        yield self


class RaisesErrors(DictWorld):
    def call(self, tool: str, arguments: Any, /) -> Any:
        return {"order": self.answers[tool]}


class AnswersAnything(DictWorld):
    def call(self, tool: str, arguments: Any, /) -> Any:
        return {"found": tool}


class AnswersAnObject(DictWorld):
    def call(self, tool: str, arguments: Any, /) -> Any:
        return object()


class TellsOddEffects(DictWorld):
    effects = "much"


class HoldsOn(DictWorld):
    @asynccontextmanager
    async def open(self, _slot: Slot, /) -> AsyncIterator[Any]:
        try:
            yield self
        except Exception:  # noqa: BLE001 - this is what it breaks
            return


ANSWERS = {"get_order": {"id": "A-1"}, "cancel_order": {"id": "A-1"}}
WORLDS: list[tuple[Any, Promise]] = [
    (Shared(), Promise.ALIKE),
    (OneAtATime(), Promise.APART),
    (RaisesErrors(ANSWERS), Promise.ERRORS_ARE_VALUES),
    (AnswersAnything(ANSWERS), Promise.ERRORS_ARE_VALUES),
    (AnswersAnObject(ANSWERS), Promise.TYPED),
    (TellsOddEffects(ANSWERS), Promise.TYPED),
    (HoldsOn(ANSWERS), Promise.PASSED_ON),
]


class Forgets(ListSink):
    async def put(self, row: Row, /) -> None:
        if row.prompt:
            self.rows.append(row)


class PutsInFront(ListSink):
    async def put(self, row: Row, /) -> None:
        self.rows.insert(0, row)


class Tires(ListSink):
    async def put(self, row: Row, /) -> None:
        await super().put(row)
        if len(self.rows) > 9:
            raise OSError("no space left")


COMPLETIONS: list[Any] = [
    Completion(text="a", more=("b", "c", "d")),
    Completion(text="a", finish_reason="tired"),
    Completion(text="a", input_tokens=-1),
    Completion(calls=("get_order",)),  # type: ignore[arg-type] # it breaks this
    Completion(text=None),  # type: ignore[arg-type] # it breaks this
]


def plugin(**hooks: Any) -> Any:
    return SimpleNamespace(**{name: wai.hookimpl(hook) for name, hook in hooks.items()})


def bringing(make: Callable[[Any], Any], **more: Any) -> Any:
    def register_graders(register: Any) -> None:
        register("mine", make, **more)

    return plugin(register_graders=register_graders)


def good(_setup: Any) -> Any:
    return Judge()


def raises(*_args: Any) -> Any:
    raise LookupError("not here")


def registers_once() -> Any:
    names = iter(["mine", "yours"])

    def register_graders(register: Any) -> None:
        register(next(names), good)

    return plugin(register_graders=register_graders)


def register_graders(register: Any) -> None:
    """Register nothing, for nobody marked it."""


def register_grader(register: Any) -> None:
    """Register nothing, for no hook has this name."""


def annotating(note: Any) -> Any:
    def annotate_row(row: Row) -> Any:
        return note

    return plugin(annotate_row=annotate_row)


def adapting(adapt: Callable[..., Any]) -> Any:
    def adapt_stage(kind: str, value: Any) -> Any:
        return adapt(kind, value)

    return plugin(adapt_stage=adapt_stage)


def watching() -> Any:
    def run_finished(report: Any) -> None:
        raise LookupError(report["no_such_key"])

    return plugin(run_finished=run_finished)


PLUGINS: list[tuple[str, Any, Promise]] = [
    ("no hook", SimpleNamespace(), Promise.HOOKS),
    ("no such hook", plugin(register_things=raises), Promise.HOOKS),
    ("no such argument", plugin(run_started=lambda rnu: None), Promise.HOOKS),
    ("a hook that raises", plugin(register_graders=raises), Promise.HOOKS),
    ("unmarked", SimpleNamespace(register_graders=register_graders), Promise.HOOKS),
    ("misspelled", SimpleNamespace(register_grader=register_grader), Promise.HOOKS),
    ("no such entry point", "no-such-plugin", Promise.HOOKS),
    ("another name each time", registers_once(), Promise.TWO_MANAGERS),
    ("accepts all", bringing(good, accepts=lambda value: True), Promise.DECLINES),
    ("accepts raises", bringing(good, accepts=raises), Promise.DECLINES),
    ("adapts all", adapting(lambda kind, value: Judge()), Promise.DECLINES),
    ("adapts raises", adapting(raises), Promise.DECLINES),
    ("makes no grader", bringing(lambda setup: 5), Promise.FACTORY),
    ("fails to make one", bringing(raises), Promise.FACTORY),
    ("watches badly", watching(), Promise.WATCHES),
    ("annotates badly", annotating({"it": object()}), Promise.WATCHES),
]


def _sinks() -> list[Broken]:
    table: list[tuple[ListSink, Promise]] = [
        (Forgets(), Promise.EVERY_ROW),
        (PutsInFront(), Promise.EVERY_ROW),
        (Tires(), Promise.HOSTILE),
    ]
    return [(type(sink).__name__, promise, _reading(sink)) for sink, promise in table]


def _reading(sink: ListSink) -> Callable[[], None]:
    return lambda: check_sink(sink, read=lambda: sink.rows)


def _named(value: Any) -> str:
    return getattr(value, "__name__", None) or type(value).__name__


EVERY: list[Broken] = [
    *((m.__name__, p, lambda m=m: check_grader(m())) for m, p in GRADERS),
    ("NeverAnswers", Promise.ANSWERS, never_answers),
    ("fails to be made", Promise.OPENED, lambda: check_grader(lambda: raises())),
    *((_named(w), p, lambda w=w: check_writer(Words(w))) for w, p in WRITERS),
    *((_named(a), p, lambda a=a: check_agent(Plays(a))) for a, p in AGENTS),
    ("says nothing", Promise.LEAVES, lambda: check_user(Says(" "))),
    ("leaves oddly", Promise.LEAVES, lambda: check_user(Says(Left("bored")))),
    ("says a number", Promise.TYPED, lambda: check_user(Says(3))),
    *((_named(w), p, lambda w=w: check_world(w)) for w, p in WORLDS),
    *_sinks(),
    *(
        (str(c), Promise.TYPED, lambda c=c: check_backend(ScriptedBackend(c)))
        for c in COMPLETIONS
    ),
    *((n, p, lambda b=b: check_plugin(b)) for n, b, p in PLUGINS),
]
"""What breaks a promise: its name, the promise, and the check that finds it."""
