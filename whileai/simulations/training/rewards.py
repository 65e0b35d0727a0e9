"""``reward_function``: a grader in the world of the tasks, as trainers call it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
from attrs import define, evolve, field, frozen

from whileai.base.caller import Caller
from whileai.base.text import counted
from whileai.builtin.agents.shapes import is_list, look
from whileai.builtin.agents.toolcalls import Names
from whileai.engine.blocking import blocking
from whileai.engine.groups import single_error
from whileai.simulations.training.actions import Prompt
from whileai.simulations.training.reciting import Reciting
from whileai.simulations.training.rehearsal import (
    BY_THE_POLICY,
    from_json,
    playing,
    rehearsal,
    row_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.model import Outcome, RowDict, Task
    from whileai.options import Options
    from whileai.simulations.training.rehearsal import Rehearsal

CALL = "reward_function()"

Reward = float | None


def reward_function(
    grader: Any,
    tasks: Any = None,
    *,
    name: str = "",
    **options: Any,
) -> RewardFunction:
    """Make a reward function of a grader, as TRL's ``GRPOTrainer`` calls it.

    ``reward_funcs=[wai.reward_function(grader, data)]``. It is called with ``prompts``,
    ``completions`` and the other columns of the data set, as lists, and gives a number
    in 0..1 for each completion, or ``None`` where it does not apply.

    A completion is text, or a list of chat messages. Its tool calls are made in the
    world of its task, under the faults of the task, and the row that comes of it is
    what the grader reads; results that the completion holds are not trusted. A
    conversation that the prompt begins is played first.

    A completion finds its task by the column ``task_id`` in ``tasks``, by the column
    ``task`` (both are in ``data.export(path, format="grpo")``), or by the ask. As a
    group reward of a ``Rubric`` of verifiers it finds it in the column ``info`` of
    ``format="verifiers"``. One that finds none gets ``None``, with a warning.

    A completion that says nothing, or writes half a tool call, gets 0 unseen. Where the
    world or the grader fails it gets ``None``, with a warning.

    Args:
        grader: as ``simulate(grader=...)`` takes it.
        tasks: the run the prompts are of: a ``SimulationData``, its rows or the path of
            its JSONL file. Not needed where the column ``task`` is there.
        name: what trainers log it as; the grader's name unless set.
        **options: how tasks are played, as ``simulate`` takes it: ``tools`` and
            ``system_prompt`` (those of ``tasks``, where it is a ``SimulationData``),
            ``execute``, ``seed``, ``concurrency``, ``timeout`` and so on.

    Raises:
        TypeError, ValueError: for an option that does not apply, or is out of range.
    """
    if grader is None:
        raise TypeError(
            f"{CALL} got no grader; pass one such as wai.graders.exact('x')"
        )
    called = name or getattr(grader, "name", "") or getattr(grader, "__name__", "")
    return RewardFunction(
        grader=grader, tasks=tasks, keywords=options, name=str(called or "reward")
    )


@define(eq=False, kw_only=True)
class RewardFunction:
    """Rewards completions; nothing is open between two calls, from any thread.

    It goes to another process where its grader and its tasks do.

    Args:
        grader, tasks, keywords: as ``reward_function`` takes them.
        name: what trainers log.
    """

    grader: Any = field(repr=False)
    tasks: Any = field(repr=False)
    keywords: dict[str, Any] = field(repr=False)
    name: str
    __name__: str = field(init=False, repr=False)
    _options: Options = field(init=False, repr=False)
    _told: set[str] = field(init=False, factory=set, repr=False)

    def __attrs_post_init__(self) -> None:
        self.__name__ = self.name
        agent = Reciting(name="completion")
        self._options = playing(CALL, agent, self.tasks, self.grader, self.keywords)

    def __reduce__(self) -> tuple[Any, ...]:
        made = partial(reward_function, name=self.name, **self.keywords)
        return made, (self.grader, self.tasks)

    def __call__(
        self, prompts: Sequence[Any], completions: Sequence[Any], **columns: Any
    ) -> list[Reward]:
        """Give the reward of each completion; see ``reward_function``.

        Args:
            prompts: texts, or lists of chat messages.
            completions: the same, one for each prompt.
            **columns: the other columns; those that are no lists are left alone.

        Raises:
            TypeError, ValueError: if a prompt or a completion cannot be read.
        """
        graded = self._graded(prompts, completions, columns)
        return [_reward(outcome) for outcome in graded]

    def rows(
        self, prompts: Sequence[Any], completions: Sequence[Any], **columns: Any
    ) -> list[RowDict | None]:
        """Give the graded row of each completion, to see why it was rewarded so."""
        graded = self._graded(prompts, completions, columns)
        return [row_of(outcome) for outcome in graded]

    def _graded(
        self,
        prompts: Sequence[Any],
        completions: Sequence[Any],
        columns: Mapping[str, Any],
    ) -> list[Outcome | None]:
        if len(prompts) != len(completions):
            raise ValueError(
                f"{self.name} got {len(prompts)} prompts and {len(completions)} "
                "completions; each completion needs its prompt"
            )
        caller = Caller.here()
        batch = _Batch(
            prompts=[*map(Prompt.of, prompts)],
            completions=[*map(_said, completions)],
            columns=_lists(columns, len(prompts)),
        )
        outcomes = blocking(batch.play)(self._options, caller)
        for kind, line in _problems(outcomes):
            if kind not in self._told:
                self._told.add(kind)
                caller.warn(f"{self.name}: {line}")
        return outcomes


def _said(completion: Any) -> list[Any]:
    """Give a completion as messages."""
    if isinstance(completion, (str, Mapping)):
        return [completion]
    return list(completion)


def _lists(columns: Mapping[str, Any], length: int) -> dict[str, Sequence[Any]]:
    return {
        name: column
        for name, column in columns.items()
        if is_list(column) and len(column) == length
    }


@frozen(kw_only=True)
class _Batch:
    """One call of a reward function."""

    prompts: Sequence[Prompt]
    completions: Sequence[list[Any]]
    columns: Mapping[str, Sequence[Any]]

    async def play(self, options: Options, caller: Caller) -> list[Outcome | None]:
        """Give how each completion ended; ``None`` where no task is known."""
        pairs = zip(self.prompts, self.completions, strict=True)
        agent = Reciting(
            name="completion",
            conversations=[[*prompt.said, *said] for prompt, said in pairs],
        )
        options = evolve(options, who=evolve(options.who, agent=agent))
        with single_error():
            async with rehearsal(options, caller) as found:
                agent.names = Names.of(found.tools)
                tasks = self._tasks(found)
                return await _played(found, tasks, options.play.concurrency)

    def _tasks(self, found: Rehearsal) -> list[Task | None]:
        return [
            found.find(*self._clues(number), each.ask)
            for number, each in enumerate(self.prompts)
        ]

    def _clues(self, number: int) -> tuple[Any, Any]:
        """Give the name of a line's task, and the task as it was written."""
        task_id, written = self._at("task_id", number), self._at("task", number)
        if task_id is None and written is None:
            info = from_json("info", self._at("infos", number))
            return look(info, "id"), look(info, "situation")
        return task_id, written

    def _at(self, column: str, number: int) -> Any:
        values = self.columns.get(column)
        return None if values is None else values[number]


