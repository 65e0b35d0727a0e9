"""The stages of a run as protocols, and all that a plugin may see of the run.

Hooks choose, objects do: a plugin registers a *factory* for a name, the factory gets a
``StageSetup`` and gives an object of one of these protocols, and the engine awaits that
object. Each stage may also be an async context manager: it is entered once, before the
first slot is planned, and left when the run ends.

The records that stages take and give, and ``Dice``, which draws, are here too.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from attrs import field, frozen

from whileai.base.errors import CallTimeout, LostReply, NotConfigured, given
from whileai.base.seeds import Dice, derive
from whileai.model import (
    Brief,
    Cell,
    Outcome,
    Rollout,
    Row,
    Scene,
    Situation,
    Slot,
    Task,
    Tool,
    ToolCall,
    ToolResult,
    Turn,
    Verdict,
)

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from anyio.abc import ObjectStream

    from whileai.options import Options

__all__ = [
    "Agent",
    "Brief",
    "CallTimeout",
    "Cell",
    "Crew",
    "Desk",
    "Dice",
    "Executor",
    "Factory",
    "Grader",
    "Left",
    "LostReply",
    "Offload",
    "Opened",
    "Outcome",
    "Playing",
    "Register",
    "Rollout",
    "Row",
    "Run",
    "Scene",
    "Session",
    "Sink",
    "Situation",
    "Slot",
    "StageSetup",
    "Task",
    "Tool",
    "ToolCall",
    "ToolResult",
    "Turn",
    "User",
    "Verdict",
    "Worker",
    "World",
    "Writer",
    "playing",
]

T = TypeVar("T")


class Session(Protocol):
    """A world as one rollout sees it.

    ``call`` answers with a JSON value, or with an awaitable of one when the world has
    to wait. Errors are values: an object with a non-empty ``error``. A session may
    have ``effects``, the list of what its calls changed; rows then carry it. One whose
    records have an ``error`` of their own may have ``call_judged``: as ``call``, but it
    gives the value and whether the call is refused.
    """

    def call(self, tool: str, arguments: Mapping[str, Any], /) -> Any:
        """Answer one tool call."""
        ...


class Desk(Protocol):
    """The world as it is handed to an agent: faults applied, every call recorded."""

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The tools as OpenAI tool dictionaries, fresh for each reader."""
        ...

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None, /) -> Any:
        """Call ``tool`` and give its JSON value.

        Raises:
            RuntimeError: on the event loop's own thread, when ``execute=`` is async;
                the message names ``call_async``.
        """
        ...

    async def call_async(
        self, tool: str, arguments: Mapping[str, Any] | None = None, /
    ) -> Any:
        """Call ``tool`` and give its JSON value, without blocking the loop."""
        ...

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The calls so far, each as an assistant turn with its result."""
        ...


class Left(str):
    """What the person says by walking away; a user stage returns it to end a thread.

    Its text is why: ``user_left`` or ``user_done``.
    """

    __slots__ = ()


class Writer(Protocol):
    """Words situations: the asks that open rollouts."""

    async def write(self, briefs: Sequence[Brief], run: Run, /) -> Sequence[Task]:
        """Give the tasks for ``briefs``: ``phrasings`` of each; fewer is allowed.

        The answer is a function of the briefs alone: the same briefs, the same tasks,
        in any order of calls and with any number of calls under way.
        """
        ...


class Agent(Protocol):
    """Plays one task from its opening ask to its last reply."""

    async def play(self, slot: Slot, desk: Desk, user: User, /) -> Rollout:
        """Play ``slot``.

        Raises:
            Exception: anything; it is this rollout's error and no other's.
        """
        ...


class User(Protocol):
    """Plays the person who asked."""

    async def reply(self, turns: Sequence[Turn], slot: Slot, /) -> str | Left:
        """Answer the agent's last turn, or leave."""
        ...


class World(Protocol):
    """Answers tools; one session for each rollout.

    One that you pass as an object may have ``warnings``, a tuple of lines that are told
    with the run's.
    """

    def open(self, slot: Slot, /) -> AbstractAsyncContextManager[Session]:
        """Open the world of ``slot``, which no other rollout shares."""
        ...


class Grader(Protocol):
    """Judges one row."""

    async def grade(self, row: Row, /) -> Verdict:
        """Give the verdict on ``row``; missing is never zero."""
        ...


class Sink(Protocol):
    """Takes rows as they become final, in plan order."""

    async def put(self, row: Row, /) -> None:
        """Take one row."""
        ...


class Executor(Protocol):
    """Plays slots elsewhere: in another process, or on another machine.

    World, agent and person take part there. Planning, the models' calls, verdicts,
    annotations, checkpoint and sinks stay with the run. It may have ``to_json``, which
    gives what ``search["executor"]`` has.
    """

    async def play(self, slot: Slot, /) -> Outcome:
        """Play ``slot`` to its outcome, a row without a verdict or a loss.

        Rows depend on the slot alone, wherever it is played. Cancelled, it sees to it
        that the slot is not played on.
        """
        ...


