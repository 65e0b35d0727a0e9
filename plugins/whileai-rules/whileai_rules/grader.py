"""The grader: a row passes when its reply keeps every rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from whileai import Verdict
from whileai_rules.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.stages import Row


@frozen(kw_only=True)
class RuleGrader:
    """Grades the form of a reply.

    Args:
        rules: rule name to its value, checked in this order.
    """

    rules: Mapping[str, str] = field(factory=lambda: read_rules(""))
    name: str = "rules"

    async def grade(self, row: Row, /) -> Verdict:
        """Give 1 if every rule was kept, else 0; a marker for each rule says which."""
        reply = row.to_json()["final_text"] or ""
        found = {
            name: RULES[name].broken(reply, self.rules[name]) for name in self.rules
        }
        broken = [reason for reason in found.values() if reason]
        return Verdict(
            reward=0.0 if broken else 1.0,
            reason="; ".join(broken) or "every rule was kept",
            markers={f"broke_{name}": bool(reason) for name, reason in found.items()},
            judge=self.name,
        )


def read_rules(text: str) -> dict[str, str]:
    """Read ``"length=400,promises"`` as rules and their values.

    Args:
        text: rules separated by commas, each with ``=value`` where it takes one;
            empty means all of them.

    Raises:
        ValueError: naming the rule that is not known or whose value will not do.
    """
    if not text.strip():
        return {name: rule.value or "" for name, rule in RULES.items()}
    rules = {}
    for part in text.split(","):
        name, equals, value = (each.strip() for each in part.partition("="))
        if name not in RULES:
            raise ValueError(
                f"grader='rules:{text}': no rule is called {name!r}; rules: "
                f"{', '.join(RULES)}"
            )
        rule = RULES[name]
        if equals and (rule.value is None or not rule.accepts(value)):
            wanted = f"takes {rule.wanted}" if rule.wanted else "takes no value"
            raise ValueError(
                f"grader='rules:{text}': {name}={value!r}, but the rule {wanted}"
            )
        rules[name] = value if equals else rule.value or ""
    return rules
