"""Preference data: ``dpo`` and ``kto``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.exports.rows import call, called, row, written

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S61")


def text(messages: list[Any]) -> str:
    said: str = messages[-1]["content"]
    return said


def test_a_pair_is_two_replies_of_one_task(tmp_path: Path) -> None:
    rows = [row(reply="Good."), row(reply="Bad.", reward=0.0)]
    done, [line] = written(tmp_path, "dpo", *rows)
    assert [each["role"] for each in line["prompt"]] == ["system", "user"]
    assert line["chosen"] == [{"role": "assistant", "content": "Good."}]
    assert line["rejected"] == [{"role": "assistant", "content": "Bad."}]
    assert "lookup_order" in json.dumps(line["tools"])
    assert str(done).startswith(f"{tmp_path / 'out'}: 1 pair as dpo, from 2 rows")


def test_the_prompt_is_all_that_both_begin_with(tmp_path: Path) -> None:
    looked = called(call(order_id="A1"))
    rows = [row(*looked, reply="Good."), row(*looked, reply="Bad.", reward=0.0)]
    _, [line] = written(tmp_path, "dpo", *rows)
    assert [each["role"] for each in line["prompt"]] == [
        *("system", "user", "assistant", "tool"),
    ]
    assert (text(line["chosen"]), text(line["rejected"])) == ("Good.", "Bad.")


def test_where_only_the_answer_differs_the_call_that_led_there_is_in_both(
    tmp_path: Path,
) -> None:
    rows = [
        row(*called(call(), result="1"), reply="Good."),
        row(*called(call(), result="2"), reply="Bad.", reward=0.0),
    ]
    done, [line] = written(tmp_path, "dpo", *rows)
    assert len(line["prompt"]) == 2
    assert line["chosen"][0] == line["rejected"][0]
    assert "1 pair with tool results" in done.notes[0]


def test_best_goes_with_worst_and_no_row_is_used_twice(tmp_path: Path) -> None:
    rewards = {"a": 0.6, "b": 1.0, "c": 0.4, "d": 0.0, "e": 0.8}
    rows = [row(reply=name, reward=reward) for name, reward in rewards.items()]
    done, lines = written(tmp_path, "dpo", *rows)
    pairs = [(text(line["chosen"]), text(line["rejected"])) for line in lines]
    assert pairs == [("b", "d"), ("e", "c")]
    assert done.left_out == {"beyond_pairs": 1}


def test_equal_rewards_go_in_the_order_of_the_rows_up_to_the_cap(
    tmp_path: Path,
) -> None:
    rows = [row(reply=f"{n}", reward=float(n % 2)) for n in range(12)]
    done, lines = written(tmp_path, "dpo", *rows, pairs=2)
    pairs = [(text(line["chosen"]), text(line["rejected"])) for line in lines]
    assert pairs == [("1", "0"), ("3", "2")]
    assert done.left_out == {"beyond_pairs": 8}
    assert written(tmp_path, "dpo", *rows)[0].examples == 4


def test_rows_of_two_tasks_are_never_a_pair(tmp_path: Path) -> None:
    rows = [row(reply="a"), row(reply="b", reward=0.0, ask="Something else?")]
    rows.append(row(reply="c", reward=0.0, scenario_id="sc-2"))
    rows += [row(reward=None)] * 9
    with pytest.raises(ValueError, match=r"no row on the other side.*mode='rl'"):
        written(tmp_path, "dpo", *rows)


def test_a_pair_with_more_than_the_agents_words_is_told(tmp_path: Path) -> None:
    for longer in (0, 1):
        rows = [row(reply=f"{n}", reward=float(n)) for n in range(2)]
        rows[longer]["messages"][1:1] = called(call())
        done, _ = written(tmp_path, "dpo", *rows)
        assert "1 pair with tool results" in done.notes[0]


def test_the_same_reply_with_another_reward_is_no_preference(tmp_path: Path) -> None:
    rows = [row(reply="a"), row(reply="a", reward=0.0)]
    more = [row(reply="x", ask="Y?"), row(reply="z", ask="Y?", reward=0.0)]
    done, _ = written(tmp_path, "dpo", *rows, *more)
    assert (done.examples, done.left_out) == (1, {"same_reply": 2})


def test_another_answer_of_a_tool_is_no_preference(tmp_path: Path) -> None:
    rows = [row(*called(call(), result=f"{n}"), reward=float(n)) for n in range(2)]
    more = [row(reply="x", ask="Y?"), row(reply="z", ask="Y?", reward=0.0)]
    done, _ = written(tmp_path, "dpo", *rows, *more)
    assert (done.examples, done.left_out) == (1, {"same_reply": 2})


def test_a_person_who_went_on_is_no_difference_of_the_agent(tmp_path: Path) -> None:
    asked = [{"role": "assistant", "content": "Which?"}]
    went_on = row(*asked, {"role": "user", "content": "Dunno."}, reward=0.0)
    done, _ = written(
        tmp_path,
        "dpo",
        *(row(reply="Which?"), went_on),
        *(row(reply="x", ask="Y?"), row(reply="z", ask="Y?", reward=0.0)),
    )
    assert done.left_out == {"same_reply": 2}


def test_the_first_pairs_show_tool_calls_in_every_column(tmp_path: Path) -> None:
    def two(ask: str, *shared: Any, good: Any = (), bad: Any = ()) -> list[Any]:
        return [
            row(*shared, *good, reply="a", ask=ask),
            row(*shared, *bad, reply="b", ask=ask, reward=0.0),
        ]

    looked = called(call())
    rows = [*two("1"), *two("2"), *two("3", good=looked), *two("4", *looked)]
    rows += [*two("5", bad=looked), *two("6", good=looked)]
    _, lines = written(tmp_path, "dpo", *rows)
    order = [line["prompt"][1]["content"] for line in lines]
    assert order == ["3", "4", "5", "1", "2", "6"]


def test_kto_has_both_sides_with_a_label(tmp_path: Path) -> None:
    rows = [row(reply="a", reward=0.5), row(reply="b", reward=0.2)]
    rows.append(row(reply="c", reward=None))
    done, lines = written(tmp_path, "kto", *rows)
    assert [(text(line["completion"]), line["label"]) for line in lines] == [
        *(("a", True), ("b", False)),
    ]
    assert [each["role"] for each in lines[0]["prompt"]] == ["system", "user"]
    assert done.left_out == {"ungraded": 1}
    assert "1 wanted and 1 not" in str(done)


def test_kto_of_one_side_alone_is_told(tmp_path: Path) -> None:
    done, _ = written(tmp_path, "kto", row(reply="a"), row(reply="b"))
    assert "KTO learns from both" in str(done)
