"""Words of the command line as options: flags, files of options, ``--set``."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any

import pytest

from whileai.cli.errors import Misused
from whileai.cli.flags import LEFT_OUT, Words, add_flags
from whileai.options import OPTIONS

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S02", "S61")


def parser() -> ArgumentParser:
    built = ArgumentParser(allow_abbrev=False)
    built.add_argument("agent", nargs="?")
    add_flags(built)
    return built


def keywords(*words: str) -> dict[str, Any]:
    return Words.of(parser().parse_args(words)).keywords()


def test_every_option_is_a_flag_with_its_text_and_its_default() -> None:
    text = " ".join(parser().format_help().split())
    for row in OPTIONS.values():
        flag = rf"--{row.name.replace('_', '-')}(?![\w-])"
        assert bool(re.search(flag, text)) is (row.name not in LEFT_OUT), flag
    assert "--policy" in text
    assert "Names every draw of the run. Takes a whole number. Default: 0" in text


def test_flags_that_stand_alone_are_those_of_what_is_true_or_false() -> None:
    alone = set(re.findall(r"--([\w-]+) \[VALUE\]", parser().format_usage()))
    assert alone == {
        *("unique-situations", "logprobs", "reproducible", "dry-run", "grade"),
    }


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["-n", "40", "-c", "3"], {"budget": 40, "concurrency": 3}),
        (["-k", "2"], {"repeats": 2}),
        (["--seed", "-7"], {"seed": -7}),
        (["--hard-share", "0.25"], {"hard_share": 0.25}),
        (["--mode", "rl"], {"mode": "rl"}),
        (["--unique"], {"unique_situations": True}),
        (["--unique-situations", "False"], {"unique_situations": False}),
        (["--offline"], {"simulator": False}),
        (["--simulator", "false"], {"simulator": False}),
        (["--simulator", "openai:gpt-4.1-mini"], {"simulator": "openai:gpt-4.1-mini"}),
        (["--grade"], {"grade": True}),
        (["--grade", "conduct"], {"grade": "conduct"}),
        (["--logprobs", "tokens"], {"logprobs": "tokens"}),
        (["--policy", "5"], {"system_prompt": "5"}),
        (["--rubric", "is kind"], {"rubric": "is kind"}),
        (["--rubric", "is kind", "--rubric", "7"], {"rubric": ["is kind", "7"]}),
        (["--seeds", "Where is it?"], {"seeds": ["Where is it?"]}),
        (["--seeds", '["a?", "b?"]'], {"seeds": ["a?", "b?"]}),
        (["--seeds", "a?", "--seeds", '["b?"]'], {"seeds": ["a?", "b?"]}),
        (["--dimensions", '{"tool": ["x"]}'], {"dimensions": {"tool": ["x"]}}),
        (["--patience", "[0.3, 0.6]"], {"patience": [0.3, 0.6]}),
        (["--patience", "short"], {"patience": "short"}),
        (["--limits", '{"usd": 3}'], {"limits": {"usd": 3}}),
        (["-o", "C:\\rows.jsonl"], {"output": "C:\\rows.jsonl"}),
        (["--tasks", "old.jsonl"], {"tasks": "old.jsonl"}),
        (["openai:gpt-4.1-mini"], {"agent": "openai:gpt-4.1-mini"}),
    ],
)  # fmt: skip
def test_words_become_what_options_take(
    words: list[str], expected: dict[str, Any]
) -> None:
    assert keywords(*words) == expected


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-n", "many"], "budget='many' has type str, expected a whole number of rows"),
        (["-n", "0"], "budget=0 is refused, expected a whole number of rows, 1"),
        (["-n", "1", "--budget", "2"], "budget was passed 2 times; pass it once"),
        (["--mode", "rel"], "mode='rel' is refused.*did you mean 'rl'"),
        (["--grade", "maybe"], "grade='maybe' is refused, expected True, False or"),
        (["--tools", "shop.tools"], "tools='shop.tools' holds no tools; expected"),
        (["--tools", "none.json"], "tools='@none.json': none.json is unreadable"),
        (["--policy", "@none.txt"], "system_prompt='@none.txt': none.txt is un"),
        (["--set", "budget"], "--set 'budget': expected NAME=VALUE"),
        (["--set", ".x=1"], "--set '.x=1': expected NAME=VALUE"),
        (["--config", "none.toml"], "config='none.toml' cannot be read"),
        (["--config", "none.yaml"], "config='none.yaml' is refused, expected a .toml"),
        (["--set", "policy=a", "--set", "system_prompt=b"], "are one option; keep one"),
    ],
)  # fmt: skip
def test_words_that_will_not_do_are_told_with_what_is_expected(
    words: list[str], told: str, shop: Path
) -> None:
    with pytest.raises(Misused, match=told):
        keywords(*words)


def test_a_text_may_stand_in_a_file(shop: Path) -> None:
    (shop / "policy.md").write_text("\ufeffBe kind.\n- And quick.", encoding="utf-8")
    assert keywords("--policy", "@policy.md") == {
        "system_prompt": "Be kind.\n- And quick."
    }


def test_tools_come_from_a_module_a_file_or_both(shop: Path) -> None:
    tool = {"name": "ping", "description": "Ping.", "parameters": {"type": "object"}}
    (shop / "tools.json").write_text(json.dumps([tool]), encoding="utf-8")
    (shop / "more.json").write_text(json.dumps({"tools": [tool]}), encoding="utf-8")
    assert keywords("--tools", "tools.json")["tools"] == [tool]
    assert keywords("--tools", "more.json")["tools"] == [tool]
    both = keywords("--tools", "corner_shop:tools", "--tools", "tools.json")["tools"]
    assert [getattr(each, "__name__", each) for each in both] == [
        "get_order",
        "cancel_order",
        tool,
    ]
    one = keywords("--tools", "corner_shop:get_order")["tools"]
    assert [each.__name__ for each in one] == ["get_order"]


@pytest.mark.parametrize("name", ["run.json", "run.toml"])
def test_options_come_from_a_file_and_flags_come_first(name: str, shop: Path) -> None:
    if name == "run.toml":
        pytest.importorskip("tomllib")
    text = {
        "run.json": '{"budget": 5, "seed": 3, "policy": "Be kind.", '
        '"tools": "corner_shop:tools", "advanced": {"lag": 9, "wave": 4}}',
        "run.toml": 'budget = 5\nseed = 3\npolicy = "Be kind."\n'
        'tools = "corner_shop:tools"\n[advanced]\nlag = 9\nwave = 4\n',
    }[name]
    (shop / name).write_text(text, encoding="utf-8")
    more = ["--set", "seed=4", "--set", "advanced.lag=2", "--set", "limits.usd=1.5"]
    read = keywords("--config", name, *more, "--system-prompt", "Be quick.", "-n", "6")
    tools = read.pop("tools")
    assert [each.__name__ for each in tools] == ["get_order", "cancel_order"]
    assert read == {
        "budget": 6,
        "seed": 4,
        "system_prompt": "Be quick.",
        "advanced": {"lag": 2, "wave": 4},
        "limits": {"usd": 1.5},
    }


@pytest.mark.parametrize("text", ["[1]", "7", "null"])
def test_a_file_of_options_holds_an_object(text: str, shop: Path) -> None:
    (shop / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(Misused, match=r"expected a \.toml or \.json file"):
        keywords("--config", "run.json")


def test_a_call_is_kept_and_read_back_as_it_was(shop: Path) -> None:
    words = Words(settings={"seed": 1, "limits": {"usd": 2}}, flags={"budget": ["3"]})
    words.save(shop / "x.call.json")
    assert Words.read(shop / "x.call.json") == words
    later = Words(settings={"limits": {"calls": 4}}, flags={"budget": ["9"]})
    assert words.under(later) == Words(
        settings={"seed": 1, "limits": {"usd": 2, "calls": 4}}, flags={"budget": ["9"]}
    )


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", '{"whileai_call": 1, "settings": 3, "flags": {}}'),
        '{"whileai_call": 1, "settings": {}, "flags": {"budget": 3}}',
        '{"whileai_call": 1, "settings": {}, "flags": {"buget": ["3"]}}',
        '{"whileai_call": 1, "settings": {}, "flags": {"budget": [3]}}',
    ],
)
def test_another_file_is_not_taken_for_a_call(text: str, shop: Path) -> None:
    (shop / "x.call.json").write_text(text, encoding="utf-8")
    with pytest.raises(Misused, match="is not what wai simulate left"):
        Words.read(shop / "x.call.json")
