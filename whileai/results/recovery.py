"""What agents made of faults, and which tools answer nothing but errors."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import define, field

from whileai.stats.intervals import wilson
from whileai.world.faults import MODES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

DEAD_BELOW = 0.30
"""A tool is dead when its share of good answers is under this, with 95% confidence."""
DEAD_FROM = 3
"""Answered calls that a tool must have before anything is said of it."""


@define(kw_only=True)
class Trouble:
    """What went wrong in rows: faults and what became of them, errors per tool.

    Args:
        met: rows that met a fault, by kind.
        mended: those of them in which the tool answered well later on.
        answered: calls that were answered without a fault, by tool.
        good: those of them that were answered well; to say that there is no such
            thing is a good answer.
        looked: answers to calls that look something up.
        unfound: those of them that said that it cannot be found.
        silent: rows in which no tool was called.
        rows: all of them.
    """

    met: Counter[str] = field(factory=Counter)
    mended: Counter[str] = field(factory=Counter)
    answered: Counter[str] = field(factory=Counter)
    good: Counter[str] = field(factory=Counter)
    looked: int = 0
    unfound: int = 0
    silent: int = 0
    rows: int = 0

    def add(self, row: Mapping[str, Any]) -> None:
        """Count one row."""
        steps = [s for s in row.get("steps") or () if isinstance(s.get("tool"), str)]
        self.rows += 1
        self.silent += not steps
        met: dict[str, set[str]] = {}
        for step in steps:
            self._count(step, met)
        for mode, open_ in met.items():
            self.met[mode] += 1
            self.mended[mode] += not open_

    def _count(self, step: Mapping[str, Any], met: dict[str, set[str]]) -> None:
        tool, status = step["tool"], step.get("status") or "success"
        if status in MODES:
            met.setdefault(status, set()).update(() if status == "slow" else (tool,))
            return
        if step.get("result") is None:
            return
        good = status == "success"
        self.answered[tool] += 1
        self.good[tool] += good or _absent(step)
        if good:
            for open_ in met.values():
                open_.discard(tool)
        self._count_look(step, good=good)

    def _count_look(self, step: Mapping[str, Any], *, good: bool) -> None:
        absent = not good and _absent(step)
        self.looked += good or absent
        self.unfound += absent

    def recovery(self) -> dict[str, dict[str, Any]]:
        """Give, by kind of fault, in how many rows the tool answered well later on.

        Returns:
            ``rows``, ``recovered``, ``share`` and ``interval`` (Wilson, 95%).
        """
        return {
            mode: {
                "rows": count,
                "recovered": self.mended[mode],
                "share": self.mended[mode] / count,
                "interval": list(wilson(self.mended[mode], count)),
            }
            for mode, count in sorted(self.met.items())
        }

    def dead_tools(self) -> dict[str, dict[str, int]]:
        """Give the tools that answer next to nothing well, injected faults apart."""
        return {
            tool: {"answered": count, "good": self.good[tool]}
            for tool, count in sorted(self.answered.items())
            if is_dead(self.good[tool], count)
        }

    def notes(self, tools: Sequence[str]) -> list[tuple[str, str]]:
        """Give what is to be said: a short name for programs, and a sentence.

        Args:
            tools: the names of the declared ones; without any nothing is claimed.
        """
        found: list[tuple[str, str]] = []
        if tools and self.rows and self.silent == self.rows:
            text = (
                f"no rollout of {self.rows} called a tool; take world= in the agent "
                "and call world.call(tool, arguments), or return the calls as steps"
            )
            found.append(("no_tool_calls", text))
        for tool, counts in self.dead_tools().items():
            text = (
                f"tool {tool!r} answered well {counts['good']} of "
                f"{counts['answered']} times, injected faults apart; check its schema "
                "and description, or what execute= does with it"
            )
            found.append(("dead_tools", text))
        if self.looked and 2 * self.unfound > self.looked:
            text = (
                f"{self.unfound} of {self.looked} lookups answered that nothing was "
                "found: the ids that the agent asks for are not in the world. Name the "
                "ids that exist in a tool's description ('Orders on file: A1, A2') or "
                "in the asks of seeds="
            )
            found.append(("lookups_not_found", text))
        return found


def _absent(step: Mapping[str, Any]) -> bool:
    """Whether the answer says that there is no such thing."""
    result = step.get("result")
    told = result if isinstance(result, dict) else {}
    return "not_found" in (told.get("code"), told.get("status"))


def trouble_in(rows: Iterable[Mapping[str, Any]]) -> Trouble:
    """Count the trouble in ``rows``."""
    found = Trouble()
    for row in rows:
        found.add(row)
    return found


def is_dead(good: int, answered: int) -> bool:
    """Tell whether so few good answers, of so many, are a dead tool's."""
    return answered >= DEAD_FROM and wilson(good, answered)[1] < DEAD_BELOW
