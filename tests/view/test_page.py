"""The report in one file: what it says, and that it holds whatever rows hold."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.view.reading import Reader, saved
from whileai.cli.shop import POLICY, TOOLS
from whileai.cli.shop_agent import shop_agent
from whileai.cli.shop_check import shop_check
from whileai.testing import same_rows

if TYPE_CHECKING:
    from pathlib import Path

    from whileai.results import SimulationData

pytestmark = pytest.mark.contract("S38", "S61")

HOSTILE = (
    "</script><script>alert(1)</script><img src=x onerror=alert(2)> \x00\x1b[31m "
    "\ud83d half & \u202e <!-- ]]> {{7*7}} \"quoted' \r\n next \x9f"
)


def shop(budget: int = 40, **options: Any) -> SimulationData:
    data: SimulationData = wai.simulate(
        shop_agent,
        tools=TOOLS,
        system_prompt=POLICY,
        grader=shop_check,
        simulator=False,
        fault_rate=0.5,
        budget=budget,
        **options,
    )
    return data


@pytest.fixture(scope="module")
def played() -> SimulationData:
    return shop()


@pytest.fixture(scope="module")
def page(played: SimulationData, tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return saved(played, tmp_path_factory.mktemp("page"))


def rows_of(*rows: dict[str, Any]) -> SimulationData:
    graded = wai.grade(
        [{"prompt": "ask", "final_text": "Done.", **row} for row in rows],
        lambda row: (row.get("extra") or {}).get("reward", 1),
    )
    graded.warnings.clear()
    return graded


def test_the_headline_numbers_are_those_of_the_report(
    played: SimulationData, page: Reader
) -> None:
    report = played.report()
    drawn, found = report["drawn"], report["pass_at"]
    for share, (low, high) in (
        (drawn["pass_at_1"], drawn["ci95"]),
        (found["pass_at_1"], found["ci95"]),
    ):
        assert f"{share:.1%} 95% interval {low:.1%} to {high:.1%}" in page.text
    assert f"Mean reward {report['mean_reward']:.3f}" in page.text
    follow = drawn["follow_ups"]
    assert f"of {drawn['graded']} rows drawn and graded; {follow} more" in page.text


def test_k_way_numbers_stand_beside_pass_at_1(tmp_path: Path) -> None:
    data = shop(mode="rl", repeats=4, repeat_policy="fixed")
    text = saved(data, tmp_path).text
    found = data.report()["pass_at"]
    for name in ("pass_pow_k", "pass_at_k"):
        low, high = (min(1, max(0, each)) for each in found[f"{name}_ci95"])
        assert f"95% interval {low:.1%} to {high:.1%} chance" in text


def test_faults_are_told_as_scheduled_met_and_recovered(
    played: SimulationData, page: Reader
) -> None:
    report, faults = played.report(), played.search["faults"]
    assert report["recovery"]
    for kind, met in report["recovery"].items():
        planned = faults["scheduled"].get(kind, 0)
        planned += faults["scheduled_follow_ups"].get(kind, 0)
        low, high = met["interval"]
        told = f"{kind} {planned} {met['rows']} {met['recovered']} of {met['rows']} "
        assert told in page.text
        assert f"{low:.1%} to {high:.1%}" in page.text


def test_what_failed_is_grouped_by_reason_and_leads_to_its_rows(
    played: SimulationData, page: Reader
) -> None:
    failed = [n for n, row in enumerate(played) if (row["reward"] or 0) < 0.5]
    links = {link for link in page.links() if link.startswith("#row-")}
    assert links
    assert {int(link[5:]) for link in links} <= {*range(len(played))}
    assert f"#row-{failed[0]}" in links
    assert set(page.ids()) >= {link[1:] for link in page.links() if link[0] == "#"}


def test_reasons_that_differ_in_an_id_are_one(tmp_path: Path) -> None:
    data = rows_of({}, {})
    data.grade(lambda row: {"reward": 0, "reason": f"A-{len(row['prompt'])} was lost"})
    assert "\u2026 was lost 2" in saved(data, tmp_path).text


def test_every_axis_and_the_pairs_that_are_missing_are_shown(
    played: SimulationData, page: Reader
) -> None:
    pairs = played.report()["pairwise"]
    told = f"{pairs['pairs_covered']} of {pairs['pairs_planned']}"
    assert told in page.text
    for axis in ("tier", "tool", "rule", "stance", "world state", "history"):
        assert f"By {axis}" in page.text
    assert "Not yet shown together" in page.text


def test_each_row_has_its_conversation(played: SimulationData, page: Reader) -> None:
    assert [each for each in page.ids() if each.startswith("row-")] == [
        f"row-{n}" for n in range(len(played))
    ]
    for row in played:
        assert " ".join(row["prompt"].split()) in page.text
        assert " ".join(row["final_text"].split()) in page.text
        assert f"reward {row['reward']:g} by shop_check" in page.text


def test_warnings_are_given_in_full(played: SimulationData, page: Reader) -> None:
    assert all(" ".join(each.split()) in page.text for each in played.warnings)
    for note in played.report()["uncovered"]:
        assert f"Not covered: {' '.join(note.split())}" in page.text


def test_the_same_data_gives_the_same_bytes(
    played: SimulationData, tmp_path: Path
) -> None:
    for name in ("a", "b"):
        played.save_html(tmp_path / name)
    played.save(tmp_path / "rows.jsonl")
    wai.load(tmp_path / "rows.jsonl").save_html(tmp_path / "c")
    again = shop()
    assert same_rows(played, again)
    again.save_html(tmp_path / "d")
    assert len({(tmp_path / name).read_bytes() for name in "abcd"}) == 1


def test_a_page_needs_nothing_from_elsewhere(page: Reader) -> None:
    assert all(link.startswith("#") or link == "data:," for link in page.links())
    policy = next(
        each["content"]
        for _, each in page.tags
        if each.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert not any("style" in each for _, each in page.tags)


def test_what_an_agent_says_is_never_part_of_the_page(tmp_path: Path) -> None:
    evil = {
        "prompt": HOSTILE,
        "messages": [
            {"role": "user", "content": HOSTILE},
            {"role": HOSTILE, "content": [{"type": "text", "text": HOSTILE}]},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": "1", "function": {"name": HOSTILE, "arguments": HOSTILE}}
                ],
            },
            {"role": "tool", "tool_call_id": "1", "content": HOSTILE},
            {"role": "assistant", "content": HOSTILE},
        ],
        "steps": [{"tool": HOSTILE, "arguments": HOSTILE, "result": HOSTILE}],
        "final_text": HOSTILE,
        "tier": HOSTILE,
        "stance": HOSTILE,
        "scenario_dimensions": {HOSTILE: HOSTILE, "tool": HOSTILE, "stance": HOSTILE},
        "scene": {HOSTILE: HOSTILE},
        "faults": {HOSTILE: {"mode": HOSTILE}},
        "lineage": {"parent": HOSTILE, "change": HOSTILE, "planned_faults": {"a": 1}},
        "user_error": HOSTILE,
        "model_version": HOSTILE,
        "selection_reason": HOSTILE,
        "finish_reason": HOSTILE,
    }  # fmt: skip
    data = rows_of(evil)
    data.grade(
        lambda row: {"reward": 0, "reason": HOSTILE, "markers": {HOSTILE: HOSTILE}}
    )
    data.warnings.append(HOSTILE)
    data.stopped_because = HOSTILE
    read = saved(data, tmp_path)
    whole = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert [name for name, _ in read.tags if name in ("script", "img")] == ["script"]
    assert len(read.scripts) == 1
    assert "alert" not in read.scripts[0]
    assert "<script>alert" not in whole
    assert not set(whole) & set("\x00\x1b\r\x9f")
    assert "\u2400\u241b[31m" in read.text
    table = data._repr_html_()
    assert "<script" not in table
    assert Reader(table).text


def test_more_rows_than_are_shown_are_counted_and_failed_ones_come_first(
    tmp_path: Path,
) -> None:
    data = rows_of(*({"extra": {"reward": n not in (7, 9)}} for n in range(12)))
    read = saved(data, tmp_path, rows=3)
    assert "Shows 3 of 12 rows" in read.text
    shown = [each for each in read.ids() if each.startswith("row-")]
    assert shown == ["row-0", "row-7", "row-9"]
    assert "row-" not in " ".join(saved(data, tmp_path, rows=0).ids())


def test_long_messages_are_cut_and_say_so(tmp_path: Path) -> None:
    text = saved(rows_of({"final_text": "x" * 25_000}), tmp_path).text
    assert "(15,000 more characters)" in text
    assert "x" * 10_001 not in text


def test_rows_that_have_steps_and_no_messages_show_these(tmp_path: Path) -> None:
    step = {"tool": "look", "arguments": {"id": 7}, "result": "gone", "status": "stale"}
    text = saved(rows_of({"steps": [step]}), tmp_path).text
    told = 'person ask calls look {"id": 7} look: fault (stale) gone agent Done.'
    assert told in text


def test_parts_of_a_message_that_are_no_text_are_named(tmp_path: Path) -> None:
    parts = [
        {"type": "text", "text": "see"},
        {"type": "image_url", "image_url": "u"},
        5,
    ]
    data = rows_of({"messages": [{"role": "user", "content": parts}]})
    read = saved(data, tmp_path)
    assert 'see [image_url] {"type": "image_url", "image_url": "u"} 5' in read.text
    assert "img" not in [name for name, _ in read.tags]


def test_rows_of_other_tools_and_of_no_tool_have_a_page(tmp_path: Path) -> None:
    wai.grade([{"prompt": "hello"}], lambda row: 1).save(tmp_path / "foreign.jsonl")
    (tmp_path / "foreign.meta.json").unlink()
    text = saved(wai.load(tmp_path / "foreign.jsonl"), tmp_path).text
    assert "an agent: 1 row" in text
    assert "No fault was scheduled and none was met." in text
    assert "No tool was called." in text


def test_verdicts_that_are_none_are_counted_apart(tmp_path: Path) -> None:
    """F309: an invalid verdict is no score of nought, and it is visible."""
    data = rows_of({}, {"extra": {"reward": "good"}}, {"extra": {"reward": None}})
    text = saved(data, tmp_path).text
    assert "Without a grade: 2 invalid_result" in text
    assert "over all 1 graded row" in text


def test_slips_of_the_simulated_person_are_told_apart(tmp_path: Path) -> None:
    """F297: what the person did wrong is no fault of the agent."""
    text = saved(rows_of({}, {"user_error": "broke_role"}), tmp_path).text
    assert "The simulated person slipped in 1 row: broke_role" in text
    assert "the simulated person broke a rule: broke_role" in text


def test_runs_of_the_same_tasks_are_listed(tmp_path: Path) -> None:
    text = saved(shop(budget=6, runs=2), tmp_path).text
    assert (
        "Runs of the same tasks run rows stopped because run 0 6 budget run 1 6" in text
    )


def test_asks_of_an_evaluation_set_without_rows_are_named(tmp_path: Path) -> None:
    rows = [{"prompt": "one?", "final_text": "Yes."}]
    data = wai.evaluate(rows, lambda row: 1, eval_set=["one?", "two?", "three?"])
    text = saved(data, tmp_path).text
    assert "Asks of the evaluation set with rows: 1 of 3." in text
    assert "Asks without rows: 2 of 2 two? three?" in text


@pytest.mark.contract("S55")
def test_what_models_took_is_told_by_role(tmp_path: Path) -> None:
    data = rows_of({})
    used = {"calls": 1200, "input_tokens": 5, "output_tokens": 7, "usd": 0.5}
    again = {"retries": {"overload": 2, "timeout": 1}, "models": ["openai:m"]}
    data.counted["usage"] = {"agent": {**used, **again}, "user": {"calls": 2}}
    text = saved(data, tmp_path).text
    assert "agent: openai:m 1,200 5 7 3 0.5000" in text
    assert "user: 2 0 0 0 unknown" in text


def test_an_empty_or_ungraded_run_says_so(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").touch()
    text = saved(wai.load(tmp_path / "none.jsonl"), tmp_path).text
    assert "Nothing was graded." in text
    assert "All 0 rows." in text
    bare = wai.simulate(lambda m: "Hi.", simulator=False, budget=2)
    assert (
        "Passed not graded data.grade(...) adds verdicts" in saved(bare, tmp_path).text
    )


@pytest.mark.parametrize(
    ("rows", "error"), [(-1, ValueError), (True, TypeError), ("5", TypeError)]
)
def test_a_number_of_rows_that_is_none_is_refused_before_anything_is_written(
    rows: Any, error: type[Exception], tmp_path: Path
) -> None:
    with pytest.raises(error, match=r"save_html\(\) takes"):
        rows_of({}).save_html(tmp_path / "x.html", rows=rows)
    assert not (tmp_path / "x.html").exists()


def test_a_path_that_is_none_is_refused(played: SimulationData) -> None:
    with pytest.raises(TypeError, match="path="):
        played.save_html(7)  # type: ignore[arg-type]


def test_a_page_reads_well_without_seeing_it(page: Reader) -> None:
    names = [name for name, _ in page.tags]
    assert names.count("h1") == names.count("main") == 1
    assert dict(page.tags[0][1]) == {"lang": "en"}
    assert names.count("table") == names.count("caption")
    assert all(each.get("scope") for name, each in page.tags if name == "th")
    pictures = [each for name, each in page.tags if name == "svg"]
    assert all(each["aria-hidden"] == "true" for each in pictures)
    labelled = {
        each["aria-labelledby"] for _, each in page.tags if "aria-labelledby" in each
    }
    assert labelled <= set(page.ids())
    assert len(page.ids()) == len(set(page.ids()))


def test_it_follows_the_colours_and_the_printer_of_the_reader(
    played: SimulationData, tmp_path: Path
) -> None:
    played.save_html(tmp_path / "r.html", rows=0)
    style = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "prefers-color-scheme: dark" in style
    assert "@media print" in style


def test_a_notebook_shows_a_small_table(played: SimulationData) -> None:
    table = Reader(played._repr_html_())
    assert "rows 40" in table.text
    assert str(played.pass_at) in table.text
    assert len(played._repr_html_()) < 3000
    shown = Reader(played.report()._repr_html_())
    assert shown.text == " ".join(str(played.report()).split())


def test_a_notebook_is_told_of_what_has_no_grade_and_of_warnings() -> None:
    data = wai.simulate(lambda m: "Hi.", simulator=False, budget=2)
    data.warnings[:] = ["one", "two", "three", "four"]
    text = Reader(data._repr_html_()).text
    assert "not graded; data.grade(...) adds verdicts" in text
    assert "! three ! and 1 more: see data.warnings" in text


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", [0, 1])
def test_every_text_stands_out_from_its_ground(scheme: int) -> None:
    style = files("whileai.view").joinpath("page.css").read_text(encoding="utf-8")
    block = re.findall(r":root \{(.*?)\}", style, re.DOTALL)[scheme]
    colours = dict(re.findall(r"--([\w-]+): (#\w{6})", block))
    for ground in ("ground", "raised"):
        for text in ("text", "faint", "good", "bad", "warn", "link"):
            pair = sorted(_luminance(colours[name]) for name in (ground, text))
            assert (pair[1] + 0.05) / (pair[0] + 0.05) >= 4.5, (ground, text)
