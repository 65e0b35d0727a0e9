"""``@pytest.mark.wai`` in real runs of pytest."""

from __future__ import annotations

import os
import sys
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

import whileai as wai
import whileai.testing.marked
from tests.support import sim
from tests.test_docs import blocks

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S61")

PLUGIN = ("-p", "whileai.pytest_plugin", "-p", "no:cacheprovider")
HEAD = """
import pytest
from whileai.graders import contains

def good(message):
    return "Done."

async def half(message):
    return "Done." if int(message.split()[1]) % 2 else "Sorry."

def rude(message):
    raise RuntimeError("no time")

@pytest.fixture
def made():
    return good

ASKS = [f"Ask {n} of mine, please." for n in range(20)]
DONE = contains("Done")
wai = pytest.mark.wai(tasks=ASKS, grader=DONE)
"""


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    """Load what runs need once: pytest's own fixture unloads what a run loads."""
    assert whileai.testing.marked
    sim("Done.".format, budget=2, grader=wai.graders.contains("Done"))


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what else is installed, which takes longer than the tests."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))


def run(pytester: pytest.Pytester, text: str, *options: str) -> pytest.RunResult:
    pytester.makepyfile(test_it=HEAD + text)
    pytester.makeini("[pytest]")  # so that the folder is the root
    return pytester.runpytest_inprocess(*PLUGIN, *options)


def test_a_test_gets_the_rows_of_its_simulation(pytester: pytest.Pytester) -> None:
    done = run(
        pytester,
        """
@wai(agent=good, repeats=2)
def test_agent(wai_data):
    assert len(wai_data) == 40
    assert {row["reward"] for row in wai_data} == {1.0}
""",
    )
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["*simulations of agents*", "*pass rate 1.00 [[]0.9*"])


def test_an_agent_that_surely_passes_too_seldom_fails(
    pytester: pytest.Pytester,
) -> None:
    done = run(pytester, "@wai(agent=half, min_pass=0.9)\ndef test_agent(): pass")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            "pass rate 0.50 [[]0.27..0.73[]] is surely below min_pass=0.9 (level 0.95)",
            "20 rows of 20 asks",
            "10 asks failed*",
            "  0 of 1: Ask 0 of mine, please. -- *Done*",
            "rows: */test_agent-*.jsonl *",
        ]
    )


def test_what_few_rows_cannot_rule_out_passes_and_is_told(
    pytester: pytest.Pytester,
) -> None:
    done = run(pytester, "@wai(agent=half, min_pass=0.7)\ndef test_agent(): pass")
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["*min_pass 0.7 not ruled out by so few rows"])


def test_any_failure_rules_out_that_all_pass(pytester: pytest.Pytester) -> None:
    done = run(
        pytester,
        """
@wai(agent=lambda message: "Sorry." if "Ask 7" in message else "Done.")
def test_agent(): pass
""",
    )
    done.assert_outcomes(failed=1)


def test_a_lost_rollout_is_one_that_failed(pytester: pytest.Pytester) -> None:
    done = run(pytester, "@wai(agent=rude, min_pass=0.2)\ndef test_agent(): pass")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*20 lost*", "*first error of the agent: *no time*"])


def test_the_body_may_assert_more_and_its_rows_are_kept(
    pytester: pytest.Pytester,
) -> None:
    done = run(
        pytester,
        """
@wai(agent=good)
def test_agent(wai_data, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert len(wai_data) == 7
""",
        "--wai-output=rows",
        "--wai-budget=6",
    )
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*Captured wai call*", "pass rate 1.00*"])
    (path,) = (pytester.path / "rows").glob("test_agent-*.jsonl")
    assert len(wai.load(path)) == 6


def test_fixtures_take_part_by_name(pytester: pytest.Pytester) -> None:
    done = run(
        pytester,
        """
@pytest.fixture(params=["Done.", "Done!"])
def replying(request):
    return lambda message: request.param

@wai(agent="replying")
def test_agent(replying, wai_data):
    assert wai_data[0]["final_text"] == replying("")

@wai(agent="nobody")
def test_nobody(): pass
""",
    )
    done.assert_outcomes(passed=2, errors=1)
    done.stdout.fnmatch_lines(["*agent='nobody' names no model*"])


