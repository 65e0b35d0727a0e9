"""``MODULE:NAME`` in, the object out: agents, graders and tools of the user's own."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whileai.base.errors import describe, given, nearest
from whileai.base.text import fingerprint
from whileai.cli.errors import Misused
from whileai.plugins import installed
from whileai.plugins.registry import OPTION_OF

if TYPE_CHECKING:
    from types import ModuleType

_MODULE = re.compile(r"(?P<place>[^\W\d]\w*(?:\.\w+)*):(?P<name>[^\W\d]\w*(?:\.\w+)*)")
_FILE = re.compile(r"(?P<place>.+\.py):(?P<name>[^\W\d]\w*(?:\.\w+)*)", re.DOTALL)


def is_reference(option: str, text: str) -> bool:
    """Say whether text names an object of a module, or of a file.

    A name that a stage of the option or a provider of models is registered under is
    none: ``openai:gpt-4`` is a model.
    """
    if _FILE.fullmatch(text):
        return True
    found = _MODULE.fullmatch(text)
    return found is not None and found["place"] not in _registered(option)


def _registered(option: str) -> set[str]:
    registry = installed().registry
    kinds = [kind for kind, of in OPTION_OF.items() if of in (option, "backend")]
    return {name for kind in kinds for name in registry.names(kind)}


def referred(option: str, text: str) -> Any:
    """Give the object that ``MODULE:NAME`` or ``FILE.py:NAME`` names.

    Modules are looked for in the folder that the command runs in, then where Python
    looks for them.

    Args:
        option: what it is for, to name in errors.
        text: what ``is_reference`` is true of.

    Raises:
        Misused: if there is no such module or object, or importing it raised.
    """
    found = _FILE.fullmatch(text) or _MODULE.fullmatch(text)
    if found is None:
        raise Misused(
            f"{option}={given(text)} names no object; expected MODULE:NAME, such as "
            "shop:agent, or FILE.py:NAME"
        )
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    value: Any = _module(option, text, found["place"])
    for part in found["name"].split("."):
        if not hasattr(value, part):
            near = nearest(part, [n for n in dir(value) if not n.startswith("_")])
            hint = f"; did you mean {near!r}?" if near else ""
            raise Misused(
                f"{option}={given(text)}: {found['place']} has no {part!r}{hint}"
            )
        value = getattr(value, part)
    return value


def _module(option: str, text: str, place: str) -> ModuleType:
    try:
        return _of_file(place) if place.endswith(".py") else _of_name(place)
    except _Absent as absent:
        raise Misused(f"{option}={given(text)}: {absent}") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise Misused(
            f"{option}={given(text)}: importing {place} raised {describe(error)}"
            f"{_where(error)}"
        ) from error


class _Absent(Exception):
    """There is no such module."""


def _of_name(place: str) -> ModuleType:
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{place}.".startswith(f"{error.name}."):
            raise  # it is there, and lacks something itself
        raise _Absent(
            f"there is no module {place!r}; run the command in the folder that holds "
            "it, or pass FILE.py:NAME"
        ) from None


def _of_file(place: str) -> ModuleType:
    path = Path(place).resolve()
    if not path.is_file():
        raise _Absent(f"there is no file {place!r}")
    name = path.stem
    known = sys.modules.get(name)
    if known is not None and _is_of(known, path):
        return known
    if known is not None:  # another module has the name, and others may need it
        name = f"{name}_{fingerprint(str(path))}"
        if name in sys.modules:
            return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))  # what it imports stands beside it
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def _is_of(module: ModuleType, path: Path) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).resolve() == path


def _where(error: BaseException) -> str:
    """Name the line that raised, if it can be told."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    file = Path(trace.tb_frame.f_code.co_filename).name
    return f" ({file}, line {trace.tb_lineno})"
