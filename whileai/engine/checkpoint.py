"""A file that survives a kill: every outcome, appended the moment it is known.

The first line is a header; every other line is a row as ``rows()`` gives it, or a loss
(an object with ``lost`` and ``slot``); under ``limits=`` it has its ``cost`` beside it.
Resuming is replay: planning repeats itself and slots that the file knows answer from
it, at no cost.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson

from whileai.base.errors import CheckpointError
from whileai.base.lines import check_writable, dumps, read_lines
from whileai.engine.locks import locked
from whileai.model import Outcome, Row, Slot
from whileai.model.row import HEADER, LOST

FORMAT = 1
COST = "cost"
"""What the calls of an outcome came to, on its line where a run counted that."""

_FIRST = b'{"' + HEADER.encode()


class Checkpoint:
    """The outcomes of one run on disk, by slot key.

    Args:
        path: the file; missing folders are made.
        header: ``identity`` (must be the same) and ``plan`` (may differ) of the run.
        mix: load rows of another identity all the same.
        warn: takes lines for ``data.warnings``.

    Raises:
        ValueError: if the path cannot be written, or the file is another run's, or one
            that is under way.
        CheckpointError: if a line other than the last is damaged.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        header: Mapping[str, Any],
        *,
        mix: bool,
        warn: Callable[[str], None],
    ) -> None:
        check_writable(path, "checkpoint")
        self.path = Path(path)
        self.plan_changed: list[str] = []
        self._memo: dict[str, bytes] = {}  # lines, not objects: a fifth of the memory
        self._rows = 0
        self._warn = warn
        self._file = self.path.open("a+b", buffering=0)
        try:
            self._take_hold()
            self._end = self._load(header, mix)
            self._file.truncate(self._end)
            if not self._end:
                self._append(dumps({HEADER: FORMAT, **header}))
        except BaseException:
            self._file.close()
            raise

    @property
    def rows(self) -> int:
        """How many rows the file held when it was opened."""
        return self._rows

    def knows(self, slot: Slot) -> bool:
        """Say whether the file has the outcome of ``slot``."""
        return slot.key in self._memo

    def recall(self, slot: Slot) -> Outcome | None:
        """Give the outcome of ``slot`` if the file knows it; each only once."""
        line = self._memo.pop(slot.key, None)
        return None if line is None else _outcome(slot, line)

    def take(self, keys: Iterable[str]) -> list[Row]:
        """Give the rows under ``keys``, which no slot will ask for."""
        values = [orjson.loads(self._memo.pop(key)) for key in keys]
        return [_resumed(value) for value in values if LOST not in value]

    @property
    def keys(self) -> list[str]:
        """The keys of what was not recalled, in the order of the file."""
        return list(self._memo)

    def keep(self, outcome: Outcome) -> None:
        """Append ``outcome``; the line is handed to the system before this returns."""
        if outcome.row is not None:
            line = outcome.row.line
        else:
            loss = {
                LOST: outcome.lost,
                "slot": outcome.slot.key,
                "error": outcome.error,
                "timed_out": outcome.timed_out,
            }
            line = dumps(loss)
        if outcome.cost is not None:
            line = b'%b,"cost":%b}' % (line[:-1], dumps(outcome.cost))
        self._append(line)

    def close(self) -> None:
        """See the file onto the disk, and close it."""
        if not self._file.closed:
            try:
                os.fsync(self._file.fileno())
            finally:
                self._file.close()

    def _take_hold(self) -> None:
        """Keep other runs off the file; the hold ends with the process at the latest.

        Where the file system knows no locks, nothing is kept off.
        """
        try:
            held = locked(self._file)
        except OSError:
            return
        if not held:
            raise ValueError(
                f"checkpoint={str(self.path)!r} is written by another run that is "
                "under way; wait until it has ended, or pass another path"
            )

    def _append(self, line: bytes) -> None:
        """Write a line; one that does not go out whole is taken back."""
        left = memoryview(line + b"\n")
        end = self._end + len(left)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise OSError(error.errno, error.strerror, str(self.path)) from error
        self._end = end

    def _load(self, header: Mapping[str, Any], mix: bool) -> int:
        """Read the file; give how many of its bytes are whole lines."""
        whole = number = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                value = self._parsed(line, number)
                if value is None:
                    self._warn(
                        f"checkpoint={str(self.path)!r}: its last line was cut off "
                        "(the run was killed while writing it) and is dropped"
                    )
                    break
                whole += len(line)
                if number == 1:
                    self._check_header(value, header, mix)
                else:
                    self._remember(value, line, number)
        return whole

    def _parsed(self, line: bytes, number: int) -> dict[str, Any] | None:
        """Read one line; ``None`` for a last line that was cut."""
        if not line.endswith(b"\n"):
            if number == 1 and not _FIRST.startswith(line[: len(_FIRST)]):
                raise self._no_checkpoint()
            return None
        try:
            value = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            raise self._damaged(number, f"it is not JSON ({error})") from None
        if not isinstance(value, dict):
            raise self._damaged(number, "it is not an object")
        return value

    def _no_checkpoint(self) -> ValueError:
        return ValueError(
            f"checkpoint={str(self.path)!r} is not a checkpoint of this library (its "
            "first line is no header); pass another path"
        )

    def _damaged(self, number: int, why: str) -> CheckpointError:
        return CheckpointError(
            f"{self.path}, line {number}: {why}; mend or remove that line, or pass "
            "another checkpoint= path"
        )

    def _remember(self, value: dict[str, Any], line: bytes, number: int) -> None:
        lost = LOST in value
        key = value.get("slot") if lost else _key_of(value)
        if not isinstance(key, str):
            raise self._damaged(number, "it is neither a row nor a loss of a run")
        self._memo[key] = line
        self._rows += not lost

    def _check_header(
        self, found: Mapping[str, Any], header: Mapping[str, Any], mix: bool
    ) -> None:
        if found.get(HEADER) != FORMAT:
            raise self._no_checkpoint()
        changed = _changed(found.get("identity"), header["identity"])
        if changed and not mix:
            raise ValueError(
                f"checkpoint={str(self.path)!r} was written by another run: "
                f"{', '.join(changed)} changed. Pass another path, undo the change, or "
                'load its rows anyway with advanced={"resume": "mix"}'
            )
        if changed:
            self._warn(
                f"checkpoint={str(self.path)!r} mixes runs: {', '.join(changed)} "
                'changed, and advanced={"resume": "mix"} loads its rows all the same'
            )
        self.plan_changed = _changed(found.get("plan"), header["plan"])


def rows_in(path: str | None) -> int:
    """Give how many rows the checkpoint at ``path`` holds; 0 if there is none."""
    if path is None or not os.path.isfile(path):
        return 0
    return sum(b'"prompt"' in line for _, line, whole in read_lines(path) if whole)


def _outcome(slot: Slot, line: bytes) -> Outcome:
    known = orjson.loads(line)
    cost = known.get(COST)
    if LOST not in known:
        return Outcome(slot=slot, row=_resumed(known), resumed=True, cost=cost)
    return Outcome(
        slot=slot,
        lost=known[LOST],
        error=known.get("error", ""),
        timed_out=bool(known.get("timed_out")),
        resumed=True,
        cost=cost,
    )


def _resumed(value: dict[str, Any]) -> Row:
    value["lineage"]["resumed"] = True
    value.pop(COST, None)
    return Row.of(value)


def _changed(found: Any, wanted: Mapping[str, Any]) -> list[str]:
    old = found if isinstance(found, Mapping) else {}
    names = sorted({*old, *wanted})
    return [name for name in names if old.get(name) != wanted.get(name)]


def _key_of(value: Mapping[str, Any]) -> Any:
    lineage = value.get("lineage")
    return lineage.get("slot") if isinstance(lineage, Mapping) else None
