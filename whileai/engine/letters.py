"""What a run and its workers write each other; a message is a list of these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.calls import Ask
    from whileai.model import Slot, Turn


@frozen(kw_only=True)
class Play:
    """To a worker: play this slot."""

    slot: Slot


@frozen(kw_only=True)
class Drop:
    """To a worker: nobody waits for this slot any more.

    Args:
        key: the slot's.
    """

    key: str


@frozen(kw_only=True)
class Answer:
    """To a worker: how a model call ended.

    Args:
        call: its number.
        value: the completion, if there is one.
        error: what was raised, if something was.
    """

    call: int
    value: Any = None
    error: BaseException | None = None


@frozen(kw_only=True)
class Close:
    """To a worker: the run is over."""


@frozen(kw_only=True)
class Ready:
    """From a worker: its stages stand.

    Args:
        version: of this library, there.
    """

    version: str


@frozen(kw_only=True)
class Ended:
    """From a worker: how a slot ended.

    Args:
        key: the slot's.
        line: the row without a verdict, as JSON; empty if it was lost.
        lost, error, timed_out: as an ``Outcome`` has them.
        stopped: who raised ``KeyboardInterrupt``, which ends the run; else empty.
    """

    key: str
    line: bytes = field(default=b"", repr=False)
    lost: str | None = None
    error: str = ""
    timed_out: bool = False
    stopped: str = ""


@frozen(kw_only=True)
class Asked:
    """From a worker: a model is to be asked; the run asks it.

    Args:
        key: of the slot that it is for; empty if it is for none.
        call: its number, for the answer.
        part: who asks, ``agent`` or ``user``.
        turns, ask: as ``Backend.complete`` takes them.
    """

    key: str
    call: int
    part: str
    turns: tuple[Turn, ...]
    ask: Ask


@frozen(kw_only=True)
class Withdrawn:
    """From a worker: nobody waits for this call any more.

    Args:
        key, call: as it was asked.
    """

    key: str
    call: int


@frozen(kw_only=True)
class Said:
    """From a worker: a line for the run's warnings."""

    line: str


@frozen(kw_only=True)
class Counted:
    """From a worker: what it counted since it last said so.

    Args:
        abandoned: calls that ran past their time and could not be cancelled.
        thinking: of the lines that a model wrote for the person, by kind.
    """

    abandoned: int
    thinking: Mapping[str, int]


@frozen(kw_only=True)
class Farewell:
    """From a worker: it ends, because of an error of its own.

    Args:
        why: in words.
    """

    why: str
