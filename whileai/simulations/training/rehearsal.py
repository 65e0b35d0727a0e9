"""Single tasks played on open stages, outside of any plan."""

from __future__ import annotations

from contextlib import asynccontextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.errors import WhileAIError, given, suggestion
from whileai.base.lines import loads
from whileai.engine.course import player_of
from whileai.engine.opening import opened
from whileai.engine.pinned import read_tasks
from whileai.model import Slot
from whileai.options import ALIASES
from whileai.plugins import installed
from whileai.simulations.configuration import resolve

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from whileai.base.caller import Caller
    from whileai.engine.opening import Opening
    from whileai.engine.pinned import Pinned
    from whileai.engine.play import Player
    from whileai.model import Outcome, RowDict, Task, Tool
    from whileai.options import Options

PLAYING = (
    *("advanced", "avg_turns", "cassette", "concurrency", "execute", "limits"),
    *("max_turns", "patience", "plugins", "prices", "rubric", "scaffold", "seed"),
    *("system_prompt", "timeout", "tools", "user_model"),
)
"""Keywords of ``simulate`` that say how a task is played, and hold here too."""

BY_THE_POLICY = ("empty_reply", "tool_markup")
"""Why a rollout has no row where it is the policy's own doing."""


@frozen(kw_only=True)
class Rehearsal:
    """Plays tasks one by one.

    Args:
        opening: the open stages.
        player: who plays a slot.
    """

    opening: Opening
    player: Player

    @property
    def tools(self) -> tuple[Tool, ...]:
        """What may be called."""
        return self.opening.run.tools

    def read(self, tasks: Any) -> Pinned:
        """Read tasks, as ``simulate(tasks=...)`` takes them."""
        return read_tasks(tasks, self.opening.stage, self.opening.run.seed)

    @cached_property
    def _places(self) -> dict[str, int]:
        """Where each task is, by its id; by its ask where no id is the same."""
        pinned = self.opening.pinned
        pins = list(enumerate(pinned.tasks.pins)) if pinned is not None else []
        asks = {pin.prompt: number for number, pin in reversed(pins)}
        return {**asks, **{pin.id: number for number, pin in pins}}

    def find(self, task_id: Any, written: Any, ask: str) -> Task | None:
        """Give the task that a line of a data set is of; ``None`` if none is known.

        Args:
            task_id: its name, where the line has it.
            written: the task as JSON, or as JSON text, where the line has that.
            ask: how the prompt opens.

        Raises:
            ValueError: if ``written`` is no task.
        """
        pinned = self.opening.pinned
        place = self._places.get(task_id) if isinstance(task_id, str) else None
        if place is None and written:
            return self.read([from_json("task", written)]).tasks[0]
        if place is None:
            place = self._places.get(ask)
        return None if place is None or pinned is None else pinned.tasks[place]

    async def play(self, task: Task, *, place: int = 0, repeat: int = 0) -> Outcome:
        """Play one task, and grade it.

        Args:
            task: the task.
            place: which of those under way it is.
            repeat: which independent run of the task; it names what is drawn.

        Raises:
            WhileAIError: if a model was not to be called: limits leave no room, or the
                cassette does not hold the call.
        """
        slot = Slot(
            place=(place,),
            task=task,
            repeat=repeat,
            reason="pinned",
            run_seed=self.opening.run.seed,
        )
        outcome = await self.player.play(slot, lambda: None)
        if outcome is None:
            raise WhileAIError(self._unmade())
        return outcome

    def _unmade(self) -> str:
        """Say why a model was not to be called."""
        lines = self.opening.cast.models.lines
        if lines.cassette is not None and lines.cassette.misses:
            return lines.cassette.told()
        reached = lines.spending.stopped_because if lines.spending else ""
        return f"limits= leave no room for a call of a model ({reached}); raise them"


def from_json(column: str, value: Any) -> Any:
    """Give what was written as JSON text; anything else is what it is.

    Raises:
        ValueError: naming ``column``, if text is no JSON.
    """
    if not isinstance(value, str):
        return value
    try:
        return loads(value)
    except ValueError as error:
        raise ValueError(
            f"the column {column!r} holds {given(value)}, which is no JSON ({error}); "
            "it is written by data.export(path, format=...)"
        ) from None


@asynccontextmanager
async def rehearsal(options: Options, caller: Caller) -> AsyncIterator[Rehearsal]:
    """Open the stages that ``options`` name.

    Args:
        options: of the call; ``simulate`` would take them.
        caller: the line that warnings point to.

    Raises:
        TypeError, ValueError, NotConfigured: as ``simulate`` does before it plays.
    """
    manager = installed().with_plugins(options.who.plugins)
    async with opened(options, manager, caller=caller, quiet=True) as opening:
        yield Rehearsal(opening=opening, player=player_of(opening))


def playing(
    call: str, agent: Any, tasks: Any, grader: Any, keywords: Mapping[str, Any]
) -> Options:
    """Give the options of a call that plays single tasks.

    Args:
        call: its name, for errors.
        agent: who plays.
        tasks: what may be played. Of a ``SimulationData``, its agent's tools and system
            prompt hold where ``keywords`` have none.
        grader: who grades, if anyone.
        keywords: those in ``PLAYING``.

    Raises:
        TypeError, ValueError: for what does not apply here, or is out of range.
    """
    for name in keywords:
        if ALIASES.get(name, name) not in PLAYING:
            hint = suggestion(name, PLAYING) or "."
            raise TypeError(
                f"{call} got an unexpected keyword argument {name!r}{hint} Beside its "
                f"own it takes {', '.join(PLAYING)}"
            )
    known: dict[str, Any] = {**profiled(tasks), **_passed(keywords)}
    if known.get("tools") is None and not hasattr(known.get("execute"), "tools"):
        raise ValueError(
            f"{call} was not told the agent's tools, and tasks={given(tasks, 40)} does "
            "not say: pass tools=, or tools=[] where there are none"
        )
    return resolve(
        {
            "simulator": False,
            "user_model": "offline",
            "grader": grader,
            "tasks": tasks,
            **known,
            "agent": agent,
        }
    )


def _passed(keywords: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in keywords.items() if value is not None}


def profiled(tasks: Any) -> dict[str, Any]:
    """Give the tools and the system prompt of a run's agent, where it tells them."""
    profile = getattr(tasks, "profile", None)
    if profile is None:
        return {}
    told = {"tools": profile.tools, "system_prompt": profile.system_prompt}
    return {name: value for name, value in told.items() if value}


def row_of(outcome: Outcome | None) -> RowDict | None:
    """Give the row of an outcome, where it has one."""
    if outcome is None or outcome.row is None:
        return None
    row: RowDict = loads(outcome.row.line)
    return row