async def _played(
    found: Rehearsal, tasks: Sequence[Task | None], concurrency: int
) -> list[Outcome | None]:
    outcomes: list[Outcome | None] = [None] * len(tasks)
    numbers = iter(range(len(tasks)))

    async def some() -> None:
        for number in numbers:
            task = tasks[number]
            if task is not None:
                outcomes[number] = await found.play(task, place=number)

    async with anyio.create_task_group() as group:
        for _ in range(min(concurrency, len(tasks))):
            group.start_soon(some)
    return outcomes


def _reward(outcome: Outcome | None) -> Reward:
    if outcome is None:
        return None
    if outcome.row is not None:
        return outcome.verdict.reward if outcome.verdict is not None else None
    return 0.0 if outcome.lost in BY_THE_POLICY else None


def _problems(outcomes: Sequence[Outcome | None]) -> Iterator[tuple[str, str]]:
    """Give what to warn of, by kind."""
    total = len(outcomes)
    unknown = sum(each is None for each in outcomes)
    if unknown:
        line = (
            f"{unknown} of {counted(total, 'completion')} belong to no task that is "
            "known and got None: pass the run as tasks=, or keep the columns task_id "
            "and task of data.export(path, format='grpo')"
        )
        yield "task", line
    known = [each for each in outcomes if each is not None]
    lost = [e for e in known if e.row is None and e.lost not in BY_THE_POLICY]
    if lost:
        yield "lost", f"a completion got None ({lost[0].lost}): {lost[0].error}"
    for each in known:
        if each.verdict is not None and each.verdict.reward is None:
            said = each.verdict
            yield "verdict", f"a completion got None ({said.status}): {said.reason}"
            return
