"""What ``@pytest.mark.wai`` asks: read at collection, played when the test runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from whileai.base.errors import NotConfigured, RunStopped, given, suggestion
from whileai.engine.pinned import Pinned, read_tasks
from whileai.options import ADVANCED, ALIASES, OPTIONS, parse
from whileai.options.checks import share
from whileai.options.tools import read_tools
from whileai.simulations.configuration import resolve
from whileai.simulations.recording import Recording
from whileai.stats.levels import checked_level
from whileai.testing.measured import RECORDING, Measured, measured
from whileai.world.scenes import Stage

if TYPE_CHECKING:
    from pathlib import Path

    from whileai.options import Options
    from whileai.results import SimulationData

CALL = "mark.wai"
OWN = ("min_pass", "level")
"""What the mark takes beside the keywords of ``simulate``."""

FIXTURES = (
    *("agent", "backend", "execute", "grader", "seeds", "simulator", "tasks", "tools"),
    *("traces", "user_model"),
)
"""Keywords that may name a fixture."""

FILES = ("cassette", "spec", "tasks", "traces")
"""Keywords whose text is a path, looked for beside the test first."""

BUDGET = 100
"""Rows of a test without ``tasks=``, unless set."""

MIN_PASS, LEVEL = 1.0, 0.95

Fixture = Callable[[str], Any]
"""Gives the fixture of a name, and the text itself where there is none of it."""


@frozen(kw_only=True)
class Mark:
    """What one test asks of its simulation.

    Args:
        keywords: of ``simulate``.
        min_pass: the least pass rate, in 0..1; ``None`` where nothing grades.
        level: how often the interval of the pass rate holds the truth.
        record: whether calls that the cassette lacks are made and recorded.
    """

    keywords: Mapping[str, Any] = field(repr=False)
    min_pass: float | None
    level: float
    record: bool = False

    @classmethod
    def of(
        cls,
        marks: Iterable[tuple[tuple[Any, ...], Mapping[str, Any]]],
        folders: tuple[Path, ...],
        overrides: Mapping[str, Any],
        *,
        record: bool = False,
    ) -> Mark:
        """Read the marks of a test; nothing is spent.

        Args:
            marks: arguments and keywords of each; where two say the same, the later
                one holds.
            folders: where files are looked for.
            overrides: keywords that the command line sets.
            record: whether calls that the cassette lacks are made.

        Raises:
            TypeError, ValueError: for what the mark or ``simulate`` does not take.
        """
        keywords: dict[str, Any] = {}
        for positional, each in marks:
            if positional:
                raise TypeError(
                    f"{CALL} takes keywords alone, got {given(positional[0])}; pass "
                    "agent=..., and so on"
                )
            keywords |= each
        _check_names(keywords)
        min_pass, level = keywords.pop("min_pass", None), keywords.pop("level", LEVEL)
        for name in FILES:
            if name in keywords:
                keywords[name] = _found(name, keywords[name], folders)
        keywords |= overrides
        named = [name for name in FIXTURES if is_fixture(keywords.get(name))]
        parse({n: each for n, each in keywords.items() if n not in named})
        return cls(
            keywords=keywords,
            min_pass=_least(min_pass, keywords),
            level=checked_level(level, CALL),
            record=record,
        )

    def with_fixtures(self, fixture: Fixture) -> dict[str, Any]:
        """Give the keywords, with fixtures in place of their names."""
        return {
            name: fixture(value) if name in FIXTURES and is_fixture(value) else value
            for name, value in self.keywords.items()
        }

    def play(self, keywords: Mapping[str, Any]) -> tuple[SimulationData, Measured]:
        """Run the simulation and measure it.

        Args:
            keywords: as ``with_fixtures`` gives them.

        Raises:
            Exception: what ``simulate`` raises.
            NotConfigured: if the cassette is not there and is not to be recorded.
        """
        keywords = self._with_cassette({"simulator": False, **keywords})
        options = resolve(keywords)
        pinned = _pinned(options)
        repeats = options.draw.repeats
        if pinned is not None and "repeats" not in options.given:
            repeats = pinned.repeats
        unset = _unset(options, pinned, repeats)
        data = _played(resolve(_filled(keywords, unset)))
        expected = {} if pinned is None else _expected(pinned, repeats)
        runs = options.keep.runs
        asks = {ask: count * runs for ask, count in expected.items()}
        return data, measured(data, asks, self.min_pass, self.level)

    def _with_cassette(self, keywords: dict[str, Any]) -> dict[str, Any]:
        """Replay a cassette alone, unless it is to be recorded."""
        path = keywords.get("cassette")
        if path is None or self.record:
            return keywords
        if not os.path.isfile(path):
            raise NotConfigured(
                f"cassette={os.fspath(path)!r} is not there; {RECORDING}"
            )
        return _filled(keywords, {"replay_only": True})


def is_fixture(value: Any) -> bool:
    """Whether text may be the name of a fixture."""
    return isinstance(value, str) and value.isidentifier()


def _check_names(keywords: Mapping[str, Any]) -> None:
    known = (*OWN, *OPTIONS, *ALIASES, "advanced")
    for name in keywords:
        if name not in known and name not in ADVANCED:
            hint = suggestion(name, known) or "; see help(wai.simulate)"
            raise TypeError(f"{CALL} got an unexpected keyword argument {name!r}{hint}")
    if keywords.get("dry_run"):
        raise ValueError(f"{CALL} plays what it is given; leave out dry_run=True")


def _least(min_pass: Any, keywords: Mapping[str, Any]) -> float | None:
    """Give the least pass rate; all have to pass unless the mark says otherwise."""
    graded = keywords.get("grader") is not None or keywords.get("grade")
    if min_pass is None:
        return MIN_PASS if graded else None
    least: float = share()("min_pass", min_pass)
    if not graded:
        raise ValueError(
            f"min_pass={min_pass!r} needs verdicts, and nothing grades: pass grader=, "
            "or grade=True with a rubric= and a judge"
        )
    return least


def _found(name: str, value: Any, folders: tuple[Path, ...]) -> Any:
    """Give the path of a file, beside the test or in the folder pytest runs in."""
    named = name in FIXTURES and is_fixture(value)
    if named or not isinstance(value, (str, os.PathLike)):
        return value
    paths = [folder / os.fspath(value) for folder in folders]
    there = next((path for path in paths if path.is_file()), None)
    if there is None and name != "cassette":
        looked = " or ".join(map(str, dict.fromkeys(folders)))
        raise ValueError(f"{name}={os.fspath(value)!r} is no file in {looked}")
    return str(there or paths[0])


def _played(options: Options) -> SimulationData:
    try:
        return Recording(options, quiet=True).wait()
    except RunStopped as error:
        if error.data.stopped_because != "cassette_misses":
            raise
        raise RunStopped(f"{error}; {RECORDING}", error.data, error.reason) from None


def _pinned(options: Options) -> Pinned | None:
    if options.draw.tasks is None:
        return None
    stage = Stage(read_tools(options.who.tools), options.who.system_prompt or "")
    return read_tasks(options.draw.tasks, stage, options.draw.seed)


def _expected(pinned: Pinned, repeats: int) -> dict[str, int]:
    """Give how many rollouts each ask is to have."""
    asks: dict[str, int] = {}
    for pin in pinned.tasks.pins:
        asks[pin.prompt] = asks.get(pin.prompt, 0) + repeats
    return asks


def _unset(options: Options, pinned: Pinned | None, repeats: int) -> dict[str, Any]:
    """Give the keywords that a test means otherwise than ``simulate``, where unset.

    A test measures: it pays for every ask that is pinned, and follows up no failure.
    """
    unset: dict[str, Any] = {}
    if pinned is not None:
        unset["budget"] = len(pinned.tasks) * repeats
    elif "situations" not in options.given:
        unset["budget"] = max(BUDGET, len(options.draw.seeds or ()) * repeats)
    if pinned is None:
        unset["purse"] = 0
    return {n: each for n, each in unset.items() if n not in options.given}


def _filled(keywords: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Give ``keywords`` with more, those of ``advanced=`` in there."""
    keys = {n: each for n, each in values.items() if n in ADVANCED}
    plain = {n: each for n, each in values.items() if n not in ADVANCED}
    if keys:
        plain["advanced"] = {**(keywords.get("advanced") or {}), **keys}
    return {**keywords, **plain}
