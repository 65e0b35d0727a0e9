"""Task groups raise exception groups; users see the one error that is in them."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

if sys.version_info < (3, 11):
    from exceptiongroup import BaseExceptionGroup


@contextmanager
def single_error() -> Iterator[None]:
    """Raise the only error of a group in its place; a group of several stays one."""
    try:
        yield
    except BaseExceptionGroup as group:
        error = _only(group)
        if error is None:
            raise
    else:
        return
    raise error from error.__cause__


def _only(error: BaseException) -> BaseException | None:
    while isinstance(error, BaseExceptionGroup):
        if len(error.exceptions) != 1:
            return None
        error = error.exceptions[0]
    return error
