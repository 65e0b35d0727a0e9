"""The numbers of a report as pieces of a page: cards, intervals, tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.text import counted
from whileai.model import TIERS
from whileai.view.html import Html, cut, table, tag, together
from whileai.view.seen import FAILED, PASSED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from whileai.view.seen import Seen, Share

MISSING = 20
"""Combinations that a page names as not covered."""
CAUSES = 30
"""Reasons that a page lists."""
COLUMNS = 12
"""Stances that the grid has columns for; there are ten."""


def percent(share: float) -> str:
    """Give a share with one decimal, cut off at 0 and 1."""
    return f"{min(1.0, max(0.0, share)):.1%}"


def between(interval: Sequence[float]) -> str:
    """Give an interval in words."""
    return f"{percent(interval[0])} to {percent(interval[1])}"


def cards(report: Mapping[str, Any]) -> Html:
    """Give the headline numbers of a report, each with its interval."""
    found = [*_passing(report), *_plain(report)]
    return tag("dl", *found, class_="cards")


def _card(
    name: str,
    figure: str,
    note: object = None,
    interval: Sequence[float] | None = None,
    value: float | None = None,
) -> Html:
    shown = None
    if interval is not None and value is not None:
        shown = together(
            (_interval(value, interval), f"95% interval {between(interval)}")
        )
    told = [tag("dd", each, class_="faint") for each in (shown, note) if each]
    return tag(
        "div", tag("dt", name), tag("dd", figure, class_="figure"), *told, class_="card"
    )


def _interval(value: float, interval: Sequence[float]) -> Html:
    """Draw a share and its interval on a line from 0 to 1."""
    low, high = (min(1.0, max(0.0, each)) * 100 for each in interval)
    at = f"{min(1.0, max(0.0, value)) * 100:.2f}"
    return tag(
        "svg",
        tag("rect", class_="track", x="0", y="4", width="100", height="2"),
        tag("rect", class_="span", x=f"{low:.2f}", y="2.5", width=f"{high - low:.2f}",
            height="5"),
        tag("line", class_="mark", x1=at, x2=at, y1="0.5", y2="9.5"),
        viewBox="0 0 100 10", preserveAspectRatio="none", class_="interval",
        aria_hidden="true",
    )  # fmt: skip


def _passing(report: Mapping[str, Any]) -> Iterator[Html]:
    found = report.get("pass_at")
    if not report.get("graded") or not found:
        yield _card("Passed", "not graded", "data.grade(...) adds verdicts")
        return
    drawn, follow = report["drawn"], report["drawn"]["follow_ups"]
    if follow and drawn["pass_at_1"] is not None:
        rows = counted(drawn["graded"], "row")
        what = (
            f"of {rows} drawn and graded; {follow} more follow up what failed and are "
            "left out here"
        )
        share = drawn["pass_at_1"]
        yield _card("Passed", percent(share), what, drawn["ci95"], share)
    k = found.get("k")
    name = "pass@1" if follow else "Passed (pass@1)"
    more = ", mutations of failed rows among them" if follow else ""
    yield from _estimate(name, found, "pass_at_1", more)
    if k and k > 1:
        yield from _estimate(f"pass^{k}", found, "pass_pow_k", more)
        yield from _estimate(f"pass@{k}", found, "pass_at_k", more)
    mean = report.get("mean_reward")
    if mean is not None:
        note = f"over all {counted(report['graded'], 'graded row')}"
        if drawn["follow_ups"]:
            note += ", those that follow up failures too"
        yield _card("Mean reward", f"{mean:.3f}", note)


_MEANS = {
    "pass_at_1": ("mean over tasks", "n_groups", "ci95"),
    "pass_pow_k": (
        "chance that so many rollouts of a task all pass",
        "n_groups_at_k",
        "pass_pow_k_ci95",
    ),
    "pass_at_k": (
        "chance that one of so many rollouts of a task passes",
        "n_groups_at_k",
        "pass_at_k_ci95",
    ),
}
"""What an estimate means, where its tasks are counted, and its interval."""


def _estimate(
    name: str, found: Mapping[str, Any], key: str, more: str
) -> Iterator[Html]:
    value = found.get(key)
    if value is None:
        return
    means, tasks, interval = _MEANS[key]
    note = f"{means} ({counted(found[tasks], 'task')}{more})"
    yield _card(name, percent(value), note, found.get(interval), value)


def _plain(report: Mapping[str, Any]) -> Iterator[Html]:
    rows, situations = report["rows"], report["unique_scenario_ids"]
    asks = counted(report["unique_prompts"], "different ask")
    behaviours = counted(report["unique_signatures"], "behaviour")
    yield _card("Rows", f"{rows:,}", f"{asks}, {behaviours}")
    yield _card("Situations", f"{situations:,}")
    if report.get("fault_share") is not None:
        yield _card("Rows that met a fault", percent(report["fault_share"]))
    if report.get("stopped_because"):
        why = str(report["stopped_because"]).replace("_", " ")
        yield _card("Stopped because", why)


def notes(report: Mapping[str, Any]) -> Html:
    """Give the warnings, and what the numbers do not cover, in plain words."""
    found = report.get("pass_at") or {}
    told: list[tuple[str, str | None]]
    told = [(f"! {each}", "warn") for each in report["warnings"]]
    told += [(f"Not covered: {each}", None) for each in report["uncovered"]]
    ungraded = report["ungraded"]
    if ungraded and (report.get("graded") or set(ungraded) != {"not graded"}):
        causes = ", ".join(f"{count} {name}" for name, count in ungraded.items())
        told.append((f"Without a grade: {causes}", None))
    if found.get("note"):
        told.append((f"About pass@k: {found['note']}", None))
    for rule, count in report["user_errors"].items():
        rows = counted(count, "row")
        told.append((f"The simulated person slipped in {rows}: {rule}", None))
    if not told:
        return tag("p", "None.")
    return tag(
        "ul", *(tag("li", text, class_=look) for text, look in told), class_="warnings"
    )


def coverage(report: Mapping[str, Any], search: Mapping[str, Any], seen: Seen) -> Html:
    """Give what was covered: asks of a set, pairs of values, tool by stance, axes."""
    parts = [
        *_asks(search.get("eval_coverage")),
        *_pairs(report.get("pairwise")),
        _grid(seen),
    ]
    for axis, values in seen.axes.items():
        rows = ((name, *_cells(share)) for name, share in _ordered(axis, values))
        heads = (axis.replace("_", " "), "rows", "failed, of those drawn and graded")
        parts.append(table(f"By {axis.replace('_', ' ')}", heads, rows))
    return together(parts) or tag("p", "The rows do not say which situations they are.")


def _ordered(axis: str, values: Mapping[str, Share]) -> list[tuple[str, Share]]:
    if axis == "tier":
        known = [name for name in TIERS if name in values]
        known += sorted(set(values) - set(known))
        return [(name, values[name]) for name in known]
    return sorted(values.items(), key=lambda each: (-each[1].rows, each[0]))


def _cells(share: Share) -> tuple[object, object]:
    if not share.graded:
        return share.rows, "\u2013"
    told = f" {share.failed} of {share.graded}"
    return share.rows, together((_bar(share.failed / share.graded), told))


def _bar(share: float) -> Html:
    part = f"{share * 100:.2f}"
    return tag(
        "svg",
        tag("rect", class_="track", x="0", y="0", width="100", height="10"),
        tag("rect", class_="part", x="0", y="0", width=part, height="10"),
        viewBox="0 0 100 10", preserveAspectRatio="none", class_="share",
        aria_hidden="true",
    )  # fmt: skip


def _asks(told: Mapping[str, Any] | None) -> Iterator[Html]:
    """Give how much of an evaluation set has rows, and which asks have none."""
    if not told:
        return
    covered, total = told["covered"], told["eval_set"]
    yield tag("p", f"Asks of the evaluation set with rows: {covered:,} of {total:,}.")
    missing = [tag("li", cut(str(each), 300)) for each in told["missing"][:MISSING]]
    if missing:
        title = f"Asks without rows: {len(missing)} of {total - covered:,}"
        yield tag("details", tag("summary", title), tag("ul", *missing))


def _pairs(pairs: Mapping[str, Any] | None) -> Iterator[Html]:
    if not pairs:
        return
    what = {2: "Pairs", 3: "Triples"}.get(pairs["strength"], "Combinations")
    covered, planned = pairs["pairs_covered"], pairs["pairs_planned"]
    yield tag(
        "p",
        f"{what} of values of the axes that rows show together: {covered:,} of "
        f"{planned:,} ({percent(pairs['fraction'])}).",
    )
    missing = pairs["missing"]
    if missing:
        listed = [
            tag("li", ", ".join(f"{axis}: {value}" for axis, value in each.items()))
            for each in missing[:MISSING]
        ]
        left = planned - covered
        title = f"Not yet shown together: {len(listed)} of {left:,}"
        yield tag("details", tag("summary", title), tag("ul", *listed))


def _grid(seen: Seen) -> Html:
    """Give tool by stance: rows, and how many of them failed."""
    stances = sorted({stance for _, stance in seen.grid})[:COLUMNS]
    tools = sorted({tool for tool, _ in seen.grid})
    rows = (
        (name, *(_cell(seen.grid.get((name, stance))) for stance in stances))
        for name in tools
    )
    graded = any(share.graded for share in seen.grid.values())
    told = " (failed, of those drawn and graded)" if graded else ""
    return table(f"Rows by tool and stance{told}", ("tool", *stances), rows)


def _cell(share: Share | None) -> str:
    if share is None:
        return "\u2013"
    if not share.graded:
        return f"{share.rows}"
    return f"{share.rows} ({share.failed} of {share.graded})"


def faults(report: Mapping[str, Any], search: Mapping[str, Any]) -> Html:
    """Give faults by kind: scheduled, met, and what became of them."""
    told = search.get("faults") or {}
    scheduled = told.get("scheduled") or {}
    followed = told.get("scheduled_follow_ups") or {}
    recovery = report["recovery"]
    kinds = sorted({*scheduled, *followed, *recovery})
    if not kinds:
        return tag("p", "No fault was scheduled and none was met.")
    rows = (
        (
            kind,
            scheduled.get(kind, 0) + followed.get(kind, 0) if told else "not recorded",
            recovery[kind]["rows"] if kind in recovery else 0,
            *_recovered(recovery.get(kind)),
        )
        for kind in kinds
    )
    heads = ("kind", "rows scheduled", "rows that met it", "recovered", "95% interval")
    about = "Recovered: the tool answered well later in the same row"
    return table(about, heads, rows)


def _recovered(found: Mapping[str, Any] | None) -> tuple[str, str]:
    if found is None:
        return "\u2013", "\u2013"
    share = f"{found['recovered']} of {found['rows']} ({percent(found['share'])})"
    return share, between(found["interval"])


def failures(seen: Seen, address: Callable[[int], str]) -> Html:
    """Give why rows failed, the most frequent first, with links to rows.

    Args:
        seen: what was counted of the rows.
        address: gives where a row is shown, by its number; empty if it is not.
    """
    if not seen.causes:
        graded = seen.count(PASSED)
        return tag("p", "No row failed." if graded else "Nothing was graded.")
    every = sorted(seen.causes.items(), key=lambda each: (-each[1].rows, each[0]))
    rows = (
        (why, found.rows, together(_links(found.first, address)))
        for why, found in every[:CAUSES]
    )
    about = "Why rows failed; what is of one row alone is left open (\u2026)"
    more = len(every) - CAUSES
    rest = tag("p", f"And {counted(more, 'more reason')}.") if more > 0 else None
    return together(
        (table(about, ("reason", "rows", "such as"), rows), rest, _markers(seen))
    )


def _links(numbers: Iterable[int], address: Callable[[int], str]) -> Iterator[object]:
    for number in numbers:
        name, place = f"#{number}", address(number)
        yield tag("a", name, href=place) if place else name
        yield " "


def _markers(seen: Seen) -> Html:
    failed, passed = seen.count(FAILED), seen.count(PASSED)
    rows = (
        (name, f"{found[FAILED]} of {failed}", f"{found[PASSED]} of {passed}")
        for name, found in sorted(seen.marked.items())
    )
    heads = ("marker", "in rows that failed", "in rows that passed")
    return table("Markers that are not 0", heads, rows)


def runs(search: Mapping[str, Any]) -> Html:
    """Give rows and stop reason of each run, where the same tasks were run again."""
    told = search.get("eval_runs") or {}
    rows = (
        (f"run {number}", each["rows"], str(each["stopped_because"]))
        for number, each in enumerate(told.get("per_run") or ())
    )
    return table("Runs of the same tasks", ("run", "rows", "stopped because"), rows)


def tools(report: Mapping[str, Any]) -> Html:
    """Give the calls of each tool and how they were answered."""
    rows = (
        (name, *(each.get(key, 0) for key in ("calls", "success", "error", "fault")))
        for name, each in report["tools"].items()
    )
    heads = ("tool", "calls", "answered well", "refused", "met a fault")
    return table("Calls by tool", heads, rows) or tag("p", "No tool was called.")


def usage(report: Mapping[str, Any]) -> Html:
    """Give what models took, by role; nothing where none was asked."""
    roles = report.get("usage") or {}
    keys = ("calls", "input_tokens", "output_tokens")
    rows = (
        (
            f"{role}: {', '.join(each.get('models') or ())}",
            *(f"{each.get(key, 0):,}" for key in keys),
            f"{sum((each.get('retries') or {}).values()):,}",
            "unknown" if each.get("usd") is None else f"{each['usd']:.4f}",
        )
        for role, each in roles.items()
    )
    heads = ("role", "calls", "input tokens", "output tokens", "tried again", "USD")
    return table("Models by role", heads, rows)
