"""A file of model calls: every call is recorded once and replayed from then on.

The file is JSON lines. The first is a header, ``{"whileai_cassette": 1}``. Every other
line is one call:

- ``key``: its address: its content, the slot it is for, and which occurrence of that
  content in the slot it is. Content is the model's name, the system prompt, the tools,
  the conversation and the settings (sampling seed included), never the address or the
  key of a server.
- ``role``, ``model``, ``slot``, ``call`` (which of the role's calls in the slot),
  ``words`` (the last thing said) and ``parts`` (a digest of each part of the content),
  for people and for saying what changed.
- ``reply`` (text, calls, tokens and so on; what is as by default is left out), or how
  the call failed for good: ``failed`` (kind, host, message, status) or ``late``.

A line is handed to the system whole and at once when its call has ended, so a kill
loses none that was paid for and two runs may append to one file; the first line under
a key holds. The file is synced when the run ends. What could not be asked at all (no
such host, a refused key, a spent quota) is not recorded.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from whileai.base.lines import check_writable, dumps
from whileai.calls.content import PARTS
from whileai.calls.failures import LateCall
from whileai.calls.recorded import ending_of, read_ending

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.calls.completion import Ask, Completion
    from whileai.calls.content import Asked, Content
    from whileai.calls.errand import Errand

FORMAT = 1
MARK = "whileai_cassette"
_FIRST = b'{"' + MARK.encode()
NAMED = 20
"""Misses that are named; all are counted."""
_REPLAY_ONLY = "the run is to replay only"


class Cassette:
    """The recorded calls of a run on disk, by address.

    Args:
        path: the file; missing folders are made. One that can only be read replays.
        warn: takes lines for ``data.warnings``.
        replay_only: whether no call is made and recorded, whatever is missing.

    Raises:
        ValueError: if the path cannot be used, the file is no cassette, or a line other
            than the last is damaged.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        warn: Callable[[str], None],
        *,
        replay_only: bool = False,
    ) -> None:
        self.path = Path(path)
        self.models: set[str] = set()
        self.replayed = self.recorded = self.misses = 0
        self.missed: list[str] = []
        self.cut = ""
        self._warn = warn
        self._places: dict[str, tuple[int, int]] = {}
        self._shapes: dict[tuple[str, str, int], list[str]] | None = None
        self._reading: Any = None
        self._writing: int | None = None
        self._locked = _REPLAY_ONLY if replay_only else ""
        self._full = False
        self._torn = (0, 0)
        if os.path.isfile(self.path):
            self._load()
        elif not replay_only:
            check_writable(path, "cassette")
        self.replays = bool(self._places)

    @property
    def calls(self) -> int:
        """How many calls the file holds."""
        return len(self._places)

    def place(self, content: Content, role: str, errand: Errand) -> tuple[str, int]:
        """Give a call's address, and which of the role's calls in the slot it is."""
        occurrence, number = errand.asked[content.digest], errand.calls[role]
        errand.asked[content.digest] += 1
        errand.calls[role] += 1
        return content.address(errand.slot, occurrence), number

    def recall(self, key: str, ask: Ask) -> Completion | Exception | None:
        """Give how the call under ``key`` ended; ``None`` if the file does not know.

        A call that took too long is asked anew where it may take longer now.
        """
        known = self._places.get(key)
        if known is None:
            return None
        ended = self._ending(self._line(known), ask.role)
        if isinstance(ended, LateCall) and ended.timeout_s < ask.timeout_s:
            return None
        self.replayed += 1
        return ended

    def keep(
        self, key: str, asked: Asked, ended: Completion | Exception
    ) -> Completion | Exception:
        """Append how a call ended, and give it as a replay of the file will.

        Args:
            key: the call's address.
            asked: which call it is.
            ended: the completion, or the failure that was final.
        """
        about = {
            "key": key,
            "role": asked.role,
            "model": asked.model,
            "slot": asked.slot,
            "call": asked.call,
            "words": asked.content.words,
            "parts": asked.content.parts,
        }
        line = dumps({**about, **ending_of(ended)})
        self._append(line)
        self.recorded += 1
        return self._ending(line, asked.role)

    def miss(self, asked: Asked) -> str:
        """Count a call that the file does not hold, and give its name."""
        self.misses += 1
        slot, parts = asked.slot, asked.content.parts
        if len(self.missed) >= NAMED:
            return f"{asked.role} {asked.model}"
        where = f" in {slot}, call {asked.call + 1}" if slot else ""
        old = self._shape(asked)
        pairs = zip(PARTS, parts, old or parts, strict=False)
        changed = [name for name, new, before in pairs if new != before]
        why = f" (changed: {', '.join(changed)})" if changed else ""
        why = why if old or not slot else " (of a slot without recorded calls)"
        name = f"{asked.role} {asked.model}{where}{why}: {asked.content.words!r}"
        self.missed.append(name)
        return name

    def why_not(self) -> str:
        """Say why no call may be made and recorded now; empty if one may."""
        if self._writing is None and not (self._locked or self._full):
            self._open()
        return self._locked

    def close(self) -> None:
        """Sync what was written and close the file."""
        if self._reading is not None:
            self._reading.close()
            self._reading = None
        if self._writing is not None:
            os.fsync(self._writing)
            os.close(self._writing)
            self._writing = None

    def to_json(self) -> dict[str, Any]:
        """Give what was replayed, recorded and missed, as ``search`` has it."""
        return {
            "path": str(self.path),
            "replayed": self.replayed,
            "recorded": self.recorded,
            "misses": self.misses,
            "missed": list(self.missed),
        }

    def told(self) -> str:
        """Say which calls were missed, for the error that ends the run."""
        shown = "; ".join(self.missed[:3])
        more = f"; and {self.misses - 3} more" if self.misses > 3 else ""
        return (
            f"cassette={str(self.path)!r} does not hold {self.misses} of the calls "
            f"that the run came to, and none was made ({self.cut}): {shown}{more}. "
            f"{self._way_on()}"
        )

    def _way_on(self) -> str:
        way = "make the model available"
        if self._locked == _REPLAY_ONLY:
            way = "leave out advanced={'replay_only': True} and " + way
        return f"Undo the change, or {way} so that they are recorded"

    def _ending(self, line: bytes, role: str) -> Completion | Exception:
        try:
            return read_ending(orjson.loads(line), role)
        except ValueError as error:
            raise ValueError(
                f"cassette={str(self.path)!r}: the line of one call is damaged: {error}"
            ) from None

    def _line(self, known: tuple[int, int]) -> bytes:
        if self._reading is None:
            self._reading = self.path.open("rb")
        offset, size = known
        self._reading.seek(offset)
        line: bytes = self._reading.read(size)
        return line

    def _append(self, line: bytes) -> None:
        """Hand one line to the system; a full disk ends the recording, not the run."""
        if self._writing is None:
            return
        try:
            _write(self._writing, line + b"\n")
        except OSError as error:
            os.close(self._writing)
            self._writing, self._full = None, True
            self._warn(
                f"cassette={str(self.path)!r} cannot be written any more "
                f"({error.strerror}): later calls are not recorded"
            )

    def _open(self) -> None:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
        try:
            self._mend()
            self._writing = os.open(self.path, flags, 0o666)
            if not os.fstat(self._writing).st_size:
                _write(self._writing, dumps({MARK: FORMAT}) + b"\n")
        except OSError as error:
            reason = error.strerror or str(error)
            self._locked = f"the file cannot be written ({reason})"

    def _load(self) -> None:
        """Index the lines of the file; one that was cut at its end is dropped."""
        offset = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if number == 1 and not line.startswith(_FIRST[: len(line)]):
                    raise self._foreign()
                if not line.endswith(b"\n"):
                    self._torn = (offset, offset + len(line))
                    self._warn(
                        f"cassette={str(self.path)!r}: its last line was cut off (the "
                        "run was killed while writing it) and is dropped"
                    )
                    break
                self._index(line, number, offset)
                offset += len(line)

    def _index(self, line: bytes, number: int, offset: int) -> None:
        try:
            value = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            raise self._damaged(number, f"it is not JSON ({error})") from None
        if isinstance(value, dict) and MARK in value:
            if value[MARK] != FORMAT:
                raise self._foreign()
            return
        key = value.get("key") if isinstance(value, dict) else None
        if not isinstance(key, str) or not {"reply", "failed", "late"} & {*value}:
            raise self._damaged(number, "it is no call")
        self._places.setdefault(key, (offset, len(line)))
        self.models.add(str(value.get("model")))

    def _mend(self) -> None:
        """Cut off a last line that a kill left, unless another run went on writing."""
        whole, size = self._torn
        if size and self.path.stat().st_size == size:
            with self.path.open("r+b") as file:
                file.truncate(whole)

    def _shape(self, asked: Asked) -> list[str] | None:
        """Give the digests of the parts of a call as it was recorded, if it was."""
        if self._shapes is None:
            self._shapes = {}
            for known in self._places.values():
                value = orjson.loads(self._line(known))
                name = (value.get("role"), value.get("slot"), value.get("call"))
                self._shapes.setdefault(name, value.get("parts") or [])
        return self._shapes.get((asked.role, asked.slot, asked.call))

    def _foreign(self) -> ValueError:
        return ValueError(
            f"cassette={str(self.path)!r} is no cassette of this library (its first "
            "line is no header); pass another path"
        )

    def _damaged(self, number: int, why: str) -> ValueError:
        return ValueError(
            f"cassette={str(self.path)!r}, line {number}: {why}; mend or remove that "
            "line, or pass another path"
        )


def _write(handle: int, data: bytes) -> None:
    """Write all of ``data``, in one piece where the system takes it so."""
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]
