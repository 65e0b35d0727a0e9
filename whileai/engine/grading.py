"""Verdicts on rows that are there already."""

from __future__ import annotations

import uuid
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import anyio
import orjson
from attrs import define, field

from whileai.base.errors import StoppedByAgent, describe
from whileai.base.lines import dumps
from whileai.engine.cast import Casting
from whileai.engine.groups import single_error
from whileai.engine.ledger import Ledger
from whileai.engine.rows import graded
from whileai.engine.threads import Threads
from whileai.model import Row, Verdict
from whileai.options import parse
from whileai.plugins import installed
from whileai.stages import Opened, Run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.stages import Grader

CONCURRENCY = 32


@define(kw_only=True)
class Graded:
    """Rows with their verdicts, and what is to be said of them.

    Args:
        lines: the rows as JSON, in their order.
        ledger: verdicts by status, and warnings.
        judge: who graded.
    """

    lines: list[bytes]
    ledger: Ledger = field(factory=Ledger)
    judge: str = ""


async def grade_lines(
    lines: Sequence[bytes], grader: Any, concurrency: int = CONCURRENCY
) -> Graded:
    """Grade every row; the rows themselves are left as they are.

    Args:
        lines: rows as JSON.
        grader: as ``simulate(grader=...)`` takes it.
        concurrency: verdicts under way at most.

    Raises:
        TypeError, ValueError: if ``grader`` is no grader.
    """
    found = Graded(lines=list(lines))
    scoring_run_id = f"score_{uuid.uuid4().hex[:12]}"
    threads = Threads()
    manager = installed()
    run = Run(id=scoring_run_id, seed=0, options=parse({"grader": grader}))
    casting = Casting(manager=manager, run=run, offload=threads, warn=found.ledger.warn)
    stage: Grader = casting.stage("grader", grader)
    with single_error():
        async with AsyncExitStack() as stack:
            stack.callback(threads.close)
            if isinstance(stage, Opened):
                await stack.enter_async_context(stage)
            numbers = iter(range(len(found.lines)))

            async def judge() -> None:
                for number in numbers:
                    await _grade(found, number, stage, scoring_run_id)

            async with anyio.create_task_group() as group:
                for _ in range(min(concurrency, len(found.lines))):
                    group.start_soon(judge)
    return found


async def _grade(
    found: Graded, number: int, stage: Grader, scoring_run_id: str
) -> None:
    fields: dict[str, Any] = orjson.loads(found.lines[number])
    row = Row.read(fields, found.lines[number])
    try:
        verdict = await stage.grade(row)
    except KeyboardInterrupt:
        raise StoppedByAgent from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - no grade, no more
        name = type(stage).__name__
        verdict = Verdict(status="error", reason=describe(error), judge=name)
    found.ledger.judge(verdict)
    found.judge = found.judge or verdict.judge
    lineage = fields.setdefault("lineage", {})
    before = lineage.get("scoring_run_id")
    graded(fields, verdict, scoring_run_id)
    lineage.update(source="grade", judge=verdict.judge, prior_scoring_run_id=before)
    found.lines[number] = dumps(fields)