class Worker(Protocol):
    """What plays slots in another place. It pickles, and whileai must be there too."""

    @property
    def spare(self) -> bool:
        """Whether it is one more than were wanted, for slots that may end a worker."""
        ...

    def run(self, connect: Callable[[], Awaitable[ObjectStream[bytes]]], /) -> None:
        """Play what comes, on an event loop of its own, until the run is over.

        Args:
            connect: called once on that loop; gives the way to the run.
        """
        ...

    async def serve(self, way: ObjectStream[bytes], /, *, alone: bool = False) -> None:
        """Play what comes, on the event loop that runs here, until the run is over.

        Args:
            way: to the run. Once that is gone, ``receive`` raises ``EndOfStream``.
            alone: whether the process is there for this alone: it is ended where the
                loop stands still for ``timeout`` and a minute.
        """
        ...


class Crew(Protocol):
    """Makes an executor of workers: all that a plugin brings is how one is begun."""

    def __call__(
        self,
        begin: Callable[[Worker], Awaitable[ObjectStream[bytes]]],
        /,
        *,
        workers: int | Callable[[], int],
        main: bool = False,
    ) -> Executor:
        """Give an executor that opens with the run and closes with it.

        Args:
            begin: begins one worker, on the run's event loop, and gives the way to it:
                messages arrive whole and in order, ``aclose`` ends the worker whatever
                it does and waits until it is gone, and once the worker has ended
                ``receive`` raises ``EndOfStream`` whose text says how.
            workers: how many are wanted at most; a function is called when the run
                opens. More than can have a rollout in flight are never begun.
            main: whether workers import the script that the run was begun in.

        Raises:
            TypeError: if agent, person, world or plugins cannot be sent there.
        """
        ...


@frozen(kw_only=True)
class Run:
    """What hooks and stages may see of a run.

    Args:
        id: fresh for each call; no row depends on it.
        seed: the run's seed.
        options: everything the user asked for, resolved.
        tools: the agent's tools.
        plugins: what is installed, name to version.
        started: seconds since the epoch.
    """

    id: str
    seed: int
    options: Options
    tools: tuple[Tool, ...] = ()
    plugins: Mapping[str, str] = field(factory=dict)
    started: float = 0.0

    def derive(self, *path: str | int) -> int:
        """Give the seed that ``path`` names in this run."""
        return derive(self.seed, *path)


class Offload(Protocol):
    """Runs a blocking function on a thread of the run, context variables included."""

    async def __call__(self, call: Callable[..., T], /, *args: Any) -> T:
        """Give what ``call(*args)`` gives; what it raises is raised here."""
        ...


def _no_model(value: Any) -> Any:
    raise NotConfigured(
        f"a judge was to ask the model {given(value)} outside of a run; pass a backend"
    )


def no_crew(*_args: Any, **_kwargs: Any) -> Any:
    """Refuse to make an executor.

    Raises:
        NotConfigured: always.
    """
    raise NotConfigured("workers belong to a run: crew= is for the factory of executor")


@frozen(kw_only=True)
class StageSetup:
    """What a stage's factory gets.

    Args:
        value: the object the user passed, when it was not a name.
        argument: the text after the colon in ``"name:argument"``.
        options: the resolved options of the call.
        tools: the agent's tools.
        offload: for blocking calls.
        warn: adds one line, in plain words, to ``data.warnings``; each line once.
        judge_model: gives the backend of the run for whatever names a model that is to
            judge; for ``None`` the one that is configured. It raises ``NotConfigured``
            where a key or an address is missing.
        crew: for factories of executors: makes one of workers.
    """

    value: Any = None
    argument: str = ""
    options: Options
    tools: tuple[Tool, ...] = ()
    offload: Offload
    warn: Callable[[str], None]
    judge_model: Callable[[Any], Any] = _no_model
    crew: Crew = no_crew


Factory = Callable[[StageSetup], Any]


class Register(Protocol):
    """What a ``register_*`` hook is handed: call it once for each stage you bring."""

    def __call__(
        self,
        name: str,
        factory: Factory,
        *,
        accepts: Callable[[Any], bool] | None = None,
    ) -> None:
        """Register ``factory`` under ``name``.

        Args:
            name: unique for its kind among everything installed.
            factory: called with a ``StageSetup``; gives the stage.
            accepts: says whether an object the user passed is one for this factory.
        """
        ...


@runtime_checkable
class Opened(Protocol):
    """A stage that wants to be entered and left with the run."""

    async def __aenter__(self) -> Any:
        """Open what the stage needs."""
        ...

    async def __aexit__(self, *exc: object) -> bool | None:
        """Close it."""
        ...


@frozen(kw_only=True)
class Playing:
    """Which rollout is running here: what ``current_rollout`` reads."""

    slot: Slot
    desk: Desk

    @property
    def prompt(self) -> str:
        """The opening ask."""
        return self.slot.task.prompt

    @property
    def rollout_index(self) -> int:
        """Which repeat of its task this is, from 0."""
        return self.slot.repeat

    @property
    def seed(self) -> int:
        """An integer derived for this task, repeat and attempt."""
        return self.slot.seed


playing: ContextVar[Playing | None] = ContextVar("whileai_playing", default=None)
"""Set in every task and thread that plays a rollout."""
