"""The rows of the quickstart on one screen: how much passed, and what failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from shlex import quote
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Any, TypeAlias

from whileai.base.lines import dumps
from whileai.base.text import counted
from whileai.cli.shop import TOOLS
from whileai.cli.terminal import aligned, beside
from whileai.model import TIERS, RowDict
from whileai.model.verdict import passes
from whileai.stats.drawn import follows_up

if TYPE_CHECKING:
    from whileai.results import SimulationData

Line: TypeAlias = tuple[str, str]
"""A line and its style."""

WIDTH = 96
_LONGEST_LIST = 5
_TOLD = ("refund_order", "change_order_address")
"""The tools whose rows make the best examples: they change something."""


def summary(data: SimulationData, path: str) -> Iterator[Line]:
    """Give the lines that tell what came out of a run, 40 at most.

    The shares are those of the rollouts that were drawn. Those that follow up a
    failure are chosen for it, and would make the agent look worse than it is.
    """
    rows = data.rows()
    drawn = [row for row in rows if not follows_up(row)]
    graded = [row for row in drawn if row["reward"] is not None]
    yield from _headline(data)
    if graded:
        yield f"Of the {len(graded)} drawn rollouts:", "bold"
        yield from _tables(graded)
    for passed, title in ((True, "one that passed"), (False, "one that failed")):
        yield from _conversation(title, _example(graded, passed))
    for warning in data.warnings[:2]:
        yield shorten(f"! {warning}", WIDTH, placeholder=" ..."), "yellow"
    if len(data.warnings) > 2:
        yield f"! and {len(data.warnings) - 2} more: see data.warnings", "yellow"
    yield f"All {len(rows)} rows are in {path}, one JSON object a line. Next:", "bold"
    yield f"  wai view {quote(path)} (in the browser), or wai report {quote(path)}", ""
    yield '  and your own agent: README.md, "Your own agent", has it in ten lines', ""


def _headline(data: SimulationData) -> Iterator[Line]:
    report = data.report()
    about = f"A shop's support agent, {len(TOOLS)} tools and no model"
    rows, count = counted(len(data), "row"), data.n_situations
    yield f"{about}: {rows} from {counted(count, 'situation')}.", "bold"
    drawn = report["drawn"]
    if drawn["ci95"] is None:
        yield "Nothing was graded.", "yellow"
        return
    lower, upper = drawn["ci95"]
    share = f"{drawn['passed']} of {drawn['graded']} drawn rollouts"
    interval = f"95% interval {lower:.1%} to {upper:.1%}"
    yield f"Passed: {share}, {drawn['pass_at_1']:.1%} ({interval}).", "bold"
    if drawn["follow_ups"]:
        more = f"{drawn['follow_ups']} more followed up what failed, again or in new"
        yield f"{more} words. With these, {report['mean_reward']:.1%} of", ""
        yield (
            f"all {rows} passed: the mean reward that report() prints is of these.",
            "",
        )
    yield "", ""


def _tables(graded: Sequence[RowDict]) -> Iterator[Line]:
    tiers = _failed(graded, lambda row: [row["tier"]], TIERS)
    tools = _failed(graded, lambda row: [row["scenario_dimensions"]["tool"]])
    faults = _failed(graded, _modes)
    rules = Counter(
        name
        for row in graded
        for name, broken in (row["markers"] or {}).items()
        if broken
    )
    broken = [
        (name, str(count)) for name, count in _most(rules.items(), lambda each: each[1])
    ]
    top = beside(["failed by tier", *tiers], ["failed by fault that fired", *faults])
    low = beside(["failed by tool asked for", *tools], ["rules broken", *_list(broken)])
    for line in (*top, "", *low, ""):
        yield line, ""


def _failed(
    rows: Sequence[RowDict],
    names_of: Callable[[RowDict], Iterable[str]],
    order: Sequence[str] = (),
) -> list[str]:
    """List how many rows of each name failed, in ``order`` or the most first."""
    total: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for row in rows:
        for name in names_of(row):
            total[name] += 1
            failed[name] += not _passed(row)
    if order:
        names = [name for name in order if total[name]]
    else:
        names = _most(total, failed.__getitem__)
    return _list(
        [
            (
                name,
                f"{failed[name]} of {total[name]}",
                f"{failed[name] / total[name]:.0%}",
            )
            for name in names
        ]
    )


def _most(names: Iterable[Any], count: Callable[[Any], int]) -> list[Any]:
    return sorted(names, key=lambda name: (-count(name), name))[:_LONGEST_LIST]


def _list(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"  {line}" for line in aligned(rows)] if rows else ["  none"]


def _modes(row: RowDict) -> list[str]:
    modes = {fault["mode"]: None for fault in row["faults"].values()}
    return list(modes) or ["no fault"]


def _passed(row: RowDict) -> bool:
    return passes(row["reward"]) is True


def _example(rows: Sequence[RowDict], passed: bool) -> RowDict | None:
    """Pick the first such row that reads well: one wish, calls that all went through.

    Rows of an ask for one thing, by a person without a twist, come first.
    """

    def fit(row: RowDict) -> tuple[bool, bool, int, bool]:
        smooth = all(step.get("status") == "success" for step in row["steps"])
        single = row["scenario_dimensions"]["tool"] in _TOLD
        return single, smooth, min(len(row["steps"]), 2), row["stance"] == "ordinary"

    return max((row for row in rows if _passed(row) is passed), key=fit, default=None)


def _conversation(title: str, row: RowDict | None) -> Iterator[Line]:
    if row is None:
        return
    yield (
        f"{title} ({row['tier']}): {row['reason']}",
        "green" if _passed(row) else "red",
    )
    asked = wrap(row["prompt"], WIDTH - 10, max_lines=2, placeholder=" ...")
    for label, line in zip(("  person: ", " " * 10), asked, strict=False):
        yield label + line, ""
    calls = [step for step in row["steps"] if "tool" in step]
    for step in calls[:3]:
        yield _cut(f"    {_call(step)}"), "dim"
    yield _cut(f"  agent:  {row['final_text']}"), ""


def _call(step: Mapping[str, Any]) -> str:
    arguments = ", ".join(str(value) for value in step["arguments"].values())
    return f"{step['tool']}({arguments}) -> {_shown(step['result'])}"


def _shown(result: Any) -> str:
    """Give what matters of a tool's answer: its error, or the order's state."""
    if not isinstance(result, Mapping):
        return str(result)
    if result.get("error"):
        return f"error: {result['error']}"
    if "status" in result and "total" in result:
        return f"{result['status']}, {result['total']} EUR in all"
    return dumps(result).decode()


def _cut(line: str) -> str:
    line = line.replace("\n", " ")
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 4]} ..."
