"""The numbers of a run, counted from its rows, in a dictionary that prints itself."""

from __future__ import annotations

from collections import Counter
from textwrap import fill
from typing import TYPE_CHECKING, Any

from whileai.base.errors import given
from whileai.base.text import counted
from whileai.model import TIERS
from whileai.results.recovery import Trouble
from whileai.results.uncovered import Uncovered
from whileai.stats.drawn import Drawn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from whileai.model import RowDict
    from whileai.results.data import SimulationData


TOOLS, WARNINGS = 6, 5
"""Lines of each that a printed report has at most, so that it fits on a screen."""
WIDTH = 100
"""Characters of a line of it, where a line would be longer."""


class Report(dict[str, Any]):
    """A dictionary of a run's numbers whose text is a summary of a screen at most."""

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def __repr__(self) -> str:
        return f"<Report of {self.get('rows', 0)} rows; print it to read it>"

    def _repr_html_(self) -> str:
        """Give the summary as HTML, which notebooks show in place of the ``repr``."""
        from whileai.view.html import tag  # noqa: PLC0415 - for notebooks

        return tag("pre", self)


def report_of(rows: Iterable[RowDict], data: SimulationData) -> Report:
    """Count ``rows`` and join what the run itself counted."""
    prompts: set[str] = set()
    situations: set[str] = set()
    signatures: set[str] = set()
    tiers: Counter[str] = Counter()
    stances: Counter[str] = Counter()
    rewards: list[float] = []
    tools: dict[str, Counter[str]] = {}
    ungraded: Counter[str] = Counter()
    slips: Counter[str] = Counter()
    trouble, uncovered, drawn = Trouble(), Uncovered(), Drawn()
    lines: list[int] = []
    faulted = count = 0
    for row in rows:
        for watch in (trouble, uncovered, drawn):
            watch.add(row)
        count += 1
        prompts.add(row["prompt"])
        situations.add(row.get("scenario_id") or row["prompt"])
        signatures.add(row.get("behavior_signature") or "")
        tiers[row.get("tier") or "unlabelled"] += 1
        stances[row.get("stance") or "unlabelled"] += 1
        faulted += bool(row.get("faults"))
        messages = row.get("messages") or ()
        lines.append(sum(each.get("role") == "user" for each in messages))
        reward = row.get("reward")
        if reward is not None:
            rewards.append(reward)
        else:
            ungraded[row.get("judge_status") or "not graded"] += 1
        slips[row.get("user_error") or ""] += 1
        for step in row.get("steps") or ():
            _count_step(tools, step)
    report = Report(
        rows=count,
        unique_prompts=len(prompts),
        unique_scenario_ids=len(situations),
        unique_signatures=len(signatures),
        stopped_because=data.stopped_because,
        graded=len(rewards),
        ungraded=dict(sorted(ungraded.items())),
        user_errors={rule: slips[rule] for rule in sorted(slips) if rule},
        **_passing(data if rewards else None),
        mean_reward=sum(rewards) / len(rewards) if rewards else None,
        drawn=drawn.to_dict(),
        tier_mix={tier: tiers[tier] for tier in (*TIERS, "unlabelled") if tiers[tier]},
        stance_mix=dict(sorted(stances.items())),
        fault_share=faulted / count if count else None,
        user_turns=_user_turns(lines),
        tools={
            name: dict(sorted(each.items())) for name, each in sorted(tools.items())
        },
        recovery=trouble.recovery(),
        dead_tools=trouble.dead_tools(),
        uncovered=list(uncovered.notes(tool_names(data.profile.tools))),
        degraded=list(data.degraded),
        warnings=list(data.warnings),
    )
    report.update({k: v for k, v in data.counted.items() if k not in report})
    return report


def tool_names(schemas: Iterable[Mapping[str, Any]]) -> list[str]:
    """Give the names of tools that are declared in OpenAI's form."""
    return [each["function"]["name"] for each in schemas]


def _user_turns(lines: Sequence[int]) -> dict[str, float | None]:
    """Give how often the person spoke, from the lines of each row."""
    if not lines:
        return {"mean": None, "share_3_or_more": None}
    long = sum(n >= 3 for n in lines)
    return {
        "mean": sum(lines) / len(lines),
        "share_3_or_more": long / len(lines),
    }


def _count_step(tools: dict[str, Counter[str]], step: Mapping[str, Any]) -> None:
    name = step.get("tool")
    if not isinstance(name, str):
        return
    counts = tools.setdefault(name, Counter())
    counts["calls"] += 1
    status = step.get("status") or "success"
    counts[status if status in ("success", "error") else "fault"] += 1


