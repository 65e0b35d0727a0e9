"""JSON values and JSONL files: whole lines, torn tails told apart, atomic saves."""

from __future__ import annotations

import codecs
import os
import tempfile
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

import orjson

from whileai.base.errors import given
from whileai.base.text import named_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

Json: TypeAlias = Any
"""A JSON value: None, bool, int, float, str, or a list or dict of these."""

DEEPEST = 200
"""Levels of nesting a value may have: what the JSON writer takes, with room."""


class NotJson(TypeError):
    """A value cannot be written as JSON; the message says which and where."""


class _TooDeep(NotJson):
    """A value nests too deep, perhaps because it contains itself."""


def dumps(value: object) -> bytes:
    """Write ``value`` as one line of UTF-8 JSON without the newline.

    NaN and the infinities become ``null``; lone surrogates become U+FFFD; integers
    beyond 64 bits become strings of their digits.

    Raises:
        NotJson: if part of ``value`` is no JSON value, or it nests over 200 levels.
    """
    try:
        return orjson.dumps(value)
    except (TypeError, orjson.JSONEncodeError, RecursionError):
        return orjson.dumps(plain(value))


def loads(line: bytes | str) -> Json:
    """Read one JSON value.

    Raises:
        ValueError: if the text is not JSON.
    """
    return orjson.loads(line)


def without_mark(text: bytes) -> bytes:
    """Give UTF-8 text without the byte order mark that some servers begin with."""
    return text.removeprefix(codecs.BOM_UTF8)


def plain(value: object, where: str = "value", level: int = 0) -> Json:
    """Copy ``value`` into plain JSON types that share nothing with it.

    Tuples become lists, mappings dicts with string keys, dates ISO text, enums their
    value, and objects with ``model_dump`` or ``to_dict`` what these return.

    Raises:
        NotJson: naming the place, if a part is nothing of the kind.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _mended(value)
    if isinstance(value, Enum):
        return plain(value.value, where, level)
    if isinstance(value, int):
        return int(value) if -(2**63) <= value < 2**64 else _digits(int(value))
    if isinstance(value, float):
        return float(value) if value - value == 0 else None
    if level >= DEEPEST:
        raise _TooDeep(f"{where[:80]} nests more than {DEEPEST} levels deep")
    try:
        return _plain_container(value, where, level)
    except _TooDeep:
        circle = None if level else _circle(value, where)
        if circle is None:
            raise
        raise NotJson(f"{circle} contains itself; JSON cannot say so") from None


def _circle(value: object, where: str) -> str | None:
    """Name the place under ``value`` where a container stands inside itself."""
    way, above, known = [(value, _held(value, where))], {id(value)}, {id(value)}
    while way:
        here, parts = way[-1]
        place, part = next(parts, ("", None))
        if not place:
            way.pop()
            above.discard(id(here))
        elif id(part) in above:
            return place
        elif id(part) not in known:
            way.append((part, _held(part, place)))
            above.add(id(part))
            known.add(id(part))
    return None


def _held(value: object, where: str) -> Iterator[tuple[str, object]]:
    """Give the containers that stand in one, each with its place."""
    parts: Iterable[tuple[str, object]] = ()
    if isinstance(value, dict):
        parts = ((f"{where}.{key}", part) for key, part in value.items())
    elif isinstance(value, (list, tuple)):
        parts = ((f"{where}[{index}]", part) for index, part in enumerate(value))
    for place, part in parts:
        if isinstance(part, (dict, list, tuple)):
            yield place[:80], part


def _plain_container(value: object, where: str, level: int) -> Json:
    if hasattr(value, "keys") and hasattr(value, "__getitem__"):
        return {
            _key(key): plain(value[key], f"{where}.{key}", level + 1)
            for key in value.keys()  # noqa: SIM118 - any mapping, not only a dict
        }
    if isinstance(value, (list, tuple, set, frozenset)):
        items = (
            sorted(value, key=repr) if isinstance(value, (set, frozenset)) else value
        )
        return [
            plain(item, f"{where}[{index}]", level + 1)
            for index, item in enumerate(items)
        ]
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, Decimal):
        return plain(float(value), where, level)
    for name in ("model_dump", "to_dict", "dict"):
        method = getattr(value, name, None)
        if callable(method) and not isinstance(value, type):
            return plain(method(), where, level + 1)
    raise NotJson(f"{where[:80]} is {named_type(value)}, which is no JSON value")


def _digits(value: int) -> str:
    """Spell an integer; in hexadecimal where Python refuses so many digits."""
    try:
        return str(value)
    except ValueError:
        return hex(value)


def _key(key: object) -> str:
    return _mended(key if isinstance(key, str) else str(key))


def _mended(text: str) -> str:
    """Replace lone surrogates, which UTF-8 cannot carry, with U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return str(text)


