"""What is saved beside the rows of a run, in a file of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, fields, frozen

from whileai.base.lines import dumps, read_objects
from whileai.base.text import fingerprint
from whileai.model.form import (
    NUMBER,
    OBJECT,
    TEXT,
    TEXT_OR_NONE,
    TEXTS,
    Fields,
)
from whileai.results.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

VERSION = 1

_PROFILE = Fields(said="an object", types=(dict,), owner=Profile)


@frozen(kw_only=True)
class Account:
    """Everything about a run but its rows.

    Args:
        whileai_meta: which version of this account it is.
        rows: how many were saved.
        ends: a fingerprint of the first and the last of them; empty where none is.
        search, warnings, degraded, stopped_because, counted: as the data has them.
        profile: of the agent, as JSON.
    """

    whileai_meta: int = field(metadata={"form": NUMBER})
    rows: int = field(metadata={"form": NUMBER})
    ends: str = field(default="", metadata={"form": TEXT})
    search: dict[str, Any] = field(factory=dict, metadata={"form": OBJECT})
    warnings: list[str] = field(factory=list, metadata={"form": TEXTS})
    degraded: list[str] = field(factory=list, metadata={"form": TEXTS})
    stopped_because: str | None = field(default=None, metadata={"form": TEXT_OR_NONE})
    profile: dict[str, Any] = field(factory=dict, metadata={"form": _PROFILE})
    counted: dict[str, Any] = field(factory=dict, metadata={"form": OBJECT})

    @classmethod
    def read(cls, path: Path) -> Account:
        """Read the account at ``path``.

        Raises:
            OSError: if it cannot be read.
            ValueError: saying what is wrong, if it is no account.
        """
        every = read_objects(path)
        if len(every) != 1:
            raise ValueError(f"{path} has {len(every)} lines; expected one")
        wrong = next(_FORM.misfits(every[0], "it"), None)
        if wrong is not None:
            raise ValueError(f"{path}: {wrong}")
        return cls(**{n: every[0][n] for n in _NAMES if n in every[0]})

    def line(self) -> bytes:
        """Give the account as JSON."""
        return dumps({name: getattr(self, name) for name in _NAMES})

    def describes(self, lines: Sequence[bytes]) -> bool:
        """Say whether these are the rows that it was saved with, as far as it tells."""
        return self.rows == len(lines) and self.ends in ("", ends_of(lines))


_FORM = Fields(said="an object", types=(dict,), owner=Account)
_NAMES = [each.name for each in fields(Account)]


def ends_of(lines: Sequence[bytes]) -> str:
    """Give the fingerprint of the first and the last line."""
    whole = b"\n".join((lines[0], lines[-1])) if lines else b""
    return fingerprint(whole.decode("utf-8", "replace"), 16) if whole else ""