def test_the_nearer_mark_holds_and_the_command_line_over_it(
    pytester: pytest.Pytester,
) -> None:
    text = """
@wai(agent=half, budget=4)
class TestAgent:
    @pytest.mark.wai(agent=good)
    def test_one(self, wai_data):
        assert (len(wai_data), wai_data[0]["seed"]) == (8, 5)

def test_unmarked(): pass
"""
    options = ("--wai-budget=8", "--wai-repeats=2", "--wai-seed=5", "-k", "one")
    run(pytester, text, *options).assert_outcomes(passed=1, deselected=1)


REFUSED = {
    "agent=good, min_pas=0.5": "TypeError: *'min_pas'; did you mean 'min_pass'?",
    "agent=good, concurency=8": "TypeError: *did you mean 'concurrency'?",
    "agent=good, purse=1": "TypeError: *it belongs in advanced=*",
    "agent=good, min_pass=1.5": "ValueError: *min_pass=1.5*",
    "agent=good, level=1": "ValueError: *level*",
    "agent=good, grader=None, min_pass=0.5": "ValueError: *needs verdicts*",
    "agent=good, tasks='no/asks.jsonl'": "ValueError: tasks=*jsonl' is no file*",
    "agent=made": "TypeError: *is a fixture*pass its name, agent='made'",
    "agent=good, dry_run=True": "ValueError: *leave out dry_run*",
    "good, min_pass=0.5": "TypeError: *takes keywords alone*",
}


def test_a_mark_may_be_of_a_class_of_unittest_or_of_parameters(
    pytester: pytest.Pytester,
) -> None:
    done = run(
        pytester,
        """
import unittest

class TestOld(unittest.TestCase):
    @wai(agent=half)
    def test_old(self): pass

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.wai(agent=half))])
@wai(agent=good)
def test_new(n): pass
""",
    )
    done.assert_outcomes(passed=1, failed=2)
    done.stdout.fnmatch_lines(["FAILED *test_old*", "FAILED *test_new[[]2[]]*"])


def test_a_fixture_with_params_is_named_by_the_test_too(
    pytester: pytest.Pytester,
) -> None:
    done = run(
        pytester,
        """
@pytest.fixture(params=["Done.", "Sorry."])
def either(request):
    return lambda message: request.param

@wai(agent="either")
def test_both(either): pass

@wai(agent="either")
def test_unsaid(): pass
""",
    )
    done.assert_outcomes(passed=1, failed=1, errors=1)
    done.stdout.fnmatch_lines(["*the fixture 'either' has params=*name it among*"])


@pytest.mark.contract("S02")
def test_what_the_mark_does_not_take_is_an_error_of_the_collection(
    pytester: pytest.Pytester,
) -> None:
    texts = [
        f"{HEAD}@pytest.mark.wai({mark})\n@wai\ndef test_agent(): 1 / 0"
        for mark in REFUSED
    ]
    pytester.makepyfile(**{f"test_{n}": text for n, text in enumerate(texts)})
    done = run(pytester, "@wai(agent=good)\ndef test_agent(): 1 / 0")
    done.assert_outcomes(errors=len(REFUSED))
    done.stdout.fnmatch_lines([f"test_agent: {told}" for told in REFUSED.values()])


def test_the_test_on_its_page_passes(pytester: pytest.Pytester) -> None:
    _, text = next(blocks("docs/testing.md", "python"))
    run(pytester, text).assert_outcomes(passed=1)


def test_junit_has_the_figures(pytester: pytest.Pytester, tmp_path: Path) -> None:
    path = tmp_path / "junit.xml"
    text = "@wai(agent=half, min_pass=0.9)\ndef test_agent(): pass"
    run(pytester, text, f"--junitxml={path}")
    told = {
        each.attrib["name"]: each.attrib["value"]
        for each in ET.parse(path).iter("property")
    }
    assert told["wai_pass_rate"] == "0.5"
    assert told["wai_min_pass"] == "0.9"
    assert len(wai.load(told["wai_path"])) == 20


