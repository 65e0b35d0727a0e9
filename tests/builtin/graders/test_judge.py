"""A model as the grader: what it is asked, what rows record, who is asked."""

from __future__ import annotations

import json
from typing import Any

import pytest

import whileai as wai
from tests.builtin.backends.server import Answer, Server, fails, says
from tests.builtin.graders.judged import VARIABLES, judged, meta_of, row, run, verdict
from tests.support import POLICY, by_prompt, look, sim

pytestmark = [pytest.mark.anyio, pytest.mark.contract("S15", "S37", "S39")]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


async def test_rows_say_what_the_judge_said_and_which_model_it_was() -> None:
    """F142, F230."""
    more = {"failure_class": "rude", "tone": 3, "judge_meta": {"model": "x", "a": 1}}
    data, _ = await judged([row()], verdict(0, **more))
    found = data[0]
    assert (found["reward"], found["reason"]) == (0.0, "said so")
    assert (found["judge_status"], found["judge_name"]) == ("ok", "judge:openai:m")
    assert found["failure_class"] == "rude"
    meta = meta_of(data)
    assert (meta["model"], meta["a"], meta["tone"]) == ("openai:m", 1, 3)
    assert (meta["input_tokens"], meta["output_tokens"]) == (10, 5)
    assert "judge_meta" not in meta


async def test_criteria_stand_apart_from_what_is_graded() -> None:
    _, server = await judged([row(final_text="Sent today.")], verdict())
    system, asked = (each["content"] for each in server.bodies[0]["messages"])
    assert "Be polite." in system
    assert "Be polite." not in asked
    assert "Sent today." in asked
    assert "Sent today." not in system
    assert server.bodies[0]["temperature"] == 0


