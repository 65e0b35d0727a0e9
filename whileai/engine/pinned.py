"""The tasks of an earlier run, read back so that they can be replayed as they were."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import is_
from typing import Any, TypeGuard, overload

from attrs import field, frozen

from whileai.base.errors import given
from whileai.base.lines import loads
from whileai.base.seeds import derive
from whileai.base.text import fingerprint
from whileai.model import Cell, Fault, Scene, Situation, Task
from whileai.model.row import row_lines
from whileai.world.scenes import Stage, scene_for_prompt

KEPT = 4_096
"""Tasks of one set that are kept as they were made, for all the runs that play it."""

ACCEPTED = (
    "a SimulationData, its rows, the path of its JSONL file, or a list of asks; each "
    "needs a prompt"
)


@frozen(kw_only=True)
class Pin:
    """One ask to replay: its names, and where the rest of it is.

    Args:
        id: of its task.
        scenario_id: of its situation.
        prompt: the ask.
        line: its row as JSON, where the source has it so.
        task: what was read of it, where it has not.
    """

    id: str
    scenario_id: str
    prompt: str
    line: bytes = field(default=b"", repr=False)
    task: Task | None = field(default=None, repr=False)


class Made(dict[int, Task]):
    """The tasks that were made of a set, by their place in it; a copy has none yet."""

    def __reduce__(self) -> tuple[type[Made], tuple[()]]:
        return Made, ()


@frozen(kw_only=True)
class Pins(Sequence[Task]):
    """The tasks of ``tasks=``, each read when it is looked at.

    The first few thousand are kept where they are the same in every run; of a large
    set, the rest is kept by nobody.

    Args:
        pins: every distinct ask, in the order it was first seen.
        stage: sets a scene for asks that come without one.
        seed: of those scenes.
        made: those that are kept.
    """

    pins: tuple[Pin, ...] = field(repr=False)
    stage: Stage = field(repr=False)
    seed: int
    made: Made = field(factory=Made, repr=False, eq=False)

    def __len__(self) -> int:
        return len(self.pins)

    @overload
    def __getitem__(self, index: int) -> Task: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Task]: ...

    def __getitem__(self, index: int | slice) -> Task | Sequence[Task]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        pin = self.pins[index]
        return pin.task or self.made.get(index) or self._made(index, pin)

    def _made(self, index: int, pin: Pin) -> Task:
        """Make a task; one without a scene of its own is another in another run."""
        row = loads(pin.line)
        task = _task(row, pin.prompt, self.stage, self.seed)
        if 0 <= index < KEPT and row.get("scene") is not None:
            self.made[index] = task
        return task

    def place(self, name: object) -> int | None:
        """Give the place of the task of this name or with this ask, if there is one.

        A place from 0 on is its own.
        """
        if isinstance(name, int) and not isinstance(name, bool):
            return name if 0 <= name < len(self) else None
        known = ((n, each) for n, each in enumerate(self.pins))
        return next((n for n, each in known if name in (each.id, each.prompt)), None)


@frozen(kw_only=True)
class Pinned:
    """A task set to replay.

    Args:
        tasks: every distinct ask.
        repeats: the most rollouts that any of them had in one run.
        entities: what the records of their scenes are of.
    """

    tasks: Pins
    repeats: int
    entities: frozenset[str] = frozenset()


@frozen(kw_only=True)
class Reading:
    """What was read of a task set, of whatever stage and seed it is played on.

    Args:
        lines: as they were, where somebody holds them.
        pins, repeats, entities: as ``Pins`` and ``Pinned`` have them.
    """

    lines: tuple[bytes, ...] = field(repr=False)
    pins: tuple[Pin, ...] = field(repr=False)
    repeats: int
    entities: frozenset[str]
    made: Made = field(init=False, factory=Made, repr=False, eq=False)

    def holds(self, lines: list[bytes]) -> bool:
        """Whether these are the very lines."""
        return len(lines) == len(self.lines) and all(map(is_, lines, self.lines))

    def pinned(self, stage: Stage, seed: int) -> Pinned:
        """Give the task set to a run, whose scenes are set on ``stage``."""
        tasks = Pins(pins=self.pins, stage=stage, seed=seed, made=self.made)
        return Pinned(tasks=tasks, repeats=self.repeats, entities=self.entities)


def read_tasks(value: Any, stage: Stage, seed: int) -> Pinned:
    """Read ``tasks=``; every entry is checked before this returns.

    A ``SimulationData`` keeps what was read of it: several agents play one task set.

    Args:
        value: what the user passed.
        stage: sets a scene for asks that come without one.
        seed: of those scenes.

    Raises:
        ValueError: naming ``tasks=``, if it is empty, cannot be read, or has an entry
            without a prompt.
    """
    lines, known = getattr(value, "lines", None), getattr(value, "asks", None)
    if not isinstance(lines, list) or not hasattr(value, "asks"):
        return _read(value, (), stage, seed).pinned(stage, seed)
    if not isinstance(known, Reading) or not known.holds(lines):
        known = value.asks = _read(value, tuple(lines), stage, seed)
    return known.pinned(stage, seed)


def _read(value: Any, lines: tuple[bytes, ...], stage: Stage, seed: int) -> Reading:
    pins: dict[tuple[str, str], Pin] = {}
    counts: dict[tuple[str, str, Any], int] = {}
    entities: set[str] = set()
    for number, (entry, line) in enumerate(_entries(value)):
        row = {"prompt": entry} if isinstance(entry, str) else entry
        prompt = row.get("prompt") if _is_object(row) else None
        if not isinstance(prompt, str) or not prompt.strip():
            raise ValueError(
                f"tasks=: entry {number} has no prompt ({given(entry, 60)}); pass "
                f"{ACCEPTED}"
            )
        key = (str(row.get("scenario_id") or ""), prompt)
        played = (*key, _lineage(row).get("eval_run"))
        counts[played] = counts.get(played, 0) + 1
        if key not in pins:
            entities.update(_entities(row, number, prompt))
            pins[key] = _pin(row, line, prompt, stage, seed)
    if not pins:
        raise ValueError(f"tasks={given(value)} is empty; pass {ACCEPTED}")
    return Reading(
        lines=lines,
        pins=tuple(pins.values()),
        repeats=max(counts.values()),
        entities=frozenset(entities),
    )


def _entries(value: Any) -> Iterable[tuple[Any, bytes]]:
    """Give the entries one by one, each with its line where the source is lines.

    A large run is never all in memory as objects.
    """
    if isinstance(value, (str, os.PathLike)):
        return _in_file(value)
    lines = getattr(value, "lines", None)
    if isinstance(lines, list):
        return ((loads(line), line) for line in lines)
    rows = getattr(value, "rows", value)
    listed: Iterable[Any] = rows if isinstance(rows, Iterable) else rows()
    return ((row, b"") for row in listed)


def _in_file(path: str | os.PathLike[str]) -> Iterator[tuple[Any, bytes]]:
    try:
        yield from row_lines(path)
    except (OSError, ValueError) as error:
        raise ValueError(
            f"tasks={str(path)!r} cannot be read: {error}; pass {ACCEPTED}"
        ) from error


def _lineage(row: Mapping[str, Any]) -> Mapping[str, Any]:
    lineage = row.get("lineage")
    return lineage if _is_object(lineage) else {}


def _is_object(value: Any) -> TypeGuard[Mapping[str, Any]]:
    """Tell a mapping; to look at the type first is a tenth of the cost."""
    return type(value) is dict or isinstance(value, Mapping)


def _pin(
    row: Mapping[str, Any], line: bytes, prompt: str, stage: Stage, seed: int
) -> Pin:
    """Check an entry, and read it where it is no line that can be read later."""
    if not line:
        task = _task(row, prompt, stage, seed)
        return Pin(id=task.id, scenario_id=task.situation.id, prompt=prompt, task=task)
    _faults(row)
    scenario_id, id_ = _names(row, prompt)
    return Pin(id=id_, scenario_id=scenario_id, prompt=prompt, line=line)


def _names(row: Mapping[str, Any], prompt: str) -> tuple[str, str]:
    """Give the names of an entry's situation and of its task."""
    id_ = row.get("scenario_id")
    if not isinstance(id_, str) or not id_:
        id_ = f"probe_{fingerprint(prompt, 10)}"
    task_id = row.get("task_id")
    if not isinstance(task_id, str):
        task_id = f"{id_}/{fingerprint(prompt, 6)}"
    return id_, task_id


