"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import whileai
from whileai.base.expressions import expression

pytestmark = pytest.mark.contract("S42")

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(whileai.__file__).parent
METHODS: dict[str, tuple[Any, ...]] = {
    "findall": (),
    "finditer": (),
    "fullmatch": (),
    "match": (),
    "search": (),
    "split": (),
    "sub": ("x",),
}


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("text", ["a Bc", "bc", "none"])
def test_it_answers_as_a_compiled_one_the_first_time_and_after(
    name: str, text: str
) -> None:
    ours, theirs = (make(r"(b)c", re.IGNORECASE) for make in (expression, re.compile))
    for _ in range(2):
        found = [getattr(each, name)(*METHODS[name], text) for each in (ours, theirs)]
        one, other = (list(each) if name == "finditer" else each for each in found)
        assert str(one)[:20] == str(other)[:20]


def test_a_method_that_was_fetched_before_works_after() -> None:
    ours = expression("b")
    first = ours.search
    assert [bool(ask("abc")) for ask in (first, ours.search, first)] == [True] * 3


def test_what_is_compiled_is_compiled_once() -> None:
    ours = expression("never compiled before")
    assert ours.match("x") is None
    re.purge()
    assert ours.search == ours.search
    assert ours.search("never compiled before") is not None


def test_it_says_what_it_was_made_of() -> None:
    assert expression("a|b").pattern == "a|b"


def modules() -> Iterator[Any]:
    """Import every module that holds expressions."""
    for path in sorted(ROOT.rglob("*.py")):
        if "expression(" in path.read_text(encoding="utf-8"):
            yield import_module(".".join(path.relative_to(ROOT.parent).parts)[:-3])


def test_every_expression_of_the_package_compiles() -> None:
    kind = type(expression(""))
    found = [
        each
        for module in modules()
        for each in vars(module).values()
        if isinstance(each, kind)
    ]
    assert len(found) > 50
    assert all(re.compile(each.pattern, each.flags) for each in found)
