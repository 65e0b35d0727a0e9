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
    spec = value if spelled is None else _from_file(spelled)
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


def _from_file(spelled: str) -> Any:
    advice = "a model's name goes to agent="
    return read_settings("spec", path()("spec", spelled), _ACCEPTS, advice)


def read_settings(option: str, name: str, accepts: str, advice: str = "") -> Any:
    """Give what a TOML or JSON file holds.

    Args:
        option: that takes the file, to name in errors.
        name: the path of the file.
        accepts: what is accepted, in words.
        advice: what to do about a file of another kind.

    Raises:
        ValueError: if it is neither, or cannot be read.
    """
    kind = Path(name).suffix.lower()
    if kind not in (".toml", ".json"):
        raise wrong_value(option, name, accepts, advice)
    try:
        content = Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ValueError(f"{option}={name!r} cannot be read ({reason})") from error
    reader = json if kind == ".json" else _toml(option, name)
    try:
        return reader.loads(content)
    except ValueError as error:
        shape = kind[1:].upper()
        raise ValueError(f"{option}={name!r} is not valid {shape} ({error})") from error


def _toml(option: str, name: str) -> Any:
    """The module that reads TOML: part of Python from 3.11 on, ``tomli`` before."""
    try:
        return import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    except ImportError:
        raise ValueError(
            f"{option}={name!r} needs Python 3.11 or the tomli package to read TOML; "
            f"install tomli or write the {option} as JSON"
        ) from None
