"""Whether a host is alive: the first call goes alone, three dead answers end it."""

from __future__ import annotations

import re
from collections import Counter

import anyio
from attrs import define, field

from whileai.base.expressions import expression

STRIKES = 3
"""Answers in a row, with no success between, after which a host is dead."""

_STATUS = expression(r"\b(?:404|410|405|501)\b")
_HOST_FIRST = expression(
    r"(?:https?://)?((?:[\w-]+\.)+[a-z]{2,}|localhost|\d+(?:\.\d+){3})(?::\d+)?\S*"
    r"\W{0,3}\s*(?:has |had )?(?:returned|answered|responded|replied|said|gave|sent)"
    r"[^.]{0,30}\b(?:404|405|410|501)\b",
    re.IGNORECASE,
)
_STATUS_FIRST = expression(
    r"\b(?:404|405|410|501)\b[^.]{0,60}?(?:https?://|\bhost |\bfrom |\bat )"
    r"((?:[\w-]+\.)+[a-z]{2,}|localhost|\d+(?:\.\d+){3})",
    re.IGNORECASE,
)


@define(eq=False)
class Host:
    """What one run knows of a host.

    Args:
        name: host and port.
    """

    name: str
    proven: bool = False
    failures: int = 0
    strikes: int = 0
    _probe: anyio.Event | None = field(init=False, default=None)

    @property
    def open(self) -> bool:
        """Whether calls may go side by side."""
        return self.proven or self.failures >= STRIKES

    @property
    def dead(self) -> bool:
        """Whether it has answered nothing but "not here", or nothing of use at all."""
        return self.strikes >= STRIKES

    async def turn(self) -> bool:
        """Wait until a call may go; true when it goes alone, as a probe."""
        while not self.open:
            if self._probe is None:
                self._probe = anyio.Event()
                return True
            await self._probe.wait()
        return False

    def probed(self) -> None:
        """End the probe: the next call may go, or all of them."""
        if self._probe is not None:
            self._probe.set()
            self._probe = None

    def succeeded(self) -> None:
        """Count an answer."""
        self.proven = True
        self.strikes = 0

    def failed(self, *, gone: bool) -> None:
        """Count a failed attempt; ``gone`` says that the host serves no such thing.

        Overload, rate limits and timeouts are no sign of death.
        """
        self.failures += 1
        self.strikes += gone


@define
class Hearsay:
    """What the errors of an agent that calls models itself say of their hosts."""

    strikes: Counter[str] = field(factory=Counter)

    def succeeded(self) -> None:
        """Count a rollout that landed: whatever it called is alive."""
        self.strikes.clear()

    def failed(self, message: str) -> str | None:
        """Count an error; give the host that is dead by now, if it is one."""
        host = dead_host_in(message)
        if host is None:
            return None
        self.strikes[host] += 1
        return host if self.strikes[host] >= STRIKES else None


def dead_host_in(message: str) -> str | None:
    """Give the host that an error's text says is gone, for agents that call models.

    Args:
        message: the text of an exception.

    Returns:
        The host of a 404, 405, 410 or 501; ``None`` for anything else.
    """
    if not _STATUS.search(message):
        return None
    for pattern in (_HOST_FIRST, _STATUS_FIRST):
        found = pattern.search(message)
        if found is not None:
            return found.group(1).lower()
    return None
