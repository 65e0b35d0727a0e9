"""``spec=``: the agent in a file or a dict."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from whileai.options import parse
from whileai.options.spec import read_spec

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S02", "S03")

SPEC = {"agent": "openai:m", "system_prompt": "Be kind."}


@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_a_file_and_a_dict_say_the_same(tmp_path: Path, suffix: str) -> None:
    if suffix == ".toml":
        pytest.importorskip("tomllib")
    file = tmp_path / f"agent{suffix}"
    lines = [f"{key} = {json.dumps(value)}" for key, value in SPEC.items()]
    file.write_text(json.dumps(SPEC) if suffix == ".json" else "\n".join(lines))
    who = parse({"spec": file}).who
    assert (who.agent, who.system_prompt) == ("openai:m", "Be kind.")
    assert parse({"spec": SPEC}).who.agent == who.agent


def test_a_keyword_fills_what_the_spec_lacks() -> None:
    options = parse({"spec": SPEC, "tools": [print], "policy": "Be kind."})
    assert options.who.tools == [print]
    assert options.given == {"spec", "agent", "system_prompt", "tools"}


CONFLICTS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (SPEC, {"agent": "openai:other"}, r"agent='openai:other' and spec\['agent'\]"),
    (SPEC, {"policy": "Be brief."}, r"system_prompt=.* and spec\['system_prompt'\]"),
    ({"policy": "a", "system_prompt": "b"}, {}, r"spec\['policy'\]='a' and spec"),
    ({"agent": print, "backend": "openai:m"}, {}, "both say who plays"),
    ({"agnet": "openai:m"}, {}, "unexpected key 'agnet'; did you mean 'agent'"),
    ({"budget": 5}, {}, "unexpected key 'budget'; it takes agent, "),
]


@pytest.mark.parametrize(("spec", "keywords", "says"), CONFLICTS)
def test_a_spec_that_clashes_is_refused(
    spec: dict[str, Any], keywords: dict[str, Any], says: str
) -> None:
    with pytest.raises(TypeError, match=says):
        parse({"spec": spec, **keywords})


class Untold:
    """An agent that cannot be compared."""

    def __call__(self, message: str) -> str:
        return message

    def __eq__(self, other: object) -> bool:
        raise ArithmeticError

    __hash__ = None  # type: ignore[assignment]


def test_agents_that_cannot_be_compared_are_not_the_same() -> None:
    one = Untold()
    assert parse({"spec": {"agent": one}, "agent": one}).who.agent is one
    with pytest.raises(TypeError, match="two names of one option"):
        parse({"spec": {"agent": one}, "agent": Untold()})


def test_a_bad_value_in_a_spec_is_named_with_its_key() -> None:
    with pytest.raises(TypeError, match=r"^spec\['system_prompt'\]=5 "):
        parse({"spec": {"system_prompt": 5}})


def test_a_key_without_a_value_is_unset() -> None:
    assert parse({"spec": {"agent": None, "tools": None}}).who.agent is None


BROKEN = [
    ("agent.json", "{", "not valid JSON"),
    ("agent.toml", "= 1", "not valid TOML"),
    ("agent.yaml", "agent: x", "expected the path of a .toml or .json file"),
    ("agent.json", "[1]", "holds a list, expected an object"),
]


@pytest.mark.parametrize(("name", "content", "says"), BROKEN)
def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, name: str, content: str, says: str
) -> None:
    if name.endswith(".toml"):
        pytest.importorskip("tomllib")
    (tmp_path / name).write_text(content)
    with pytest.raises(ValueError, match=says) as caught:
        parse({"spec": str(tmp_path / name)})
    assert "spec=" in str(caught.value)


def test_without_a_toml_reader_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "agent.toml").write_text("agent = 'openai:m'")
    for module in ("tomllib", "tomli"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ValueError, match="install tomli or write the spec as JSON"):
        parse({"spec": str(tmp_path / "agent.toml")})


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.json", '{"system_prompt": "x"}'), ("a.toml", 'system_prompt = "x"')],
)
def test_a_byte_order_mark_before_a_spec_is_left_out(
    tmp_path: Path, name: str, text: str
) -> None:
    path = tmp_path / name
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read_spec(path) == {"system_prompt": "x"}
