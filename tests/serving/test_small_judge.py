"""A real model of 135 million parameters judges twenty rows: form, and no more."""

from __future__ import annotations

import pytest

import whileai as wai
from whileai.model.verdict import STATUSES

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.full,
    pytest.mark.served,
    pytest.mark.timeout(900),
]

NAME = "smollm2-135m-instruct"


@pytest.mark.contract("S15", "S37", "S39")
async def test_the_model_judges_and_what_is_no_verdict_is_no_reward(
    small_model: str,
) -> None:
    model = wai.Endpoint(NAME, url=small_model)
    judge = wai.Judge("The reply is polite.", model, max_tokens=64, max_chars=1000)
    # short, and one at a time: what the server read of the last prompt it keeps
    rows = [{"prompt": f"Order {n}?", "final_text": "Sent."} for n in range(20)]
    data = await wai.run_judge_async(rows, judge, concurrency=1, timeout=300)
    assert len(data) == 20
    for row in data:
        assert row["judge_status"] in STATUSES
        assert (row["reward"] is None) == (row["judge_status"] != "ok")
        assert row["reward"] in (None, 0.0, 1.0)
        assert row["reason"] or row["reward"] is not None
        assert (row["judge_meta"] or {})["model"] == f"endpoint:{NAME}"
    usage = data.report()["usage"]["judge"]
    assert usage["calls"] + usage["failed"] == 20
    assert 0 < usage["output_tokens"] <= 64 * usage["calls"]
