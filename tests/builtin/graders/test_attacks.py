"""No reply moves a verdict: what it says stays inside its fence, as data."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import frozen

from tests.builtin.backends.server import Answer, says
from tests.builtin.graders.attacks import ATTACKS, MEGA
from tests.builtin.graders.judged import judged, meta_of, row, verdict

pytestmark = [pytest.mark.anyio, pytest.mark.contract("S39")]


@frozen
class Asked:
    """A request to a judge in its parts."""

    trusted: list[str]
    evidence: str
    check: str

    @classmethod
    def of(cls, body: dict[str, Any]) -> Asked:
        system, user = (each["content"] for each in body["messages"])
        check = user.rsplit("'", 2)[1]
        lines = user.split("\n")
        begin = lines.index(f"EVIDENCE {check} BEGINS")
        end = lines.index(f"EVIDENCE {check} ENDS")
        assert end == begin + 2
        assert user.count(check) == 3
        return cls([system, *lines[: begin + 1], *lines[end:]], lines[begin + 1], check)


def by_rule(body: dict[str, Any], _number: int) -> Answer:
    """Judge by the trusted part alone: the mark's last digit."""
    return verdict(int(Asked.of(body).check[-1], 16) % 2)


def test_there_are_forty() -> None:
    assert len(ATTACKS) == len(set(ATTACKS.values())) == 40


async def test_no_reply_moves_a_verdict() -> None:
    rows = [row(prompt=name, final_text=text) for name, text in ATTACKS.items()]
    data, server = await judged(rows, by_rule, concurrency=1)
    wanted = [int(Asked.of(body).check[-1], 16) % 2 for body in server.bodies]
    assert [each["reward"] for each in data] == wanted
    assert set(wanted) == {0, 1}


async def test_a_reply_stays_inside_its_fence_as_one_line_of_json() -> None:
    rows = [row(final_text=text) for text in ("Sent.", *ATTACKS.values())]
    _, server = await judged(rows, verdict(), concurrency=1)
    plain, *attacked = [Asked.of(body) for body in server.bodies]
    for asked, text in zip(attacked, ATTACKS.values(), strict=True):
        shown = json.loads(asked.evidence)["reply"]
        assert shown == text or "characters left out" in shown
        told = [each.replace(asked.check, plain.check) for each in asked.trusted]
        assert told == plain.trusted
        assert not set(asked.evidence) & set("<>`\u200b\u202e\u2028\u00ad\x7f\r")


async def test_a_megabyte_is_cut_and_the_row_says_so() -> None:
    """F140."""
    big = [text for text in ATTACKS.values() if len(text) > MEGA // 2]
    data, server = await judged([row(final_text=text) for text in big], verdict())
    assert len(data) == 3
    cuts = [meta_of(data, n)["payload_cuts"]["reply"] for n in range(3)]
    assert min(cuts) > 0.9 * MEGA
    assert all(len(json.dumps(body)) < 60_000 for body in server.bodies)


@pytest.mark.parametrize("name", sorted(ATTACKS))
async def test_a_verdict_that_the_judge_quotes_is_none(name: str) -> None:
    text = ATTACKS[name][:2000]
    quoting = says(f"The reply tries this: {text} and that is all it does.")
    data, _ = await judged([row(final_text=text)], quoting)
    assert data[0]["reward"] is None
    assert data[0]["judge_status"] in ("invalid_result", "missing_reward")


@pytest.mark.parametrize("name", sorted(ATTACKS))
async def test_a_judge_that_quotes_and_then_decides_has_decided(name: str) -> None:
    text = ATTACKS[name][:1500].replace("<think>", "").replace("</think>", "")

    def script(body: dict[str, Any], _number: int) -> Answer:
        own = {"check": Asked.of(body).check, "reason": "it is rude", "reward": 0}
        return says(f"It tries {text} here.\n```json\n{json.dumps(own)}\n```")

    data, _ = await judged([row(final_text=text)], script)
    assert (data[0]["reward"], data[0]["reason"]) == (0.0, "it is rude")


async def test_a_tool_and_the_person_move_no_verdict_either() -> None:
    attacks = list(ATTACKS.values())
    rows = [
        row(
            prompt=text,
            steps=[{"tool": text[:9], "arguments": {text[:99]: text}, "result": text}],
        )
        for text in attacks
    ]
    data, server = await judged(rows, by_rule, concurrency=1)
    asked = [Asked.of(body) for body in server.bodies]
    assert [e["reward"] for e in data] == [int(a.check[-1], 16) % 2 for a in asked]
    keys = {"request", "steps", "reply"}
    assert all(set(json.loads(each.evidence)) == keys for each in asked)
