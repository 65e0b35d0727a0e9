"""How long people answer an agent's questions, from conversations that were had."""

from __future__ import annotations

import warnings
from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.stats.intervals import wilson
from whileai.traces import read_threads
from whileai.traces.reading import ACCEPTED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whileai.traces import Thread


@frozen(kw_only=True)
class Hazard:
    """The odds of leaving at one question of a conversation.

    Args:
        question: which one, from 1.
        at_risk: conversations in which the person answered it or left at it.
        left: those in which they left.
        hazard: the share of these, ``left / at_risk``.
        low, high: Wilson's interval of ``hazard`` at 95%.
        surviving: chance that a person has left at none of the questions so far.
    """

    question: int
    at_risk: int
    left: int
    hazard: float
    low: float
    high: float
    surviving: float


class FittedPatience(tuple[float, float]):
    """The odds ``(second, later)``, to be passed as ``patience=``; printed, a table.

    ``second`` are the odds of leaving at the second question, ``later`` those at each
    question after it, all of them pooled.

    Args:
        table: the hazard at each question, from the first on.
        threads: conversations read.
        asked: those of them in which the agent asked something.
    """

    table: tuple[Hazard, ...]
    threads: int
    asked: int

    def __new__(
        cls, table: Iterable[Hazard], threads: int, asked: int
    ) -> FittedPatience:
        """Make the pair from its table, which has a second question."""
        hazards = tuple(table)
        left, at_risk = _pooled(hazards)
        second = hazards[1].hazard
        pair = super().__new__(cls, (second, left / at_risk if at_risk else second))
        pair.table, pair.threads, pair.asked = hazards, threads, asked
        return pair

    def __getnewargs__(self) -> tuple[tuple[Hazard, ...], int, int]:
        return self.table, self.threads, self.asked

    @property
    def second(self) -> float:
        """Odds of leaving at the second question."""
        return self[0]

    @property
    def later(self) -> float:
        """Odds of leaving at each question after it."""
        return self[1]

    @property
    def second_ci95(self) -> tuple[float, float]:
        """Wilson's interval of ``second`` at 95%."""
        return self.table[1].low, self.table[1].high

    @property
    def later_ci95(self) -> tuple[float, float] | None:
        """Wilson's interval of ``later`` at 95%; ``None`` if there is no third one."""
        left, at_risk = _pooled(self.table)
        return wilson(left, at_risk) if at_risk else None

    def __str__(self) -> str:
        late = self.later_ci95
        lines = [
            f"patience=({self.second:.3f}, {self.later:.3f})",
            f"  at the second question  {_share(self.second, self.second_ci95)}",
            f"  at each later one       {_share(self.later, late)}"
            if late
            else "  at each later one       unknown, taken as at the second",
            f"  the agent asks in {self.asked} of {self.threads} conversations",
            "  question  at risk    left  hazard    95% interval  surviving",
        ]
        lines += map(_line, self.table)
        first = self.table[0]
        if first.left:
            lines.append(
                f"  ! {first.left} of {first.at_risk} left at the first question, "
                "which the simulated person always tries to answer"
            )
        return "\n".join(lines)

    __repr__ = __str__


def fit_patience(traces: Any) -> FittedPatience:
    """Measure how soon people leave an agent that asks, as a pair for ``patience=``.

    ``wai.simulate(agent, patience=wai.fit_patience("chats.jsonl"))`` plays people who
    are as patient as those of the file. The odds at a question are those of a person
    who has come as far: of the conversations in which its turn came, the share in
    which they left. A question counts if the simulated person would take it for one;
    an offer of further help is none. Where a conversation ends on a question, the
    person left, unless it was cut there: by the depth of a run, by the limit of a
    reply, by a call under way. Then, and after the last question of one that ends
    otherwise, it says no more (it is *censored*).

    Leaving at the first question is in the table and not in the pair, as the simulated
    person always tries to answer that one. Where the agent asks for what nobody could
    know, that person may leave beyond these odds, whatever they are.

    Args:
        traces: what ``traces=`` takes: a ``SimulationData``, rows, chat messages
            (OpenAI or Anthropic), or the path of a JSONL file of either.

    Returns:
        The pair ``(second, later)``, each from 0 to 1, with its ``table``, the
        intervals ``second_ci95`` and ``later_ci95``, and the conversations counted.

    Raises:
        TypeError: if ``traces`` is ``None``.
        ValueError: if they cannot be read, or hold no second question that the person
            answered or left.

    Warns:
        UserWarning: if there is no third question; ``later`` is then ``second``.

    Source: Kaplan and Meier 1958, "Nonparametric estimation from incomplete
    observations", doi:10.1080/01621459.1958.10501452; the hazard at a question is its
    maximum likelihood estimate in discrete time.
    """
    if traces is None:
        raise TypeError(f"fit_patience() takes traces, got None; pass {ACCEPTED}")
    threads = list(read_threads(traces))
    table = tuple(_table(threads))
    asked = sum(each.asked > 0 for each in threads)
    if len(table) < 2:
        raise ValueError(_nothing(threads, asked))
    if len(table) < 3:
        warnings.warn(
            f"fit_patience() found no third question that a person answered or left, "
            f"and takes the odds at later ones for those at the second, "
            f"{table[1].hazard:.3f}; pass longer conversations to measure them",
            UserWarning,
            stacklevel=2,
        )
    return FittedPatience(table, len(threads), asked)


def _table(threads: Iterable[Thread]) -> Iterable[Hazard]:
    """Give the hazard at each question; ``surviving`` is the product-limit estimate."""
    faced = Counter(each.faced for each in threads)
    left = Counter(each.faced for each in threads if each.left)
    at_risk, surviving = sum(faced.values()) - faced[0], 1.0
    for question in range(1, max(faced, default=0) + 1):
        hazard = left[question] / at_risk
        surviving *= 1 - hazard
        low, high = wilson(left[question], at_risk)
        yield Hazard(
            question=question,
            at_risk=at_risk,
            left=left[question],
            hazard=hazard,
            low=low,
            high=high,
            surviving=surviving,
        )
        at_risk -= faced[question]


def _pooled(table: tuple[Hazard, ...]) -> tuple[int, int]:
    """Count who left, and who might have, over the third question and later ones."""
    later = table[2:]
    return sum(each.left for each in later), sum(each.at_risk for each in later)


def _nothing(threads: list[Thread], asked: int) -> str:
    twice = sum(each.asked > 1 for each in threads)
    return (
        f"fit_patience() got {len(threads)} conversations: the agent asks in {asked} "
        f"of them, twice or more in {twice}, and in none did the person answer a "
        "second question or leave at it; pass conversations that go on so far, or "
        "state the odds, as in patience=(0.35, 0.6)"
    )


def _share(odds: float, ci95: tuple[float, float]) -> str:
    return f"{odds:.3f} ({ci95[0]:.3f} to {ci95[1]:.3f})"


def _line(each: Hazard) -> str:
    return (
        f"  {each.question:8}  {each.at_risk:7}  {each.left:6}  {each.hazard:6.3f}  "
        f"{each.low:.3f} to {each.high:.3f}  {each.surviving:9.3f}"
    )