def _covered(pairs: Mapping[str, Any]) -> Iterable[str]:
    """Say how much of the grid rows have shown, and what they have not."""
    what = {2: "pairs", 3: "triples"}.get(pairs["strength"], "combinations")
    yield (
        f"{what} of values shown together: {pairs['pairs_covered']} of "
        f"{pairs['pairs_planned']} ({pairs['fraction']:.0%})"
    )
    for each in pairs["missing"][:3]:
        named = ", ".join(f"{axis} {given(value, 50)}" for axis, value in each.items())
        yield f"  not yet: {named}"


def _lines(report: Mapping[str, Any]) -> Iterable[str]:
    yield (
        f"{counted(report['rows'], 'row')} from "
        f"{counted(report['unique_scenario_ids'], 'situation')} "
        f"({report['unique_prompts']} different asks, "
        f"{report['unique_signatures']} different behaviours)"
    )
    if report.get("stopped_because"):
        yield f"stopped because: {report['stopped_because']}"
    if report.get("graded"):
        yield f"mean reward {report['mean_reward']:.3f} over {report['graded']} graded"
        yield from _drawn(report["drawn"])
        yield fill(report["passing"], width=WIDTH, subsequent_indent="  ")
    yield from _not_covered(report)
    if report["tier_mix"]:
        mix = ", ".join(f"{count} {tier}" for tier, count in report["tier_mix"].items())
        yield f"difficulty: {mix}"
    if report.get("pairwise"):
        yield from _covered(report["pairwise"])
    if report["fault_share"]:
        yield f"rows that met a fault: {report['fault_share']:.0%}"
    for mode, met in report["recovery"].items():
        low, high = met["interval"]
        yield (
            f"  after {mode}: the tool answered well later in {met['recovered']} of "
            f"{met['rows']} rows ({low:.0%} to {high:.0%})"
        )
    yield from _tools(report["tools"])
    for warning in report["warnings"][:WARNINGS]:
        yield f"! {warning}"
    if len(report["warnings"]) > WARNINGS:
        more = len(report["warnings"]) - WARNINGS
        yield f"! and {counted(more, 'more warning')}"


def _drawn(drawn: Mapping[str, Any]) -> Iterable[str]:
    """Say what the mean counts beside drawn rows, where it counts anything else."""
    if not drawn["follow_ups"]:
        return
    told = f"  {drawn['follow_ups']} of all rows follow up what failed"
    if drawn["ci95"] is None:
        yield told
        return
    low, high = drawn["ci95"]
    yield (
        f"{told}; of the {drawn['graded']} drawn and graded {drawn['pass_at_1']:.1%} "
        f"passed ({low:.1%} to {high:.1%})"
    )


def _passing(data: SimulationData | None) -> dict[str, Any]:
    if data is None:
        return {"pass_at": None, "passing": None}
    found = data.pass_at
    return {"pass_at": found.to_dict(), "passing": str(found)}


def _not_covered(report: Mapping[str, Any]) -> Iterable[str]:
    """Say what the numbers above leave out, and why."""
    ungraded, slips = report["ungraded"], report["user_errors"]
    without = sum(ungraded.values())
    if report["rows"] and without == ungraded.get("not graded") == report["rows"]:
        yield "not covered: whether the agent did well; data.grade(...) adds verdicts"
    elif without:
        causes = ", ".join(f"{count} {name}" for name, count in ungraded.items())
        yield f"not covered: {counted(without, 'row')} without a grade ({causes})"
    for note in report["uncovered"]:
        yield f"not covered: {note}"
    if slips:
        causes = ", ".join(f"{count} {name}" for name, count in slips.items())
        rows = counted(sum(slips.values()), "row")
        yield f"the simulated person slipped in {rows} ({causes[:100]})"


def _tools(tools: Mapping[str, Mapping[str, int]]) -> Iterable[str]:
    for name, counts in list(tools.items())[:TOOLS]:
        shown = ", ".join(
            f"{counts[key]} {word}"
            for key, word in (
                ("success", "ok"),
                ("error", "refused"),
                ("fault", "faulty"),
            )
            if counts.get(key)
        )
        yield f"  {name}: {counted(counts['calls'], 'call')} ({shown})"
    if len(tools) > TOOLS:
        yield f"  and {counted(len(tools) - TOOLS, 'more tool')}"
