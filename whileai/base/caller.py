"""The line of the user's code that a call came from, for warnings to point to."""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_BETWEEN = ("whileai", "attr", "attrs", "asyncio", "anyio", "trio", "threading")
"""Packages that stand between a user's line and a run."""


@frozen(kw_only=True)
class Caller:
    """Where a call was made.

    Args:
        file: of the line.
        line: its number, from 1.
        seen: what Python showed at that line's module, so that it shows it once.
    """

    file: str
    line: int
    seen: dict[Any, Any] = field(repr=False, eq=False)

    @classmethod
    def here(cls) -> Caller:
        """Give the nearest line that is not of the library, nor of an event loop."""
        above = list(_frames())
        users = (each for each in above if not _is_between(each))
        frame = next(users, above[-1])
        return cls(
            file=frame.f_code.co_filename,
            line=frame.f_lineno,
            seen=frame.f_globals.setdefault("__warningregistry__", {}),
        )

    def warn(self, line: str) -> None:
        """Show ``line`` as a ``UserWarning`` of the place."""
        warnings.warn_explicit(
            line, UserWarning, self.file, self.line, registry=self.seen
        )


def _frames() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        yield frame
        frame = frame.f_back


def _is_between(frame: FrameType) -> bool:
    name = frame.f_globals.get("__name__") or ""
    generated = frame.f_code.co_filename.startswith("<attrs")
    return generated or name.partition(".")[0] in _BETWEEN
