"""``evaluate``: a fixed list of asks, whether all of them ran, and how each scored."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, fields, frozen

from whileai.base.errors import given
from whileai.base.lines import fresh
from whileai.base.text import counted
from whileai.engine.blocking import blocking
from whileai.engine.grading import Grading
from whileai.model.row import read_rows
from whileai.results import SimulationData
from whileai.results.data import copy_of
from whileai.simulations.simulation import simulate, simulate_async

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from whileai.options import Keywords

CALL = "evaluate()"
SHOWN = 20
"""Asks that the printed evaluation lists, the worst first."""
_OF_RUNS = frozenset(("tasks", "seeds", "situations", "spec", "agent", "grader"))


@frozen(kw_only=True)
class Score:
    """How one ask of the evaluation set scored.

    Args:
        ask: the opening ask.
        rows: rollouts of it.
        graded: those with a reward.
        mean_reward: over these; ``None`` without one.
    """

    ask: str
    rows: int
    graded: int
    mean_reward: float | None


@define(kw_only=True, repr=False)
class Evaluation(SimulationData):
    """Rows with their scores, and which asks of the evaluation set they cover.

    It is a ``SimulationData``; printed, it says how each ask scored, the worst first.
    """

    @property
    def eval_coverage(self) -> dict[str, Any] | None:
        """Which asks have rows: ``eval_set`` (how many there are), ``covered``,
        ``missing`` (those without a row), ``graded``, and ``ungraded`` (those whose
        rows have no reward). ``None`` where no evaluation set was given.
        """
        found: dict[str, Any] | None = self.search.get("eval_coverage")
        return found

    @property
    def scores(self) -> list[Score]:
        """How each ask scored: those of the set in its order, then other asks."""
        rows: dict[str, list[float | None]] = {ask: [] for ask in self._set}
        for row in self.rows:
            rows.setdefault(row["prompt"], []).append(row.get("reward"))
        return [_score(ask, rewards) for ask, rewards in rows.items()]

    @property
    def _set(self) -> list[str]:
        found: list[str] = self.search.get("eval_set") or []
        return found

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def _score(ask: str, rewards: list[float | None]) -> Score:
    graded = [each for each in rewards if each is not None]
    mean = fsum(graded) / len(graded) if graded else None
    return Score(ask=ask, rows=len(rewards), graded=len(graded), mean_reward=mean)


async def evaluate_async(
    rows_or_agent: Any,
    judge: Any = None,
    *,
    eval_set: Any = None,
    **options: Unpack[Keywords],
) -> Evaluation:
    """Score rows that are there, or run an agent over a fixed list of asks.

    Args:
        rows_or_agent: a ``SimulationData``, its rows or the path of its JSONL file: a
            copy is graded, and ``eval_coverage`` says which asks it covers. Or an agent
            as ``simulate`` takes it: it is run over ``eval_set`` and nothing else.
        judge: who grades, as ``simulate(grader=...)`` takes it. Rows that are graded
            already need none.
        eval_set: the asks: a list of texts, rows, a ``SimulationData``, or a JSONL
            path. An agent needs one.
        **options: for an agent, keywords of ``simulate``; the writer is the offline
            one unless ``simulator`` is set, and the budget pays for every ask. For
            rows, ``concurrency`` and ``timeout`` alone.

    Returns:
        The graded rows, with ``eval_coverage`` and ``scores``.

    Raises:
        TypeError, ValueError: if an argument is of the wrong kind, before anything is
            spent.
    """
    eval_set = _kept(eval_set)
    plan = _Plan.of(rows_or_agent, judge, eval_set, options)
    if plan.runs:
        return plan.done(await simulate_async(rows_or_agent, **plan.options))
    if judge is None:
        return plan.done(_read(rows_or_agent))
    data = copy_of(rows_or_agent, CALL)
    grading = Grading(grader=judge, options=plan.options, source="eval")
    return plan.done(await data.judged_by(grading))


def evaluate(
    rows_or_agent: Any,
    judge: Any = None,
    *,
    eval_set: Any = None,
    **options: Unpack[Keywords],
) -> Evaluation:
    """Score rows, or run an agent over ``eval_set``; the sync ``evaluate_async``.

    Raises:
        Interrupted: on Ctrl-C while an agent runs, with the rows that landed; and
            whatever ``evaluate_async`` raises.
    """
    eval_set = _kept(eval_set)
    plan = _Plan.of(rows_or_agent, judge, eval_set, options)
    if plan.runs:
        return plan.done(simulate(rows_or_agent, **plan.options))
    return blocking(evaluate_async)(rows_or_agent, judge, eval_set=eval_set, **options)


@frozen(kw_only=True)
class _Plan:
    """What an evaluation does.

    Args:
        runs: whether an agent is run.
        asks: the evaluation set, each ask once; ``None`` without one.
        options: keywords for ``simulate``, or for grading.
    """

    runs: bool
    asks: tuple[str, ...] | None
    options: dict[str, Any]

    @classmethod
    def of(
        cls, source: Any, judge: Any, eval_set: Any, options: Mapping[str, Any]
    ) -> _Plan:
        """Decide, and refuse what makes no sense."""
        asks = None if eval_set is None else _asks(eval_set)
        names = None if asks is None else tuple(asks)
        if not _is_agent(source):
            _check_rows_options(judge, options)
            return cls(runs=False, asks=names, options=dict(options))
        if asks is None:
            raise TypeError(
                f"{CALL} runs {given(source)} over a fixed list of asks; pass it as "
                "eval_set=, or use simulate() to have asks written"
            )
        return cls(
            runs=True, asks=names, options=_run_options(judge, eval_set, asks, options)
        )

    def done(self, data: SimulationData) -> Evaluation:
        """Give the data with what it says of the evaluation set."""
        found = Evaluation(
            **{
                each.name: getattr(data, each.name)
                for each in fields(SimulationData)
                if each.init
            }
        )
        found.lines = list(data.lines)
        for name in ("search", "warnings", "degraded", "counted"):
            setattr(found, name, fresh(getattr(data, name)))
        if self.asks is None:
            return found
        found.search["eval_set"] = list(self.asks)
        coverage = _coverage(found, self.asks)
        found.search["eval_coverage"] = coverage
        found.warnings.extend(_notes(found, coverage))
        return found


def _is_agent(source: Any) -> bool:
    if isinstance(source, str):
        named = Path(source).suffix.lower() in (".jsonl", ".json", ".ndjson")
        return not named and not os.path.isfile(source)
    rows = isinstance(source, (os.PathLike, list, tuple, Iterator, Mapping))
    return not rows and not hasattr(source, "rows") and not _is_rows(source)


def _is_rows(source: Any) -> bool:
    """Say whether ``source`` is a list of rows, the one that can be called included."""
    return isinstance(source, Iterable) and hasattr(source, "__getitem__")


def _kept(eval_set: Any) -> Any:
    """Give what can be read more than once."""
    return list(eval_set) if isinstance(eval_set, Iterator) else eval_set


def _asks(eval_set: Any) -> Counter[str]:
    """Read the asks, each with how often it comes in one evaluation run."""
    found: Counter[str] = Counter()
    most: Counter[tuple[str, Any]] = Counter()
    for number, entry in enumerate(_entries(eval_set)):
        row = {"prompt": entry} if isinstance(entry, str) else entry
        ask = row.get("prompt") if isinstance(row, Mapping) else None
        if not isinstance(ask, str) or not ask.strip():
            raise ValueError(
                f"{CALL}: entry {number} of eval_set= has no ask ({given(entry, 60)}); "
                "an entry is a text, or a row with a 'prompt'"
            )
        lineage = row.get("lineage")
        run = lineage.get("eval_run") if isinstance(lineage, Mapping) else None
        most[ask, run] += 1
        found[ask] = max(found[ask], most[ask, run])
    if not found:
        raise ValueError(f"{CALL} got an eval_set= without asks; pass one or more")
    return found


def _entries(eval_set: Any) -> Iterable[Any]:
    if isinstance(eval_set, (str, os.PathLike)):
        try:
            return read_rows(eval_set)
        except OSError as error:
            raise ValueError(
                f"{CALL}: eval_set={given(eval_set)} cannot be read "
                f"({error.strerror or error}); pass a list of asks, rows, a "
                "SimulationData or the path of a JSONL file"
            ) from error
    rows = getattr(eval_set, "rows", eval_set)
    if isinstance(rows, Mapping) or not isinstance(rows, Iterable):
        raise TypeError(
            f"{CALL} takes eval_set= as a list of asks, rows, a SimulationData or a "
            f"JSONL path, got {given(eval_set)}"
        )
    return rows


def _check_rows_options(judge: Any, options: Mapping[str, Any]) -> None:
    if judge is None and options:
        raise TypeError(f"{CALL} of rows that are graded takes no {_named(options)}")
    others = [name for name in options if name not in ("concurrency", "timeout")]
    if others:
        raise TypeError(
            f"{CALL} of rows takes no {_named(others)}, which an agent is run with; "
            "rows are scored as they are"
        )


def _run_options(
    judge: Any, eval_set: Any, asks: Counter[str], options: Mapping[str, Any]
) -> dict[str, Any]:
    wrong = [name for name in options if name in _OF_RUNS]
    if wrong:
        raise TypeError(
            f"{CALL} takes no {_named(wrong)}; the asks are eval_set=, the agent comes "
            "first, and the grader is judge="
        )
    if options.get("dry_run"):
        raise ValueError(
            f"{CALL} has scores and no forecast; pass dry_run=True to simulate(agent, "
            "tasks=...) instead"
        )
    if judge is None and not options.get("grade"):
        raise TypeError(
            f"{CALL} scores what it runs and got no judge=; pass a grader such as "
            "wai.graders.contains('...'), or grade=True"
        )
    repeats = options.get("repeats") or max(asks.values())
    found: dict[str, Any] = {
        "simulator": False,
        "budget": len(asks) * repeats,
        "tasks": eval_set if _is_set(eval_set) else list(_entries(eval_set)),
        **options,
    }
    return found if judge is None else {**found, "grader": judge}


def _is_set(eval_set: Any) -> bool:
    return isinstance(eval_set, (str, os.PathLike)) or hasattr(eval_set, "rows")


def _named(names: Iterable[str]) -> str:
    return ", ".join(f"{name}=" for name in names)


def _read(source: Any) -> SimulationData:
    """Give rows that are graded already."""
    data = copy_of(source, CALL)
    if all(row.get("reward") is None for row in data.rows):
        raise TypeError(
            f"{CALL} got no judge=, and no row has a reward; pass a grader such as "
            "wai.graders.contains('...')"
        )
    return data


def _coverage(data: Evaluation, asks: tuple[str, ...]) -> dict[str, Any]:
    scores = data.scores[: len(asks)]
    return {
        "eval_set": len(asks),
        "covered": sum(score.rows > 0 for score in scores),
        "missing": [score.ask for score in scores if not score.rows],
        "graded": sum(score.graded > 0 for score in scores),
        "ungraded": [s.ask for s in scores if s.rows and not s.graded],
    }


def _notes(data: Evaluation, coverage: Mapping[str, Any]) -> Iterator[str]:
    missing, ungraded = coverage["missing"], coverage["ungraded"]
    if missing:
        yield (
            f"{counted(len(missing), 'ask')} of the evaluation set "
            f"{'has' if len(missing) == 1 else 'have'} no row; "
            "eval_coverage['missing'] lists them"
        )
    if ungraded:
        yield (
            f"{counted(len(ungraded), 'ask')} of the evaluation set "
            f"{'has' if len(ungraded) == 1 else 'have'} no grade; see judge_status on "
            "their rows"
        )
    others = len(data.scores) - coverage["eval_set"]
    if others:
        yield (
            f"{counted(others, 'ask')} outside the evaluation set "
            f"{'is' if others == 1 else 'are'} among the rows, scored with the others"
        )


def _lines(data: Evaluation) -> Iterator[str]:
    scores, coverage = data.scores, data.eval_coverage
    yield str(data.pass_at)
    if coverage is not None:
        yield (
            f"{coverage['covered']} of {coverage['eval_set']} asks ran, "
            f"{coverage['graded']} scored"
        )
    worst = sorted(
        (score for score in scores if score.mean_reward is not None),
        key=lambda score: score.mean_reward or 0.0,
    )
    unknown = [score for score in scores if score.mean_reward is None]
    for score in [*unknown, *worst][:SHOWN]:
        mean = "none" if score.mean_reward is None else f"{score.mean_reward:.2f}"
        ask = " ".join(score.ask.split())
        yield f"  {mean:>5} of {counted(score.rows, 'row')}: {ask[:70]}"
    if len(scores) > SHOWN:
        yield f"  and {len(scores) - SHOWN} more, which scored no less"
    for warning in data.warnings[:8]:
        yield f"! {warning}"
