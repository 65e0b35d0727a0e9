"""``wai simulate`` and ``wai resume``: runs from the command line."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

import whileai as wai
from whileai.cli import main
from whileai.testing import same_rows

pytestmark = pytest.mark.contract("S27", "S52", "S61")

ROOT = Path(__file__).resolve().parents[2]
AGENT = ["corner_shop:agent", "--tools", "corner_shop:tools", "--offline"]


def simulate(*words: str) -> int:
    """Run the command; nothing listens to the log, as in a process of its own."""
    with pytest.MonkeyPatch.context() as unheard:
        unheard.setattr(logging.getLogger(), "handlers", [])
        return main(["simulate", *AGENT, *words])


def test_it_leaves_the_rows_that_the_call_in_python_gives(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["-n", "12", "--seed", "3", "--grader", "corner_shop:check"]
    assert simulate(*words, "-o", "out.jsonl", "--html", "out.html") == 0
    corner_shop = import_module("corner_shop")
    again = wai.simulate(
        corner_shop.agent,
        tools=corner_shop.tools,
        grader=corner_shop.check,
        simulator=False,
        budget=12,
        seed=3,
    )
    data = wai.load("out.jsonl")
    assert same_rows(data, again)
    assert data.stopped_because == "budget"
    said = capsys.readouterr()
    assert str(data.report()) in said.out
    assert "12/12 rollouts, " in said.err
    assert "12 rows are in out.jsonl" in said.err
    assert "<!doctype html>" in (shop / "out.html").read_text(encoding="utf-8")


def test_with_json_standard_output_is_the_report_and_nothing_else(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate("-n", "5", "--json") == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert said.out.isascii()
    assert told["rows"] == len(wai.load("rows.jsonl")) == 5
    assert told["options"]["budget"] == 5
    assert "the shop is open" in said.err


def test_rows_that_are_there_are_replaced_only_where_they_are_named(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop / "rows.jsonl").write_text("mine\n", encoding="utf-8")
    assert simulate("-n", "2") == 2
    assert (shop / "rows.jsonl").read_text(encoding="utf-8") == "mine\n"
    assert "pass -o rows.jsonl to replace it" in capsys.readouterr().err
    assert simulate("-n", "2", "-o", "rows.jsonl") == 0
    assert len(wai.load("rows.jsonl")) == 2


@pytest.mark.contract("S55")
def test_a_dry_run_prints_a_forecast_and_leaves_nothing(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {*shop.iterdir()}
    assert simulate("-n", "9", "--dry-run", "--json") == 0
    assert json.loads(capsys.readouterr().out)["rows"]["expected"] == 9
    assert simulate("-n", "9", "--dry-run") == 0
    assert "9" in capsys.readouterr().out
    assert {each for each in shop.iterdir() if each.name != "__pycache__"} == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--set", "buget=3"], "unexpected keyword argument 'buget'; did you mean"),
        (["--set", "advanced.lagg=3"], "lagg"),
        (["--tasks", "a.jsonl", "--seeds", "b?"], "seeds"),
        (["--grader", "corner_shop:chek"], "did you mean 'check'?"),
        (["--buget", "3"], "unrecognized arguments: --buget 3; did you mean --budget?"),
    ],
)  # fmt: skip
def test_a_wrong_call_is_told_before_anything_is_played(
    words: list[str], told: str, shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate(*words) == 2
    said = capsys.readouterr().err
    assert told in said
    assert "Traceback" not in said
    assert not (shop / "rows.jsonl").exists()


def test_a_flag_without_its_value_is_told_in_two_lines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["simulate", "--budget"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "usage: wai simulate [AGENT] [options]",
        "wai simulate: error: argument -n/--budget: expected one argument",
    ]


def test_without_an_agent_it_says_what_is_missing(
    shop: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in list(os.environ):
        if name.startswith("WHILEAI_"):
            monkeypatch.delenv(name)
    assert main(["simulate", "--offline", "-n", "2"]) == 1
    assert capsys.readouterr().err.startswith("wai: ")


def test_an_agent_that_always_fails_ends_with_1(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop / "corner_bad.py").write_text("def agent(message): 1 / 0", encoding="utf-8")
    assert main(["simulate", "corner_bad:agent", "--offline", "-n", "4"]) == 1
    assert "wai: warning: " in capsys.readouterr().err


@pytest.mark.full
def test_an_agent_whose_host_is_dead_ends_with_1_and_says_so(
    shop: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    words = ["openai:m", "--offline", "-n", "2", "--checkpoint", "run.ckpt"]
    assert main(["simulate", *words]) == 1
    told = capsys.readouterr().err
    assert "stopped; 0 rows landed; wai resume run.ckpt goes on" in told
    assert "wai: the run ended before a row landed (agent_host_dead)" in told


def test_a_run_without_a_checkpoint_that_is_stopped_says_where_its_rows_are(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shop / "corner_stop.py").write_text(STOPPING, encoding="utf-8")
    words = ["corner_stop:agent", "--tools", "corner_stop:tools", "--offline"]
    assert main(["simulate", *words, "-n", "9", "-c", "1"]) == 130
    told = capsys.readouterr().err.splitlines()
    assert told[-1] == "wai: stopped; 6 rows are in rows.jsonl"


def test_warnings_are_lines_without_a_place_in_the_code(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    simulate("-n", "3", "--seeds", "a?", "--seeds", "a?")
    lines = capsys.readouterr().err.splitlines()
    assert any(line.startswith("wai: warning: ") for line in lines)
    assert not any(".py:" in line for line in lines)


STOPPING = """
from corner_shop import agent as usual, tools

