"""An environment for trainers: tasks of a run, played one action at a time."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import finalize

from whileai.base.caller import Caller
from whileai.base.errors import WhileAIError, given
from whileai.builtin.agents.chat import GO_ON
from whileai.engine.blocking import blocking, runs_here, served
from whileai.options.checks import whole
from whileai.simulations.training.actions import read_action
from whileai.simulations.training.episodes import Acting, Episode, Theatre
from whileai.simulations.training.rehearsal import BY_THE_POLICY, playing, row_of

if TYPE_CHECKING:
    from concurrent.futures import Future
    from types import TracebackType

    from typing_extensions import Self

    from whileai.model import Outcome, RowDict, Task

CALL = "Environment()"

Message = dict[str, Any]


class Opening(NamedTuple):
    """How an episode begins.

    Attributes:
        messages: the system prompt, where there is one, and the person's ask, as chat.
        tools: what may be called, as OpenAI tool dictionaries.
    """

    messages: list[Message]
    tools: list[dict[str, Any]]


class Step(NamedTuple):
    """What an action led to.

    Attributes:
        observation: the messages that follow it: the answers of its tool calls, or what
            the person says; empty at the end.
        done: whether the episode is over.
        reward: 0 until then; then the verdict's, in 0..1, and ``None`` without one.
    """

    observation: list[Message]
    done: bool
    reward: float | None


class Environment:
    """Tasks of a run, played one action at a time.

    ::

        with wai.Environment(data, grader) as env:
            messages, tools = env.reset()
            done = False
            while not done:
                action = policy(messages, tools)  # an assistant message
                observation, done, reward = env.step(action)
                messages += [action, *observation]

    The policy takes the place of a model that ``simulate(tasks=...)`` would play: the
    world, the faults, the person and the verdict are those of such a run, and the same
    actions lead to the same row. Whatever is drawn is drawn by ``seed``, the task and
    ``repeat``. One object plays one episode at a time; any number of them run side by
    side, in threads too.

    An episode is over when the person has gone, or has said as much as ``max_turns``
    and ``avg_turns`` allow (``avg_turns=1``: at the first reply). A policy that says
    nothing, or writes half a tool call, is done with a reward of 0.

    Args:
        tasks: what is played: a ``SimulationData``, its rows, a JSONL path, or asks;
            ``None`` where every ``reset`` brings its own.
        grader: as ``simulate(grader=...)`` takes it; without one rewards are ``None``
            at the end.
        **options: how tasks are played, as ``simulate`` takes it: ``tools`` and
            ``system_prompt`` (those of ``tasks``, where it is a ``SimulationData``),
            ``execute``, ``user_model`` (the offline person unless set), ``seed``,
            ``max_turns`` and so on.

    Raises:
        TypeError, ValueError, NotConfigured: as ``simulate`` does before it plays.
    """

    def __init__(self, tasks: Any = None, grader: Any = None, **options: Any) -> None:
        agent = Acting()
        self._theatre = Theatre(
            agent=agent,
            options=playing(CALL, agent, tasks, grader, options),
            caller=Caller.here(),
        )
        self._serving: Future[None] | None = None
        self._process = os.getpid()
        self._next = self._known = 0
        self._episode: Episode | None = None
        finalize(self, self._theatre.close).atexit = False

    def __enter__(self) -> Self:
        self._open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self.tasks)

    @property
    def tasks(self) -> list[str]:
        """The names of the tasks, as ``row["task_id"]`` has them."""
        self._open()
        pins = self._theatre.pins
        return [] if pins is None else [pin.id for pin in pins.pins]

    @property
    def row(self) -> RowDict | None:
        """The row of the episode, once it is over; ``None`` where there is none."""
        return row_of(self._episode.outcome if self._episode else None)

    def reset(self, task: Any = None, *, repeat: int = 0) -> Opening:
        """Begin an episode; one that is under way is given up.

        Args:
            task: its name or number, an ask of the tasks, a row to play, or a line of
                ``data.export(path, format="grpo")``; the next of the tasks unless
                given, from the first on and over again.
            repeat: which independent run of the task, from 0.

        Raises:
            ValueError: if there is no such task.
            WhileAIError: if the world cannot be opened.
        """
        self._open()
        chosen = self._task(task)
        episode = blocking(self._theatre.begin)(chosen, whole(0)("repeat", repeat))
        self._episode = episode
        _refuse_failure(episode)
        said = episode.messages()
        self._known = len(said)
        system = [{"role": "system", "content": episode.system}]
        return Opening([*system, *said] if episode.system else said, episode.tools())

    def step(self, action: Any) -> Step:
        """Say or call something, and give what comes of it.

        Args:
            action: an assistant message, text, a tool call, or several. Calls that
                cannot be made are answered with an error, as a model's are.

        Raises:
            TypeError: if it is none of these; nothing has happened then.
            RuntimeError: if no episode is under way.
            WhileAIError: if the world or the person fails.
        """
        episode = self._episode
        if episode is None or episode.over:
            raise RuntimeError(
                "no episode is under way: call reset() first"
                if episode is None
                else "the episode is over: call reset() to begin another"
            )
        said = read_action(action)
        self._check_place()
        blocking(episode.act)(said)
        return self._stepped(episode)

    def _stepped(self, episode: Episode) -> Step:
        if episode.over:
            _refuse_failure(episode)
            return Step([], done=True, reward=_reward(episode.outcome))
        messages = episode.messages()
        observation = messages[self._known + 1 :]
        self._known = len(messages) - _urged(messages)
        return Step(observation, done=False, reward=0.0)

    def close(self) -> None:
        """End what is under way and close the stages; once more does no harm."""
        serving, self._serving, self._episode = self._serving, None, None
        if serving is not None and self._process == os.getpid():
            self._theatre.close()
            serving.result()

    def _open(self) -> None:
        self._check_place()
        if self._serving is None:
            self._process = os.getpid()
            self._serving = served(self._theatre.serve)

    def _check_place(self) -> None:
        """Refuse to wait where the wait would never end."""
        if runs_here():
            raise RuntimeError(
                "an Environment blocks, and this is the event loop that it needs: call "
                "it from another thread, such as by asyncio.to_thread"
            )
        if self._serving is None:
            return
        if self._process != os.getpid():
            raise RuntimeError(
                "this Environment was opened before the process was forked: make one "
                "in each process"
            )
        if self._serving.done():
            raise RuntimeError(
                "something stopped the event loop that served this Environment: make "
                "another"
            )

    def _task(self, task: Any) -> Task:
        if isinstance(task, Mapping):
            found = self._theatre.line(task)
        else:
            found = self._named(task)
        if found is None:
            raise ValueError(
                f"reset() got task={given(task)}, which is none of {len(self)} tasks; "
                "pass one of env.tasks, a number from 0 on, an ask, a row, or a line "
                "of an exported data set"
            )
        return found

    def _named(self, task: Any) -> Task | None:
        pins = self._theatre.pins
        if pins is None:
            return None
        if task is None:
            self._next += 1
            return pins[(self._next - 1) % len(pins)]
        number = pins.place(task)
        return None if number is None else pins[number]


def _urged(messages: list[Message]) -> int:
    """Count the message that only urges the policy on, which no row keeps."""
    return int(messages[-1] == {"role": "user", "content": GO_ON})


def _reward(outcome: Outcome | None) -> float | None:
    if outcome is None or outcome.row is None:
        return 0.0
    return None if outcome.verdict is None else outcome.verdict.reward


def _refuse_failure(episode: Episode) -> None:
    """Raise what ended an episode that is not the policy's doing."""
    if episode.failure is not None:
        raise episode.failure
    outcome = episode.outcome
    if outcome and outcome.row is None and outcome.lost not in BY_THE_POLICY:
        raise WhileAIError(f"the episode was lost ({outcome.lost}): {outcome.error}")
