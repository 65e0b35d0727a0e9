"""Every error that a user of the library may meet.

    WhileAIError                the world went wrong; the message says what to do
    |-- PluginError             a plugin could not be loaded or registered
    |-- StageError              a stage failed while it played one slot
    |   |-- CallTimeout         the agent ran past ``timeout``
    |   `-- LostReply           a rollout ended without a reply worth a row
    |-- RunStopped              the run ended before any row landed, or was cut off
    |-- NotConfigured           something the call needs was never set
    |-- NoThread                no thread can be started for what blocks
    |-- CallFailed              a model call failed for good (``calls/failures.py``)
    |-- ServerError, Refusal    of an MCP server (``builtin/worlds/mcp_server.py``)
    `-- CheckpointError         a checkpoint file cannot be read or written
    StoppedByStage              a stage raised KeyboardInterrupt (inside a run only)
    Interrupted                 Ctrl-C (a KeyboardInterrupt); carries the rows

A wrong name or type is a ``TypeError``, a wrong value a ``ValueError``; both name
the parameter, what was given, what is accepted and what to do.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


class WhileAIError(Exception):
    """Something outside the call's own arguments went wrong."""


class PluginError(WhileAIError):
    """A plugin could not be loaded, or what it registered cannot be used."""


class NotConfigured(WhileAIError, RuntimeError):
    """The call needs a model, key or setting that nobody gave."""


class NoThread(WhileAIError, RuntimeError):
    """No thread can be started: process or system have as many as they may have.

    Args:
        what: was to run on it, in a few words.
        way: what to do beside raising the limit.
        error: what Python said.
    """

    def __init__(self, what: str, way: str, error: BaseException) -> None:
        super().__init__(
            f"no thread can be started for {what} ({error}); raise the limit of "
            f"threads and processes (ulimit -u), or {way}"
        )


class CheckpointError(WhileAIError):
    """A checkpoint cannot be read or written; the message has file and line."""


class RunStopped(WhileAIError):
    """The run ended before a row landed, or was cut off after some had.

    A file that cannot be written cuts it off, whoever cancels a task of it that is not
    theirs, and workers of its executor that cannot be had. ``data`` is what there is of
    it.

    Args:
        message: what happened and what to do.
        data: the rows, and what is known of the run.
        reason: as ``stopped_because`` spells it.
    """

    def __init__(
        self, message: str, data: Any = None, reason: str = "task_cancelled"
    ) -> None:
        super().__init__(message)
        self.data = data
        self.reason = reason


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped the run; ``data`` holds every row that landed."""

    def __init__(self, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.data = data


class StoppedByStage(BaseException):
    """A stage raised ``KeyboardInterrupt``, which ends the run as Ctrl-C does.

    Another class, because event loops let the original break out of them; and no
    ``Exception``, so that no stage between takes it for an error of its own.

    Args:
        who: raised it, as in "the agent".
    """

    def __init__(self, who: str) -> None:
        super().__init__(f"{who} raised KeyboardInterrupt")
        self.who = who


class StageError(WhileAIError):
    """A stage failed while it played one slot: the slot is tried again or lost.

    Args:
        stage: which stage is to blame: ``agent``, ``world``, ``user``, ``grader``.
        doing: what it was doing, in a few words.
        error: the exception that escaped it.
    """

    def __init__(self, stage: str, doing: str, error: BaseException) -> None:
        super().__init__(f"{stage} failed while {doing}: {describe(error)}")
        self.stage = stage
        self.doing = doing
        self.error = error


class CallTimeout(StageError):
    """One agent call ran past ``timeout``; it was cancelled or abandoned."""

    def __init__(self, timeout: float) -> None:
        late = WhileAIError(
            f"the call took longer than timeout={timeout:g} s; raise timeout= if the "
            "agent may take that long"
        )
        super().__init__("agent", "answering", late)


class LostReply(StageError):
    """A rollout ended without a reply that can be a row.

    Args:
        reason: ``empty_reply`` or ``tool_markup``.
        detail: what was there instead, in plain words.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__("agent", "replying", WhileAIError(detail))
        self.reason = reason


def describe(error: BaseException) -> str:
    """Give ``error`` as ``TypeName: message`` in at most 500 characters."""
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - a user's __str__ may raise anything
        text = "(its message cannot be printed)"
    name = type(error).__name__
    full = f"{name}: {text}" if text else name
    return full if len(full) <= 500 else full[:497] + "..."


def given(value: object, limit: int = 80) -> str:
    """Show ``value`` as an error message may: its ``repr``, cut at ``limit``."""
    try:
        shown = repr(value)
    except Exception:  # noqa: BLE001 - a user's __repr__ may raise anything
        shown = f"<{type(value).__name__} that cannot be printed>"
    return shown if len(shown) <= limit else shown[: limit - 3] + "..."


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Give the one of ``known`` that ``name`` most likely meant, if any is near."""
    near = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return near[0] if near else None


def suggestion(name: object, known: Iterable[str]) -> str:
    """Give ``; did you mean 'x'?`` for the nearest of ``known``; empty if none is."""
    near = nearest(name, known) if isinstance(name, str) else None
    return f"; did you mean {near!r}?" if near else ""


def unknown_name(
    kind: str, name: object, known: Iterable[str], advice: str = ""
) -> ValueError:
    """Build the error for a name that is not one of ``known``, nearest first."""
    names = sorted(known)
    hint = suggestion(name, names) or "."
    listed = ", ".join(repr(each) for each in names) or "none"
    tail = f" {advice}" if advice else ""
    return ValueError(f"{kind} {given(name)} is not known{hint} Known: {listed}.{tail}")


_NOT_TO_BLAME = (StageError, StoppedByStage)


class blame:
    """Attribute whatever escapes the block to ``stage``; the innermost blame wins.

    Args:
        stage: the stage that is called inside the block.
        doing: what it does there, for the message.
        cancelled: the event loop's cancellation class. It passes through here: the
            caller tells the run's cancellation from an agent's own.
    """

    __slots__ = ("_doing", "_passing", "_stage")

    def __init__(self, stage: str, doing: str, cancelled: type[BaseException]) -> None:
        self._stage = stage
        self._doing = doing
        self._passing = (*_NOT_TO_BLAME, cancelled)

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        # SystemExit and GeneratorExit too are the stage's, not ours
        if error is None or isinstance(error, self._passing) or closes(error):
            return
        stopped = interruption(error, f"the {self._stage}")
        raise stopped or StageError(self._stage, self._doing, error) from error


def interruption(error: BaseException, who: str) -> StoppedByStage | None:
    """Give what ends the run, if ``error`` is a Ctrl-C or a group with one in it."""
    if isinstance(error, StoppedByStage):
        return error
    if isinstance(error, KeyboardInterrupt):
        return StoppedByStage(who)
    inner = getattr(error, "exceptions", None)
    found = [interruption(each, who) for each in inner] if type(inner) is tuple else []
    return next(filter(None, found), None)


def closes(error: BaseException) -> bool:
    """Say whether ``error`` closes the coroutine that caught it, and has to pass.

    A ``GeneratorExit`` that somebody called from there raised came through a frame of
    theirs; one that closes the coroutine begins where the coroutine waits.
    """
    trace = error.__traceback__
    inside = trace is not None and trace.tb_next is not None
    return isinstance(error, GeneratorExit) and not inside
