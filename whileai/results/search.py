"""What a run counted, in the shapes that ``data.search`` and the report have."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import asdict, define, field

from whileai.engine.models import same_model
from whileai.results.data import SimulationData
from whileai.results.profile import Profile
from whileai.results.recovery import Trouble
from whileai.search.aiming import Sight
from whileai.search.ask import AIMS
from whileai.stats.counts import Counts as Kept

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.engine.run import Ended
    from whileai.model import Row
    from whileai.options import Options
    from whileai.search.counts import Counts

_THINKING = ("turns", "stripped", "unclosed")


@define
class Gathered:
    """What is counted of the rows of a call as they come, so that none is read again.

    Args:
        kept: their rewards.
        trouble: what went wrong in them.
        ran: the ids of their tasks, where tasks are replayed.
    """

    kept: Kept = field(factory=Kept)
    trouble: Trouble = field(factory=Trouble)
    ran: set[str] = field(factory=set)

    def add(self, row: Row, *, replayed: bool) -> None:
        """Count one row."""
        self.kept.add(row.told)
        self.trouble.add(row.told)
        if replayed:
            self.ran.add(row.told["task_id"])


def data_of(
    lines: list[bytes], gathered: Gathered, ended: Ended, options: Options
) -> SimulationData:
    """Join the rows of a call with what was counted."""
    names = [tool.name for tool in ended.run.tools]
    notes = gathered.trouble.notes(names)
    short = [name for name, _ in notes if name == "dead_tools"]
    warnings = [*ended.ledger.warnings, *(text for _, text in notes)]
    return SimulationData(
        lines=lines,
        search=searched(ended, _pinned(gathered.ran, ended)),
        warnings=list(dict.fromkeys(warnings)),
        degraded=list(dict.fromkeys([*degraded(ended), *short])),
        stopped_because=ended.stopped_because,
        profile=Profile(
            tools=[tool.as_openai() for tool in ended.run.tools],
            system_prompt=options.who.system_prompt or "",
            model_version=ended.cast["agent"],
        ),
        counted=counted(ended),
        kept=gathered.kept,
    )


def searched(ended: Ended, pinned: dict[str, Any] | None) -> dict[str, Any]:
    """Give ``data.search``: how the budget was spent."""
    ledger = ended.ledger
    found: dict[str, Any] = {
        "rollouts": {
            **ledger.rollouts(),
            "situations": ended.written,
            "elapsed_s": ended.elapsed_s,
        },
        "eval_runs": _eval_runs(ended),
        "first_agent_error": ledger.first_error or None,
        "writer_waves_abandoned": ledger.waves_abandoned,
        "writer_errors": list(ledger.writer_errors),
        "grader": _grader(ended),
        "plugins": dict(ended.run.plugins),
        "pinned_tasks": pinned,
        "traces": _traces(ended),
        "ended_on_question": ledger.ended_on_question(),
        "user_errors": dict(sorted(ledger.user_errors.items())),
        "user_think": _thinking(ended),
        "limits": None if ended.spending is None else dict(ended.spending),
        "cassette": None if ended.cassette is None else dict(ended.cassette),
        "executor": None if ended.executor is None else dict(ended.executor),
    }
    if ended.legs:
        found |= _planned(ended, ended.legs[0].counts)
    return found


def _thinking(ended: Ended) -> dict[str, Any]:
    """Give how often a model thought aloud in the person's lines; it is cut off."""
    counts = {name: ended.thinking.get(name, 0) for name in _THINKING}
    turns = counts["turns"]
    shares = {
        f"{name}_share": counts[name] / turns if turns else 0.0
        for name in _THINKING[1:]
    }
    return counts | shares


def _planned(ended: Ended, counts: Counts) -> dict[str, Any]:
    """Give what the planner counted; the dials over all runs, the rest of the first."""
    return {
        "situations": counts.situations,
        "situations_by_origin": counts.situations_by_origin,
        "rows_by_reason": counts.rows_by_reason,
        "mutation_aims": _aims(counts),
        "mutation_changes": _changes(counts),
        "saturation": counts.saturation,
        "tier_mix": _tier_mix(ended),
        "faults": _faults(ended),
        "groups": _groups(ended),
        "seeds_dropped": list(counts.seeds_dropped),
        "seeds_copied": list(counts.seeds_copied),
        "seeds_lost": list(counts.seeds_lost),
    }


def _pinned(ran: set[str], ended: Ended) -> dict[str, Any] | None:
    """Say which of the tasks of ``tasks=`` have rows; the first 20 that have none."""
    if ended.pinned is None:
        return None
    pins = ended.pinned.tasks.pins
    missing = [pin.prompt for pin in pins if pin.id not in ran]
    return {
        "prompts": len(pins),
        "ran": len(pins) - len(missing),
        "tasks": len({pin.scenario_id for pin in pins}),
        "missing": missing[:20],
    }


def _traces(ended: Ended) -> dict[str, Any] | None:
    """Say what the grid aimed at, and how many wordings copied a trace."""
    if not ended.traces:
        return None
    seen = Sight.of(ended.traces)
    return {
        "read": len(ended.traces),
        "tools": seen.tools,
        "faults": seen.faults,
        "near_copies_dropped": ended.near_copies,
    }


