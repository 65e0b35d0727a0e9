"""The agent: each rollout is a conversation with a process."""

from __future__ import annotations

import os
import shlex
import shutil
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
from attrs import define, field, frozen

from whileai import StageError
from whileai.stages import CallTimeout, Left, LostReply, Rollout, Turn
from whileai_command_agent.child import Child

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from whileai.stages import Desk, Slot, StageSetup, User

_FINISHES = ("stop", "length", "tool", "error")


def _split(command: str | Sequence[str]) -> tuple[str, ...]:
    parts: Any = command
    if isinstance(command, str):
        parts = shlex.split(command, posix=os.name == "posix")
    if isinstance(parts, bytes) or not all(isinstance(each, str) for each in parts):
        raise TypeError(
            f"command={command!r}; pass a command line, as 'python agent.py' or "
            "['python', 'agent.py']"
        )
    if not parts or shutil.which(parts[0]) is None:
        missing = f"there is no program {parts[0]!r}" if parts else "it is empty"
        raise ValueError(
            f"agent='command:{command}': {missing}; pass a command line such as "
            "'python agent.py', with the full path of a program that is not on PATH"
        )
    return tuple(parts)


@frozen
class Command:
    """A program that plays an agent; pass it as ``agent=``.

    Args:
        command: its command line, as text or as a list of arguments.
        processes: this many processes play all rollouts, one after the other, each
            whichever is free. It saves the start for each rollout, and is right for
            programs that keep nothing between conversations. Unset, each rollout
            starts a process of its own.
        multi: whether the simulated person answers its replies.

    Raises:
        TypeError, ValueError: for a command that cannot be, or no process.
    """

    command: str | Sequence[str]
    processes: int | None = field(default=None, kw_only=True)
    multi: bool = field(default=False, kw_only=True)
    parts: tuple[str, ...] = field(init=False, repr=False)

    @parts.default
    def _parts(self) -> tuple[str, ...]:
        return _split(self.command)

    @processes.validator
    def _counts(self, _attribute: Any, value: Any) -> None:
        if value is not None and (type(value) is not int or value < 1):
            raise ValueError(
                f"Command(processes={value!r}): pass a whole number of 1 or more, or "
                "leave it out for one process each rollout"
            )

    @property
    def name(self) -> str:
        """What rows record as ``model_version``."""
        return " ".join((Path(self.parts[0]).name, *self.parts[1:]))


@define(eq=False)
class CommandAgent:
    """Plays each task by a conversation with a process.

    Args:
        command: what is started.
        timeout_s: seconds that one reply may take.
        depth: lines of the person in one rollout at most.
    """

    command: Command
    timeout_s: float
    depth: int
    _idle: list[Child] = field(init=False, factory=list)
    _places: anyio.Semaphore | None = field(init=False, default=None)

    @classmethod
    def of(cls, setup: StageSetup) -> CommandAgent:
        """Make the agent of one run.

        Raises:
            TypeError, ValueError: if the command cannot be.
        """
        own = isinstance(setup.value, Command)
        command = setup.value if own else Command(setup.argument)
        play = setup.options.play
        return cls(command, play.timeout, play.depth)

    @property
    def name(self) -> str:
        """What rows record as ``model_version``."""
        return self.command.name

    @property
    def turns(self) -> str:
        """What reports say of the turns."""
        return "multi" if self.command.multi else "single"

    async def __aenter__(self) -> CommandAgent:
        if self.command.processes is not None:
            self._places = anyio.Semaphore(self.command.processes)
        return self

    async def __aexit__(self, *exc: object) -> None:
        while self._idle:
            await self._idle.pop().end(at_once=False)

    async def play(self, slot: Slot, desk: Desk, user: User, /) -> Rollout:
        """Play ``slot``.

        Raises:
            CommandError: if the process ends, or says what it may not.
            CallTimeout: if a reply takes too long; the process is killed.
        """
        async with self._child() as child:
            turns = [Turn(role="user", text=slot.task.prompt)]
            about = {"tools": desk.tools, "seed": slot.seed, "rollout": slot.key}
            ended_by = user_error = None
            for line in range(1, self.depth + 1):
                finish = await self._reply(child, turns, desk, about)
                if not self.command.multi:
                    break
                if line == self.depth:
                    ended_by = "depth"
                    break
                said = await _next_line(user, turns, slot)
                if isinstance(said, Left):
                    ended_by = str(said)
                    break
                user_error = user_error or getattr(said, "user_error", None)
                turns.append(Turn(role="user", text=str(said)))
                about = {}
            await child.tell({"type": "end"})
        return Rollout(
            turns=tuple(turns),
            final_text=turns[-1].text,
            finish_reason=finish,
            ended_by=ended_by,
            model_version=self.name,
            user_model=getattr(user, "name", None) if self.command.multi else None,
            user_error=user_error,
        )

    async def _reply(
        self, child: Child, turns: list[Turn], desk: Desk, about: dict[str, Any]
    ) -> str:
        """Add the reply to the last line to ``turns``; give how it finished."""
        known = len(desk.turns)
        with anyio.move_on_after(self.timeout_s):
            await child.tell({"type": "ask", "text": turns[-1].text, **about})
            told = await self._told(child, desk)
            text, finish = told.get("text"), told.get("finish_reason", "stop")
            if not isinstance(text, str) or finish not in _FINISHES:
                raise child.error(
                    f"replied {told!r:.200}; a reply has its text in 'text', and "
                    f"'finish_reason', if any, is one of {', '.join(_FINISHES)}"
                )
            if not text.strip():
                raise LostReply("empty_reply", f"the reply of {self.name!r} is empty")
            turns += [*desk.turns[known:], Turn(role="assistant", text=text)]
            return str(finish)
        raise CallTimeout(self.timeout_s)

    async def _told(self, child: Child, desk: Desk) -> dict[str, Any]:
        """Make the calls that the process asks for, until it replies."""
        while True:
            told = await child.hear()
            if told.get("type") == "reply":
                return told
            tool = told.get("tool")
            if told.get("type") != "call" or not isinstance(tool, str):
                raise child.error(
                    f"said {told!r:.200}; it may say {{'type': 'call', 'tool': ..., "
                    "'arguments': ...} or {'type': 'reply', 'text': ...}"
                )
            value = await desk.call_async(tool, told.get("arguments"))
            await child.tell({"type": "result", "value": value})

    @asynccontextmanager
    async def _child(self) -> AsyncIterator[Child]:
        """Give a process; one whose conversation breaks off is killed."""
        if self._places is None:
            child = await Child.start(self.command.parts, self.name)
            well = False
            try:
                yield child
                well = True
            finally:
                await child.end(at_once=not well)
            return
        async with self._places:
            child = await self._free()
            try:
                yield child
            except BaseException:
                await child.end(at_once=True)
                raise
            self._idle.append(child)

    async def _free(self) -> Child:
        while self._idle:
            child = self._idle.pop()
            if child.process.returncode is None:
                return child
            await child.end(at_once=True)
        return await Child.start(self.command.parts, self.name)


async def _next_line(user: User, turns: Sequence[Turn], slot: Slot) -> str | Left:
    """Give what the person says next; what they fail with is theirs."""
    try:
        return await user.reply(tuple(turns), slot)
    except Exception as error:
        raise StageError("user", "answering", error) from error
