"""The pages of ``docs/`` that are made from the code: options and rows.

``python -m tests.reference --write`` writes them; ``tests/test_docs.py`` compares.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whileai.model import tier_of
from whileai.model.schema import row_schema
from whileai.options.dimensions import (
    HISTORIES,
    STANCES,
    TOOL_CONDITIONS,
    WORLD_STATES,
)
from whileai.options.table import ADVANCED, OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from whileai.options.option import Option

DOCS = Path(__file__).resolve().parents[1] / "docs"
MADE = (
    "<!-- Made by `python -m tests.reference --write`: change the code, not this page. "
    "-->\n"
)

GROUPS = {
    "who": "Who takes part",
    "draw": "What is drawn",
    "play": "How a rollout is played",
    "stop": "When the run ends",
    "grade": "Whether the call grades",
    "keep": "Where rows go, and how a run is watched and repeated",
}

OPTIONS_TOP = """
# Options

After reading this page you know every keyword of `simulate`, its default, and what it
takes. `simulate_async` takes the same ones, `stream` all but `dry_run`; a TOML file of
`wai simulate --config` has them by these names, and each is a flag of the
[command line](command-line.md).

A name that is not known is a `TypeError` that names the nearest one. A value that is
not taken is a `ValueError` (of a wrong type, a `TypeError` as well) that says what is,
raised before anything is played or spent. Where a row has two names, the second is an
alias; both with different values are a `TypeError`.
"""

ADVANCED_TOP = """
## Keys of `advanced=`

Passed as a dictionary: `wai.simulate(agent, advanced={"strength": 3})`. They are for
unusual runs, and are checked as strictly as the others.
"""

AXES_TOP = """
## Values of the axes

What `dimensions=` pins and `row["scenario_dimensions"]` holds.
[Situations](situations.md) says what they mean for a run.
"""

ROWS_TOP = """
# Rows

After reading this page you know every key of a row, its type and its meaning. Rows are
plain dictionaries, `wai.Row` is their typed dict, and the JSON Schema (Draft 2020-12)
that every row is valid against ships as `whileai/model/row.schema.json`:

```python
from whileai.model.schema import row_schema

print(sorted(row_schema()["properties"]))
```

Every key is there on every row; what is absent is `None` (`null` in a file). A row has
no other keys: what an agent or a plugin wants to keep stands under `extra`.
"""


def options_page() -> str:
    """Give the reference of every option and ``advanced=`` key."""
    parts = [MADE, OPTIONS_TOP.lstrip()]
    for group, title in GROUPS.items():
        rows = (row for row in OPTIONS.values() if row.group == group)
        parts.append(f"## {title}\n\n{_table(OPTION_HEADS, map(_option, rows))}")
    parts.append(ADVANCED_TOP.lstrip())
    parts.append(_table(OPTION_HEADS, map(_option, ADVANCED.values())))
    parts += [AXES_TOP.lstrip(), _table(("axis", "values"), _axes())]
    return "\n".join(parts)


OPTION_HEADS = ("option", "default", "takes", "what it does")


def _option(row: Option) -> tuple[str, ...]:
    names = ", ".join(f"`{name}`" for name in (row.name, *row.alias))
    return names, row.unset or _default(row.default), row.check.accepts, row.doc


def _default(value: object) -> str:
    return "none" if value is None or value == () else f"`{value!r}`"


def _axes() -> Iterator[tuple[str, ...]]:
    yield (
        "`tool`",
        "each tool by its name, `multi_tool` where there are two, `unrelated`",
    )
    yield "`rule`", "the first 16 clauses of the system prompt, `unspecified`"
    yield (
        "`stance`",
        ", ".join(f"`{each}` ({tier_of(each)})" for each in STANCES)
        + "; in brackets the tier that it belongs to",
    )
    for axis, values in (
        ("world_state", WORLD_STATES),
        ("tool_condition", TOOL_CONDITIONS),
        ("history", HISTORIES),
    ):
        yield f"`{axis}`", ", ".join(f"`{each}`" for each in values)


def rows_page() -> str:
    """Give the reference of every key of a row."""
    schema = row_schema()
    parts = [MADE, ROWS_TOP.lstrip(), "## Keys\n", _keys(schema["properties"])]
    for name, title in PARTS.items():
        part = schema["$defs"][name]
        shapes = part.get("oneOf", [part])
        parts.append(f"## {title}\n")
        if len(shapes) > 1:
            parts.append(f"One of {len(shapes)} forms:\n")
        parts += [_keys(shape["properties"]) for shape in shapes]
    return "\n".join(parts)


PARTS = {
    "step": "Items of `steps`",
    "message": "Items of `messages`",
    "scene": "`scene`",
    "fault": "Values of `faults` and `lineage.planned_faults`",
    "effect": "Items of `effects`",
    "lineage": "`lineage`",
}


def _keys(properties: Mapping[str, Any]) -> str:
    rows = (
        (f"`{name}`", _type(form), form.get("description", "") if form else "")
        for name, form in (
            (name, {} if form is True else form) for name, form in properties.items()
        )
    )
    return _table(("key", "type", "meaning"), rows)


def _type(form: Mapping[str, Any]) -> str:
    """Say in words what a JSON Schema accepts."""
    if "const" in form:
        return f"`{form['const']!r}`".replace("'", '"')
    if "enum" in form:
        return ", ".join("null" if e is None else f'`"{e}"`' for e in form["enum"])
    if "$ref" in form:
        return _named(form["$ref"])
    if "anyOf" in form:
        return " or ".join(map(_type, form["anyOf"]))
    kinds = form.get("type", "any JSON value")
    words = [kinds] if isinstance(kinds, str) else kinds
    return " or ".join(_kind(word, form) for word in words)


def _named(ref: str) -> str:
    name = ref.rpartition("/")[2]
    return "text or a list of parts" if name == "content" else "object (below)"


def _kind(word: str, form: Mapping[str, Any]) -> str:
    if word in ("integer", "number"):
        return word + _range(form)
    if word != "array":
        return word
    items = form.get("items") or {}
    if "$ref" in items:
        return "list of objects (below)"
    return f"list of {items['type']}s" if "type" in items else "list"


def _range(form: Mapping[str, Any]) -> str:
    low, high = form.get("minimum"), form.get("maximum")
    if high is not None:
        return f" from {low} to {high}"
    return "" if low is None else f" from {low}"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n"
        for line in lines
    )


PAGES: Mapping[str, Callable[[], str]] = {
    "options.md": options_page,
    "rows.md": rows_page,
}


def main(argv: list[str]) -> int:
    """Write the pages, or name those that are not as the code has them."""
    stale = [
        name
        for name, make in PAGES.items()
        if not (path := DOCS / name).exists()
        or path.read_text(encoding="utf-8") != make()
    ]
    if "--write" in argv:
        for name in stale:
            (DOCS / name).write_text(PAGES[name](), encoding="utf-8")
        return 0
    print(", ".join(stale) or "all pages are as the code has them")
    return bool(stale)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
