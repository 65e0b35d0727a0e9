"""Print the contract clauses that no test names: ``python -m tests.contract``."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CLAUSES = tuple(f"S{number:02d}" for number in range(1, 63))
"""The clauses of the contract that the library is written to."""


def named(folder: Path) -> Iterator[str]:
    """Give the ids in every ``contract(...)`` mark under ``folder``."""
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _is_mark(node.func):
                yield from (
                    each.value
                    for each in node.args
                    if isinstance(each, ast.Constant) and isinstance(each.value, str)
                )


def _is_mark(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "contract"


def main() -> int:
    """Print the clauses no test names; an unknown id is an error."""
    found = set(named(Path(__file__).parent))
    unknown = sorted(found - set(CLAUSES))
    missing = [clause for clause in CLAUSES if clause not in found]
    print(
        f"{len(CLAUSES) - len(missing)} of {len(CLAUSES)} clauses are named by a test"
    )
    print(f"not named: {' '.join(missing) or 'none'}")
    if unknown:
        print(f"named, but no clause: {' '.join(unknown)}")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
