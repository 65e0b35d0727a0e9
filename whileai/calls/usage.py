"""What the model calls of a run cost, by role."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import define, field

if TYPE_CHECKING:
    from whileai.calls.completion import Completion


@define
class RoleUsage:
    """The calls of one role.

    Args:
        calls: that were answered, by a cassette too.
        replayed: calls that a cassette answered, at no cost.
        requests: that were sent, retries included.
        retries: attempts made again, by class of failure.
        failed: calls that were given up.
        input_tokens, output_tokens: as servers count them.
        uncounted: answered calls whose server told no tokens.
        models: names of the models that were called.
        usd: what the answered calls cost by ``prices``, those of a cassette included.
        unpriced: answered calls of models without a price, where there are prices.
    """

    calls: int = 0
    replayed: int = 0
    requests: int = 0
    retries: Counter[str] = field(factory=Counter)
    failed: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    uncounted: int = 0
    models: dict[str, None] = field(factory=dict)
    usd: float = 0.0
    unpriced: int = 0

    def add(self, done: Completion) -> None:
        """Count an answered call."""
        self.calls += 1
        self.input_tokens += done.input_tokens or 0
        self.output_tokens += done.output_tokens or 0
        self.uncounted += done.input_tokens is None and done.output_tokens is None

    def to_json(self) -> dict[str, Any]:
        """Give the numbers as a report has them."""
        return {
            "calls": self.calls,
            "replayed": self.replayed,
            "requests": self.requests,
            "retries": dict(sorted(self.retries.items())),
            "failed": self.failed,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
            "uncounted": self.uncounted,
            "models": list(self.models),
            "usd": round(self.usd, 9) if self.usd and not self.unpriced else None,
        }


@define
class Usage:
    """The calls of a run."""

    roles: dict[str, RoleUsage] = field(factory=dict)

    def of(self, role: str) -> RoleUsage:
        """Give the counts of ``role``, which begin at nothing."""
        counts = self.roles.get(role)
        if counts is None:
            counts = self.roles[role] = RoleUsage()
        return counts

    @property
    def retries(self) -> int:
        """Attempts made again, of every role: what a progress line shows."""
        return sum(sum(each.retries.values()) for each in self.roles.values())

    def to_json(self) -> dict[str, Any]:
        """Give the counts by role, as ``report()["usage"]`` has them."""
        return {role: self.roles[role].to_json() for role in sorted(self.roles)}
