"""What a run says in plain words: of dials before it begins, of losses at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.base.errors import given
from whileai.base.text import counted
from whileai.calls.spending import REASONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from whileai.calls import Lines
    from whileai.engine.checkpoint import Checkpoint
    from whileai.engine.ledger import Ledger
    from whileai.options import Options
    from whileai.search.planner import Planner

LIMIT_OF = {reason: name for name, reason in REASONS.items()}
WAYS = {
    "agent_error": "fix the agent, or raise repeats= to allow more tries",
    "empty_reply": "make the agent always say something at the end",
    "tool_markup": "parse the model's tool calls before returning its text",
}


def closing_lines(ledger: Ledger, abandoned: int) -> Iterator[str]:
    """Give the lines on what was lost, retried and abandoned."""
    for reason, count in sorted(ledger.lost_by.items()):
        way = WAYS.get(reason, "see search['first_agent_error']")
        error = f" (first: {ledger.first_error})" if ledger.first_error else ""
        cause = counted(count, reason.replace("_", " ")).split(" ", 1)[1]
        lost = "rollout was" if count == 1 else "rollouts were"
        yield f"{count} {lost} lost to {cause}{error}; {way}"
    if abandoned and ledger.timed_out:
        yield (
            f"{counted(abandoned, 'call')} ran past the timeout on a thread and went "
            "on unheeded; "
            "raise timeout=, or make the agent async so that it can be cancelled"
        )
    rerolled = sum(ledger.rerolled_by.values())
    if rerolled > ledger.rows and not ledger.fatal:
        why = ", ".join(
            f"{count} {reason.replace('_', ' ')}"
            for reason, count in sorted(ledger.rerolled_by.items())
        )
        yield (
            f"more rollouts were tried again ({rerolled}: {why}) than landed "
            f"({ledger.rows}): the run spent most of its time on calls that never "
            "became rows"
        )
    unusable = grading_line(ledger)
    if unusable is not None:
        yield unusable


NO_VERDICT = "gave no usable verdict"


def opening_lines(planner: Planner, options: Options) -> Iterator[str]:
    """Give the lines on what was asked for and cannot be had, before any agent call."""
    for shortfall in planner.survey.shortfalls:
        if shortfall.option in options.given:
            yield shortfall.text
    sown = planner.survey.sown
    if sown.copies:
        yield (
            f"seeds that repeat another one are run once ({len(sown.copies)} left out, "
            f"the first {given(sown.copies[0], 60)})"
        )
    if sown.dropped:
        every = len(sown.kept) + len(sown.dropped)
        yield (
            f"budget={options.stop.budget} pays {len(sown.kept)} of {every} seeds at "
            f"repeats={sown.repeats}; the others are left out and listed in "
            f"search['seeds_dropped']. budget={every * sown.repeats} pays them all"
        )
    if planner.plan.pinned is not None:
        yield from _unpaid(len(planner.plan.pinned), planner, options)


def _unpaid(asks: int, planner: Planner, options: Options) -> Iterator[str]:
    """Say how many asks of ``tasks=`` the budget leaves out, if it leaves any."""
    shape, budget = planner.shape, options.stop.budget
    if budget >= asks * shape.asked_repeats:
        return
    # a group that is stopped leaves rows to others, so only what is sure is counted
    least = max(0, asks - -(-budget // shape.first))
    if least:
        left = f"{'at least ' * bool(shape.fill)}{least} of them are not played"
    else:
        left = f"the last {'may be' if shape.fill else 'is'} cut"
    yield (
        f"budget={budget} does not pay the {counted(asks, 'ask')} of tasks= at "
        f"repeats={shape.asked_repeats}: {left} (search['pinned_tasks']). "
        f"budget={asks * shape.asked_repeats} pays them all"
    )


def say_opening(planner: Planner, options: Options, ledger: Ledger) -> None:
    """Put the opening lines into the warnings, and show them at once."""
    grade, grader = options.grade, options.who.grader
    if grade.rubric and grade.grade is not True and grader is None:
        ledger.warn(
            "rubric= is read by the judge, and this call grades without one: pass "
            "grade=True, or grade the rows with data.grade()"
        )
    for line in opening_lines(planner, options):
        ledger.show(line)


def say_unreached(found: Iterable[str], known: Iterable[str], ledger: Ledger) -> None:
    """Warn of records in pinned scenes that no tool of the mock world can reach.

    Args:
        found: what the records are of.
        known: what the tools are about.
        ledger: takes the line.
    """
    strange = sorted(set(found) - set(known))
    if strange:
        names, about = (", ".join(map(repr, each[:5])) for each in (strange, [*known]))
        ledger.warn(
            f"scenes of tasks= hold records of {names}, and no tool of this call is "
            f"about such (they are about {about}): no tool finds these records. Pass "
            "the tools= of that run, or execute="
        )


def say_loaded(checkpoint: Checkpoint, budget: int, ledger: Ledger) -> None:
    """Warn that a checkpoint was written under another plan."""
    rows, path = checkpoint.rows, str(checkpoint.path)
    if rows > budget:
        ledger.warn(
            f"checkpoint={path!r} holds {rows} rows, more than budget={budget}: all "
            "are returned and the agent was not called"
        )
    elif checkpoint.plan_changed:
        ledger.warn(
            f"checkpoint={path!r} was written under another plan "
            f"({', '.join(checkpoint.plan_changed)} changed): its "
            f"{counted(rows, 'row')} count toward budget={budget} and are not drawn "
            "again"
        )


def say_foreign(checkpoint: Checkpoint, ignored: int, ledger: Ledger) -> None:
    """Warn of rows in a checkpoint that are no rows of the tasks that are replayed."""
    if ignored:
        ledger.warn(
            f"checkpoint={str(checkpoint.path)!r}: {ignored} of its rows belong to no "
            "task of tasks= and are left out; pass the same tasks=, or another path"
        )


def grading_line(ledger: Ledger) -> str | None:
    """Say how many verdicts were unusable, if any were."""
    unusable = sum(ledger.judged.values()) - ledger.judged["ok"]
    if not unusable:
        return None
    why = ", ".join(
        f"{count} {status}"
        for status, count in sorted(ledger.judged.items())
        if status != "ok" and count
    )
    first = f" (first: {ledger.first_unusable})" if ledger.first_unusable else ""
    return (
        f"the grader {NO_VERDICT} on {unusable} of "
        f"{counted(sum(ledger.judged.values()), 'row')} ({why}); their reward is None"
        f"{first}: see judge_status and judge_meta"
    )


def say_unfinished(ledger: Ledger, cut: int) -> None:
    """Warn of rollouts that ``time_budget`` cut off, or of a run it left empty."""
    if cut:
        ledger.warn(
            f"{counted(cut, 'rollout')} had not finished when the grace after "
            "time_budget was over and made no row; a timeout= below time_budget= would "
            "count a call that hangs as an agent error"
        )
    elif not ledger.rows:
        ledger.warn(
            "time_budget ended before any rollout did; raise it, or try budget= alone"
        )


def say_abandoned(ledger: Ledger, waves: int) -> None:
    """Warn that the writer was still busy when ``time_budget`` was over."""
    ledger.waves_abandoned += waves
    if waves:
        ledger.warn(
            f"{counted(waves, 'wave')} of the writer had not come back when the run "
            "stopped (time_budget) and served nobody; raise time_budget=, or write "
            "with a faster simulator="
        )


def say_closing(ledger: Ledger, abandoned: int, lost: Mapping[str, int]) -> None:
    """Put the closing lines into the warnings; some are shown at once too.

    Args:
        ledger: what the run counted.
        abandoned: calls that ran past their time.
        lost: slots of seeds that gave no row, by seed.
    """
    if lost:
        ledger.warn(
            f"{counted(sum(lost.values()), 'rollout')} of {counted(len(lost), 'seed')} "
            f"gave no row, and no other ask took their place (search['seeds_lost']): "
            f"{given(next(iter(lost)), 60)}; fix the agent, or raise repeats= to allow "
            "more tries"
        )
    for line in closing_lines(ledger, abandoned):
        loud = line.startswith("more rollouts were tried again")
        (ledger.show if loud else ledger.warn)(line)


def say_unmade(lines: Lines, ledger: Ledger) -> None:
    """Say which calls a limit or the cassette kept from being made."""
    spending, tape = lines.spending, lines.cassette
    if spending is not None and spending.stopped_because:
        name = LIMIT_OF[spending.stopped_because]
        left = spending.unfinished
        cut = f"; {left} rollouts under way were left unfinished" if left else ""
        ledger.warn(
            f"the run stopped ({spending.stopped_because}): limits="
            f"{{{name!r}: {spending.limits[name]:g}}} has no room for more{cut}"
            f"{_aside(name)}. Raise it to go on: with checkpoint= or cassette= nothing "
            "is paid for twice"
        )
    if tape is not None and tape.misses:
        ledger.fatal = tape.told()
        ledger.warn(f"the run stopped (cassette_misses): {tape.told()}")


def _aside(name: str) -> str:
    """Say why a limit may be reached with some of it left."""
    if name == "calls":
        return ""
    return (
        " (each call sets its whole reply budget aside until it is settled: "
        "advanced={'agent_max_tokens': ...} makes that smaller)"
    )
