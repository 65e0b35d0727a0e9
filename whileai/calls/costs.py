"""What model calls cost: how many, their tokens, their price."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

MILLION = 1_000_000


@frozen(kw_only=True)
class Price:
    """What a model charges.

    Args:
        input, output: USD for a million tokens.
    """

    input: float
    output: float

    def of(self, input_tokens: float, output_tokens: float) -> float:
        """Give the USD for so many tokens."""
        return (input_tokens * self.input + output_tokens * self.output) / MILLION


@frozen
class Cost:
    """What some calls cost together.

    Args:
        calls: completions that were asked for.
        tokens: input and output.
        usd: their price; 0 where no price is known.
    """

    calls: float = 0
    tokens: float = 0
    usd: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.calls + other.calls, self.tokens + other.tokens, self.usd + other.usd
        )

    def __sub__(self, other: Cost) -> Cost:
        return self + other.times(-1)

    def times(self, number: float) -> Cost:
        """Give the cost of as many calls of this kind."""
        return Cost(self.calls * number, self.tokens * number, self.usd * number)

    def floored(self) -> Cost:
        """Give this cost with nothing below zero."""
        return Cost(max(0, self.calls), max(0, self.tokens), max(0.0, self.usd))


NOTHING = Cost()


def read_prices(prices: Mapping[str, Mapping[str, float]]) -> dict[str, Price]:
    """Give prices by ``provider:model`` as the option has them."""
    return {colon_form(name): Price(**each) for name, each in prices.items()}


def colon_form(name: str) -> str:
    """Give a model's name as rows record it, however it was spelled."""
    for mark in (":", "/"):
        provider, found, model = name.partition(mark)
        if found and "/" not in provider:
            return f"{provider.strip().lower()}:{model.strip()}"
    return name.strip()
