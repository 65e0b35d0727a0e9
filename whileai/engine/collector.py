"""Python's cycle collector, which is asked to look more rarely while a run plays.

It walks over what is alive each time that some hundreds of objects have come. With
thousands of rollouts in flight these are hundreds of thousands, none of them garbage:
at 2,048 in flight, walking over them again and again is a third of all CPU.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

RARELY = 10_000
"""Objects more than before, after which the collector looks: a few MB at most."""


@contextmanager
def unhurried() -> Iterator[None]:
    """Let the collector look rarely, and set it back as it was.

    One that is off, or set to look more rarely still, stays as it is.
    """
    before = gc.get_threshold()
    if not gc.isenabled() or not 0 < before[0] < RARELY:
        yield
        return
    gc.set_threshold(RARELY, *before[1:])
    try:
        yield
    finally:
        if gc.get_threshold()[0] == RARELY:
            gc.set_threshold(*before)
