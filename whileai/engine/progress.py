"""Counts into a line, a callback and a log record, every ten events or ten seconds."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from attrs import define, field

from whileai.base.errors import StoppedByStage
from whileai.base.text import counted

if TYPE_CHECKING:
    from whileai.engine.ledger import Ledger

LOGGER = "whileai.simulations"
EVERY_EVENTS = 10
EVERY_S = 10.0
QUIET_BELOW = 10
ESTIMATE_FROM = 5

OnProgress = Callable[[dict[str, Any]], Any]


@define(kw_only=True)
class Progress:
    """Speaks of one run: a line to the log, a dict to the callback.

    Args:
        ledger: whose counts are told; also takes the warning of a broken callback.
        on_progress: the user's callback, if any.
        situations: gives how many situations were written.
        inflight: gives how many rollouts are in flight.
        retried: gives how many attempts at model calls were made again.
        clock: seconds that never go back.
    """

    ledger: Ledger
    on_progress: OnProgress | None
    situations: Callable[[], int]
    inflight: Callable[[], int] = lambda: 0
    retried: Callable[[], int] = lambda: 0
    clock: Callable[[], float] = time.monotonic
    _began: float = field(init=False)
    _spoke: float = field(init=False)
    _events: int = 0

    def __attrs_post_init__(self) -> None:
        self._began = self._spoke = self.clock()

    @property
    def elapsed_s(self) -> float:
        """Seconds since the run began."""
        return self.clock() - self._began

    def event(self) -> None:
        """Count a landing, a retry or a loss; speak when ten have gathered."""
        self._events += 1
        if self._events >= EVERY_EVENTS:
            self.speak()
        else:
            self.tick()

    def tick(self) -> None:
        """Speak if ten seconds have passed since the last time."""
        if self.clock() - self._spoke >= EVERY_S:
            self.speak()

    def speak(self, last: bool = False) -> None:
        """Tell the callback and the log where the run stands."""
        if last and not self._events and self.ledger.rows:
            return  # the last event was told already
        self._events = 0
        self._spoke = self.clock()
        loud = self.ledger.cap >= QUIET_BELOW and not self.ledger.quiet
        told = loud and heard()
        if not told and self.on_progress is None:
            return
        counts = self.counts()
        if told:
            log_line(line(counts))
        if self.on_progress is not None:
            self._call(counts)

    def _call(self, counts: dict[str, Any]) -> None:
        callback = self.on_progress
        assert callback is not None
        try:
            returned = callback(counts)
        except KeyboardInterrupt:
            raise StoppedByStage("on_progress") from None
        except BaseException as error:  # noqa: BLE001 - no row is lost
            self.on_progress = None
            self.ledger.warn(
                f"on_progress raised {type(error).__name__} ({error}) and is not "
                "called again in this run; no row was lost"
            )
            return
        close = getattr(returned, "close", None)
        if close is not None and hasattr(returned, "__await__"):
            close()
            self.on_progress = None
            self.ledger.warn(
                "on_progress is async, which is not awaited; pass a plain function"
            )

    def counts(self) -> dict[str, Any]:
        """Give the numbers of the line as a dictionary."""
        ledger = self.ledger
        counts: dict[str, Any] = {
            **ledger.rollouts(),
            "inflight": self.inflight(),
            "situations": self.situations(),
            "elapsed_s": self.elapsed_s,
            "retried": self.retried(),
        }
        return counts


def line(counts: Mapping[str, Any]) -> str:
    """Put counts in one line, as the log has it."""
    rows, cap = counts["rows"], counts["cap"]
    parts = [
        f"{rows}/{cap} rollouts",
        f"{counted(counts['situations'], 'situation')} written",
        f"{span(counts['elapsed_s'])} elapsed",
    ]
    left = cap - rows
    if counts["landed"] >= ESTIMATE_FROM and left > 0:
        rest = counts["elapsed_s"] / counts["landed"] * left
        parts.append(f"~{span(rest, rough=True)} left")
    if counts["resumed"]:
        parts.append(f"{counts['resumed']} resumed")
    if counts["rerolled"]:
        parts.append(f"{counts['rerolled']} re-rolled")
    if counts["lost"]:
        why = ", ".join(
            f"{count} {reason.replace('_', ' ')}"
            for reason, count in counts["lost_by"].items()
            if count
        )
        parts.append(f"{counts['lost']} lost ({why})")
    if counts.get("retried"):
        parts.append(f"{counts['retried']} model calls tried again")
    return ", ".join(parts)


def span(seconds: float, rough: bool = False) -> str:
    """Put a span in words: ``45s``, ``1m40s``, ``1h5m``; ``rough`` rounds up."""
    whole = int(seconds)
    if rough:
        whole = max(1, round(seconds))
        if whole >= 300:
            whole = round(whole / 60) * 60
    if whole < 60:
        return f"{whole}s"
    if whole < 3600:
        minutes, rest = divmod(whole, 60)
        return f"{minutes}m{rest}s" if rest else f"{minutes}m"
    hours, rest = divmod(whole // 60, 60)
    return f"{hours}h{rest}m" if rest else f"{hours}h"


def heard() -> bool:
    """Say whether a line would go anywhere, so that none is put in words in vain."""
    logger = logging.getLogger(LOGGER)
    return logger.isEnabledFor(logging.INFO) or not logger.hasHandlers()


def log_line(text: str) -> None:
    """Log at INFO, and to standard error when nothing listens."""
    logger = logging.getLogger(LOGGER)
    if logger.hasHandlers():
        logger.info("%s", text)
    elif sys.stderr is not None:
        with suppress(OSError, ValueError):  # closed: nobody reads it any more
            print(text, file=sys.stderr, flush=True)
