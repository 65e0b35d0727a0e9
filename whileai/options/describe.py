"""What ``help()`` and the docs say of the options, derived from the table."""

from __future__ import annotations

import inspect
from textwrap import fill
from typing import TYPE_CHECKING, Any

from whileai.options.keywords import Keywords
from whileai.options.table import ADVANCED, ALIASES, GROUPS, OPTIONS, Advanced

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whileai.options.option import Option


def signature(returns: Any = inspect.Signature.empty) -> inspect.Signature:
    """Give the signature of ``simulate``: ``agent`` first, the rest keyword-only.

    Args:
        returns: the annotation of what the call gives.
    """
    keyword = inspect.Parameter.KEYWORD_ONLY
    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter("agent", either, default=None, annotation=Any)]
    for name, kind in Keywords.__annotations__.items():
        row = OPTIONS.get(ALIASES.get(name, name))
        default = None if row is None else row.default
        shown = None if row is not None and row.optional and not default else default
        parameters.append(
            inspect.Parameter(name, keyword, default=shown, annotation=kind)
        )
    return inspect.Signature(parameters, return_annotation=returns)


def reference() -> str:
    """Give every option and ``advanced=`` key as text: default, meaning, values."""
    parts = [
        _part(holder, (row for row in OPTIONS.values() if row.group == group))
        for group, holder in GROUPS.items()
    ]
    return "\n\n".join([*parts, _part(Advanced, ADVANCED.values())]) + "\n"


def _part(holder: type, rows: Iterable[Option]) -> str:
    first = (holder.__doc__ or "").splitlines()[0]
    return "\n".join([f"{holder.__name__}: {first}", *map(_entry, rows)])


def _entry(row: Option) -> str:
    names = ", alias ".join([row.name, *(a for a in ALIASES if a in row.alias)])
    note = f"{row.doc} Takes {row.check.accepts}."
    if row.unset:
        note += f" Unset: {row.unset}."
    default = repr(dict(row.default)) if row.name == "dimensions" else repr(row.default)
    indent = " " * 8
    body = fill(note, 80, initial_indent=indent, subsequent_indent=indent)
    return f"    {names} = {default}\n{body}"
