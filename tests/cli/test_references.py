"""``MODULE:NAME`` and ``FILE.py:NAME`` on the command line."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from whileai.cli.errors import Misused
from whileai.cli.references import is_reference, referred

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S61")


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("corner_shop:agent", True),
        ("my.agents.corner:Desk.agent", True),
        ("some/where/agent.py:agent", True),
        ("C:\\agents\\shop.py:agent", True),
        ("openai:gpt-4.1-mini", False),
        ("openai:gpt", False),
        ("ollama:llama3", False),
        ("hosted", False),
        ("openai/gpt-4.1", False),
        ("shop", False),
        ("shop:", False),
        (":agent", False),
        ("shop:7", False),
        ("a b:c", False),
    ],
)
def test_models_and_registered_names_are_no_references(text: str, is_one: bool) -> None:
    assert is_reference("agent", text) is is_one


def test_a_name_that_another_option_has_may_be_a_module() -> None:
    assert is_reference("agent", "template:agent")
    assert not is_reference("simulator", "template:terse")


@pytest.mark.parametrize(
    "text", ["corner_shop:asks", "corner_shop:Desk.agent", "corner_shop.py:asks"]
)
def test_an_object_of_a_module_or_a_file_is_found(text: str, shop: Path) -> None:
    assert referred("agent", text)("hello") == "Which order do you mean?"


def test_a_file_finds_what_stands_beside_it(shop: Path) -> None:
    (shop / "deep").mkdir()
    (shop / "deep" / "corner_own.py").write_text("word = 'hi'", encoding="utf-8")
    (shop / "deep" / "corner_agent.py").write_text(
        "from corner_own import word\ndef agent(message): return word",
        encoding="utf-8",
    )
    assert referred("agent", "deep/corner_agent.py:agent")("?") == "hi"


def test_a_file_that_is_named_twice_is_run_once(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = referred("agent", "corner_shop.py:asks")
    assert referred("tools", "corner_shop.py:asks") is found
    assert referred("grader", "corner_shop:asks") is found
    assert capsys.readouterr().out == "the shop is open\n"


def test_a_file_takes_no_name_from_another_module(shop: Path) -> None:
    (shop / "json.py").write_text("agent = object()", encoding="utf-8")
    found = referred("agent", "json.py:agent")
    assert sys.modules["json"] is json
    assert referred("agent", "json.py:agent") is found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("corner_shop:agnt", r"corner_shop has no 'agnt'; did you mean 'agent'\?"),
        ("corner_shop:Desk.x", "has no 'x'"),
        ("no_such_shop:agent", "there is no module 'no_such_shop'"),
        ("no.such:agent", "there is no module 'no.such'"),
        ("none.py:agent", "there is no file 'none.py'"),
        ("just words", "expected MODULE:NAME, such as shop:agent"),
    ],
)
def test_what_is_not_there_is_named(text: str, told: str, shop: Path) -> None:
    with pytest.raises(Misused, match=f"^agent='{text}'.*{told}"):
        referred("agent", text)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "x = 1\ny = 1 / 0\n",
            r"raised ZeroDivisionError: .* \(broken_one.py, line 2\)",
        ),
        ("import nowhere_to_be_found\n", "raised ModuleNotFoundError: No module named"),
        ("raise SystemExit(3)\n", "raised SystemExit: 3"),
        ("def f(:\n", "raised SyntaxError"),
    ],
)
@pytest.mark.parametrize("form", ["broken_one:f", "broken_one.py:f"])
def test_a_module_that_cannot_be_imported_says_why(
    body: str, told: str, form: str, shop: Path
) -> None:
    (shop / "broken_one.py").write_text(body, encoding="utf-8")
    with pytest.raises(Misused, match=told):
        referred("agent", form)
    assert "broken_one" not in sys.modules


def test_ctrl_c_while_a_module_is_imported_ends_the_command(shop: Path) -> None:
    (shop / "broken_two.py").write_text("raise KeyboardInterrupt", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        referred("agent", "broken_two:f")
