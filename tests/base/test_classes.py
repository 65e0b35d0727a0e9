"""Classes of attrs whose comparing, hashing and showing are written when asked."""

from __future__ import annotations

import math
import pickle
from typing import Any

import attrs
import pytest

from whileai.base import classes

pytestmark = pytest.mark.contract("S42")


def made(define: Any, frozen: Any) -> list[type]:
    """Make the same classes by two pairs of decorators."""

    @frozen(kw_only=True)
    class Point:
        x: float = 0.0
        name: str = attrs.field(default="", eq=str.lower)
        note: str = attrs.field(default="n", eq=False, repr=False)

    @define
    class Loose(Point):
        more: int = 0

    @frozen(eq=False)
    class Own:
        x: float = 0.0

        def __repr__(self) -> str:
            return "mine"

    @frozen(kw_only=True, cache_hash=True)
    class Kept(Point):
        pass

    @frozen(kw_only=True, order=True)
    class Ordered(Point):
        pass

    return [Point, Loose, Own, Kept, Ordered]


CASES: list[Any] = [{}, {"x": 1.0}, {"x": math.nan}]
TEXTS: list[Any] = [{"name": "a"}, {"name": "A", "note": "other"}, {"name": "b"}]


def told(kind: type) -> list[Any]:
    """Say how objects of ``kind`` compare, hash and look."""
    named = hasattr(kind(), "name")
    one, two = ([kind(**each) for each in CASES + TEXTS * named] for _ in range(2))
    return [
        [[a == b for b in two] for a in one],
        [[a != b for b in two] for a in one],
        [repr(each) for each in one],
        kind().__eq__(1),
        kind.__hash__ is None,
    ]


@pytest.mark.parametrize("at", range(5))
def test_what_it_makes_compares_and_looks_as_what_attrs_makes(at: int) -> None:
    theirs = made(attrs.define, attrs.frozen)[at]
    ours = made(classes.define, classes.frozen)[at]
    assert told(ours) == told(theirs)


def test_equal_objects_have_one_hash_and_one_place_in_a_set() -> None:
    point = made(classes.define, classes.frozen)[0]
    assert hash(point(name="a")) == hash(point(name="A"))
    assert len({point(x=1.0), point(x=1.0), point(x=2.0)}) == 2


@classes.frozen
class Base:
    x: int = 0


class Below(Base):
    """A plain class below a record, which compares by its own rule and the record's."""

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) is True

    __hash__ = Base.__hash__


def test_a_plain_subclass_keeps_what_it_has() -> None:
    own = Below.__eq__
    assert (Below(1) == Below(1), Below(1) == Below(2)) == (True, False)
    assert Below.__eq__ is own
    assert repr(Below(1)) == "Below(x=1)"
    assert hash(Below(1)) == hash(Below(1))


def test_what_is_written_stays() -> None:
    point = made(classes.define, classes.frozen)[0]
    stand_in = point.__repr__
    repr(point())
    written = point.__repr__
    repr(point())
    assert written is not stand_in
    assert point.__repr__ is written


def test_a_method_that_was_fetched_before_works_after() -> None:
    """Two threads may both hold the stand-in: what comes second finds the same."""
    point = made(classes.define, classes.frozen)[0]
    stand_in: Any = point.__eq__
    assert point() == point()
    assert stand_in(point(), point(x=1.0)) is False


def test_records_are_pickled_as_before() -> None:
    assert pickle.loads(pickle.dumps(Base(3))) == Base(3)
