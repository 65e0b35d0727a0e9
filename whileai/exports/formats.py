"""The formats that rows are exported in, and the one call that writes them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from whileai.base.errors import given, unknown_name
from whileai.base.lines import check_writable, path_of
from whileai.exports import (
    csv,
    dpo,
    grpo,
    hf,
    inspect,
    kto,
    openai,
    parquet,
    sft,
    verifiers,
)
from whileai.exports.source import Choice

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from whileai.exports.exported import Exported
    from whileai.exports.source import Source


@frozen(kw_only=True)
class Format:
    """One format.

    Args:
        about: what is written, and which rows go in, in a line.
        write: writes it to a path and says what came of it.
        takes: the fields of ``Choice`` that it heeds.
        check: refuses a path that will not do; the usual one is of a file.
    """

    about: str
    write: Callable[[Source, Choice, str], Exported]
    takes: tuple[str, ...] = ()
    check: Callable[[str], None] | None = None


FORMATS = {
    "sft": Format(
        about="conversations of rows that passed, for TRL's SFT trainer",
        write=sft.write,
        takes=("min_reward", "ungraded"),
    ),
    "dpo": Format(
        about="pairs of a row that passed and one that did not, for TRL's DPO trainer",
        write=dpo.write,
        takes=("min_reward", "pairs"),
    ),
    "kto": Format(
        about="graded rows, wanted or not, for TRL's KTO trainer",
        write=kto.write,
        takes=("min_reward",),
    ),
    "grpo": Format(
        about="a prompt for each task, for TRL's GRPO trainer", write=grpo.write
    ),
    "openai": Format(
        about="conversations of rows that passed, for OpenAI's fine-tuning",
        write=openai.write,
        takes=("min_reward", "ungraded"),
    ),
    "verifiers": Format(
        about="a prompt for each task, for an environment of verifiers",
        write=verifiers.write,
    ),
    "inspect": Format(
        about="a log of every row that Inspect shows, as .eval or .json",
        write=inspect.write,
        check=inspect.check,
    ),
    "hf": Format(
        about="a folder of every row that datasets loads, with a card",
        write=hf.write,
        check=hf.check,
    ),
    "parquet": Format(about="a table of every row", write=parquet.write),
    "csv": Format(about="the flat columns of every row", write=csv.write),
}
"""Every format by its name."""


def export(
    source: Source, path: str | os.PathLike[str], format: str, **choice: Any
) -> Exported:
    """Write rows to ``path`` in one of ``FORMATS``.

    Readers see the old file or the new one. Whatever is wrong with the arguments, or
    leaves nothing to write, is an error before that.

    Args:
        source: the rows and their agent.
        path: a file, or a folder for ``hf``; missing folders are made.
        format: a key of ``FORMATS``.
        choice: fields of ``Choice``; ``None`` is unset.

    Raises:
        TypeError: if an argument is of a wrong type, or the format does not take it.
        ValueError: if the format is not known, a value will not do, the path cannot be
            written, or no row can go in.
        NotConfigured: if the format needs a package that is not installed.
        OSError: naming the path; a file that was there stays as it was.
    """
    if not isinstance(format, str):
        raise TypeError(f"format={given(format)}; pass one of {', '.join(FORMATS)}")
    if format not in FORMATS:
        raise unknown_name("format", format, FORMATS)
    wanted = FORMATS[format]
    made = _choice(format, {k: v for k, v in choice.items() if v is not None})
    target = str(path_of(path, "path"))
    if not source.lines:
        raise ValueError(f"nothing to export as {format}: there are no rows")
    if wanted.check is not None:
        wanted.check(target)
    check_writable(Path(target) / hf.CARD if format == "hf" else target, "path")
    return wanted.write(source, made, target)


def _choice(format: str, told: dict[str, Any]) -> Choice:
    for name, value in told.items():
        if name not in FORMATS[format].takes and value is not False:
            takers = [each for each in FORMATS if name in FORMATS[each].takes]
            raise TypeError(
                f"format={format!r} takes no {name}= (got {given(value)}); "
                f"it is for {' and '.join(takers)}"
            )
        _CHECKS[name](value)
    return evolve(Choice(), **told)


def _reward(value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"min_reward={given(value)}; pass a number from 0 to 1")
    if not 0 <= value <= 1:
        raise ValueError(f"min_reward={given(value)}; pass a number from 0 to 1")


def _flag(value: Any) -> None:
    if not isinstance(value, bool):
        raise TypeError(f"ungraded={given(value)}; pass True or False")


def _pairs(value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"pairs={given(value)}; pass a whole number from 1 on")
    if value < 1:
        raise ValueError(f"pairs={given(value)}; pass a whole number from 1 on")


_CHECKS = {
    "min_reward": _reward,
    "ungraded": _flag,
    "pairs": _pairs,
}
