"""Verdicts on rows that are there already."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import anyio
import orjson
from attrs import define, field, frozen

from whileai.base.lines import dumps
from whileai.engine.cancelling import settle_cancellation
from whileai.engine.cast import Casting
from whileai.engine.groups import single_error
from whileai.engine.ledger import Ledger
from whileai.engine.threads import Threads
from whileai.engine.verdicts import (
    cut_verdict,
    graded,
    judge_of,
    scoring_id,
    verdict_of,
)
from whileai.model import Row, Verdict
from whileai.options import parse
from whileai.options.tools import read_tools
from whileai.plugins import installed
from whileai.stages import Opened, Run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.stages import Grader


@frozen(kw_only=True)
class Grading:
    """One grading call: who grades, and what rows record of it.

    Args:
        grader: as ``simulate(grader=...)`` takes it.
        options: keywords of ``simulate`` that grading reads, where they were given:
            ``concurrency``, ``timeout``, ``tools``, ``system_prompt``, ``rubric``.
        source: what ``lineage.source`` records.
        name: the ``judge_name`` of every row, instead of the grader's own.
        version: what ``lineage.judge_version`` records.
        run_id: the ``lineage.scoring_run_id`` of every row; fresh unless given.
    """

    grader: Any
    options: Mapping[str, Any] = field(factory=dict)
    source: str = "grade"
    name: str = ""
    version: str | None = None
    run_id: str = field(factory=scoring_id)


@define(kw_only=True)
class Graded:
    """Rows with their verdicts, and what is to be said of them.

    Args:
        lines: the rows as JSON, in their order.
        ledger: verdicts by status, and warnings.
        judge: who graded.
        usage: what the judge's model cost, by role.
    """

    lines: list[bytes]
    ledger: Ledger = field(factory=Ledger)
    judge: str = ""
    usage: Mapping[str, Any] = field(factory=dict)


async def grade_lines(lines: Sequence[bytes], grading: Grading) -> Graded:
    """Grade every row; the rows themselves are left as they are.

    Args:
        lines: rows as JSON.
        grading: who grades.

    Raises:
        TypeError, ValueError: if the grader is none, or an option is out of range.
        NotConfigured: if the grader asks a model whose key or address is missing.
    """
    found = Graded(lines=list(lines))
    given = {name: each for name, each in grading.options.items() if each is not None}
    options = parse({**given, "grader": grading.grader})
    threads = Threads()
    run = Run(
        id=grading.run_id,
        seed=0,
        options=options,
        tools=read_tools(options.who.tools),
    )
    casting = Casting(
        manager=installed(), run=run, offload=threads, warn=found.ledger.warn
    )
    desk = _Desk(
        stage=casting.stage("grader", options.who.grader),
        grading=grading,
        found=found,
        timeout_s=options.play.timeout if "timeout" in options.given else None,
    )
    with single_error():
        async with AsyncExitStack() as stack:
            stack.callback(threads.close)
            if isinstance(desk.stage, Opened):
                await stack.enter_async_context(desk.stage)
            await desk.grade_all(options.play.concurrency)
    found.usage = casting.models.lines.usage.to_json()
    return found


@frozen(kw_only=True)
class _Desk:
    """Where rows are graded, several at once."""

    stage: Grader
    grading: Grading
    found: Graded
    timeout_s: float | None

    async def grade_all(self, concurrency: int) -> None:
        """Grade every row, at most ``concurrency`` of them at once."""
        numbers = iter(range(len(self.found.lines)))

        async def some() -> None:
            for number in numbers:
                await self._grade(number)

        async with anyio.create_task_group() as group:
            for _ in range(min(concurrency, len(self.found.lines))):
                group.start_soon(some)

    async def _grade(self, number: int) -> None:
        line = self.found.lines[number]
        fields: dict[str, Any] = orjson.loads(line)
        verdict = cut_verdict(fields, self.grading.name or judge_of(self.stage))
        stamped = verdict is not None and fields.get("judge_status") == verdict.status
        if verdict is None:
            verdict = await self._verdict(Row.read(fields, line))
            await settle_cancellation()  # a grader's that it did not wait for
        self.found.ledger.judge(verdict)
        if not stamped:
            self._stamp(number, fields, verdict)

    def _stamp(self, number: int, fields: dict[str, Any], verdict: Verdict) -> None:
        """Write the verdict into its row; ids of earlier verdicts stay in the row."""
        grading = self.grading
        lineage = fields["lineage"] = fields.get("lineage") or {}
        earlier = [*lineage.get("prior_scoring_run_ids", ())]
        if lineage.get("scoring_run_id"):
            earlier.append(lineage["scoring_run_id"])
        graded(fields, verdict, grading.run_id)
        name = fields["judge_name"] = grading.name or verdict.judge
        lineage.update(
            source=grading.source,
            judge=name,
            judge_version=grading.version,
            prior_scoring_run_ids=earlier,
        )
        self.found.judge = self.found.judge or name
        self.found.lines[number] = dumps(fields)

    async def _verdict(self, row: Row) -> Verdict:
        with anyio.move_on_after(self.timeout_s):
            return await verdict_of(self.stage, row)
        late = f"the verdict took longer than timeout={self.timeout_s:g} s"
        return Verdict(status="timeout", reason=late, judge=judge_of(self.stage))
