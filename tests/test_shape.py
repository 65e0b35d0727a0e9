"""The budgets that keep the code readable: modules, functions, imports."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1] / "whileai"
MODULES = sorted(ROOT.rglob("*.py"))
MODULE_LINES, FUNCTION_LINES, PARAMETERS = 500, 60, 8
LAZY = {"whileai/__init__.py"}
"""The one place that imports by name while it runs."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    return path.relative_to(ROOT.parent).as_posix()


def functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def size(node: Function) -> int:
    """Lines without the docstring."""
    last = node.end_lineno or node.lineno
    first = node.body[0]
    if ast.get_docstring(node) is not None:
        return last - node.lineno - ((first.end_lineno or 0) - first.lineno)
    return last - node.lineno + 1


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_has_at_most_500_lines(path: Path) -> None:
    assert path.read_text(encoding="utf-8").count("\n") <= MODULE_LINES


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_function_has_at_most_60_lines_and_8_parameters(path: Path) -> None:
    for node in functions(path):
        given = node.args
        count = len(given.posonlyargs + given.args + given.kwonlyargs)
        bound = count and (given.posonlyargs + given.args or given.kwonlyargs)[0].arg
        count -= bound in ("self", "cls")
        assert size(node) <= FUNCTION_LINES, f"{node.name} has {size(node)} lines"
        assert count <= PARAMETERS, f"{node.name} takes {count} parameters"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_function_imports_only_what_may_be_missing(path: Path) -> None:
    if name_of(path) in LAZY:
        return
    source = path.read_text(encoding="utf-8").splitlines()
    for function in functions(path):
        for node in ast.walk(function):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                reason = source[node.lineno - 1].partition("# noqa: PLC0415")[2]
                assert " - " in reason, f"line {node.lineno} imports without a reason"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_only_stages_and_viewers_know_the_network(path: Path) -> None:
    if name_of(path).startswith(("whileai/builtin/", "whileai/view/")):
        return
    assert "import aiohttp" not in path.read_text(encoding="utf-8")
