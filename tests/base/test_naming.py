"""Names of a package that are imported when they are first used."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from whileai import stats
from whileai.base.naming import named

pytestmark = pytest.mark.contract("S01")


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    made = ModuleType("made_of_names")
    monkeypatch.setitem(sys.modules, "made_of_names", made)
    places = {"sqrt": "math", "Counted": "collections:Counter"}
    made.__getattr__ = named("made_of_names", places)  # type: ignore[method-assign]
    return made


def test_a_name_is_what_its_module_has(package: ModuleType) -> None:
    assert (package.sqrt(4), package.Counted("a")) == (2, {"a": 1})


def test_a_name_that_was_used_stays(package: ModuleType) -> None:
    assert "sqrt" not in vars(package)
    assert package.sqrt is vars(package)["sqrt"]


def test_a_name_that_is_not_listed_is_an_attribute_error(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match="'made_of_names' has no attribute 'cbrt'"):
        _ = package.cbrt


def test_every_statistic_that_is_public_is_in_the_table() -> None:
    assert set(stats.NAMES) == set(stats.__all__) <= set(dir(stats))
    assert all(getattr(stats, name).__name__ == name for name in stats.__all__)
