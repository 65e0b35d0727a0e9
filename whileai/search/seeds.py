"""Which seeds a budget pays for, and where a seed lies on the axes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.search.axes import words_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Tool
    from whileai.search.ask import Plan

_SMALL = frozenset(
    {
        "and",
        "are",
        "can",
        "did",
        "for",
        "from",
        "get",
        "please",
        "that",
        "the",
        "this",
        "was",
        "what",
        "when",
        "where",
        "which",
        "with",
        "you",
        "your",
    }
)


@frozen(kw_only=True)
class Sown:
    """The seeds of a run, sorted before anything is played.

    Args:
        kept: those that are run, in order.
        dropped: those that the budget cannot pay for, in order.
        copies: those that repeat an earlier one, white space around it aside.
        wordings: how many wordings of each kept one the budget pays for.
        repeats: how often each is played.
    """

    kept: tuple[str, ...]
    dropped: tuple[str, ...]
    copies: tuple[str, ...]
    wordings: tuple[int, ...]
    repeats: int


def sow(plan: Plan) -> Sown:
    """Decide which seeds of ``plan`` are run: their repeats are paid before all else.

    A seed in its own words comes first; what is left pays further wordings, and only
    then anything that is not a seed.
    """
    first: dict[str, str] = {}
    copies = []
    for seed in plan.seeds:
        if seed.strip() in first:
            copies.append(seed)
        first.setdefault(seed.strip(), seed)
    seeds = tuple(first.values())
    repeats = min(plan.repeats, plan.budget)
    groups = plan.budget // repeats
    kept = seeds[:groups]
    each, more = divmod(groups, max(1, len(kept)))
    wordings = tuple(
        min(plan.phrasings, each + (number < more)) for number in range(len(kept))
    )
    return Sown(
        kept=kept,
        dropped=seeds[groups:],
        copies=tuple(copies),
        wordings=wordings,
        repeats=repeats,
    )


def _stems(words: Sequence[str]) -> set[str]:
    stems = {word.removesuffix("s") for word in words}
    return {stem for stem in stems if len(stem) > 2} - _SMALL


class Guesses:
    """Guesses the tool that an ask is about, by the words that both use.

    Args:
        tools: what it can be about.
    """

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._weights: dict[str, dict[int, int]] = {}
        self._names = [tool.name for tool in tools]
        for number, tool in enumerate(tools):
            self._weigh(number, words_in(tool.name), 2)
            self._weigh(number, words_in(tool.description[:2000]), 1)

    def _weigh(self, number: int, words: Sequence[str], weight: int) -> None:
        for stem in _stems(words):
            weights = self._weights.setdefault(stem, {})
            weights[number] = weights.get(number, 0) + weight

    def tool(self, ask: str) -> str | None:
        """Give the tool whose name and description share the most words with ``ask``.

        Of equals it is the first; ``None`` when no word is shared.
        """
        shared: Counter[int] = Counter()
        for stem in _stems(words_in(ask)):
            shared.update(self._weights.get(stem, {}))
        best = min(shared, key=lambda each: (-shared[each], each), default=None)
        return None if best is None else self._names[best]
