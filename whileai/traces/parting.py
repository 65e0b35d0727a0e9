"""Two parts of a set of rows that share no task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from whileai.base.seeds import Dice, derive

Part = list[Mapping[str, Any]]


def parted(
    rows: Sequence[Mapping[str, Any]], share: float = 0.2, seed: int = 0
) -> tuple[Part, Part]:
    """Split rows by task, so that repeats of one stay together.

    Args:
        rows: to split; a row without prompt goes by its ``scenario_id``, and one
            without either stands alone.
        share: of the tasks that the second part gets, above 0 and below 1.
        seed: names the draw.

    Returns:
        The two parts in the order of ``rows``; neither is empty with two tasks or more.

    Raises:
        ValueError: if ``share`` is not between 0 and 1.
    """
    if not 0 < share < 1:
        raise ValueError(f"share must be above 0 and below 1, got {share!r}")
    tasks: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        tasks.setdefault(_task(row, number), []).append(number)
    names = Dice(derive(seed, "parting")).shuffled(list(tasks))
    count = min(max(1, round(share * len(names))), len(names) - 1)
    held = {number for name in names[: max(0, count)] for number in tasks[name]}
    first = [row for number, row in enumerate(rows) if number not in held]
    return first, [row for number, row in enumerate(rows) if number in held]


def _task(row: Mapping[str, Any], number: int) -> str:
    for key in ("prompt", "scenario_id"):
        value = row.get(key)
        if isinstance(value, str) and value:
            return f"{key}:{value}"
    return f"row:{number}"
