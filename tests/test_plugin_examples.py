"""The distributions in ``plugins/`` load and work in a run; their tests are theirs."""

from __future__ import annotations

import ast
import re
import sys
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

PUBLIC = ("whileai", "whileai.stages", "whileai.plugins", "whileai.testing")

WORLD = """{
    "schema": "CREATE TABLE orders (id TEXT PRIMARY KEY)",
    "tools": {"get_order": {"sql": "SELECT * FROM orders WHERE id = :order_id"}}
}"""

AGENT = """
import json, sys

for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "ask":
        call = {"type": "call", "tool": "get_order", "arguments": {"order_id": "A-1"}}
        print(json.dumps(call), flush=True)
        ask = told["text"]
    elif told["type"] == "result":
        print(json.dumps({"type": "reply", "text": ask}), flush=True)
"""


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


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_plugin_imports_only_what_is_for_plugins(folder: Path) -> None:
    own = folder.name.replace("-", "_")
    for path in sorted((folder / own).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "") in PUBLIC:
                continue
            assert "whileai" not in roots(node), f"{path.name}:{node}"


def roots(node: ast.AST) -> set[str]:
    """Give the packages that a statement imports from."""
    if isinstance(node, ast.ImportFrom):
        return {(node.module or "").partition(".")[0]}
    names = node.names if isinstance(node, ast.Import) else []
    return {each.name.partition(".")[0] for each in names if each.name not in PUBLIC}


def test_a_run_can_take_all_of_them_at_once(tmp_path: Path) -> None:
    asks, world, agent = (tmp_path / name for name in ("a.txt", "w.json", "a.py"))
    asks.write_text("where is {order_id}?\n", encoding="utf-8")
    world.write_text(WORLD, encoding="utf-8")
    agent.write_text(AGENT, encoding="utf-8")
    names = [folder.name.replace("-", "_") for folder in FOLDERS]
    command: Any = import_module("whileai_command_agent").Command
    data = wai.simulate(
        command([sys.executable, "-S", str(agent)], processes=1),
        tools=TOOLS,
        simulator=f"file:{asks}",
        execute=f"sql:{world}",
        grader="rules:questions=0",
        fault_rate=0,
        budget=4,
        plugins=[import_module(name) for name in names],
    )
    assert len(data) > 0
    assert data[0]["steps"][0]["result"] == {"count": 0, "rows": []}
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
