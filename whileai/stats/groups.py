"""Groups of repeats as rows show them, and the rule that may have stopped them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import astuple, define, evolve, field, frozen

from whileai.stats.estimators import Repeats

if TYPE_CHECKING:
    from collections.abc import Iterable

PROBE, MUTATED = "probe", "mutation"

Repeat = tuple[bool, bool, int]
"""Of a graded repeat: whether it is a fill, whether it passed, which behaviour."""

Kinds = dict[tuple[bool, int], int]
"""How many repeats have which verdict and behaviour."""


@frozen(kw_only=True, cache_hash=True)
class Pattern:
    """What was seen of one group, without its names: many groups share a pattern.

    Args:
        reason: why the first repeats were played.
        seen: how often each kind of repeat was seen, in order of appearance.
        cut: whether the run ended before the group was whole.
    """

    reason: str | None = None
    seen: tuple[tuple[Repeat, int], ...] = ()
    cut: bool = False

    def plus(self, repeat: Repeat, reason: str | None, cut: bool) -> Pattern:
        """Give the pattern after one more repeat."""
        seen = dict(self.seen)
        seen[repeat] = seen.get(repeat, 0) + 1
        return Pattern(reason=reason, seen=tuple(seen.items()), cut=self.cut or cut)

    def minus(self, repeat: Repeat, count: int) -> Pattern:
        """Give the pattern without ``count`` repeats of one kind."""
        left = ((each, n - count * (each == repeat)) for each, n in self.seen)
        seen = tuple((each, n) for each, n in left if n > 0)
        return evolve(self, seen=seen)

    def kinds(self, fill: bool, by_behaviour: bool) -> Kinds:
        """Count its fills, or its first repeats, by verdict and behaviour."""
        found: Kinds = {}
        for (is_fill, passed, told), count in self.seen:
            if is_fill == fill:
                kind = (passed, told if by_behaviour else 0)
                found[kind] = found.get(kind, 0) + count
        return found

    @property
    def filled(self) -> bool:
        """Whether any of its repeats is a fill."""
        return any(fill for (fill, _, _), _ in self.seen)

    @property
    def first(self) -> int:
        """How many of its repeats are first ones."""
        return sum(count for (fill, _, _), count in self.seen if not fill)


@frozen(kw_only=True)
class Rule:
    """How a run decided which groups to fill, as its rows show it.

    Args:
        sizes: first repeats of a whole group, by why they were played, for the kinds
            of groups that may be filled.
        by_behaviour: whether behaviour decided, and not the verdict.
    """

    sizes: dict[str | None, int] = field(factory=dict)
    by_behaviour: bool = False

    @classmethod
    def of(cls, patterns: Iterable[Pattern]) -> Rule:
        """Read the rule off the groups of a run."""
        patterns = list(patterns)
        filled = [each for each in patterns if each.filled]
        kinds = {each.reason for each in filled} | {PROBE}
        if any(each.reason == PROBE for each in patterns):
            kinds.add(MUTATED)  # where groups are probed, mutations are too
        sizes: dict[str | None, int] = {}
        for each in patterns:
            if each.reason in kinds:
                sizes[each.reason] = max(each.first, sizes.get(each.reason, 0))
        # a group that was filled although its first verdicts agree was not decided
        # by verdicts
        by_behaviour = any(
            each.first > 1 and len(each.kinds(False, False)) == 1 for each in filled
        )
        return cls(sizes=sizes, by_behaviour=by_behaviour)

    def governs(self, pattern: Pattern) -> bool:
        """Say whether the group is whole, and one that the rule may have stopped."""
        return pattern.first == self.sizes.get(pattern.reason) and pattern.first > 1

    def repeats(self, pattern: Pattern) -> Repeats:
        """Read a group that the rule governs."""
        first = pattern.kinds(False, self.by_behaviour)
        fills = pattern.kinds(True, self.by_behaviour)
        differed = len({told if self.by_behaviour else ok for ok, told in first}) > 1
        return Repeats(
            first=sum(first.values()),
            passed=_passed(first),
            fills=sum(fills.values()),
            fills_passed=_passed(fills),
            like_pass=_alike(first, fills, True),
            like_fail=_alike(first, fills, False),
            differed=differed,
            stopped=not differed and not fills,
            cut=pattern.cut,
        )


@define
class _Pool:
    """The first repeats of a wording in groups that no rule governs."""

    first: int = 0
    passed: int = 0
    cut: bool = False

    def add(self, pattern: Pattern) -> None:
        """Count those of one group."""
        first = pattern.kinds(False, False)
        self.first += sum(first.values())
        self.passed += _passed(first)
        self.cut = self.cut or pattern.cut


def pooled(groups: Iterable[tuple[int, Pattern]], rule: Rule) -> tuple[Repeats, ...]:
    """Give the repeats of one task.

    Args:
        groups: the groups of the task, each with the number of its wording.
        rule: what may have stopped them.

    Returns:
        One entry for each group that the rule governs, and one for all other first
        repeats of a wording together.
    """
    found: list[Repeats] = []
    pools: dict[int, _Pool] = {}
    for wording, pattern in groups:
        if rule.governs(pattern):
            found.append(rule.repeats(pattern))
            continue
        pools.setdefault(wording, _Pool()).add(pattern)
    found += (
        Repeats(first=each.first, passed=each.passed, cut=each.cut)
        for each in pools.values()
        if each.first
    )
    return tuple(found if len(found) == 1 else sorted(found, key=astuple))


def _passed(kinds: Kinds) -> int:
    return sum(count for (passed, _), count in kinds.items() if passed)


def _alike(first: Kinds, fills: Kinds, passed: bool) -> int:
    """Count the fills that are like all first repeats with that verdict."""
    kinds = [kind for kind in first if kind[0] == passed]
    return fills.get(kinds[0], 0) if len(kinds) == 1 else 0
