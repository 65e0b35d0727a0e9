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
    """Raise the error of a group in its place, when there is only one kind in it."""
    try:
        yield
    except BaseExceptionGroup as group:
        errors = list(_leaves(group))
        if len({type(error) for error in errors}) != 1:
            raise
    else:
        return
    raise errors[0] from errors[0].__cause__


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _leaves(each)
    else:
        yield error