async def agent(message, world):
    from pathlib import Path
    with Path("calls").open("a") as file:
        file.write("x")
    if Path("calls").stat().st_size == 7:
        raise KeyboardInterrupt
    return await usual(message, world)
"""


@pytest.mark.contract("S29", "S51", "S52")
def test_a_run_that_was_stopped_goes_on_from_its_checkpoint(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """F264: what was stopped keeps its rows and does not exit with 0."""
    (shop / "corner_stop.py").write_text(STOPPING, encoding="utf-8")
    words = ["--tools", "corner_stop:tools", "--offline", "-n", "12", "-c", "1"]
    words += ["-o", "out.jsonl", "--checkpoint", "run.ckpt"]
    assert main(["simulate", "corner_stop:agent", *words]) == 130
    told = capsys.readouterr().err
    assert "wai: stopped; 6 rows are in out.jsonl; wai resume run.ckpt goes on" in told
    assert len(wai.load("out.jsonl")) == 6
    assert main(["resume", "run.ckpt"]) == 0
    assert simulate("-n", "12", "-o", "whole.jsonl") == 0
    one, other = wai.load("out.jsonl"), wai.load("whole.jsonl")
    assert [row["prompt"] for row in one] == [row["prompt"] for row in other]
    assert (shop / "calls").stat().st_size == 13


def test_a_resumed_run_may_be_told_more(shop: Path) -> None:
    assert simulate("-n", "4", "--checkpoint", "run.ckpt", "--seed", "2") == 0
    assert main(["resume", "run.ckpt", "-n", "6", "-o", "more.jsonl"]) == 0
    data = wai.load("more.jsonl")
    assert len(data) == 6
    assert data.search["rollouts"]["resumed"] == 4
    assert data.report()["seed"] == 2


def test_a_checkpoint_of_another_run_keeps_its_call(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate("-n", "4", "--checkpoint", "run.ckpt") == 0
    call = (shop / "run.ckpt.call.json").read_bytes()
    other = ["corner_shop:asks", "--offline", "-n", "4", "-o", "x.jsonl"]
    assert main(["simulate", *other, "--checkpoint", "run.ckpt"]) == 1
    assert "checkpoint='run.ckpt'" in capsys.readouterr().err
    assert (shop / "run.ckpt.call.json").read_bytes() == call
    (shop / "taken").mkdir()
    assert main(["simulate", *other, "--checkpoint", "taken"]) == 2
    assert not (shop / "taken.call.json").exists()


def test_what_cannot_be_resumed_says_why(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["resume", "none.ckpt"]) == 2
    assert "there is no checkpoint 'none.ckpt'" in capsys.readouterr().err
    (shop / "bare.ckpt").touch()
    assert main(["resume", "bare.ckpt"]) == 2
    assert "call it as it was, with the same --checkpoint" in capsys.readouterr().err


SLOW = """
import asyncio
from pathlib import Path

async def agent(message):
    if (n := len(list(Path().glob("began-*")))) >= 12:
        Path("waiting").touch()
        await asyncio.sleep(600)
    Path(f"began-{n}").touch()
    return "Done."
"""


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to one process")
def test_ctrl_c_in_a_process_leaves_what_landed_and_exits_with_130(shop: Path) -> None:
    """F265: it returns within the grace, and the files are whole."""
    (shop / "corner_slow.py").write_text(SLOW, encoding="utf-8")
    words = ["--offline", "-n", "40", "-c", "1", "--checkpoint", "run.ckpt"]
    own = subprocess.Popen(
        [sys.executable, "-m", "whileai", "simulate", "corner_slow:agent", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert own.stderr is not None
    assert any(line.startswith("10/40 rollouts, ") for line in own.stderr)
    while not (shop / "waiting").exists():
        assert own.poll() is None
        time.sleep(0.01)
    own.send_signal(signal.SIGINT)
    _, told = own.communicate(timeout=30)
    assert own.returncode == 130
    assert "stopped; 12 rows are in rows.jsonl; wai resume run.ckpt goes on" in told
    assert len(wai.load("rows.jsonl")) == 12


@pytest.mark.full
def test_the_command_runs_in_a_process_of_its_own_on_any_console(shop: Path) -> None:
    words = [*AGENT, "-n", "12", "--seeds", "Where is my \u20ac 5? \u4f60\u597d"]
    ran = subprocess.run(
        [sys.executable, "-m", "whileai", "simulate", *words, "--json"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["rows"] == 12
    assert b"12/12 rollouts, " in ran.stderr
    assert b"\x1b" not in ran.stdout + ran.stderr
    assert "\u4f60\u597d" in wai.load("rows.jsonl")[0]["prompt"]


@pytest.mark.parametrize("flags", [["-o", "a.jsonl"], ["--checkpoint", "a.jsonl"]])
def test_a_page_in_the_place_of_the_rows_is_refused_before_anything_is_played(
    shop: Path, flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["simulate", "corner_shop:agent", "--tools", "corner_shop:tools"]
    assert main([*call, *flags, "--html", "a.jsonl"]) == 2
    assert "is the file of the rows themselves" in capsys.readouterr().err
    assert not (shop / "a.jsonl").exists()


@pytest.mark.usefixtures("shop")
def test_a_checkpoint_is_not_where_the_account_of_the_rows_goes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert simulate("-o", "q.jsonl", "--checkpoint", "q.meta.json") == 2
    assert "--checkpoint q.meta.json is " in capsys.readouterr().err
