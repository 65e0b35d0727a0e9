"""``shrink``: the smallest row that still fails, found by replaying smaller ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from whileai.base.errors import given, suggestion
from whileai.builtin.writers.telling import says
from whileai.engine.blocking import blocking
from whileai.model import Scene
from whileai.model.verdict import PASSES_FROM, passes
from whileai.options.checks import whole
from whileai.options.tools import read_tools
from whileai.search.narrowing import Kept, narrowed
from whileai.search.parts import KINDS, Anatomy
from whileai.simulations.configuration import resolve
from whileai.simulations.recording import Recording
from whileai.world.mentions import mentioned
from whileai.world.scenes import Stage

if TYPE_CHECKING:
    from whileai.model import RowDict, Tool

BUDGET = 1000
"""Rollouts that are played at most, unless set."""

STOPPED = ("agent_failed", "empty_replies", "losses")
"""Why a run ends before all of its tasks were played."""

PLAYING = (
    "advanced",
    "avg_turns",
    "budget",
    "concurrency",
    "executor",
    "logprobs",
    "max_turns",
    "patience",
    "plugins",
    "sampling",
    "scaffold",
    "temperature",
    "timeout",
    "user_model",
)
"""Keywords of ``simulate`` that say how rollouts are played, and hold here too."""


async def shrink_async(
    row: Mapping[str, Any],
    agent: Any = None,
    *,
    tools: Any = None,
    system_prompt: str | None = None,
    grader: Any,
    execute: Any = None,
    repeats: int = 1,
    failures: int | None = None,
    **playing: Any,
) -> RowDict:
    """Drop what a failure does not need, and give the smallest row that still fails.

    Planned faults, the state of records, missing ids, clauses of the ask, facts that
    the person knows, tools and user turns are left out as long as the agent fails; of
    what remains none can be left out alone. Every try is played by the engine, and the
    same call gives the same row.

    So that no other failure takes its place, tools that the row called stay, and a try
    fails only if it calls none but these, and some if the row did.

    Args:
        row: a row that failed, as ``data.rows()`` has it.
        agent, tools, system_prompt, execute: as the row was played with.
        grader: as ``simulate(grader=...)`` takes it; a reward under 0.5 is a failure.
        repeats: rollouts of each try, 1 or more; more for an agent that is not
            deterministic.
        failures: rollouts of a try that must fail, 1 to ``repeats``; half of them,
            rounded up, unless set. One that was lost or got no verdict does not count.
        **playing: how rollouts are played (``timeout``, ``max_turns``, ``user_model``
            and so on), and ``budget``: rollouts played at most (1,000).

    Returns:
        The row as it was played last. It has an id of its own, and ``simulate(agent,
        tasks=[row], ...)`` plays it again; ``row["extra"]["shrunk"]`` has the task it
        is ``of``, what is left and what was left out by kind, the ``tools`` and
        ``max_turns`` it needs, the ``rollouts`` played, and whether it is ``minimal``
        (false where the budget ended the search).

    Raises:
        TypeError: if ``row`` is no row, or for a keyword that does not apply here.
        ValueError: if ``row`` has no scene, or does not fail when it is replayed.

    Source: see ``whileai.search.narrowing``.
    """
    most = whole(1)("repeats", repeats)
    least = whole(1)("failures", (most + 1) // 2 if failures is None else failures)
    if least > most:
        raise ValueError(
            f"failures={least} of repeats={most} rollouts cannot be; pass at most "
            f"failures={most}, or more repeats="
        )
    budget = whole(most)("budget", playing.pop("budget", BUDGET))
    _check_row(row)
    _check_playing(playing, grader)
    known = read_tools(tools)
    lab = Lab(
        anatomy=_anatomy(row, known, system_prompt),
        tools=known,
        options={
            "agent": agent,
            "system_prompt": system_prompt,
            "grader": grader,
            "execute": execute,
            "simulator": False,
            "seed": row.get("seed") or 0,
            **playing,
        },
        repeats=most,
        failures=least,
        budget=budget,
    )
    return await lab.shrink()


def shrink(
    row: Mapping[str, Any],
    agent: Any = None,
    *,
    tools: Any = None,
    system_prompt: str | None = None,
    grader: Any,
    execute: Any = None,
    repeats: int = 1,
    failures: int | None = None,
    **playing: Any,
) -> RowDict:
    """Give the smallest row that still fails; the sync form of ``shrink_async``."""
    return blocking(shrink_async)(
        row,
        agent,
        tools=tools,
        system_prompt=system_prompt,
        grader=grader,
        execute=execute,
        repeats=repeats,
        failures=failures,
        **playing,
    )


@frozen(kw_only=True)
class Try:
    """What is to be played: the parts that are kept, and the most user turns."""

    kept: Kept
    turns: int | None = None


@define(kw_only=True)
class Lab:
    """Plays smaller and smaller rows, and remembers how each ended.

    Args:
        anatomy: the row and its parts.
        tools: all tools of the agent.
        options: of every replay.
        repeats, failures: rollouts of a try, and how many of them must fail.
        budget: rollouts played at most.
        uses: tools that the failure calls, once it was seen.
    """

    anatomy: Anatomy
    tools: Sequence[Tool]
    options: dict[str, Any]
    repeats: int
    failures: int
    budget: int
    uses: frozenset[str] | None = None
    played: int = 0
    spent: bool = False
    _ended: dict[tuple[Any, ...], RowDict | None] = field(factory=dict)
    _seen: str = ""

    async def shrink(self) -> RowDict:
        """Give the smallest row that fails."""
        whole = Try(
            kept=frozenset(self.anatomy.parts), turns=self.options.get("max_turns")
        )
        (first,) = await self._play([whole])
        if first is None:
            raise ValueError(
                f"the row does not fail here: of {self.repeats} replays fewer than "
                f"{self.failures} got a reward under {PASSES_FROM}{self._seen}; pass "
                "the agent, tools, system_prompt, grader and execute that it failed "
                "with, and repeats= if it fails only sometimes"
            )
        self.uses = frozenset(first["tools_used"])
        best, before = whole, None
        while best != before:
            before = best
            best = await self._fewer_turns(best)
            best = await self._fewer_parts(best)
        return self._report(best)

    async def _fewer_parts(self, best: Try) -> Try:
        search = narrowed([p for p in self.anatomy.parts if p in best.kept])
        found: int | None = None
        try:
            wanted = next(search)
            while True:
                tries = [Try(kept=kept, turns=best.turns) for kept in wanted]
                found = await self._first(tries)
                wanted = search.send(found)
        except StopIteration as done:
            return Try(kept=done.value, turns=best.turns)

    async def _fewer_turns(self, best: Try) -> Try:
        """Give ``best`` with the fewest user turns in which it fails."""
        row = self._ended[self._key(best)]
        assert row is not None
        users = sum(message["role"] == "user" for message in row["messages"])
        tries = [Try(kept=best.kept, turns=turns) for turns in range(1, users)]
        found = await self._first(tries)
        return best if found is None else tries[found]

    async def _first(self, tries: Sequence[Try]) -> int | None:
        """Give the number of the first try that fails; ``None`` if none does."""
        rows = await self._play(tries)
        return next((n for n, row in enumerate(rows) if row is not None), None)

    async def _play(self, tries: Sequence[Try]) -> list[RowDict | None]:
        """Give for each try the row by which it failed, or ``None``."""
        todo: dict[tuple[Any, ...], Try] = {}
        for each in tries:
            if self._key(each) not in self._ended:
                todo.setdefault(self._key(each), each)
        for (names, turns), group in groupby(todo.values(), self._setting):
            await self._replay(list(group), names, turns)
        return [self._ended.get(self._key(each)) for each in tries]

    async def _replay(
        self, tries: list[Try], names: tuple[str, ...], turns: int | None
    ) -> None:
        room = (self.budget - self.played) // self.repeats
        self.spent = self.spent or room < len(tries)
        tries = tries[:room]
        if not tries:
            return
        rows = [self.anatomy.keeping(each.kept) for each in tries]
        options = {
            **self.options,
            "tools": [tool for tool in self.tools if tool.name in names],
            "tasks": rows,
            "repeats": self.repeats,
            "budget": len(rows) * self.repeats,
        }
        if turns is not None:
            options["max_turns"] = turns
            if options.get("avg_turns") is not None:
                options["avg_turns"] = min(turns, options["avg_turns"])
        data = await Recording(resolve(options), quiet=True).play()
        self.played += len(rows) * self.repeats
        if data.stopped_because in STOPPED and len(tries) > 1:
            for each in tries:  # the tries that crash hide the others: one by one
                await self._replay([each], names, turns)
            return
        error = data.search["first_agent_error"]
        self._seen = f" (the agent raised: {error})" if error else ""
        for each, row in zip(tries, rows, strict=True):
            failed = [
                own
                for own in data.rows
                if own["task_id"] == row["task_id"] and self._fails(own)
            ]
            kept = failed[0] if len(failed) >= self.failures else None
            self._ended[self._key(each)] = kept

    def _fails(self, row: RowDict) -> bool:
        """Tell whether ``row`` failed, and by its calls in the same way."""
        calls = set(row["tools_used"])
        if passes(row["reward"]) is not False:
            return False
        return self.uses is None or (
            calls <= self.uses and bool(calls) == bool(self.uses)
        )

    def _setting(self, each: Try) -> tuple[tuple[str, ...], int | None]:
        return self.anatomy.kept_tools(each.kept), each.turns

    def _key(self, each: Try) -> tuple[Any, ...]:
        row = self.anatomy.keeping(each.kept)
        return (row["task_id"], *self._setting(each))

    def _report(self, best: Try) -> RowDict:
        row = self._ended[self._key(best)]
        assert row is not None
        dropped = frozenset(self.anatomy.parts) - best.kept
        told = {
            "of": self.anatomy.row.get("task_id"),
            "left": _by_kind(best.kept),
            "dropped": _by_kind(dropped),
            "tools": list(self.anatomy.kept_tools(best.kept)),
            "max_turns": best.turns,
            "rollouts": self.played,
            "minimal": not self.spent,
        }
        row["extra"] = {**row["extra"], "shrunk": told}
        return row


def _by_kind(parts: Kept) -> dict[str, int]:
    return {kind: sum(part.kind == kind for part in parts) for kind in KINDS}


def _anatomy(
    row: Mapping[str, Any], tools: Sequence[Tool], policy: str | None
) -> Anatomy:
    """Take ``row`` apart; the ids that it names are read as the world reads them."""
    model = Stage(tools, policy or "").model
    facts = row["scene"].get("facts", {})
    text = " ".join([row["prompt"], *(f"{name} {facts[name]}" for name in facts)])
    about = (row.get("scenario_dimensions") or {}).get("tool", "")
    owners = {str(own): entity for entity, own in mentioned(model, text, about)}
    names = tuple(tool.name for tool in tools)
    return Anatomy(row=row, tools=names, owners=owners, says=says)


def _check_row(row: Any) -> None:
    if not isinstance(row, Mapping) or not isinstance(row.get("prompt"), str):
        raise TypeError(
            f"shrink() takes one row of a run, such as data[0], got {given(row)}"
        )
    if not isinstance(row.get("scene"), Mapping):
        raise ValueError(
            f"the row of {given(row['prompt'], 60)} has no scene, so its world cannot "
            "be opened again; pass a row of simulate(), or replay the ask with "
            "simulate(tasks=[...]) and pass a row of that"
        )
    try:
        Scene.from_json(row["scene"])
    except ValueError as error:
        raise ValueError(
            f"the row of {given(row['prompt'], 60)} cannot be read: {error}; pass a "
            "row as simulate() gave it"
        ) from None


def _check_playing(playing: Mapping[str, Any], grader: Any) -> None:
    if grader is None:
        raise ValueError(
            "grader=None: shrink() keeps what fails, so it needs a grader; pass the "
            "grader= that the row failed with"
        )
    for name in playing:
        if name not in PLAYING:
            hint = suggestion(name, PLAYING) or "."
            raise TypeError(
                f"shrink() got an unexpected keyword argument {name!r}{hint} Beside "
                f"its own it takes {', '.join(PLAYING)}"
            )
