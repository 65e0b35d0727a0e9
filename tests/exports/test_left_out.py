"""Which rows go in, and what is said of the others."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.exports.rows import call, called, row, source, varied, written
from tests.support import by_repeat, look, sim
from whileai.exports import Exported
from whileai.exports import export as export_source
from whileai.exports.exported import REASONS

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S61")

UNFIT: dict[str, Any] = {
    "ungraded": row(reward=None),
    "failed": row(reward=0.49),
    "user_error": row(user_error="role"),
    "cut": row(finish_reason="length"),
    "no_reply": row(reply="  "),
    "no_chat": row({"role": "assistant", "content": 5}),
    "broken_call": row(
        *called({**call(), "function": {"name": "x", "arguments": "["}})
    ),
    "unknown_tool": row(*called(call("delete_everything"))),
    "unanswered": row(called(call())[0]),
}


@pytest.mark.parametrize("format", ["sft", "openai"])
@pytest.mark.parametrize("reason", UNFIT)
def test_a_row_that_should_not_be_followed_is_counted_with_its_reason(
    reason: str, format: str, tmp_path: Path
) -> None:
    """F165."""
    done, lines = written(tmp_path, format, row(), UNFIT[reason])
    assert len(lines) == done.examples == 1
    assert done.left_out == {reason: 1}
    assert f"left out 1 row: {REASONS[reason]}" in str(done)


def test_a_repeat_word_for_word_goes_in_once_whatever_its_call_ids(
    tmp_path: Path,
) -> None:
    rows = [row(*called(call(id_=id_))) for id_ in ("a", "b", "c")]
    done, _ = written(tmp_path, "sft", *rows)
    assert (done.examples, done.left_out) == (1, {"repeat": 2})


@pytest.mark.parametrize(
    "said",
    [
        [{"role": "critic", "content": "no"}],
        ["text"],
        [{"role": "user", "content": [{"type": "tool_result", "content": "x"}]}],
        [{"role": "assistant", "content": [{"type": "tool_use", "name": "x"}]}],
        [{"role": "assistant", "content": None, "tool_calls": {"name": "x"}}],
        [{"role": "assistant", "content": None, "tool_calls": ["x"]}],
        [{"role": "assistant", "content": [{"type": "image", "url": "u"}]}],
    ],
)
def test_messages_that_are_no_chat_are_left_out_and_never_raise(
    said: list[Any], tmp_path: Path
) -> None:
    done, _ = written(tmp_path, "sft", row(), row(*said))
    assert done.left_out == {"no_chat": 1}


def test_arguments_that_are_no_object_are_a_broken_call(tmp_path: Path) -> None:
    listed = call()
    listed["function"]["arguments"] = "[1]"
    done, _ = written(tmp_path, "sft", row(), row(*called(listed)))
    assert done.left_out == {"broken_call": 1}


def test_a_conversation_that_nobody_asked_for_is_no_chat(tmp_path: Path) -> None:
    greeted = row() | {"messages": [{"role": "assistant", "content": "Hello!"}]}
    done, _ = written(tmp_path, "sft", row(), greeted)
    assert done.left_out == {"no_chat": 1}


def test_a_conversation_that_ends_on_a_call_is_unanswered(tmp_path: Path) -> None:
    done, _ = written(tmp_path, "sft", row(), row(called(call())[0], reply=""))
    assert done.left_out == {"unanswered": 1}


def test_answers_to_no_call_are_left_out(tmp_path: Path) -> None:
    stray = {"role": "tool", "tool_call_id": "zz", "content": "1"}
    wrong = called(call(id_="a"))
    wrong[1]["tool_call_id"] = "b"
    late = called(call())
    late.insert(1, {"role": "user", "content": "Hello?"})
    done, _ = written(tmp_path, "sft", row(), row(stray), row(*wrong), row(*late))
    assert done.left_out == {"unanswered": 3}


def test_a_call_that_broke_off_is_no_reply_to_follow(tmp_path: Path) -> None:
    done, _ = written(tmp_path, "sft", row(), row(finish_reason="error"))
    assert done.left_out == {"cut": 1}


def test_ungraded_rows_go_in_on_demand_and_failed_ones_do_not(tmp_path: Path) -> None:
    rows = [row(reply="a", reward=None), row(reply="b"), row(reply="c", reward=0)]
    done, lines = written(tmp_path, "sft", *rows, ungraded=True)
    assert [line["messages"][-1]["content"] for line in lines] == ["a", "b"]
    assert done.left_out == {"failed": 1}


def test_min_reward_moves_the_line(tmp_path: Path) -> None:
    rows = [row(reply=str(n), reward=n / 4) for n in range(5)]
    examples = {
        least: written(tmp_path, "sft", *rows, min_reward=least)[0].examples
        for least in (0, 0.25, 1)
    }
    assert examples == {0: 5, 0.25: 4, 1: 1}


@pytest.mark.parametrize("format", ["sft", "openai", "kto", "dpo"])
def test_with_nothing_left_the_error_says_why_and_what_to_do(
    format: str, tmp_path: Path
) -> None:
    with pytest.raises(
        ValueError, match=r"none went in \(2 rows: not graded\).*[Gg]rade"
    ):
        written(tmp_path, format, row(reward=None), row(reward=None))
    assert list(tmp_path.iterdir()) == []


def test_rows_of_another_system_prompt_are_told(tmp_path: Path) -> None:
    """F166: rows that were cut out of a run have lost what its agent was told."""
    data = sim(look, budget=4, grader=lambda _row: 1)
    lost = wai.export(data.rows(), tmp_path / "out", "sft", tools=data.profile.tools)
    assert "another system prompt than the one written" in str(lost)
    kept = data.export(tmp_path / "out", "sft")
    assert kept.notes == ()


def test_tool_calls_without_tools_are_told(tmp_path: Path) -> None:
    """F166."""
    done, _ = written(tmp_path, "sft", row(*called(call("any"))), tools=[])
    assert "1 row with tool calls and no tools to declare" in str(done)


@pytest.mark.parametrize("format", ["sft", "openai", "kto", "dpo"])
def test_every_row_of_a_run_is_written_or_counted(format: str, tmp_path: Path) -> None:
    data = sim(varied, budget=60, mode="rl", repeats=4, grader=by_repeat)
    done = data.export(tmp_path / "out", format)
    used = done.examples * (2 if format == "dpo" else 1)
    assert done.rows == len(data) == used + sum(done.left_out.values())
    assert done.examples > 2
    assert set(done.left_out) <= set(REASONS)


def test_the_same_rows_give_the_same_file(tmp_path: Path) -> None:
    data = sim(varied, budget=40, mode="rl", repeats=4, grader=by_repeat)
    for format in ("sft", "openai", "kto", "dpo", "grpo", "verifiers", "csv"):
        texts = set()
        for name in "ab":
            data.export(tmp_path / name, format)
            texts.add((tmp_path / name).read_bytes())
        assert len(texts) == 1, format


def test_the_account_prints_itself_in_words() -> None:
    done = Exported(
        path="x.jsonl",
        format="dpo",
        rows=1200,
        examples=1,
        noun="pair",
        left_out=Counter(failed=3, ungraded=40),
        notes=("read it",),
    )
    assert str(done).splitlines() == [
        "x.jsonl: 1 pair as dpo, from 1200 rows",
        "  left out 40 rows: not graded",
        "  left out 3 rows: the reward is below min_reward",
        "  note: read it",
    ]


@pytest.mark.parametrize("format", ["sft", "kto", "csv", "inspect"])
def test_memory_does_not_grow_with_the_rows(format: str, tmp_path: Path) -> None:
    rows = source(*(row(reply=f"{n} {'x' * 2000}") for n in range(700)))
    tracemalloc.start()
    try:
        done = export_source(rows, tmp_path / "out.json", format)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert done.examples == 700
    assert (tmp_path / "out.json").stat().st_size > 1_400_000
    assert peak < 500_000


ODD: list[Any] = [
    {"messages": []},
    {"messages": None, "steps": [{}], "final_text": None},
    {"messages": None, "steps": [{"tool": None, "arguments": [], "result": None}]},
    {"messages": [{}]},
    {"messages": [{"role": "user"}, {"role": "assistant", "content": [{"type": 5}]}]},
    {"scene": "x", "scenario_dimensions": {"tool": "lookup_order"}},
    {"lineage": {"system_prompt_sha": 5}, "task_id": 7, "extra": []},
]


@pytest.mark.parametrize(
    "format", ["sft", "kto", "grpo", "verifiers", "inspect", "csv"]
)
def test_odd_rows_are_written_or_counted_and_never_raise(
    format: str, tmp_path: Path
) -> None:
    rows = [row(), *(row(ask=f"{n}") | each for n, each in enumerate(ODD))]
    done = wai.export(rows, tmp_path / "out.json", format)
    assert done.examples + sum(done.left_out.values()) == len(rows)
