"""What is saved beside the rows of a run, in a file of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, fields, frozen

from whileai.base.lines import dumps, read_objects
from whileai.base.text import fingerprint
from whileai.model.form import (
    NUMBER,
    OBJECTS,
    TEXT,
    TEXT_OR_NONE,
    TEXTS,
    Fields,
    Form,
    Values,
)
from whileai.results.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

VERSION = 1

_PROFILE = Fields(said="an object", types=(dict,), owner=Profile)
_NONE = type(None)
_COUNT = Form(said="a number", types=(int, float))
_COUNTS = Values(parts=_COUNT)


def _told(owner: type, *, null: bool = True) -> Fields:
    """Give the form of an object that the report and pages read, or of null."""
    if null:
        return Fields(said="an object or null", types=(dict, _NONE), owner=owner)
    return Fields(said="an object", types=(dict,), owner=owner)


@frozen(kw_only=True)
class _Pairs:
    """How much of the grid has rows."""

    strength: int = field(metadata={"form": NUMBER})
    pairs_planned: int = field(metadata={"form": NUMBER})
    pairs_covered: int = field(metadata={"form": NUMBER})
    fraction: float = field(metadata={"form": _COUNT})
    missing: list[dict[str, Any]] = field(metadata={"form": OBJECTS})


@frozen(kw_only=True)
class _Usage:
    """What the models of one role took."""

    models: list[str] = field(factory=list, metadata={"form": TEXTS})
    calls: int = field(default=0, metadata={"form": _COUNT})
    input_tokens: int = field(default=0, metadata={"form": _COUNT})
    output_tokens: int = field(default=0, metadata={"form": _COUNT})
    retries: dict[str, int] = field(factory=dict, metadata={"form": _COUNTS})
    usd: float | None = field(
        default=None,
        metadata={"form": Form(said="a number or null", types=(float, int, _NONE))},
    )


@frozen(kw_only=True)
class _Counted:
    """What is read of what the report was made from besides the rows."""

    pairwise: Any = field(default=None, metadata={"form": _told(_Pairs)})
    options: Any = field(
        default=None,
        metadata={"form": Form(said="an object or null", types=(dict, _NONE))},
    )
    usage: Any = field(
        factory=dict, metadata={"form": Values(parts=_told(_Usage, null=False))}
    )


@frozen(kw_only=True)
class _Faults:
    """The rows for which faults were scheduled, by kind."""

    scheduled: dict[str, int] = field(factory=dict, metadata={"form": _COUNTS})
    scheduled_follow_ups: dict[str, int] = field(
        factory=dict, metadata={"form": _COUNTS}
    )


@frozen(kw_only=True)
class _Run:
    """One of several runs of the same tasks."""

    rows: int = field(metadata={"form": NUMBER})
    stopped_because: str | None = field(metadata={"form": TEXT_OR_NONE})


@frozen(kw_only=True)
class _Runs:
    """Several runs of the same tasks."""

    per_run: list[dict[str, Any]] = field(
        factory=list,
        metadata={
            "form": Form(
                said="a list of objects",
                types=(list,),
                parts=_told(_Run, null=False),
            )
        },
    )


@frozen(kw_only=True)
class _Asks:
    """How much of an evaluation set has rows."""

    covered: int = field(metadata={"form": NUMBER})
    eval_set: int = field(metadata={"form": NUMBER})
    missing: list[Any] = field(
        metadata={"form": Form(said="a list", types=(list, tuple))}
    )


@frozen(kw_only=True)
class _Search:
    """What is read of how the budget was spent."""

    faults: Any = field(default=None, metadata={"form": _told(_Faults)})
    eval_runs: Any = field(default=None, metadata={"form": _told(_Runs)})
    eval_coverage: Any = field(default=None, metadata={"form": _told(_Asks)})


_SEARCH, _COUNTED = _told(_Search, null=False), _told(_Counted, null=False)


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
    search: dict[str, Any] = field(factory=dict, metadata={"form": _SEARCH})
    warnings: list[str] = field(factory=list, metadata={"form": TEXTS})
    degraded: list[str] = field(factory=list, metadata={"form": TEXTS})
    stopped_because: str | None = field(default=None, metadata={"form": TEXT_OR_NONE})
    profile: dict[str, Any] = field(factory=dict, metadata={"form": _PROFILE})
    counted: dict[str, Any] = field(factory=dict, metadata={"form": _COUNTED})

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
