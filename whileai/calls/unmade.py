"""Calls that were not made: the run may spend no more, or plays from a cassette."""

from __future__ import annotations

from whileai.calls.failures import CallFailed

UNMADE = "unmade"


class Unmade(CallFailed):
    """A call was not made, so what it was for is neither a row nor a loss.

    The slot stays as it was: a later run of the same call plays it.
    """

    def __init__(self, host: str, message: str) -> None:
        super().__init__(UNMADE, host, message)


class LimitReached(Unmade):
    """The run's ``limits`` leave no room for this call.

    Args:
        name: the limit, a key of ``limits=``.
        most: what it allows.
    """

    def __init__(self, name: str, most: float) -> None:
        super().__init__("", f"limits={{{name!r}: {most:g}}} leaves no room for it")
        self.name = name


class CassetteMiss(Unmade):
    """The cassette does not hold this call, and no server answers it.

    Args:
        what: which call it is.
        why: what is in the way of making it.
    """

    def __init__(self, what: str, why: str) -> None:
        super().__init__("", f"the cassette does not hold the call of {what}; {why}")
