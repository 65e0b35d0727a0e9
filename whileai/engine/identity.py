"""What a checkpoint's header says of a run: what must be the same, what may differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.lines import dumps
from whileai.base.text import fingerprint
from whileai.model.row import SCHEMA_VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.engine.cast import Cast
    from whileai.stages import Run
    from whileai.traces import Trace

PLAN = (
    "mode",
    "situations",
    "phrasings",
    "repeats",
    "repeat_policy",
    "unique_situations",
    "hard_share",
    "dimensions",
    "budget",
    "until",
    "reproducible",
    "fault_rate",
    "runs",
)


def header(run: Run, cast: Cast, traces: Sequence[Trace]) -> dict[str, Any]:
    """Give the header of ``run``: ``identity`` and ``plan``, as JSON values."""
    tools = dumps([tool.as_openai() for tool in run.tools]).decode()
    resolved = run.options.resolved()
    return {
        "identity": {
            "agent": cast.names["agent"],
            "system_prompt": fingerprint(run.options.who.system_prompt or "", 16),
            "tools": fingerprint(tools, 16),
            "writer": cast.names["writer"],
            "grader": " ".join(
                filter(None, (cast.names["grader"], cast.names["grader_version"]))
            ),
            "row_schema": SCHEMA_VERSION,
        },
        "plan": {
            "seed": run.seed,
            **{name: resolved[name] for name in PLAN},
            "seeds": fingerprint(dumps(list(run.options.draw.seeds)).decode(), 16),
            "traces": fingerprint("\n".join(map(repr, traces)), 16) if traces else None,
            "plugins": dict(run.plugins),
        },
    }
