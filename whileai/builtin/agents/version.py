"""What rows call a callable: its name, and for lambdas a name of their own."""

from __future__ import annotations

import ast
import inspect
import types
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from whileai.builtin.agents.callables import unwrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLAIN = (str, int, float, bool, type(None))


def version_of(call: Any) -> str:
    """Name a callable for ``model_version``: its own name, or its type's.

    A lambda is named after its source text and the plain values that it holds, so that
    two lambdas have two names, the same on every Python version.
    """
    call = unwrapped(call)
    name = getattr(call, "__name__", None) or type(call).__name__
    if name != "<lambda>":
        return str(name)
    text = "|".join([_source(call), *_held(call)])
    return f"lambda-{sha256(text.encode('utf-8', 'replace')).hexdigest()[:8]}"


def _held(call: Any) -> list[str]:
    """Give the plain values that a lambda captured or has as defaults."""
    values = [("default", value) for value in call.__defaults__ or ()]
    values += sorted((call.__kwdefaults__ or {}).items())
    cells = zip(call.__code__.co_freevars, call.__closure__ or (), strict=True)
    values += [(name, _contents(cell)) for name, cell in cells]
    return [f"{name}={value!r}" for name, value in values if isinstance(value, _PLAIN)]


def _contents(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not set yet
        return None


def _source(call: Any) -> str:
    """Give the text of a lambda, or what it was compiled to where there is no text."""
    code = call.__code__
    try:
        lines, _ = inspect.findsource(call)
        text = "".join(lines)
        tree = ast.parse(text)
    except (OSError, TypeError, SyntaxError, ValueError):
        return f"{code.co_names}{code.co_consts}{code.co_varnames}{code.co_code.hex()}"
    found = _compiled_to(code, tree)
    return "" if found is None else ast.get_source_segment(text, found) or ""


def _compiled_to(code: types.CodeType, tree: ast.AST) -> ast.Lambda | None:
    """Find the lambda that ``code`` was compiled from; a line may hold several."""
    nodes = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Lambda) and node.lineno == code.co_firstlineno
    ]
    places = [
        (line, column)
        for line, _, column, _ in getattr(code, "co_positions", tuple)()
        if line is not None and column  # its own start is at no column
    ]
    held = [node for node in nodes if all(_within(node.body, at) for at in places)]
    held = [node for node in held if _reads_as(node, code)] or held or nodes
    return min(held, key=_length, default=None)


def _within(body: ast.expr, place: tuple[int, int]) -> bool:
    start = (body.lineno, body.col_offset)
    end = (body.end_lineno or body.lineno, body.end_col_offset or 0)
    return start <= place < end


def _reads_as(node: ast.Lambda, code: types.CodeType) -> bool:
    """Tell whether a lambda takes, names and holds what ``code`` does."""
    inner = list(ast.walk(node.body))
    taken = [each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)]
    named = {each.id for each in inner if isinstance(each, ast.Name)}
    constants = {repr(each.value) for each in inner if isinstance(each, ast.Constant)}
    return taken == list(code.co_varnames[: len(taken)]) and named | constants <= set(
        _spelled(code)
    )


def _spelled(code: types.CodeType) -> Iterator[str]:
    """Give the names that ``code`` and what is inside of it use, and its constants."""
    yield from (*code.co_names, *code.co_freevars, *code.co_varnames, *code.co_cellvars)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _spelled(constant)
        else:
            yield repr(constant)


def _length(node: ast.Lambda) -> tuple[int, int]:
    lines = (node.end_lineno or node.lineno) - node.lineno
    return lines, (node.end_col_offset or 0) - node.col_offset
