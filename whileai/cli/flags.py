"""The flags of ``wai simulate``: one for each row of the table of options."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from whileai.base.errors import given
from whileai.base.lines import dumps, save_lines
from whileai.cli.errors import Misused
from whileai.cli.values import settings_of, value_of
from whileai.options import ALIASES, OPTIONS
from whileai.options.spec import read_settings
from whileai.options.table import GROUPS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from pathlib import Path

    from whileai.options import Option

SHORT = {"budget": "-n", "concurrency": "-c", "repeats": "-k", "output": "-o"}
"""Flags of one letter."""
LEFT_OUT = ("agent", "on_progress")
"""Options that are no flags: the one is the word after the command, the other a bar."""
CALL = "whileai_call"
"""The key by which the file of a call is known."""


def add_flags(parser: ArgumentParser) -> None:
    """Add a flag for every option, and those that read options from elsewhere."""
    elsewhere = parser.add_argument_group("from elsewhere")
    elsewhere.add_argument(
        "--config",
        metavar="FILE",
        help="options by name in a .toml or .json file; flags come before them",
    )
    elsewhere.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="one option by its name, with dots for a part of it, such as "
        "limits.usd=3 or advanced.lag=64; comes before --config",
    )
    elsewhere.add_argument(
        "--offline",
        action="store_true",
        help="write situations without a model: the same as --simulator false",
    )
    groups = {
        name: parser.add_argument_group(name, _first_line(holder))
        for name, holder in GROUPS.items()
    }
    for row in OPTIONS.values():
        if row.name not in LEFT_OUT:
            _add(groups[row.group], row)


def _first_line(holder: type) -> str:
    return (holder.__doc__ or "").splitlines()[0]


def _add(group: Any, row: Option) -> None:
    spelled = [f"--{name.replace('_', '-')}" for name in (row.name, *row.alias)]
    short = [SHORT[row.name]] if row.name in SHORT else []
    told = f"{row.doc} Takes {row.check.accepts}. {row.leave_out}"
    alone: dict[str, Any] = {}
    if _may_be_true(row):
        alone = {"nargs": "?", "const": "true"}
    group.add_argument(
        *short,
        *spelled,
        action="append",
        dest=row.name,
        metavar="VALUE",
        help=told.replace("%", "%%"),
        **alone,
    )


def _may_be_true(row: Option) -> bool:
    """Say whether the flag alone, without a value, says something.

    It does where ``True`` is one of few things that the option takes.
    """
    return _takes(row, True) and not _takes(row, object())


def _takes(row: Option, value: object) -> bool:
    try:
        row.check(row.name, value)
    except (TypeError, ValueError):
        return False
    return True


@frozen(kw_only=True)
class Words:
    """What a run was called with, before any of it is read.

    Args:
        settings: of a file, by name.
        flags: by option the words after each of its flags; the agent among them.
    """

    settings: dict[str, Any] = field(factory=dict)
    flags: dict[str, list[str]] = field(factory=dict)

    @classmethod
    def of(cls, given_: Namespace) -> Words:
        """Read what a parser found.

        Raises:
            Misused: if the file of options cannot be read, or ``--set`` is no pair.
        """
        settings = _of_file(given_.config) if given_.config else {}
        for pair in given_.set:
            _put(settings, pair)
        flags = {
            name: getattr(given_, name)
            for name in OPTIONS
            if name not in LEFT_OUT and getattr(given_, name) is not None
        }
        if given_.offline:
            flags.setdefault("simulator", []).append("false")
        if getattr(given_, "agent", None) is not None:
            flags["agent"] = [given_.agent]
        return cls(settings=settings, flags=flags)

    def under(self, other: Words) -> Words:
        """Give this with what ``other`` says where both say something."""
        settings = dict(self.settings)
        for name, value in other.settings.items():
            known = settings.get(name)
            if isinstance(known, dict) and isinstance(value, dict):
                settings[name] = {**known, **value}
            else:
                settings[name] = value
        return evolve(self, settings=settings, flags={**self.flags, **other.flags})

    def keywords(self) -> dict[str, Any]:
        """Give the keywords of ``simulate``; modules that they name are imported.

        Raises:
            Misused: if a value will not do.
        """
        named = {
            ALIASES.get(name, name): value for name, value in self.settings.items()
        }
        if len(named) < len(self.settings):
            settings_of(self.settings)  # says which two are one
        left = {name: v for name, v in named.items() if name not in self.flags}
        read = {name: value_of(OPTIONS[name], w) for name, w in self.flags.items()}
        return {**settings_of(left), **read}

    def save(self, path: Path) -> None:
        """Keep this beside a checkpoint, for ``wai resume``."""
        call = {CALL: 1, "settings": self.settings, "flags": self.flags}
        save_lines(path, [dumps(call)])

    @classmethod
    def read(cls, path: Path) -> Words:
        """Read what ``save`` wrote.

        Raises:
            OSError: if there is no such file.
            Misused: if it is another file.
        """
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            told = None
        if not _is_call(told):
            raise Misused(f"{path} is not what wai simulate left beside a checkpoint")
        return cls(settings=told["settings"], flags=told["flags"])


def _is_call(told: Any) -> bool:
    if not isinstance(told, dict) or CALL not in told:
        return False
    settings, flags = told.get("settings"), told.get("flags")
    return (
        isinstance(settings, dict)
        and isinstance(flags, dict)
        and all(
            name in OPTIONS
            and isinstance(words, list)
            and all(isinstance(word, str) for word in words)
            for name, words in flags.items()
        )
    )


def _of_file(path: str) -> dict[str, Any]:
    accepts = "a .toml or .json file with options of simulate() by name"
    try:
        found = read_settings("config", path, accepts)
    except ValueError as error:
        raise Misused(str(error)) from None
    if not isinstance(found, dict):
        raise Misused(f"config={path!r} holds {given(found)}, expected {accepts}")
    return found


def _put(settings: dict[str, Any], pair: str) -> None:
    """Put ``NAME=VALUE`` among options; dots lead into tables."""
    name, sign, text = pair.partition("=")
    way = name.strip().split(".")
    if not sign or not all(way):
        raise Misused(f"--set {given(pair)}: expected NAME=VALUE, such as limits.usd=3")
    table = settings
    for part in way[:-1]:
        known = table.get(part)
        inner: dict[str, Any] = dict(known) if isinstance(known, dict) else {}
        table[part] = inner
        table = inner
    table[way[-1]] = _read(text)


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
