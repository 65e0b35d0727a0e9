"""A line, and attempts on it that end as scripted: for tests of waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio
from attrs import define, field

from whileai.calls import Ask, CallFailed, Completion, Line
from whileai.calls.failures import UNREADABLE, answered
from whileai.calls.hosts import Host
from whileai.calls.limiter import Limiter
from whileai.calls.line import LateAttempt
from whileai.calls.usage import Usage
from whileai.calls.waits import FIRST_S

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.calls.line import Phase

HOST = "models.example"


def failure(status: int, wait: float | None = None, body: str = "") -> CallFailed:
    """Give the failure of an HTTP status."""
    return answered(HOST, status, body, wait)


def gibberish() -> CallFailed:
    """Give the failure of a good answer that is no completion."""
    return CallFailed(UNREADABLE, HOST, "it is a web page", status=200)


@define
class Script:
    """Attempts that end as scripted: a failure, or an answer after some seconds."""

    steps: Sequence[CallFailed | float]
    at: list[float] = field(factory=list)
    flying: int = 0
    peak: int = 0

    async def __call__(self, phase: Phase) -> Completion:
        step = self.steps[min(len(self.at), len(self.steps) - 1)]
        self.at.append(round(anyio.current_time(), 3))
        self.flying += 1
        self.peak = max(self.peak, self.flying)
        try:
            if isinstance(step, CallFailed):
                raise step.again() if step.retry_after_s is None else step
            with anyio.CancelScope(deadline=phase.deadline) as scope:
                await anyio.sleep(step)
        finally:
            self.flying -= 1
        if scope.cancelled_caught:
            raise LateAttempt
        return Completion(text="ok", input_tokens=10, output_tokens=5)


def line(
    halted: list[str] | None = None,
    *,
    rpm: float | None = None,
    tpm: float | None = None,
    proven: bool = True,
    first_wait_s: float = FIRST_S,
) -> Line:
    """Make a line, to a host that has answered before unless said otherwise."""
    return Line(
        name="test:m",
        host=Host(HOST, proven=proven),
        limiter=Limiter(rpm=rpm, tpm=tpm),
        usage=Usage(),
        first_wait_s=first_wait_s,
        halt=lambda reason, _failure: (halted if halted is not None else []).append(
            reason
        ),
    )


def ask(role: str = "agent", timeout_s: float = 300.0, seed: int = 0) -> Ask:
    """Give an ask of one role."""
    return Ask(role=role, timeout_s=timeout_s, seed=seed)
