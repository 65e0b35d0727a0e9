"""``planted``: failures found by the search, by covering alone and by even draws."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate, product
from math import comb
from statistics import median
from typing import TYPE_CHECKING, Any

from attrs import frozen

from benchmarks.planting import Failure, Planted, failed, planted, played
from benchmarks.timing import Finding, Settings
from whileai.base.seeds import derive

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

TARGET = "planted"
TUNING, FIGURE = 1, 20_261_129
"""Seeds of the agents that a search may be tuned on, and of those for the figure."""
AGENTS = {TUNING: 2, FIGURE: 10}
BUDGETS = (100, 300, 1_000)
WAYS: dict[str, dict[str, Any]] = {
    "even": {"even": True, "advanced": {"purse": 0}},
    "covering": {"advanced": {"purse": 0}},
    "steering": {},
}
BAND = (0.002, 0.01)
"""Rates of the failures that are asked to be found three times."""
ORDERS = (2, 3, 4)


@frozen(kw_only=True)
class Hunt:
    """How often one run met each failure of its agent.

    Args:
        rows: rows that show it, by its number.
        worlds: situations that show it, by its number.
    """

    rows: Counter[int]
    worlds: Counter[int]

    def met(self, by: str) -> Counter[int]:
        """Give how often each failure was met, by ``rows`` or ``worlds``."""
        return self.rows if by == "rows" else self.worlds

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> Hunt:
        """Count what ``rows`` show."""
        shown = [(number, row["scenario_id"]) for row in rows for number in failed(row)]
        return cls(
            rows=Counter(number for number, _ in shown),
            worlds=Counter(number for number, _ in dict.fromkeys(shown)),
        )


Hunts = dict[tuple[str, int, int, int], Hunt]
"""By way, budget, seed of the run and number of the agent."""


def hunted(
    agents: Sequence[Planted],
    seeds: Iterable[int],
    budgets: Sequence[int] = BUDGETS,
    ways: Iterable[str] = WAYS,
) -> Hunts:
    """Run every agent on every seed, in every way at every budget.

    Each agent has seeds of its own, so that their draws are independent. A run that
    follows nothing up begins as a smaller one, so that one run tells of all budgets.
    """
    found: Hunts = {}
    for seed, way, number in product(seeds, ways, range(len(agents))):
        own = derive(seed, "hunt", number) >> 1
        plain = "advanced" in WAYS[way]
        for sizes in [list(budgets)] if plain else [[budget] for budget in budgets]:
            data = played(agents[number], budget=max(sizes), seed=own, **WAYS[way])
            rows = list(data)
            for budget in sizes:
                found[way, budget, seed, number] = Hunt.of(rows[:budget])
    return found


def findings(settings: Settings) -> Iterator[Finding]:
    """Hunt with the agents for the figure; with those for tuning where it is quick."""
    seed = TUNING if settings.quick else FIGURE
    agents = [planted(seed, number) for number in range(AGENTS[seed])]
    budgets = BUDGETS[:1] if settings.quick else BUDGETS
    hunts = hunted(agents, range(settings.seeds), budgets)
    yield from tables(hunts, agents)


def tables(hunts: Hunts, agents: Sequence[Planted]) -> Iterator[Finding]:
    """Put what was found in lines, each a ratio to even draws."""
    for budget in sorted({key[1] for key in hunts}):
        for question in _questions(budget):
            yield question.answered(hunts, agents)


@frozen(kw_only=True)
class Question:
    """What is asked of the hunts at one budget.

    Args:
        budget: of the runs.
        way: that is compared with even draws.
        order: conditions of the failures meant; 0 is those with a rate in ``BAND``.
        times: how often one must be met to count as found.
        by: what is counted, ``rows`` or ``worlds``.
        least: the ratio that is asked for, if one is.
    """

    budget: int
    way: str
    order: int = 0
    times: int = 1
    by: str = "rows"
    least: float | None = None

    def answered(self, hunts: Hunts, agents: Sequence[Planted]) -> Finding:
        """Compare the shares of failures that were found, seed by seed."""
        seeds = sorted({key[2] for key in hunts})
        even = [self._share(hunts, agents, "even", seed) for seed in seeds]
        ours = [self._share(hunts, agents, self.way, seed) for seed in seeds]
        ratios = [one / (other or 1e-9) for one, other in zip(ours, even, strict=True)]
        low, high = around_median(ratios)
        ratio, which = median(ratios), f"{self.order} conditions" if self.order else ""
        return Finding(
            target=TARGET,
            what=f"{self.budget:,} rows, {self.way}: {which or 'rate 0.2-1%'}, "
            f"found {self.times} x ({self.by})",
            figure=f"{median(ours):.1%}, even draws {median(even):.1%}",
            ratio=ratio,
            limit="" if self.least is None else f"at least {self.least:g}",
            holds=None if self.least is None else ratio >= self.least,
            note=f"{low:.2f}-{high:.2f}, {len(seeds)} seeds",
        )

    def _share(
        self, hunts: Hunts, agents: Sequence[Planted], way: str, seed: int
    ) -> float:
        found = [
            hunts[way, self.budget, seed, number].met(self.by)[each.number]
            >= self.times
            for number, agent in enumerate(agents)
            for each in agent.failures
            if self._means(each)
        ]
        return sum(found) / max(1, len(found))

    def _means(self, failure: Failure) -> bool:
        if self.order:
            return len(failure.conditions) == self.order
        return BAND[0] <= failure.rate <= BAND[1]


def _questions(budget: int) -> Iterator[Question]:
    for by in ("rows", "worlds"):
        least = 2.0 if budget == 300 else None
        yield Question(budget=budget, way="steering", times=3, by=by, least=least)
    for order in ORDERS:
        yield Question(budget=budget, way="steering", order=order, least=0.95)
    for order in ORDERS:
        least = 1.2 if (order, budget) == (2, 100) else 0.95
        yield Question(budget=budget, way="covering", order=order, least=least)


def around_median(values: Sequence[float]) -> tuple[float, float]:
    """Give the narrowest pair of ordered values around the median that is sure to 95%.

    How many values lie under the median is binomial, so ranks alone decide; with fewer
    than six values the pair is all there is.
    """
    ordered, count = sorted(values), len(values)
    chances = accumulate(comb(count, rank) / 2**count for rank in range(count))
    under = sum(chance <= 0.025 for chance in chances)
    rank = max(0, under - 1)
    return ordered[rank], ordered[count - 1 - rank]
