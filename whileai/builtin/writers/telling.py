"""Which sentences of the offline writer show a stance or a history."""

from __future__ import annotations

import re
from functools import lru_cache

from whileai.builtin.writers.histories import HISTORIES
from whileai.builtin.writers.phrases import bare_text, finder
from whileai.builtin.writers.stances import SAID


def says(axis: str, value: str, text: str) -> bool:
    """Tell whether ``text`` has a sentence by which this writer shows a value.

    Args:
        axis: ``stance`` or ``history``; no sentence shows another one.
        value: of that axis.
        text: an ask, or part of one, however it is typed.
    """
    pattern = _pattern(axis, value)
    return pattern is not None and pattern.search(bare_text(text)) is not None


@lru_cache(maxsize=64)
def _pattern(axis: str, value: str) -> re.Pattern[str] | None:
    lines: list[str] = []
    table = {"history": HISTORIES, "stance": SAID}.get(axis, {})
    lines += (line for pool in table.get(value, {}).values() for line in pool)
    return re.compile("|".join(map(finder, lines))) if lines else None