def _task(row: Mapping[str, Any], prompt: str, stage: Stage, seed: int) -> Task:
    lineage = _lineage(row)
    dimensions = row.get("scenario_dimensions")
    cell = Cell.from_json(dimensions if _is_object(dimensions) else {})
    scenario_id, id_ = _names(row, prompt)
    phrasing = row.get("phrasing")
    return Task(
        id=id_,
        situation=Situation(
            id=scenario_id,
            cell=cell,
            scene=_scene(row)
            or scene_for_prompt(
                stage, prompt, cell, derive(seed, "pinned", scenario_id)
            ),
            faults=_faults(row),
            origin="pinned",
        ),
        phrasing=phrasing if isinstance(phrasing, int) and phrasing >= 0 else 0,
        prompt=prompt,
        writer_model=_text(row.get("writer_model")),
        arm=_text(row.get("arm")) or "pinned",
        parent=_text(lineage.get("parent")),
        aim=_text(lineage.get("aim")),
        change=_text(lineage.get("change")),
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _entities(row: Mapping[str, Any], number: int, prompt: str) -> list[str]:
    """Give what the records of the row's own scene are of, if it can be read."""
    scene = row.get("scene")
    if scene is None:
        return []
    try:
        Scene.check(scene)
    except ValueError as error:
        raise ValueError(
            f"tasks=: entry {number} ({given(prompt, 60)}): {error}; pass the row as "
            "the run gave it, or leave its scene out to have one set for its ask"
        ) from None
    return [each["entity"] for each in scene.get("records", ())]


def _scene(row: Mapping[str, Any]) -> Scene | None:
    """Give the row's own scene, if it has one; ``_entities`` has checked it."""
    scene = row.get("scene")
    return None if scene is None else Scene.of_checked(scene)


def _faults(row: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Give the faults that were planned for a row's rollout."""
    planned = _lineage(row).get("planned_faults", row.get("faults"))
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
