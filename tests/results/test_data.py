"""What ``simulate`` gives back."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import orjson
import pytest

import whileai as wai
from tests.support import TOOLS2, by_prompt, look, ok, sim

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S38")


@pytest.fixture(scope="module")
def data() -> wai.SimulationData:
    return sim(look, budget=20)


def test_it_has_a_length_iterates_and_takes_an_index(data: wai.SimulationData) -> None:
    """F167, F170."""
    assert len(data) == len(data.rows) == len(data.rows()) == len(list(data)) == 20
    assert data[0] == data.rows[0] == data.rows()[0]
    assert data[-2:] == data.rows()[-2:]


def test_an_index_beyond_the_rows_says_how_many_there_are(
    data: wai.SimulationData,
) -> None:
    with pytest.raises(IndexError, match="no row 99: the data has 20 rows"):
        data[99]


def test_a_file_that_is_not_there_is_named_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "nope.jsonl"
    with pytest.raises(
        FileNotFoundError, match=r"pass the path.*nope\.jsonl"
    ) as caught:
        wai.load(path)
    assert caught.value.filename == str(path)


def test_its_repr_is_short(data: wai.SimulationData) -> None:
    assert len(repr(data)) < 100
    assert "20 rows" in repr(data)


def test_changing_a_row_changes_nothing_else(data: wai.SimulationData) -> None:
    row = data[0]
    row["prompt"] = "changed"
    row["messages"].clear()
    assert data[0]["prompt"] != "changed"
    assert data[0]["messages"]


def test_every_row_has_every_key_and_absent_values_are_none() -> None:
    plain, graded = sim(ok, budget=3)[0], sim(look, budget=3, grader=by_prompt)[0]
    assert set(plain) == set(graded) == set(wai.Row.__annotations__)
    assert plain["reward"] is None
    assert plain["sampling"] is None
    assert set(plain["lineage"]) == set(graded["lineage"])


@pytest.mark.contract("S36")
def test_sampling_is_recorded_as_given() -> None:
    """F216."""
    data = sim(ok, budget=2, sampling={"temperature": 0.3})
    assert [row["sampling"] for row in data] == [{"temperature": 0.3}] * 2


def test_an_agents_own_values_are_copied() -> None:
    kept: list[dict[str, Any]] = []

    def agent(message: str) -> dict[str, Any]:
        step = {"tool": "lookup_order", "arguments": {"order_id": "1"}, "result": {}}
        kept.append({"steps": [step], "final_text": "Done."})
        return kept[-1]

    data = sim(agent, budget=2)
    kept[0]["steps"][0]["arguments"]["order_id"] = "changed"
    assert data[0]["steps"][0]["arguments"] == {"order_id": "1"}


def test_what_is_saved_is_read_back(data: wai.SimulationData, tmp_path: Path) -> None:
    """F164."""
    path = data.save(tmp_path / "deep" / "rows.jsonl")
    again = wai.load(path)
    assert again.rows() == data.rows()
    assert again.stopped_because == data.stopped_because
    assert again.search == orjson.loads(orjson.dumps(data.search))
    assert again.profile.policy == data.profile.policy
    assert str(again.report()) == str(data.report())


def test_a_checkpoint_is_read_as_rows(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    data = sim(ok, budget=4, checkpoint=path, concurrency=1)
    assert wai.load(path).rows() == data.rows()


@pytest.mark.parametrize(
    ("text", "message"), [("{x", "line 1: not JSON"), ('{"a": 1}', "line 1: not a row")]
)
def test_a_file_that_holds_no_rows_is_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(text + "\n")
    with pytest.raises(ValueError, match=message):
        wai.load(path)


def test_output_holds_the_rows_and_replaces_the_file_that_was_there(
    tmp_path: Path,
) -> None:
    path = tmp_path / "new" / "rows.jsonl"
    sim(ok, budget=9, output=path)
    data = sim(look, budget=5, output=str(path))
    assert [
        orjson.loads(line) for line in path.read_bytes().splitlines()
    ] == data.rows()
    assert wai.load(path).rows() == data.rows()


@pytest.mark.contract("S02")
def test_an_output_that_cannot_be_written_fails_before_any_call(tmp_path: Path) -> None:
    """F040."""
    with pytest.raises(ValueError, match="output="):
        sim(pytest.fail, output=tmp_path)
    with pytest.raises(ValueError, match="checkpoint="):
        sim(pytest.fail, checkpoint=tmp_path)


def test_a_run_that_fails_before_its_first_row_leaves_the_old_file(
    tmp_path: Path,
) -> None:
    """F283."""
    path = tmp_path / "rows.jsonl"
    path.write_text("old\n")

    def agent(message: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(wai.Interrupted):
        sim(agent, output=path)
    assert path.read_text() == "old\n"
    assert [each.name for each in tmp_path.iterdir()] == ["rows.jsonl"]


@pytest.mark.contract("S58")
def test_messages_are_valid_openai_chat(data: wai.SimulationData) -> None:
    """F188."""
    for row in data:
        first, *rest = row["messages"]
        assert (first["role"], first["content"]) == ("user", row["prompt"])
        assert rest[-1] == {"role": "assistant", "content": row["final_text"]}
        called = [c["id"] for m in rest for c in m.get("tool_calls", ())]
        answered = [m["tool_call_id"] for m in rest if m["role"] == "tool"]
        assert called == answered
        assert len(set(called)) == len(called)
        for message in rest[:-1]:
            for call in message.get("tool_calls", ()):
                assert call["type"] == "function"
                assert isinstance(orjson.loads(call["function"]["arguments"]), dict)


@pytest.mark.contract("S58")
def test_no_row_holds_what_a_policy_must_not_see(data: wai.SimulationData) -> None:
    """F037."""
    text = orjson.dumps(data.rows()).decode()
    for word in ("privileged", "reference", "hidden_state", "vector", "rubric"):
        assert f'"{word}"' not in text


def test_the_report_has_what_was_asked_and_reads_on_one_screen(
    data: wai.SimulationData,
) -> None:
    """F090."""
    report = data.report()
    assert report["options"]["hard_share"] == 0.4
    assert report["options"]["fault_rate"] == 0.1
    assert report["seed"] == 0
    assert report["tools"]["lookup_order"]["calls"] == 20
    assert len(str(report).splitlines()) < 40


def test_the_profile_is_the_agent_that_was_simulated(data: wai.SimulationData) -> None:
    assert [tool["function"]["name"] for tool in data.profile.tools] == [
        tool["name"] for tool in TOOLS2
    ]
    assert data.profile.model_version == "look"


@pytest.mark.contract("S18", "S17")
class TestGrading:
    """Verdicts after the run, by a callable."""

    def test_data_grade_adds_verdicts_and_gives_the_data(self) -> None:
        data = sim(ok, budget=6)
        assert data.grade(by_prompt) is data
        assert [row["reward"] for row in data] == [by_prompt(row) for row in data]
        assert {row["judge_name"] for row in data} == {"by_prompt"}
        ids = {row["lineage"]["scoring_run_id"] for row in data}
        data.grade(by_prompt)
        assert {row["lineage"]["prior_scoring_run_ids"][0] for row in data} == ids

    @pytest.mark.parametrize("form", ["data", "rows", "path"])
    def test_grade_leaves_what_it_was_given_alone(
        self, tmp_path: Path, form: str
    ) -> None:
        data = sim(ok, budget=6)
        path = data.save(tmp_path / "rows.jsonl")
        source: Any = {"data": data, "rows": data.rows(), "path": path}[form]
        graded = wai.grade(source, by_prompt)
        assert len(graded) == 6
        assert None not in [row["reward"] for row in graded]
        assert (
            {row["reward"] for row in data}
            == {row["reward"] for row in wai.load(path)}
            == {None}
        )

    async def test_an_async_grader_is_awaited(self) -> None:
        async def grader(row: dict[str, Any]) -> dict[str, Any]:
            return {"score": 0.25, "reason": "so", "markers": {"a": "x"}, "extra": 1}

        data = await sim(ok, budget=2).grade_async(grader)
        row = data[0]
        assert (row["reward"], row["reason"]) == (0.25, "so")
        assert (row["markers"], row["judge_meta"]) == ({"a": "x"}, {"extra": 1})

    @pytest.mark.contract("S39")
    @pytest.mark.parametrize(
        ("said", "status"),
        [
            (None, "invalid_result"),
            ("1", "invalid_result"),
            (1.5, "invalid_result"),
            (float("nan"), "invalid_result"),
            ((1,), "invalid_result"),
            ({"score": 1, "reward": 0}, "invalid_result"),
            ({"reason": "?"}, "missing_reward"),
            ({"reward": None}, "missing_reward"),
            (ZeroDivisionError, "error"),
        ],
    )
    def test_what_is_no_verdict_grades_nothing(self, said: Any, status: str) -> None:
        """F141."""

        def grader(row: dict[str, Any]) -> Any:
            if isinstance(said, type):
                raise said
            return said

        data = sim(ok, budget=2, grader=grader)
        assert [(row["reward"], row["judge_status"]) for row in data] == [
            (None, status)
        ] * 2
        assert any("no usable verdict on 2 of 2" in line for line in data.warnings)

    def test_a_reward_of_none_is_told_how_to_abstain(self) -> None:
        data = sim(ok, budget=1, grader=lambda _: {"reward": None})
        assert "'reward' is None" in (data[0]["reason"] or "")
        assert "status='abstained'" in (data[0]["reason"] or "")

    def test_a_grader_cannot_change_the_row(self) -> None:
        def grader(row: dict[str, Any]) -> bool:
            row["final_text"] = "changed"
            return True

        data = sim(ok, budget=2, grader=grader)
        assert [row["final_text"] for row in data] == ["Done."] * 2
        assert [row["reward"] for row in data] == [1.0] * 2


@pytest.mark.parametrize("path", [None, 5, b"rows.jsonl", True])
def test_what_is_no_path_is_refused_by_type(
    data: wai.SimulationData, path: Any
) -> None:
    with pytest.raises(TypeError, match="pass the path of a file"):
        wai.load(path)
    with pytest.raises(TypeError, match="pass the path of a file"):
        data.save(path)


def test_a_line_that_a_kill_cut_short_is_left_out_and_said(
    data: wai.SimulationData, tmp_path: Path
) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"\n".join(data.lines)[:-9])
    found = wai.load(path)
    assert found.lines == data.lines[:-1]
    assert found.warnings == [f"{path}, line 20 is cut short and left out"]


def test_rows_that_were_saved_and_are_gone_are_missed(
    data: wai.SimulationData, tmp_path: Path
) -> None:
    path = tmp_path / "rows.jsonl"
    data.save(path)
    path.write_bytes(b"\n".join(data.lines[:3]) + b"\n")
    assert any("20 rows were saved and 3" in line for line in wai.load(path).warnings)
    path.write_bytes(b"")
    assert any("20 rows were saved and 0" in line for line in wai.load(path).warnings)


def test_a_file_without_a_row_says_so(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.touch()
    assert wai.load(path).warnings == [f"{path} holds no rows"]


@pytest.mark.parametrize("said", [Decimal("0.25"), Fraction(1, 4), 0.25])
def test_every_kind_of_number_is_a_reward(said: Any) -> None:
    assert {row["reward"] for row in sim(ok, budget=2, grader=lambda row: said)} == {
        0.25
    }


def test_a_misspelt_reward_is_named_in_the_warnings() -> None:
    data = sim(ok, budget=2, grader=lambda row: {"rewrd": 1})
    assert any("a dict with 'rewrd'" in line for line in data.warnings)


def test_a_field_of_another_kind_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    odd: dict[str, list[Any]] = {
        "steps": [3, "x", [3], {"a": 1}],
        "lineage": [4, [], "x"],
        "scenario_id": [["a"], {}, True],
        "stance": [3, []],
        "reward": ["1", []],
    }
    for name, values in odd.items():
        for value in values:
            row = {"prompt": "a", name: value}
            path.write_bytes(orjson.dumps({"prompt": "b"}) + b"\n" + orjson.dumps(row))
            with pytest.raises(ValueError, match=f"line 2: {name}.* expected .* null"):
                wai.load(path)
            with pytest.raises(ValueError, match=f"entry 0: {name}"):
                wai.grade([row], lambda row: 1.0)


def test_rows_of_other_tools_are_graded_and_told_of(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"prompt": "a", "reward": True, "lineage": None, "scenario_id": 7},
        {"prompt": "b", "steps": None, "markers": {}},
    ]
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"\n".join(map(orjson.dumps, rows)))
    data = wai.load(path)
    assert data.report()["mean_reward"] == 1
    assert data.grade(lambda row: 0.0).report()["mean_reward"] == 0


@pytest.mark.parametrize(
    "text", ["", "junk", "[]", "{}", '{"whileai_meta": 1, "rows": 1, "warnings": 3}']
)
def test_what_stands_beside_rows_and_is_no_account_is_left_out_and_said(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"prompt": "a"}\n')
    (tmp_path / "rows.meta.json").write_text(text)
    data = wai.load(path)
    assert len(data) == 1
    assert "rows.meta.json was left out: it is not" in data.warnings[0]


DAMAGED = [
    ("counted", "pairwise", -1),
    ("counted", "pairwise", {"strength": [], "missing": None}),
    ("counted", "options", [None]),
    ("counted", "usage", {"agent": -1}),
    ("counted", "usage", {"agent": {"retries": [1]}}),
    ("search", "faults", "x"),
    ("search", "faults", {"scheduled": [None]}),
    ("search", "eval_runs", {"per_run": [{}]}),
    ("search", "eval_coverage", {"covered": "x"}),
    ("profile", "tools", [{"name": "get_order"}]),
]


@pytest.mark.parametrize(("part", "name", "value"), DAMAGED)
def test_an_account_that_was_damaged_by_hand_is_left_out_and_said(
    data: wai.SimulationData, tmp_path: Path, part: str, name: str, value: Any
) -> None:
    path = tmp_path / "rows.jsonl"
    data.save(path)
    beside = tmp_path / "rows.meta.json"
    told = orjson.loads(beside.read_bytes())
    told[part][name] = value
    beside.write_bytes(orjson.dumps(told))
    loaded = wai.load(path)
    assert f"it.{part}.{name}" in loaded.warnings[0]
    assert loaded.report()["rows"] == len(data)
    loaded.save_html(tmp_path / "page.html")


def test_an_account_of_runs_faults_and_models_is_read_back_whole(
    tmp_path: Path,
) -> None:
    played = sim(runs=2, budget=8, grader=lambda row: 1)
    played.counted["usage"] = {"agent": {"models": ["m"], "calls": 2, "usd": None}}
    path = tmp_path / "rows.jsonl"
    played.save(path)
    assert wai.load(path).meta() == played.meta()


@pytest.mark.parametrize(
    "beside",
    [{"judge_status": [1]}, {"judge_status": 3}, {"lineage": {"eval_run": []}}],
)
def test_what_counts_cannot_hold_is_refused_with_its_line(
    tmp_path: Path, beside: dict[str, Any]
) -> None:
    path = tmp_path / "rows.jsonl"
    rows = [{"prompt": "a", "reward": 1, **each} for each in ({}, beside)]
    path.write_bytes(b"\n".join(map(orjson.dumps, rows)))
    with pytest.raises(ValueError, match=r"line 2: (judge_status|lineage.eval_run) is"):
        wai.load(path)
    with pytest.raises(ValueError, match=r"judge_status|lineage"):
        wai.pass_at(rows)


def test_an_account_of_other_rows_says_so(
    data: wai.SimulationData, tmp_path: Path
) -> None:
    path = tmp_path / "rows.jsonl"
    data.save(path)
    assert wai.load(path).warnings == data.warnings
    sim(ok, budget=20, output=path)
    assert any(
        "describes the rows that were saved" in w for w in wai.load(path).warnings
    )
