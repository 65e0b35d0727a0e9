"""A judge's model that answers by a script, and rows for it to judge."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import whileai as wai
from tests.builtin.backends.server import Answer, Server, says
from tests.support import POLICY, TOOLS2

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.results import SimulationData

VARIABLES = (
    *("OPENAI_API_KEY", "OPENAI_BASE_URL", "WHILEAI_BASE_URL", "WHILEAI_API_KEY"),
    *("WHILEAI_MODEL", "WHILEAI_JUDGE"),
)
"""What may not be set while a judge is looked for."""


def row(**fields: Any) -> dict[str, Any]:
    """Give a row as another program may have written it."""
    return {"prompt": "Where is my order?", "steps": [], "final_text": "Sent."} | fields


def verdict(reward: Any = 1, **more: Any) -> Answer:
    """Answer with a verdict."""
    return says(json.dumps({"reward": reward, "reason": "said so", **more}))


Script = Callable[[dict[str, Any], int], Answer]


async def judged(
    rows: Sequence[dict[str, Any]] | SimulationData,
    answer: Answer | Script,
    rubric: Any = "Be polite.",
    concurrency: int = 8,
    **judge: Any,
) -> tuple[SimulationData, Server]:
    """Grade rows by a model that answers so; give them, and what it was asked."""
    script = answer if callable(answer) else [answer]
    async with Server(script) as server:
        spec = wai.Judge(rubric, wai.OpenAI("m", server.url), **judge)
        data = await wai.run_judge_async(
            rows, spec, tools=TOOLS2, concurrency=concurrency
        )
        return data, server


def meta_of(data: SimulationData, number: int = 0) -> dict[str, Any]:
    """Give the ``judge_meta`` of one row."""
    meta = data[number]["judge_meta"]
    assert meta is not None
    return meta


async def run(grader: Any = None, **options: Any) -> SimulationData:
    """Run offline with a grader in the loop."""
    common: dict[str, Any] = {
        "tools": TOOLS2,
        "system_prompt": POLICY,
        "simulator": False,
        "seed": 0,
        "budget": 6,
    }
    agent = options.pop("agent", lambda message: "Done.")
    data: SimulationData = await wai.simulate_async(
        agent, **(common | {"grader": grader} | options)
    )
    return data
