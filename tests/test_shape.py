"""The budgets that keep the code readable: modules, functions, imports."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

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


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Give every statement in ``node``; expressions are not looked into."""
    for block in BLOCKS:
        for each in getattr(node, block, ()):
            yield each
            yield from statements(each)


@cache
def functions(path: Path) -> tuple[Function, ...]:
    nodes = statements(ast.parse(text_of(path)))
    return tuple(node for node in nodes if isinstance(node, Function))


def size(node: Function) -> int:
    """Lines without the docstring."""
    last = node.end_lineno or node.lineno
    first = node.body[0]
    if ast.get_docstring(node) is not None:
        return last - node.lineno - ((first.end_lineno or 0) - first.lineno)
    return last - node.lineno + 1


def test_a_module_has_at_most_500_lines() -> None:
    sizes = {name_of(path): text_of(path).count("\n") for path in MODULES}
    assert {name: n for name, n in sizes.items() if n > MODULE_LINES} == {}


def parameters(node: Function) -> int:
    """How many there are beside ``self`` and ``cls``."""
    given = node.args
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def test_a_function_has_at_most_60_lines_and_8_parameters() -> None:
    found = {
        f"{name_of(path)}, {node.name}": (size(node), parameters(node))
        for path in MODULES
        for node in functions(path)
        if size(node) > FUNCTION_LINES or parameters(node) > PARAMETERS
    }
    assert found == {}, "lines and parameters"


def inner_imports(path: Path) -> Iterator[int]:
    """Give the line of each import inside a function."""
    for function in functions(path):
        for node in statements(function):
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield node.lineno


def test_a_function_imports_only_what_may_be_missing() -> None:
    for path in MODULES:
        source = text_of(path).splitlines()
        for line in () if name_of(path) in LAZY else inner_imports(path):
            reason = source[line - 1].partition("# noqa: PLC0415")[2]
            assert " - " in reason, f"{name_of(path)}:{line} imports without a reason"


def test_only_stages_and_viewers_know_the_network() -> None:
    free = ("whileai/builtin/", "whileai/view/")
    knowing = [name_of(path) for path in MODULES if "import aiohttp" in text_of(path)]
    assert [name for name in knowing if not name.startswith(free)] == []
