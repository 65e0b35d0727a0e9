"""An agent in a file or a dict: what ``spec=`` reads."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from whileai.base.errors import given, nearest
from whileai.base.text import named_type
from whileai.options.checks import path, path_text, wrong_type, wrong_value

KEYS = ("agent", "backend", "tools", "system_prompt", "policy", "execute", "rubric")
"""Keys a spec may have; each is an option of the same name, or its alias."""

_ACCEPTS = (
    "the path of a .toml or .json file, or a dict with agent or backend, tools, "
    "system_prompt, execute, rubric"
)


def read_spec(value: Any) -> dict[str, Any]:
    """Give what a spec says, unchecked, by key.

    Args:
        value: a mapping, or the path of a TOML or JSON file.

    Raises:
        TypeError: if it is neither, or has a key that a spec does not take.
        ValueError: if the file cannot be read.
    """
    spelled = path_text(value)
    spec = value if spelled is None else _from_file(path()("spec", spelled))
    if not isinstance(spec, Mapping):
        if spelled is not None:
            raise ValueError(
                f"spec={spelled!r} holds {named_type(spec)}, expected an object with "
                f"{', '.join(KEYS)}"
            )
        raise wrong_type("spec", value, _ACCEPTS)
    for key in spec:
        if key not in KEYS:
            near = nearest(key, KEYS) if isinstance(key, str) else None
            hint = f"did you mean {near!r}?" if near else f"it takes {', '.join(KEYS)}"
            raise TypeError(f"spec= has an unexpected key {given(key)}; {hint}")
    return dict(spec)


def _from_file(name: str) -> Any:
    kind = Path(name).suffix.lower()
    if kind not in (".toml", ".json"):
        advice = "a model's name goes to agent="
        raise wrong_value("spec", name, _ACCEPTS, advice)
    try:
        content = Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ValueError(f"spec={name!r} cannot be read ({reason})") from error
    try:
        return json.loads(content) if kind == ".json" else _toml(name).loads(content)
    except ValueError as error:
        shape = kind[1:].upper()
        raise ValueError(f"spec={name!r} is not valid {shape} ({error})") from error


def _toml(name: str) -> Any:
    """The module that reads TOML: part of Python from 3.11 on, ``tomli`` before."""
    try:
        return import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    except ImportError:
        raise ValueError(
            f"spec={name!r} needs Python 3.11 or the tomli package to read TOML; "
            "install tomli or write the spec as JSON"
        ) from None
