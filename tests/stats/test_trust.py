"""How far a judge can be believed, and what its mistakes leave of a pass rate."""

from __future__ import annotations

from typing import Any

import pytest

import whileai as wai
from whileai.base.seeds import Dice, derive
from whileai.stats import kappa, wilson

pytestmark = pytest.mark.contract("S59")


def graded(
    count: int, right: float = 1.0, *, by: str = "j", good: float = 0.5
) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Give rows of a judge that is right on a share of them, and the truth."""
    rows, labels = [], {}
    for n in range(count):
        dice = Dice(derive(7, n, f"{right} {good}"))
        label = int(dice.uniform() < good)
        said = label if dice.uniform() < right else 1 - label
        row = {"prompt": f"{n}?", "reward": said, "judge_name": by, "final_text": "x"}
        rows.append(row)
        labels[f"{n}?"] = label
    return rows, labels


def test_a_judge_that_agrees_with_enough_labels_is_ok() -> None:
    rows, labels = graded(100, 0.97)
    trust = wai.judge_trust(rows, labels, kind="human")
    assert trust.ok
    agreed = sum(row["reward"] == labels[row["prompt"]] for row in rows)
    assert trust.interval == wilson(agreed, 100)
    assert "judge j: ok" in str(trust)


def test_kappa_is_what_is_left_of_agreement_without_chance() -> None:
    """Against the worked example of Cohen 1960's form: 0.7 agreed, 0.5 by chance."""
    pairs = [(1, 1)] * 20 + [(0, 0)] * 15 + [(1, 0)] * 5 + [(0, 1)] * 10
    assert kappa(pairs) == pytest.approx(0.4)
    assert kappa([(1, 1)] * 9) is None
    assert kappa([]) is None


@pytest.mark.parametrize(
    ("count", "right", "verdict", "says"),
    [
        (30, 1.0, "inconclusive", "50 are needed"),
        (200, 0.6, "not trusted", "under 80%"),
        (60, 0.85, "inconclusive", "label more rows"),
    ],
)
def test_a_judge_is_trusted_on_evidence_only(
    count: int, right: float, verdict: str, says: str
) -> None:
    rows, labels = graded(count, right)
    trust = wai.judge_trust(rows, labels, kind="human")
    assert trust.verdict == verdict
    assert any(says in note for note in trust.notes)


def test_rows_that_the_judge_skipped_are_counted() -> None:
    """F149: what it left out, or graded in between, is no agreement."""
    rows, labels = graded(100)
    for row in rows[:11]:
        row["reward"] = 0.5
    trust = wai.judge_trust(rows, labels, kind="human")
    assert (trust.verdict, trust.skipped) == ("inconclusive", 11)


def test_rows_of_another_judge_or_of_none_measure_nothing() -> None:
    """F150, F234."""
    rows, labels = graded(60, by="other")
    assert wai.judge_trust(rows, labels, judge="j", kind="human").verdict == (
        "unverified"
    )
    unstamped = [{**row, "judge_name": None} for row in rows]
    assert not wai.judge_trust(unstamped, labels, kind="human").ok
    assert wai.judge_trust(rows, {}, kind="human").verdict == "not measured"
    named = [{**row, "judge_name": "<lambda>"} for row in rows]
    assert wai.judge_trust(named, labels, judge=lambda row: 1, kind="human").ok


def test_a_judge_is_known_by_the_name_on_its_rows() -> None:
    rows, labels = graded(60, by="judge:openai:m")
    for judge in (wai.Judge("x", "openai:m"), wai.Judge("x", wai.OpenAI("m"))):
        assert wai.judge_trust(rows, labels, judge=judge, kind="human").ok


def test_labels_say_whose_they_are_and_where_they_come_from() -> None:
    """F151, F233."""
    rows, labels = graded(60)
    with pytest.raises(TypeError, match="whose label"):
        wai.judge_trust(rows, list(labels.values()), kind="human")
    with pytest.raises(ValueError, match="kind="):
        wai.judge_trust(rows, labels, kind="gut")
    with pytest.raises(ValueError, match="0 or 1"):
        wai.judge_trust(rows, lambda row: "good", kind="human")
    with pytest.warns(UserWarning, match="kind="):
        assert wai.judge_trust(rows, labels).kind == "human"


def test_a_judge_that_likes_long_replies_is_found_out() -> None:
    rows, labels = graded(200)
    for row in rows:
        long = Dice(derive(3, row["prompt"])).uniform() < 0.5
        row["final_text"] = "word " * (90 if long else 3)
        if long and Dice(derive(4, row["prompt"])).uniform() < 0.5:
            row["reward"] = 1
    trust = wai.judge_trust(rows, labels, kind="human")
    assert trust.verdict == "not trusted"
    assert any("favours long replies" in note for note in trust.notes)


@pytest.mark.parametrize("method", ["ppi", "rogan-gladen"])
def test_labels_undo_what_a_judge_gets_wrong(method: str) -> None:
    rows, labels = graded(2000, 0.8, good=0.9)
    some = {prompt: labels[prompt] for prompt in list(labels)[:200]}
    found = wai.judge_corrected(rows, some, method=method)
    truth = sum(labels.values()) / len(labels)
    assert found.judged == pytest.approx(0.74, abs=0.03)
    assert found.estimate == pytest.approx(truth, abs=0.06)
    assert found.interval is not None
    assert found.interval[0] < truth < found.interval[1]
    assert "the judge alone says" in str(found)


def test_a_good_judge_narrows_what_labels_alone_say() -> None:
    rows, labels = graded(2000, 0.97)
    some = {prompt: labels[prompt] for prompt in list(labels)[:100]}
    low, high = wai.judge_corrected(rows, some).interval or (0.0, 0.0)
    alone = wilson(sum(some.values()), 100)
    assert high - low < 0.7 * (alone[1] - alone[0])


def test_no_interval_has_zero_width() -> None:
    rows, labels = graded(40, good=1.0)
    low, high = wai.judge_corrected(rows, labels).interval or (0.0, 0.0)
    assert (low > 0.8, high) == (True, 1.0)


def test_what_cannot_be_corrected_says_why() -> None:
    rows, labels = graded(40, good=1.0)
    few = dict(list(labels.items())[:5])
    assert "10 are needed" in str(wai.judge_corrected(rows, few))
    alike = wai.judge_corrected(rows, labels, method="rogan-gladen")
    assert "both kinds" in alike.note
    with pytest.raises(ValueError, match="method="):
        wai.judge_corrected(rows, labels, method="mean")


@pytest.mark.full
@pytest.mark.parametrize(
    ("labels", "rest", "good", "right"),
    [(20, 200, 0.7, 0.9), (20, 200, 0.7, 1.0), (50, 500, 0.9, 0.85)],
)
@pytest.mark.parametrize("method", ["ppi", "rogan-gladen"])
def test_corrected_intervals_cover(
    method: str, labels: int, rest: int, good: float, right: float
) -> None:
    """At least 93% less two Monte Carlo standard errors of 400 trials."""
    covered = trials = 0
    for trial in range(400):
        rows, truth = [], {}
        for n in range(labels + rest):
            dice = Dice(derive(trial, n))
            label = int(dice.uniform() < good)
            said = label if dice.uniform() < right else 1 - label
            rows.append({"prompt": f"{n}", "reward": said})
            truth[f"{n}"] = label
        some = {f"{n}": truth[f"{n}"] for n in range(labels)}
        found = wai.judge_corrected(rows, some, method=method)
        if found.interval is not None:
            trials += 1
            covered += found.interval[0] <= good <= found.interval[1]
    assert covered / trials > 0.93 - 0.026