def _aims(planned: Counts) -> dict[str, dict[str, int]]:
    return {
        aim: {
            "parents": planned.parents.get(aim, 0),
            "rerolled": planned.rerolled.get(aim, 0),
            "rows": planned.mutated.get(aim, 0),
        }
        for aim in sorted(AIMS)
    }


def _changes(planned: Counts) -> dict[str, dict[str, int]]:
    """Give how often a failed grade stayed one, by what its mutation changed."""
    return {
        what: {"rows": rows, "still_failed": planned.still_failed.get(what, 0)}
        for what, rows in sorted(planned.changed.items())
    }


def _tier_mix(ended: Ended) -> dict[str, Any]:
    """Give the share of hard situations asked and drawn; mutations are apart."""
    tiers = _summed([leg.counts.tiers for leg in ended.legs])
    drawn = sum(tiers.values())
    mix = {
        "hard_share_requested": ended.run.options.draw.hard_share,
        "hard_share_realized": (drawn - tiers.get("ordinary", 0)) / max(1, drawn),
        "counts": tiers,
        "situations": drawn,
        "mutated": _summed([leg.counts.tiers_mutated for leg in ended.legs]),
    }
    if len(ended.legs) > 1:
        mix["per_run"] = [leg.counts.tiers for leg in ended.legs]
    return mix


def _summed(counts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    together: Counter[str] = Counter()
    for each in counts:
        together.update(each)
    return dict(together)


def _faults(ended: Ended) -> dict[str, Any]:
    """Give what was scheduled and met per kind; follow-ups are apart."""
    every = [leg.counts for leg in ended.legs]
    rows = sum(counts.related_rows for counts in every)
    faulted = sum(counts.faulted_rows for counts in every)
    return {
        "fault_rate_requested": ended.run.options.play.fault_rate,
        "fault_rate_realized": faulted / rows if rows else None,
        "rows": rows,
        "scheduled": _summed([counts.faults for counts in every]),
        "scheduled_follow_ups": _summed([counts.faults_followed for counts in every]),
        "met": _summed([counts.fired for counts in every]),
    }


def _eval_runs(ended: Ended) -> dict[str, Any] | None:
    """List rows and stop reason of each run, where there are several."""
    if len(ended.legs) < 2:
        return None
    per_run = [
        {"rows": leg.rows, "stopped_because": leg.stopped_because} for leg in ended.legs
    ]
    return {"runs": len(per_run), "per_run": per_run}


def _groups(ended: Ended) -> dict[str, Any] | None:
    """Give how the repeats went; nothing where there are no groups."""
    if ended.run.options.draw.repeat_policy == "none":
        return None
    return asdict(ended.legs[0].counts.groups)


def _grader(ended: Ended) -> dict[str, Any] | None:
    judged, grades = ended.ledger.judged, ended.ledger.grades
    if not ended.cast["grader"]:
        return None
    return {
        "judge": ended.cast["grader"],
        "judged_in_loop": sum(judged.values()),
        "judged_after": 0,
        "errors": judged["error"],
        "scored": judged["ok"],
        **{name: grades[name] for name in ("passes", "failures", "partials")},
        "skipped": judged["cut"],
        "unjudged": sum(judged.values()) - judged["ok"],
        "failure_classes": dict(sorted(ended.ledger.failure_classes.items())),
        "by_status": dict(sorted(judged.items())),
    }


def degraded(ended: Ended) -> list[str]:
    """Give the short names of what fell short."""
    ledger = ended.ledger
    found = {
        "rollouts_lost": bool(ledger.lost_by),
        "agent_errors": bool(ledger.lost_by["agent_error"]),
        "rollouts_abandoned": bool(ended.abandoned),
        "grader_errors": bool(ledger.judged["error"]),
        "same_model": same_model(ended.run.options, ended.cast) is not None,
        "no_tool_calls": bool(
            ended.run.tools and ledger.rows and not ledger.tool_calls
        ),
    }
    return [name for name, so in found.items() if so]


def counted(ended: Ended) -> dict[str, Any]:
    """Give what the report has beside what it counts from the rows."""
    run, ledger = ended.run, ended.ledger
    return {
        "seed": run.seed,
        "budget": run.options.stop.budget,
        "budget_per_run": run.options.stop.budget,
        "runs": run.options.keep.runs,
        "agent": {"name": ended.cast["agent"], "turns": ended.cast["turns"]},
        "writer": ended.cast["writer"],
        "user": ended.cast["user"],
        "usage": dict(ended.usage),
        "world": ended.cast["world"],
        "grader": ended.cast["grader"] or None,
        "rollouts": ledger.rollouts(),
        "elapsed_s": ended.elapsed_s,
        "rows_per_s": ledger.rows / ended.elapsed_s if ended.elapsed_s else None,
        "plugins": dict(run.plugins),
        "options": run.options.resolved(),
        "pairwise": _pairwise(ended),
    }


def _pairwise(ended: Ended) -> dict[str, Any] | None:
    """Give how many combinations of values the rows show; ``None`` for a replay."""
    covered = ended.legs[0].counts.covered if ended.legs else None
    if covered is None:
        return None
    return {"strength": ended.run.options.advanced.strength, **covered.to_json()}
