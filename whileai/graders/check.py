"""One check of a row, and how checks combine."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import fsum, isfinite
from typing import Any

from attrs import evolve, frozen

from whileai.base.errors import given
from whileai.base.numbers import is_number
from whileai.base.text import fingerprint
from whileai.builtin.graders.function import read_verdict
from whileai.model import Verdict

Row = Mapping[str, Any]
Find = Callable[[Row], Verdict]

LONGEST = 80
"""Characters of a name; a longer one is cut and told apart by a fingerprint."""


@frozen(kw_only=True, repr=False)
class Check:
    """A grader that combines with others by ``&``, ``|``, ``~``, ``*`` and ``+``.

    Args:
        name: what rows record as ``judge_name``, and the name of its marker.
        find: takes a row and gives a verdict; a verdict without a reward abstains.
        weight: what it counts for in a sum, above 0.
        named_tools: the tools that it or a part of it names; a run warns of those that
            are none of its own.
        summed: the parts of a sum; a check that is no sum has none.
    """

    name: str
    find: Find
    weight: float = 1.0
    named_tools: tuple[str, ...] = ()
    summed: tuple[Check, ...] = ()

    def __call__(self, row: Row) -> Verdict:
        """Give the verdict on ``row``."""
        return self.find(row)

    @property
    def __name__(self) -> str:
        """The name, as functions have it."""
        return self.name

    def __repr__(self) -> str:
        return f"<grader {self.name}>"

    def __and__(self, other: Any) -> Check:
        """Give the grader whose reward is the lesser of both."""
        return _pair(self, check(other), " & ", min, 0)

    def __rand__(self, other: Any) -> Check:
        return check(other) & self

    def __or__(self, other: Any) -> Check:
        """Give the grader whose reward is the greater of both."""
        return _pair(self, check(other), " | ", max, 1)

    def __ror__(self, other: Any) -> Check:
        return check(other) | self

    def __invert__(self) -> Check:
        """Give the grader with the opposite reward, ``1 - reward``."""

        def find(row: Row) -> Verdict:
            said = self.find(row)
            if said.reward is None:
                return said_by(name, None, said.reason, dict(said.markers))
            why = f"{self.name} holds" if said.reward else ""
            return said_by(name, 1 - said.reward, why, dict(said.markers))

        name = shortened(f"not {bracketed(self)}")
        return Check(name=name, find=find, named_tools=self.named_tools)

    def __mul__(self, weight: float) -> Check:
        """Give the same grader, counting ``weight`` times in a sum."""
        if not is_number(weight):
            raise TypeError(f"a grader takes a number as weight, got {given(weight)}")
        if not (weight > 0 and isfinite(weight)):
            raise ValueError(f"a grader takes a weight above 0, got {weight!r}")
        return evolve(self, weight=self.weight * weight, summed=())

    __rmul__ = __mul__

    def __add__(self, other: Any) -> Check:
        """Give the grader whose reward is the weighted mean of all that is added."""
        second = check(other)
        return _sum((*(self.summed or (self,)), *(second.summed or (second,))))

    def __radd__(self, other: Any) -> Check:
        return check(other) + self


def check(grader: Any, name: str | None = None) -> Check:
    """Make any grader that is a plain callable combine with the ready ones.

    Args:
        grader: takes a row and gives a number in 0..1, a bool, or a dict with
            ``reward``; not async.
        name: its name, else that of the callable.

    Raises:
        TypeError: if it is no such callable.
    """
    if isinstance(grader, Check) and name is None:
        return grader
    if not callable(grader) or isinstance(grader, type):
        raise TypeError(
            f"graders combine with graders, which take a row, got {given(grader)}"
        )
    if inspect.iscoroutinefunction(grader):
        raise TypeError(
            f"{given(grader)} is async, and only plain functions combine; await inside "
            "one grader and call the ready ones there"
        )
    named = shortened(name or _name(grader))

    def find(row: Row) -> Verdict:
        said = read_verdict(grader(row), named)
        if said.reward is None:
            return said
        return said_by(named, said.reward, said.reason, {**said.markers})

    return Check(name=named, find=find)


def said_by(
    name: str, reward: float | None, reason: str, markers: dict[str, Any]
) -> Verdict:
    """Give the verdict of the check ``name``; without a reward it abstains."""
    return Verdict(
        reward=reward,
        status="abstained" if reward is None else "ok",
        reason=reason,
        markers=markers,
        judge=name,
    )


def simple(
    name: str,
    test: Callable[[Row], tuple[bool | None, str]],
    named_tools: tuple[str, ...] = (),
) -> Check:
    """Make a check of a test.

    Args:
        name: of the check and its marker.
        test: gives whether the row passes (``None`` where it does not show it), and
            what to say if it does not.
        named_tools: the tools that it names.
    """
    short = shortened(name)

    def find(row: Row) -> Verdict:
        passed, why = test(row)
        if passed is None:
            return said_by(short, None, why, {})
        markers = {short: int(passed)}
        return said_by(short, float(passed), "" if passed else why, markers)

    return Check(name=short, find=find, named_tools=named_tools)


def shortened(name: str) -> str:
    """Give a name of at most ``LONGEST`` characters; different ones stay different."""
    name = " ".join(name.split())
    if len(name) <= LONGEST:
        return name
    return f"{name[: LONGEST - 10]}... {fingerprint(name, 6)}"


def bracketed(part: Check) -> str:
    """Give the name of a part, in brackets where it is made of parts."""
    made = any(sign in part.name for sign in (" & ", " | ", " + "))
    return f"({part.name})" if made else part.name


def _pair(
    first: Check,
    second: Check,
    sign: str,
    pick: Callable[[list[float]], float],
    decides: float,
) -> Check:
    name = shortened(sign.join(map(bracketed, (first, second))))

    def find(row: Row) -> Verdict:
        said = [first.find(row), second.find(row)]
        known = [one.reward for one in said if one.reward is not None]
        # one part can decide, whatever the other would have said
        whole = len(known) == 2 or decides in known
        return _joined(name, said, pick(known) if whole else None)

    return Check(name=name, find=find, named_tools=_named((first, second)))


def _sum(parts: tuple[Check, ...]) -> Check:
    weights = fsum(part.weight for part in parts)
    name = shortened(" + ".join(map(_weighed, parts)))

    def find(row: Row) -> Verdict:
        said = [part.find(row) for part in parts]
        if any(one.reward is None for one in said):
            return _joined(name, said, None)
        total = fsum(
            part.weight * (one.reward or 0.0)
            for part, one in zip(parts, said, strict=True)
        )
        return _joined(name, said, min(1.0, total / weights))

    return Check(name=name, find=find, named_tools=_named(parts), summed=parts)


def _named(parts: Sequence[Check]) -> tuple[str, ...]:
    """Give the tools that the parts name, each once."""
    return tuple(dict.fromkeys(tool for part in parts for tool in part.named_tools))


def _joined(name: str, said: Sequence[Verdict], reward: float | None) -> Verdict:
    """Give the verdict of a whole: the markers of all parts, the reasons that count."""
    markers = {key: each for one in said for key, each in one.markers.items()}
    unknown = [one.reason for one in said if one.reward is None]
    failing = [one.reason for one in said if one.reward is not None]
    reasons = unknown if reward is None else failing if reward < 1 else []
    return said_by(name, reward, "; ".join(filter(None, reasons)), markers)


def _name(grader: Any) -> str:
    while isinstance(grader, partial):
        grader = grader.func
    return str(getattr(grader, "__name__", None) or type(grader).__name__)


def _weighed(part: Check) -> str:
    name = bracketed(part)
    return name if part.weight == 1 else f"{part.weight:g} * {name}"