@pytest.mark.parametrize("form", ["steps", "messages", "flat"])
async def test_the_judge_is_told_which_tools_were_called_and_which_not(
    form: str,
) -> None:
    """F145, F148: a reply may announce a call that was never made."""
    named = {"name": "lookup_order", "arguments": {"order_id": "A1"}}
    flat = {"id": "c0", **named}
    call = flat if form == "flat" else {"id": "c0", "function": named}
    said = [
        {"role": "user", "content": "Refund me."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c0", "content": "shipped"},
    ]
    step = {"tool": "lookup_order", "arguments": {}, "result": "shipped"}
    told = {"steps": [step]} if form == "steps" else {"messages": said, "steps": None}
    _, server = await judged([row(final_text="I refunded you.", **told)], verdict())
    context = json.loads(server.bodies[0]["messages"][1]["content"].splitlines()[1])
    assert context["tools_called"] == {"lookup_order": 1}
    assert context["tools_not_called"] == ["create_refund"]
    assert '"result":"shipped"' in server.bodies[0]["messages"][1]["content"]


async def test_each_criterion_of_a_list_is_judged_and_the_reward_is_their_mean() -> (
    None
):
    """F144: two of three met is no failure, and the row says which was not."""
    answer = says(json.dumps({"criteria": {"1": 1, "2": 0, "3": 1}, "reason": "r"}))
    data, _ = await judged([row()], answer, ["Polite.", "Short.", "True."])
    assert data[0]["reward"] == pytest.approx(2 / 3)
    assert data[0]["markers"] == {"Polite.": 1.0, "Short.": 0.0, "True.": 1.0}
    assert data[0]["failure_class"] == "Short."


@pytest.mark.parametrize(
    ("scale", "said", "reward"),
    [("unit", 0.25, 0.25), ((1, 5), 4, 0.75), ((-1, 1), -1, 0.0), ("binary", 1.0, 1.0)],
)
async def test_a_scale_becomes_a_reward_from_0_to_1(
    scale: Any, said: float, reward: float
) -> None:
    data, _ = await judged([row()], verdict(said), scale=scale)
    assert data[0]["reward"] == reward


@pytest.mark.parametrize(
    ("keywords", "kind"),
    [
        ({"rubric": 3}, TypeError),
        ({"rubric": " "}, ValueError),
        ({"rubric": []}, ValueError),
        ({"rubric": ["a", ""]}, ValueError),
        ({"scale": "percent"}, TypeError),
        ({"scale": (5, 1)}, ValueError),
        ({"scale": (0, True)}, TypeError),
        ({"max_tokens": 3}, ValueError),
        ({"max_chars": "9"}, TypeError),
        ({"timeout": 0}, ValueError),
        ({"timeout": "1"}, TypeError),
    ],
)
def test_a_judge_that_cannot_be_meant_is_refused_at_once(
    keywords: dict[str, Any], kind: type[Exception]
) -> None:
    with pytest.raises(kind, match=next(iter(keywords))):
        wai.Judge(**keywords)


@pytest.mark.contract("S19")
async def test_without_a_key_nothing_is_spent(bare: pytest.MonkeyPatch) -> None:
    """F138."""
    for grading in ({"grade": True}, {"grader": wai.Judge(model="openai:m")}):
        with pytest.raises(wai.NotConfigured, match=r"nothing was spent.*configure"):
            await run(agent=pytest.fail, **grading)
    data = await run(budget=2)
    with pytest.raises(wai.NotConfigured, match="grade='conduct'"):
        await data.grade_async()
    assert data[0]["judge_status"] is None


async def test_the_judge_is_the_one_that_was_named_last(
    bare: pytest.MonkeyPatch,
) -> None:
    """F139: configured, from the environment, keyless on this machine."""
    async with Server([verdict()]) as server:
        bare.setenv("OPENAI_BASE_URL", server.url)
        bare.setenv("WHILEAI_JUDGE", "openai:env")
        by_env = await run(grade=True, budget=1)
        with wai.context(judge="openai:set"):
            by_setting = await run(grade=True, budget=1)
            by_name = await run("judge:openai:named", budget=1)
            by_object = await run(wai.Judge(model="openai:own"), budget=1)
    every = (by_env, by_setting, by_name, by_object)
    models = [meta_of(data)["model"] for data in every]
    assert models == ["openai:env", "openai:set", "openai:named", "openai:own"]


async def test_what_is_no_model_cannot_judge() -> None:
    with pytest.raises(TypeError, match="a judge cannot ask"):
        await run(wai.Judge("Polite.", model=look))
    with pytest.raises(ValueError, match="names no model"):
        await run(wai.Judge("Polite.", model="gpt"))


async def test_a_judge_grades_against_its_rubric_then_the_runs_then_the_policy() -> (
    None
):
    async with Server([verdict()]) as server:
        model = wai.OpenAI("m", server.url)
        await run(wai.Judge("Own.", model), rubric="Run's.", budget=1)
        await run(wai.Judge(model=model), rubric="Run's.", budget=1)
        await run(wai.Judge(model=model), budget=1)
        with pytest.raises(ValueError, match="something to grade against"):
            await run(wai.Judge(model=model), system_prompt=None, budget=1)
    systems = [body["messages"][0]["content"] for body in server.bodies]
    assert [s.count("Own.") for s in systems] == [1, 0, 0]
    assert [s.count("Run's.") for s in systems] == [0, 1, 0]
    assert [POLICY in s for s in systems] == [False, False, True]


@pytest.mark.contract("S17")
async def test_a_failed_verdict_of_a_judge_steers_the_run() -> None:
    """F059."""
    async with Server([verdict(0)]) as server:
        data = await run(wai.Judge("Polite.", wai.OpenAI("m", server.url)), budget=12)
    assert data.search["mutation_aims"]["graded_failure"]["parents"] > 0
    grader = data.search["grader"]
    assert (grader["judged_in_loop"], grader["judged_after"]) == (12, 0)
    assert grader["failures"] == 12
    usage = data.report()["usage"]["judge"]
    assert (usage["calls"], usage["input_tokens"]) == (12, 120)


async def test_the_same_row_is_asked_the_same() -> None:
    first, second = [(await judged([row()], verdict()))[1].bodies[0] for _ in range(2)]
    assert first == second


@pytest.mark.contract("S54")
async def test_a_busy_judge_is_asked_again() -> None:
    """A rate limit is the calls layer's to wait out."""

    def script(body: dict[str, Any], number: int) -> Answer:
        return fails(429, retry_after="0") if number == 0 else verdict()

    data, server = await judged([row()], script)
    assert data[0]["reward"] == 1
    assert len(server.requests) == 2


async def test_a_judge_that_fails_leaves_rows_ungraded_and_says_why() -> None:
    """F143, F240: never 0, and the note names status and error."""
    data, _ = await judged([row(prompt=f"{n}?") for n in range(6)], fails(401))
    assert {each["reward"] for each in data} == {None}
    assert {each["judge_status"] for each in data} == {"error"}
    assert "HTTP 401" in meta_of(data)["error"]
    assert any("6 error" in line and "401" in line for line in data.warnings)
    assert "judge failed on 6 of 6" in str(data.pass_at)


async def test_one_answer_that_was_cut_leaves_one_row_ungraded() -> None:
    """F309, F311: 19 of 20 are graded, and the report counts the other."""

    def script(body: dict[str, Any], number: int) -> Answer:
        if number == 7:
            return says('{"reason": "as the reply says, it', finish="length")
        return verdict()

    rows = [row(prompt=f"{n}?") for n in range(20)]
    data, _ = await judged(rows, script, max_tokens=64)
    assert [each["reward"] for each in data].count(1.0) == 19
    assert data.report()["ungraded"] == {"invalid_result": 1}
    assert any("1 of 20 rows (1 invalid_result)" in line for line in data.warnings)
    reason = next(each["reason"] for each in data if each["reward"] is None)
    assert "cut at max_tokens=64" in (reason or "")


@pytest.mark.contract("S18")
async def test_rows_that_one_model_judged_by_two_rubrics_are_not_compared() -> None:
    rows = [row(prompt=f"{n}?") for n in range(4)]
    polite, again, short = [
        (await judged(rows, verdict(), rubric))[0]
        for rubric in ("Be polite.", "Be polite.", "Be short.")
    ]
    (cause,) = wai.delta_report(polite, short)["not_comparable"]
    assert cause.startswith("the judge's rubric differs: ")
    assert wai.delta_report(polite, again)["not_comparable"] == []


@pytest.mark.contract("S52")
async def test_a_refused_key_of_the_judge_ends_the_run() -> None:
    async with Server([fails(401)]) as server:
        judge = wai.Judge("Polite.", wai.OpenAI("m", server.url, "k"))
        data = await run(judge, budget=200, concurrency=2)
    assert data.stopped_because == "judge_auth_failed"
    assert len(data) < 20
    assert {each["reward"] for each in data} == {None}


async def test_a_verdict_that_takes_too_long_is_a_timeout() -> None:
    slow = Answer(body={}, delay_s=30)
    data, _ = await judged([row()], slow, timeout=0.05)
    assert (data[0]["reward"], data[0]["judge_status"]) == (None, "timeout")


@pytest.mark.contract("S51")
async def test_a_checkpoint_of_another_judge_is_refused(tmp_path: Any) -> None:
    path = tmp_path / "c.jsonl"
    async with Server([verdict()]) as server:
        model = wai.OpenAI("m", server.url)
        await run(wai.Judge("One.", model), checkpoint=path)
        again = await run(wai.Judge("One.", model), checkpoint=path)
        with pytest.raises(ValueError, match="grader changed"):
            await run(wai.Judge("Two.", model), checkpoint=path)
    assert again.search["rollouts"]["resumed"] == 6
    assert len(server.requests) == 6


def test_the_sync_forms_judge_too() -> None:
    data = sim(budget=4)
    assert wai.run_judge(data, by_prompt).pass_at.n_rows == 4
