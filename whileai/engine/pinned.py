"""The tasks of an earlier run, read back so that they can be replayed as they were."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import frozen

from whileai.base.errors import given
from whileai.base.seeds import derive
from whileai.base.text import fingerprint
from whileai.model import Cell, Fault, Scene, Situation, Task
from whileai.model.row import read_rows
from whileai.world.scenes import Stage, scene_for_prompt

ACCEPTED = (
    "a SimulationData, its rows, the path of its JSONL file, or a list of asks; each "
    "needs a prompt"
)


@frozen(kw_only=True)
class Pinned:
    """A task set to replay.

    Args:
        tasks: every distinct ask, in the order it was first seen.
        repeats: the most rollouts that any of them had in one run.
    """

    tasks: tuple[Task, ...]
    repeats: int


def read_tasks(value: Any, stage: Stage, seed: int) -> Pinned:
    """Read ``tasks=``.

    Args:
        value: what the user passed.
        stage: sets a scene for asks that come without one.
        seed: of those scenes.

    Raises:
        ValueError: naming ``tasks=``, if it is empty, cannot be read, or has an entry
            without a prompt.
    """
    tasks: dict[str, Task] = {}
    counts: Counter[tuple[str, Any]] = Counter()
    for number, entry in enumerate(_entries(value)):
        row = {"prompt": entry} if isinstance(entry, str) else entry
        prompt = row.get("prompt") if isinstance(row, Mapping) else None
        if not isinstance(prompt, str) or not prompt.strip():
            raise ValueError(
                f"tasks=: entry {number} has no prompt ({given(entry, 60)}); pass "
                f"{ACCEPTED}"
            )
        key = _key(row, prompt)
        lineage = _lineage(row)
        counts[key, lineage.get("eval_run")] += 1
        if key not in tasks:
            tasks[key] = _task(row, lineage, prompt, stage, seed)
    if not tasks:
        raise ValueError(f"tasks={given(value)} is empty; pass {ACCEPTED}")
    return Pinned(tasks=tuple(tasks.values()), repeats=max(counts.values()))


def _entries(value: Any) -> Iterable[Any]:
    """Give the entries one by one, so that a large run is never all in memory."""
    if isinstance(value, (str, os.PathLike)):
        try:
            return read_rows(value)
        except (OSError, ValueError) as error:
            raise ValueError(
                f"tasks={str(value)!r} cannot be read: {error}; pass {ACCEPTED}"
            ) from error
    rows = getattr(value, "rows", value)
    listed: Iterable[Any] = rows if isinstance(rows, Iterable) else rows()
    return listed


def _key(row: Mapping[str, Any], prompt: str) -> str:
    return f"{row.get('scenario_id') or ''}\n{prompt}"


def _lineage(row: Mapping[str, Any]) -> Mapping[str, Any]:
    lineage = row.get("lineage")
    return lineage if isinstance(lineage, Mapping) else {}


def _task(
    row: Mapping[str, Any],
    lineage: Mapping[str, Any],
    prompt: str,
    stage: Stage,
    seed: int,
) -> Task:
    dimensions = row.get("scenario_dimensions")
    cell = Cell.from_json(dimensions if isinstance(dimensions, Mapping) else {})
    id_ = row.get("scenario_id")
    if not isinstance(id_, str) or not id_:
        id_ = f"probe_{fingerprint(prompt, 10)}"
    phrasing = row.get("phrasing")
    number = phrasing if isinstance(phrasing, int) and phrasing >= 0 else 0
    task_id = row.get("task_id")
    return Task(
        id=task_id if isinstance(task_id, str) else f"{id_}/{fingerprint(prompt, 6)}",
        situation=Situation(
            id=id_,
            cell=cell,
            scene=_scene(row, prompt)
            or scene_for_prompt(stage, prompt, cell, derive(seed, "pinned", id_)),
            faults=_faults(lineage.get("planned_faults", row.get("faults"))),
            origin="pinned",
        ),
        phrasing=number,
        prompt=prompt,
        writer_model=_text(row.get("writer_model")),
        arm=_text(row.get("arm")) or "pinned",
        parent=_text(lineage.get("parent")),
        aim=_text(lineage.get("aim")),
        change=_text(lineage.get("change")),
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _scene(row: Mapping[str, Any], prompt: str) -> Scene | None:
    """Give the row's own scene, if it has one."""
    scene = row.get("scene")
    if not isinstance(scene, Mapping):
        return None
    try:
        return Scene.from_json(scene)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(
            f"tasks=: the scene of {given(prompt, 60)} cannot be read: {error}"
        ) from None


def _faults(planned: Any) -> tuple[Fault, ...]:
    """Give the faults that were planned for a row's rollout."""
    if not planned or not isinstance(planned, Mapping):
        return ()
    faults = []
    for tool, fault in planned.items():
        mode = fault.get("mode") if isinstance(fault, Mapping) else None
        if not isinstance(mode, str):
            raise ValueError(
                f"tasks=: a row's fault for {tool!r} has no mode: {fault!r}"
            )
        faults.append(
            Fault(
                tool=tool,
                mode=mode,
                call=int(fault.get("call", 1)),
                transient=bool(fault.get("transient", False)),
            )
        )
    return tuple(faults)