@pytest.mark.contract("S52")
def test_a_run_that_is_stopped_keeps_its_rows(pytester: pytest.Pytester) -> None:
    """F264"""
    text = """
def stops(message):
    if "Ask 3" in message:
        raise KeyboardInterrupt
    return "Done."

@wai(agent=stops, concurrency=1)
def test_agent(): pass
"""
    with pytest.raises(KeyboardInterrupt):
        run(pytester, text, "--wai-output=rows")
    (path,) = (pytester.path / "rows").glob("test_agent-*.jsonl")
    assert len(wai.load(path)) == 3


def test_a_test_that_is_run_again_has_its_figures_once(
    pytester: pytest.Pytester, tmp_path: Path
) -> None:
    pytester.makeconftest(
        """
from _pytest.runner import runtestprotocol

def pytest_runtest_protocol(item, nextitem):
    for _ in range(2):
        item._initrequest()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    return True
"""
    )
    path = tmp_path / "junit.xml"
    run(pytester, "@wai(agent=good)\ndef test_agent(): pass", f"--junitxml={path}")
    names = [each.attrib["name"] for each in ET.parse(path).iter("property")]
    assert len(names) == len(set(names)) > 3


def test_a_skip_and_an_expected_failure_are_left_as_they_are(
    pytester: pytest.Pytester,
) -> None:
    done = run(
        pytester,
        """
@wai(agent=half)
def test_skipped(): pytest.skip("not today")

@wai(agent=half)
def test_later(): pytest.xfail("not yet")

@pytest.mark.xfail(strict=True)
@wai(agent=half)
def test_known(): pass

def test_unmarked(wai_data): pass
""",
    )
    done.assert_outcomes(skipped=1, xfailed=2, errors=1)
    told = [line for line in done.outlines if ": pass rate" in line]
    assert [".jsonl" in line for line in told] == [False, False, True]
    done.stdout.fnmatch_lines(["*wai_data is the data of a test that is marked*"])


MODEL = """
import whileai as wai
from whileai.calls import Completion

class Model:
    name, calls = "mine", 0

    async def complete(self, turns, ask):
        Model.calls += 1
        return Completion(text="Done.")

@pytest.mark.wai(agent=Model(), tasks=ASKS[:3], grader=DONE, avg_turns=1,
                 user_model=Model(), cassette="calls.jsonl")
def test_agent(wai_data):
    print(f"made {Model.calls} calls")
"""


@pytest.mark.contract("S57")
def test_a_cassette_is_replayed_alone_unless_it_is_to_be_recorded(
    pytester: pytest.Pytester,
) -> None:
    first = run(pytester, MODEL)
    first.assert_outcomes(errors=1)
    first.stdout.fnmatch_lines(["*calls.jsonl' is not there; pytest --wai-record*"])
    assert run(pytester, MODEL, "--wai-record", "-s").ret == 0
    again = run(pytester, MODEL, "-s")
    again.stdout.fnmatch_lines(["*made 0 calls*"])
    other = run(pytester, MODEL.replace("ASKS[:3]", "ASKS[3:6]"))
    other.assert_outcomes(errors=1)
    other.stdout.fnmatch_lines(["*cassette_misses*--wai-record makes the calls*"])


@pytest.mark.full
def test_tests_run_on_several_workers(pytester: pytest.Pytester) -> None:
    text = """
@pytest.mark.parametrize("number", range(4))
@wai(agent=half, min_pass=0.9)
def test_agent(number, wai_data): pass
"""
    pytester.makepyfile(test_it=HEAD + text)
    done = pytester.runpytest_subprocess(*PLUGIN, "-p", "xdist", "-n2")
    done.assert_outcomes(failed=4)
    paths = {line.split("(")[1] for line in done.outlines if "not met (" in line}
    assert len(paths) == 4


def test_a_run_without_marks_loads_nothing_of_the_library(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(
        """
import sys

def test_plain():
    loaded = {name.split(".")[1] for name in sys.modules if name.startswith("whileai.")}
    assert loaded <= {"_version", "base", "pytest_plugin"}
    assert not {"attrs", "anyio", "orjson", "aiohttp"} & {*sys.modules}
"""
    )
    assert pytester.runpytest_subprocess(*PLUGIN).ret == 0
