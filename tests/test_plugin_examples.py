"""The distributions in ``plugins/`` load and work in a run; their tests are theirs."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from whileai.testing import isolated_plugins

if TYPE_CHECKING:
    from whileai.plugins import PluginManager

pytestmark = pytest.mark.contract("S40", "S41")

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = sorted((ROOT / "plugins").glob("whileai-*"), key=str)
_ENTRY = re.compile(
    r'^\[project\.entry-points\.whileai\]\n(\w+) = "(\w+)"$', re.MULTILINE
)

TOOLS = [
    {
        "name": "get_order",
        "description": "Look up one order.",
        "parameters": {
            "properties": {"order_id": {"type": "string"}},
            "required": ["order_id"],
        },
    }
]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_entry_point_names_a_module_with_hooks(folder: Path) -> None:
    project = (folder / "pyproject.toml").read_text(encoding="utf-8")
    entry = _ENTRY.search(project)
    assert entry is not None
    module = import_module(entry[2])
    with isolated_plugins() as plain, isolated_plugins(module) as manager:
        assert entries(manager) > entries(plain)
    assert (folder / entry[2] / "py.typed").exists()


def entries(manager: PluginManager) -> set[tuple[str, str]]:
    return set(manager.registry.entries)


def test_a_run_can_take_both_at_once(tmp_path: Path) -> None:
    asks = tmp_path / "asks.txt"
    asks.write_text("where is {order_id}?\n", encoding="utf-8")
    plugins: list[Any] = [
        import_module("whileai_rules"),
        import_module("whileai_file_writer"),
    ]
    data = wai.simulate(
        lambda message: message,
        tools=TOOLS,
        simulator=f"file:{asks}",
        grader="rules:questions=0",
        budget=4,
        plugins=plugins,
    )
    assert len(data) > 0
    assert {row["reward"] for row in data} == {0.0}
    assert {row["judge_name"] for row in data} == {"rules"}
    assert all(row["prompt"].startswith("where is ") for row in data)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"grader": "rules:nice"}, "no rule is called 'nice'"),
        ({"simulator": "file:"}, "has no path"),
    ],
)
def test_a_wrong_argument_is_told_before_anything_is_played(
    options: dict[str, Any], told: str
) -> None:
    plugins: list[Any] = [
        import_module("whileai_rules"),
        import_module("whileai_file_writer"),
    ]
    played: list[str] = []
    options = {"simulator": False, **options}
    with pytest.raises(ValueError, match=told):
        wai.simulate(played.append, tools=TOOLS, plugins=plugins, **options)
    assert played == []
