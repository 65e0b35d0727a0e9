"""What the model calls of a run cost, by role."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import define, field


@define
class RoleUsage:
    """The calls of one role.

    Args:
        calls: that were answered.
        requests: that were sent, retries included.
        retries: attempts made again, by class of failure.
        failed: calls that were given up.
        input_tokens, output_tokens: as servers count them.
        uncounted: answered calls whose server told no tokens.
        models: names of the models that were called.
    """

    calls: int = 0
    requests: int = 0
    retries: Counter[str] = field(factory=Counter)
    failed: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    uncounted: int = 0
    models: dict[str, None] = field(factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Give the numbers as a report has them."""
        return {
            "calls": self.calls,
            "requests": self.requests,
            "retries": dict(sorted(self.retries.items())),
            "failed": self.failed,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
            "uncounted": self.uncounted,
            "models": list(self.models),
        }


@define
class Usage:
    """The calls of a run."""

    roles: dict[str, RoleUsage] = field(factory=dict)

    def of(self, role: str) -> RoleUsage:
        """Give the counts of ``role``, which begin at nothing."""
        return self.roles.setdefault(role, RoleUsage())

    @property
    def retries(self) -> int:
        """Attempts made again, of every role: what a progress line shows."""
        return sum(sum(each.retries.values()) for each in self.roles.values())

    def to_json(self) -> dict[str, Any]:
        """Give the counts by role, as ``report()["usage"]`` has them."""
        return {role: self.roles[role].to_json() for role in sorted(self.roles)}
