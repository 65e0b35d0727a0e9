"""``wai simulate`` and ``wai resume``: a run from the command line."""

from __future__ import annotations

import sys
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve

from whileai.base.errors import Interrupted, RunStopped
from whileai.base.text import counted
from whileai.cli.errors import Misused
from whileai.cli.flags import Words, add_flags
from whileai.cli.rows import check_free, save_meta
from whileai.cli.terminal import say, tell_json, write
from whileai.cli.watching import watched
from whileai.options import OPTIONS
from whileai.results.data import SimulationData
from whileai.simulations.configuration import resolve
from whileai.simulations.simulation import simulate

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

OUTPUT = "rows.jsonl"
"""Where rows go when nothing says where."""
CUT_SHORT = frozenset({"agent_failed", "empty_replies", "writer_failed"})
"""Reasons for a run to end that are failures, whatever landed before."""
_DEAD = ("auth_failed", "quota_exceeded", "host_dead")


VALUES = (
    "A VALUE is JSON where the option takes what it says, and else text. @FILE is what "
    "the file holds. MODULE:NAME and FILE.py:NAME are objects, where the option takes "
    "one."
)


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``wai simulate``."""
    parser.usage = "%(prog)s [AGENT] [options]"
    parser.add_argument(
        "agent",
        nargs="?",
        metavar="AGENT",
        help="MODULE:NAME or FILE.py:NAME of a function, or a model such as "
        "openai:gpt-4.1-mini",
    )
    _shared(parser)


def resume_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``wai resume``."""
    parser.usage = "%(prog)s CHECKPOINT [options]"
    parser.add_argument(
        "path", metavar="CHECKPOINT", help="the file that --checkpoint named"
    )
    _shared(parser)


def _shared(parser: ArgumentParser) -> None:
    parser.epilog = VALUES
    parser.add_argument(
        "--html", metavar="PATH", help="write the report as one HTML file as well"
    )
    parser.add_argument(
        "--json", action="store_true", help="print the report as JSON, and only that"
    )
    add_flags(parser)


def run(given: Namespace) -> int:
    """Play a run, leave its rows in a file, and print the report.

    Raises:
        Misused: if a value will not do; nothing is spent then.
    """
    words = Words.of(given)
    if not _names(words, "output") and not _names(words, "dry_run"):
        if Path(OUTPUT).exists():
            raise Misused(
                f"{OUTPUT} is there already and was left as it is; pass -o {OUTPUT} to "
                "replace it, or -o with another path"
            )
        words = evolve(words, flags={**words.flags, "output": [OUTPUT]})
    return _played(words, given)


def resume(given: Namespace) -> int:
    """Go on with a run that was stopped, as it was called.

    Raises:
        Misused: if nothing tells how it was called, or a value will not do.
    """
    if not Path(given.path).is_file():
        raise Misused(
            f"there is no checkpoint {given.path!r}; pass what --checkpoint named"
        )
    try:
        before = Words.read(call_path(given.path))
    except FileNotFoundError:
        raise Misused(
            f"nothing beside {given.path} tells how its run was called; call it as it "
            "was, with the same --checkpoint: it goes on from there"
        ) from None
    words = before.under(Words.of(given))
    checkpoint = {"checkpoint": [given.path]}
    return _played(evolve(words, flags={**words.flags, **checkpoint}), given)


def call_path(checkpoint: str) -> Path:
    """Give where the call of a run is kept, beside its checkpoint."""
    path = Path(checkpoint)
    return path.with_name(f"{path.name}.call.json")


def _names(words: Words, name: str) -> bool:
    row = OPTIONS[name]
    return any(n in words.flags or n in words.settings for n in (name, *row.alias))


def _played(words: Words, given: Namespace) -> int:
    # what modules of the user print is no part of the answer
    with redirect_stdout(sys.stderr if given.json else sys.stdout):
        keywords = words.keywords()
        options = _resolved(keywords)
        output, checkpoint = options.keep.output, options.keep.checkpoint
        check_free("--html", given.html, output, checkpoint)
        if isinstance(checkpoint, str):
            check_free("--checkpoint", checkpoint, output)
        if options.stop.dry_run:
            told: Any = simulate(**keywords)
        else:
            told = _rows(keywords, words, options)
    if not isinstance(told, SimulationData):
        if given.json:
            tell_json(told.to_json())
        else:
            say(str(told))
        return 0
    return _told(told, given, output)


def _resolved(keywords: dict[str, Any]) -> Any:
    """Give the options of the call, checked; nothing is opened."""
    try:
        return resolve(keywords)
    except (TypeError, ValueError) as error:
        raise Misused(str(error).replace("simulate() got an", "there is an")) from None


def _rows(keywords: dict[str, Any], words: Words, options: Any) -> SimulationData:
    checkpoint, output = options.keep.checkpoint, options.keep.output
    doing = "playing" if options.keep.runs == 1 else f"playing {options.keep.runs} runs"
    total = options.stop.budget * options.keep.runs
    try:
        with _call_kept(words, checkpoint), watched(doing, total) as update:
            data: SimulationData = simulate(**keywords, on_progress=update)
    except Interrupted as stopped:
        raise KeyboardInterrupt(_kept(stopped.data, output, checkpoint)) from None
    except RunStopped as stopped:
        write(_kept(stopped.data, output, checkpoint), sys.stderr)
        raise
    return data


@contextmanager
def _call_kept(words: Words, checkpoint: str | None) -> Iterator[None]:
    """Keep beside a checkpoint how its run is called.

    Where the run is refused, because the file is another's, what was there is put back.
    """
    if checkpoint is None:
        yield
        return
    path = call_path(checkpoint)
    before = path.read_bytes() if path.exists() else None
    words.save(path)
    try:
        yield
    except ValueError:
        if before is None:
            path.unlink()
        else:
            path.write_bytes(before)
        raise


def _kept(data: SimulationData | None, output: Any, checkpoint: str | None) -> str:
    """Say what is left of a run that was stopped, and how to go on."""
    count = counted(0 if data is None else len(data), "row")
    place = f"{count} landed"
    if data is not None and len(data) and _is_file(output):
        save_meta(data, output)
        place = f"{count} are in {output}"
    if checkpoint is None:
        return f"stopped; {place}"
    return f"stopped; {place}; wai resume {checkpoint} goes on"


def _is_file(output: Any) -> bool:
    return isinstance(output, str) and Path(output).is_file()


def _told(data: SimulationData, given: Namespace, output: Any) -> int:
    """Print what came out, and say where the rows are."""
    if _is_file(output):
        save_meta(data, output)
    report = data.report()
    if given.json:
        tell_json(report)
    else:
        say(str(report))
    if given.html:
        data.save_html(given.html)
        write(f"the report is in {given.html}", sys.stderr)
    if _is_file(output):
        write(f"{counted(len(data), 'row')} are in {output}", sys.stderr)
    return 0 if _went_well(data) else 1


def _went_well(data: SimulationData) -> bool:
    why = data.stopped_because or ""
    return bool(len(data)) and why not in CUT_SHORT and not why.endswith(_DEAD)