def misfit(value: object) -> str:
    """Say which number in ``value`` JSON cannot hold, and what is written instead.

    Empty if every number is finite and no integer is beyond 64 bits. What holds itself
    is looked at once.
    """
    stack = [value]
    seen: set[int] = set()
    while stack:
        here = stack.pop()
        if here is None or type(here) in (str, bool):
            continue
        # dict beside Mapping: it is found ten times as fast
        if isinstance(here, (dict, list, tuple, Mapping)):
            if id(here) not in seen:
                seen.add(id(here))
                stack += here if isinstance(here, (list, tuple)) else here.values()
        elif isinstance(here, float) and here - here != 0:
            return f"{here} is no JSON number and became null"
        elif isinstance(here, int) and not -(2**63) <= here < 2**64:
            return "an integer beyond 64 bits became text"
    return ""


def fresh(value: object) -> Json:
    """Copy ``value`` through JSON, so that nothing is shared with its owner."""
    return orjson.loads(dumps(value))


def read_lines(path: str | os.PathLike[str]) -> Iterator[tuple[int, bytes, bool]]:
    """Give the non-blank lines of a file as (line number, bytes, ends with newline).

    Only the last line can lack its newline: a file cut by a kill ends so. A byte order
    mark before the first is left out.
    """
    with Path(path).open("rb") as file:
        for number, text in enumerate(file, 1):
            line = without_mark(text) if number == 1 else text
            if line.strip():
                yield number, line.rstrip(b"\r\n"), line.endswith(b"\n")


def read_objects(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """Read a JSONL file of objects.

    Raises:
        ValueError: naming file and line, if a line is not a JSON object.
    """
    return [value for value, _ in objects_in(path)]


def objects_in(
    path: str | os.PathLike[str],
) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Give the objects of a JSONL file one by one, each with its line.

    Raises:
        ValueError: as ``read_objects`` does, once the iteration comes there.
    """
    for number, line, _ in read_lines(path):
        try:
            value = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            raise ValueError(f"{path}, line {number}: not JSON ({error})") from None
        if not isinstance(value, dict):
            kind = type(value).__name__
            raise ValueError(f"{path}, line {number}: expected an object, got {kind}")
        yield value, line


def path_of(value: object, name: str) -> Path:
    """Give the path that ``value`` spells.

    Raises:
        TypeError: if it is neither text nor an ``os.PathLike`` of text.
        ValueError: if no file can have such a name.
    """
    spelled = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(spelled, str):
        raise TypeError(
            f"{name}={given(value)} is {named_type(value)}; pass the path of a file, "
            "as text or an os.PathLike"
        )
    try:
        possible = bool(spelled) and b"\0" not in os.fsencode(spelled)
    except UnicodeEncodeError:  # half of a surrogate pair, say
        possible = False
    if not possible:
        raise ValueError(f"{name}={given(value)} is no path of a file; pass another")
    return Path(spelled)


def check_writable(path: str | os.PathLike[str], name: str) -> None:
    """Make sure that a file can be written at ``path``; make missing folders.

    Raises:
        ValueError: naming the parameter ``name`` and what is in the way.
    """
    target = path_of(path, name)
    advice = f"pass {name}= a path to a file in a folder that can be written"
    if os.path.isdir(target):
        raise ValueError(f"{name}={str(path)!r} is a folder; {advice}")
    if os.path.exists(target) and not os.path.isfile(target):
        raise ValueError(f"{name}={str(path)!r} is a device or a pipe; {advice}")
    try:
        target.resolve().parent.mkdir(parents=True, exist_ok=True)
        if _is_there(target):
            with target.open("ab"):
                pass
        else:
            handle, probe = tempfile.mkstemp(dir=target.parent, prefix=".probe-")
            os.close(handle)
            Path(probe).unlink()
    except OSError as error:
        reason = error.strerror or str(error)
        raise ValueError(
            f"{name}={str(path)!r} cannot be written ({reason}); {advice}"
        ) from error


def _is_there(target: Path) -> bool:
    """Say whether there is such a file; a name that none can have is an ``OSError``."""
    try:
        os.stat(target)
    except FileNotFoundError:
        return False
    return True


def save_lines(path: str | os.PathLike[str], lines: Iterable[bytes]) -> None:
    """Write whole lines to ``path`` so that readers see the old file or the new one.

    Raises:
        OSError: as ``replacing`` does.
    """
    with replacing(path) as file:
        for line in lines:
            file.write(line)
            file.write(b"\n")


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Give a file to write that takes the place of ``path`` once the block is through.

    A block that raises leaves what was there, and nothing beside it.

    Raises:
        OSError: naming the path, if the disk is full or the folder read only; the
            file that was there stays as it was.
    """
    target = Path(path).resolve()  # a link stays a link
    name = ""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if os.name == "posix":
            os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(name)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(target)) from error
        raise


def _mode(target: Path) -> int:
    """The permissions a new file at ``target`` gets: as before, else by the umask."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


class ReadOnly(dict[str, Any]):
    """A dictionary that nobody can change, and that pickles.

    Raises:
        TypeError: from everything that would change it.
    """

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("this mapping is read only; change a copy: dict(...)")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return ReadOnly, (dict(self),)


def frozen(mapping: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give a read-only copy of ``mapping``."""
    return mapping if isinstance(mapping, ReadOnly) else ReadOnly(mapping)
