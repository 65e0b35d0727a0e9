"""One grading call that is pinned by name: who judged, which version, which id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.errors import given
from whileai.engine.blocking import blocking
from whileai.engine.grading import Grading
from whileai.results.data import copy_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.results.data import SimulationData, Source


async def run_judge_async(
    rows: Source,
    judge: Any = "judge",
    *,
    run_id: str | None = None,
    version: str | None = None,
    judge_name: str | None = None,
    concurrency: int = 32,
    timeout: float | None = None,
    tools: Sequence[Any] | None = None,
) -> SimulationData:
    """Give copies of rows with the verdicts of ``judge``; ``rows`` stay as they are.

    Args:
        rows: a ``SimulationData``, its rows, or the path of its JSONL file.
        judge: a ``wai.Judge``, or anything that ``simulate(grader=...)`` takes.
        run_id: ``lineage.scoring_run_id`` of every row; fresh for each call unless
            given. Ids of earlier verdicts stay in ``lineage.prior_scoring_run_ids``.
        version: ``lineage.judge_version`` of every row.
        judge_name: ``judge_name`` of every row; the judge's own unless given.
        concurrency: verdicts under way at most.
        timeout: seconds that one verdict may take; one that takes longer leaves its
            row without a reward, ``judge_status`` ``timeout``.
        tools: what the assistant could call, where ``rows`` do not say.

    Raises:
        TypeError, ValueError: if ``judge`` is no grader or ``rows`` hold none.
        NotConfigured: if a judge's model needs a key that is not set.
    """
    named = {"run_id": run_id, "version": version, "judge_name": judge_name}
    for name, value in named.items():
        if value is not None and not (isinstance(value, str) and value.strip()):
            raise TypeError(f"run_judge({name}={given(value)}): expected text")
    options: dict[str, Any] = {"concurrency": concurrency, "timeout": timeout}
    if tools is not None:
        options["tools"] = tools
    pinned = {} if run_id is None else {"run_id": run_id}
    grading = Grading(
        grader=judge,
        options=options,
        name=judge_name or "",
        version=version,
        **pinned,
    )
    return await copy_of(rows, "run_judge()").judged_by(grading)


run_judge = blocking(run_judge_async)
