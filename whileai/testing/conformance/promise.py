"""The promises of stages and plugins, in words, and the error for a broken one."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from enum import Enum
from typing import TYPE_CHECKING

from whileai.base.errors import closes, describe
from whileai.base.lines import NotJson, plain

if TYPE_CHECKING:
    from collections.abc import Iterator


class Promise(Enum):
    """What is promised; the value is how an error spells it."""

    OPENED = "a stage is made, opened and closed with its run"
    ANSWERS = "a stage answers what it is asked"
    TYPED = "a stage answers with what its protocol says"
    ALIKE = "the same input and seed get the same answer, in any order of calls"
    APART = "two in flight do not mix"
    HOSTILE = (
        "hostile input is survived: empty text, 100 kB, NUL, scripts other than "
        "Latin, lone surrogates"
    )
    CANCELLED = "a call that is cancelled lets the cancellation through, and ends"
    UNHARMED = "a call that is cancelled harms no other"
    LEFT = "nothing is left running: no task and no thread"
    CLOSED_TWICE = "closing twice is fine"
    PASSED_ON = "what fails elsewhere in a run passes through its stages"
    SECOND_RUN = "a second run works, on another event loop"
    BRIEFED = (
        "a writer answers each brief with brief.task(phrasing, prompt), at most "
        "brief.phrasings of them"
    )
    SEED_KEPT = "every seed is run, in its own words"
    NOT_AGAIN = "a writer does not repeat an opening that a brief avoids"
    OWN_ASK = "a rollout is of its slot's task: it begins with the ask"
    RECORDED = "what an agent called is on its turns, each call with its result"
    LEAVES = "a person says something, or leaves with user_left or user_done"
    ERRORS_ARE_VALUES = (
        "errors of tools are values: a refused or failed call gives an object with a "
        "non-empty error"
    )
    MISSING = (
        "missing is never zero: the status is ok exactly when there is a reward, a "
        "number in 0..1"
    )
    EVERY_ROW = "a sink keeps every row, in plan order"
    HOOKS = "hooks are marked with hookimpl, named as hookspecs has them, and found"
    TWO_MANAGERS = "a plugin registers the same in every manager"
    DECLINES = "a plugin declines what is not for it"
    FACTORY = "a factory gives a stage, or says in a ValueError or TypeError why not"
    WATCHES = "a hook that watches a run does not raise, and annotates in JSON"


class BrokenPromise(AssertionError):
    """A stage or plugin broke what it promises.

    Args:
        promise: which one.
        given: what the stage was given, in words.
        came: what came of it.
    """

    def __init__(self, promise: Promise, given: str, came: str) -> None:
        super().__init__(
            f"broken promise: {promise.value}\n  given: {given}\n  came back: {came}"
        )
        self.promise = promise
        self.given = given
        self.came = came

    def __reduce__(self) -> tuple[type[BrokenPromise], tuple[Promise, str, str]]:
        """Say how a copy is made, for tests that run in other processes."""
        return type(self), (self.promise, self.given, self.came)


@contextmanager
def promised(promise: Promise, given: str) -> Iterator[None]:
    """Name ``promise`` as the broken one, whatever is raised in the block.

    Cancellation is not: it is for whoever cancelled.
    """
    try:
        yield
    except BaseException as raised:
        error = _alone(raised)
        if isinstance(error, BrokenPromise):
            raise error from error.__cause__
        if isinstance(error, asyncio.CancelledError) or closes(error):
            raise
        raise BrokenPromise(promise, given, describe(error)) from error


def unkept(value: object) -> str:
    """Say why a row cannot keep ``value``; empty if it can."""
    try:
        plain(value)
    except NotJson as error:
        return str(error)
    return ""


def _alone(error: BaseException) -> BaseException:
    """Give the one error that a group holds; else the error itself."""
    inner = getattr(error, "exceptions", None)
    if type(inner) is tuple and len(inner) == 1:
        return _alone(inner[0])
    return error
