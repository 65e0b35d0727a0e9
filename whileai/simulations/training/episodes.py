"""Episodes on the event loop: a model whose words come from outside, one at a time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
from anyio import get_cancelled_exc_class
from attrs import define, field

from whileai.base.errors import StoppedByStage
from whileai.base.lines import fresh
from whileai.builtin.agents.chat import ChatAgent, Setting
from whileai.builtin.agents.toolcalls import Names
from whileai.calls import Completion, Model
from whileai.engine.groups import single_error
from whileai.model.chat import chat_messages
from whileai.simulations.training.actions import Prompt
from whileai.simulations.training.rehearsal import rehearsal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from anyio.abc import TaskGroup, TaskStatus

    from whileai.base.caller import Caller
    from whileai.calls import Ask
    from whileai.engine.pinned import Pins
    from whileai.model import Outcome, Rollout, Slot, Task, Turn
    from whileai.options import Options
    from whileai.simulations.training.rehearsal import Rehearsal
    from whileai.stages import Desk, User

NAME = "policy"
"""What rows call the agent, unless ``advanced={"model_version": ...}`` does."""


@define(eq=False)
class Episode:
    """One rollout whose model is told what to say.

    Attributes:
        outcome: how it ended.
        failure: what ended it, where that is nobody's outcome.
        scope: cancels it.
    """

    outcome: Outcome | None = None
    failure: BaseException | None = None
    scope: anyio.CancelScope = field(factory=anyio.CancelScope)
    _turns: Sequence[Turn] = ()
    _ask: Ask | None = None
    _answer: Completion = field(factory=Completion)
    _answered: anyio.Event = field(factory=anyio.Event)
    _paused: anyio.Event = field(factory=anyio.Event)

    @property
    def over(self) -> bool:
        """Whether nothing more can be said."""
        return self.outcome is not None or self.failure is not None

    @property
    def system(self) -> str:
        """The system prompt."""
        return self._ask.system if self._ask else ""

    def tools(self) -> list[dict[str, Any]]:
        """Give what may be called, as OpenAI tool dictionaries."""
        return [fresh(dict(tool)) for tool in self._ask.tools] if self._ask else []

    def messages(self) -> list[dict[str, Any]]:
        """Give the conversation so far, as chat."""
        return list(chat_messages(self._turns, {}))

    async def complete(self, turns: Sequence[Turn], ask: Ask, /) -> Completion:
        """Wait to be told what to say; see ``Backend``."""
        self._turns, self._ask = turns, ask
        self._answered = anyio.Event()
        self._paused.set()
        await self._answered.wait()
        return self._answer

    async def act(self, answer: Completion) -> None:
        """Say something, and wait until it is the policy's turn again, or the end."""
        await self.pause()
        if self.over:
            return
        self._answer, self._paused = answer, anyio.Event()
        self._answered.set()
        await self.pause()

    async def pause(self) -> None:
        """Wait until it is the policy's turn, or the end."""
        await self._paused.wait()

    def end(self) -> None:
        """Let go of who waits."""
        self._paused.set()


@define(eq=False)
class Acting:
    """The agent of an environment: the model agent, in whose place a policy speaks."""

    name: str = NAME
    episode: Episode | None = None
    _agent: ChatAgent | None = None

    async def play(self, slot: Slot, desk: Desk, user: User, /) -> Rollout:
        """Play ``slot`` as a model would; see ``ChatAgent``."""
        assert self._agent is not None  # prepare() comes first
        return await self._agent.play(slot, desk, user)

    def prepare(self, options: Options, found: Rehearsal) -> None:
        """Take over the tools and the settings of a run."""
        self._agent = ChatAgent(
            model=Model(self, self.name),
            name=options.advanced.model_version or self.name,
            setting=Setting.of(options),
            names=Names.of(found.tools),
            tools=tuple(tool.as_openai() for tool in found.tools),
        )

    async def complete(self, turns: Sequence[Turn], ask: Ask, /) -> Completion:
        """Give what the policy says."""
        assert self.episode is not None  # begin() sets it
        return await self.episode.complete(turns, ask)


@define(eq=False)
class Theatre:
    """The stages of one environment, open until it is closed.

    Args:
        agent: who plays.
        options: of the call.
        caller: the line that warnings point to.
    """

    agent: Acting
    options: Options = field(repr=False)
    caller: Caller
    _found: Rehearsal | None = None
    _group: TaskGroup | None = None
    _close: Callable[[], object] | None = None

    async def serve(
        self, *, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED
    ) -> None:
        """Open the stages, and keep them open until ``close``."""
        with single_error():
            async with rehearsal(self.options, self.caller) as self._found:
                self.agent.prepare(self.options, self._found)
                async with anyio.create_task_group() as self._group:
                    closing = anyio.Event()
                    loop = asyncio.get_running_loop()
                    self._close = partial(loop.call_soon_threadsafe, closing.set)
                    task_status.started()
                    await closing.wait()
                    self._group.cancel_scope.cancel()

    def close(self) -> None:
        """Let ``serve`` end; called from any thread, and while nobody looks."""
        close, self._close = self._close, None
        if close is not None:
            with suppress(RuntimeError):  # the loop has ended, and all on it
                close()

    @property
    def found(self) -> Rehearsal:
        """What plays tasks."""
        assert self._found is not None  # serve() stands
        return self._found

    @property
    def pins(self) -> Pins | None:
        """The tasks that can be chosen by name, where there are any."""
        pinned = self.found.opening.pinned
        return None if pinned is None else pinned.tasks

    def line(self, line: Mapping[str, Any]) -> Task | None:
        """Give the task of a row, or of a line of an exported data set."""
        prompt, written = line.get("prompt"), line.get("task")
        if isinstance(prompt, str) and not written:
            return self.found.read([line]).tasks[0]
        ask = "" if prompt is None else Prompt.of(prompt).ask
        return self.found.find(line.get("task_id"), written, ask)

    async def begin(self, task: Task, repeat: int) -> Episode:
        """Begin an episode, and wait until it is the policy's turn."""
        if self.agent.episode is not None and not self.agent.episode.over:
            self.agent.episode.scope.cancel()
            await self.agent.episode.pause()
        assert self._group is not None  # serve() stands
        episode = self.agent.episode = Episode()
        self._group.start_soon(self._play, episode, task, repeat)
        await episode.pause()
        return episode

    async def _play(self, episode: Episode, task: Task, repeat: int) -> None:
        try:
            with episode.scope:
                episode.outcome = await self.found.play(task, repeat=repeat)
        except get_cancelled_exc_class():
            raise
        except StoppedByStage as stopped:
            episode.failure = KeyboardInterrupt(str(stopped))
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            episode.failure = error
        finally:
            episode.end()
