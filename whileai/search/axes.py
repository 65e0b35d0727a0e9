"""The axes a situation lies on, with their values for one agent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from whileai.base.errors import nearest, suggestion
from whileai.model import TIERS, tier_of
from whileai.options.dimensions import HISTORIES, STANCES, TOOL_CONDITIONS
from whileai.options.dimensions import WORLD_STATES as STATES
from whileai.search.clauses import clauses_of, label_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from whileai.model import Tool

MOST_CLAUSES = 16
"""Clauses of the policy that become values of the rule axis."""

NEUTRAL = {
    "rule": "unspecified",
    "world_state": "unknown",
    "tool_condition": "success",
    "history": "fresh",
}
"""What an ask that needs no tool leaves these axes at."""

_ID_WORDS = frozenset(
    {
        "id",
        "ids",
        "uid",
        "uuid",
        "guid",
        "key",
        "code",
        "number",
        "no",
        "num",
        "ref",
        "reference",
        "sku",
        "iban",
        "slug",
        "email",
        "username",
        "handle",
        "account",
    }
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@frozen(kw_only=True)
class Axes:
    """Each axis with its values, in order.

    Args:
        tool: each tool, ``multi_tool`` with two or more, ``unrelated``.
        rule: the first clauses of the policy, then ``unspecified``.
        stance, world_state, tool_condition, history: as users' files spell them.
        pinned: the axes that ``dimensions=`` fixed.
        clauses: how many clauses the policy has in all.
        idless: tools without a parameter that names one particular thing; an ask
            about one leaves the world state at ``unknown``.
        lead: tools that are drawn three times as often as the others.
    """

    tool: tuple[str, ...] = ("unrelated",)
    rule: tuple[str, ...] = ("unspecified",)
    stance: tuple[str, ...] = STANCES
    world_state: tuple[str, ...] = ("unknown",)
    tool_condition: tuple[str, ...] = ("success",)
    history: tuple[str, ...] = HISTORIES
    pinned: frozenset[str] = frozenset()
    clauses: int = 0
    idless: frozenset[str] = frozenset()
    lead: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        tools: Sequence[Tool],
        policy: str = "",
        dimensions: Mapping[str, Sequence[str]] | None = None,
        fault_kinds: Sequence[str] = (),
    ) -> Axes:
        """Give the axes of an agent.

        Args:
            tools: what it can call.
            policy: its system prompt.
            dimensions: values that replace those of the axes it names.
            fault_kinds: further kinds of fault, beyond the built-in ones.

        Raises:
            ValueError: if ``dimensions`` names an axis or value that there is not, an
                empty list, or faults where no tool can be called.
        """
        clauses = clauses_of(policy)
        known = _values(tools, clauses[:MOST_CLAUSES], fault_kinds)
        wider = {
            **known,
            "rule": (*clauses, "unspecified"),
            "world_state": STATES,
            "tool_condition": (*TOOL_CONDITIONS, *fault_kinds),
        }
        chosen = {
            axis: _pinned(axis, values, wider)
            for axis, values in (dimensions or {}).items()
        }
        axes = cls(
            **{**known, **chosen},
            pinned=frozenset(chosen),
            clauses=len(clauses),
            idless=frozenset(tool.name for tool in tools if not takes_id(tool)),
        )
        return axes._without_impossible(known["tool"])

    def _without_impossible(self, tools: tuple[str, ...]) -> Axes:
        """Leave ``unrelated`` out where a pinned axis has no place for it."""
        barred = [
            axis
            for axis, value in NEUTRAL.items()
            if axis in self.pinned and value not in getattr(self, axis)
        ]
        callable_ = tuple(each for each in self.tool if each != "unrelated")
        if "tool_condition" in barred and not callable_:
            raise ValueError(
                f"dimensions pins tool_condition to {list(self.tool_condition)!r}, but "
                f"tool to {list(self.tool)!r}: an ask that calls no tool meets no "
                f"fault. Pin tool to some of {list(tools)!r}, or pass tools="
            )
        axes = self._without_unmet_states(callable_)
        if not barred or not callable_ or "tool" in self.pinned:
            return axes
        return evolve(axes, tool=callable_)

    def _without_unmet_states(self, tools: tuple[str, ...]) -> Axes:
        """Leave out the world states that no ask about one of ``tools`` can be in."""
        if "world_state" in self.pinned or not tools:
            return self
        met = {state for tool in tools for state in self.states_of(tool)}
        return evolve(self, world_state=tuple(s for s in self.world_state if s in met))

    def states_of(self, tool: str) -> tuple[str, ...]:
        """Give the world states that an ask about ``tool`` can be in.

        A tool that takes no id tells no state from another; a state that is pinned
        holds for it all the same.
        """
        if tool in self.idless and NEUTRAL["world_state"] in self.world_state:
            return (NEUTRAL["world_state"],)
        return self.world_state

    def within(self, *, hard: Fraction, faulted: Fraction) -> Axes:
        """Give the axes without the values that shares of 0 or 1 leave no room for.

        Args:
            hard: share of situations from the hard tiers.
            faulted: share of those about a tool that a fault is scheduled in.
        """
        easy = [each for each in self.stance if tier_of(each) == TIERS[0]]
        others = [each for each in self.stance if tier_of(each) != TIERS[0]]
        plain = [each for each in self.tool_condition if each == "success"]
        faults = [each for each in self.tool_condition if each != "success"]
        return evolve(
            self,
            stance=tuple(_either(easy, others, hard)),
            tool_condition=tuple(_either(plain, faults, faulted)),
        )

    @property
    def regions(self) -> tuple[Axes, ...]:
        """Give the parts of the grid in each of which every combination can occur."""
        tools = tuple(each for each in self.tool if each != "unrelated")
        loose = tuple(t for t in tools if self.states_of(t) != self.world_state)
        named = tuple(each for each in tools if each not in loose)
        found = []
        if named:
            found.append(evolve(self, tool=named))
        if loose:
            found.append(evolve(self, tool=loose, world_state=self.states_of(loose[0])))
        if "unrelated" in self.tool:
            found.append(self.apart)
        return tuple(found)

    @property
    def apart(self) -> Axes:
        """Give the axes of an ask that needs no tool; pinned ones keep their values.

        Where no ask is about a tool, each rule is at stake in some of them.
        """
        return evolve(
            self,
            tool=("unrelated",),
            rule=self._settled("rule") if self.related else self.rule,
            world_state=self._settled("world_state"),
            tool_condition=(NEUTRAL["tool_condition"],),
            history=self._settled("history"),
        )

    def _settled(self, axis: str) -> tuple[str, ...]:
        values: tuple[str, ...] = getattr(self, axis)
        return (NEUTRAL[axis],) if NEUTRAL[axis] in values else values

    @property
    def related(self) -> bool:
        """Whether some asks are about a tool."""
        return self.tool != ("unrelated",)

    @property
    def warning(self) -> str | None:
        """Say that the policy has more clauses than the rule axis, if it has."""
        if self.clauses <= MOST_CLAUSES or "rule" in self.pinned:
            return None
        return (
            f"the policy has {self.clauses} clauses and the rule axis takes the first "
            f"{MOST_CLAUSES}; pass dimensions={{'rule': [...]}} to choose others"
        )


def _values(
    tools: Sequence[Tool], clauses: Sequence[str], fault_kinds: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    names = tuple(dict.fromkeys(tool.name for tool in tools))
    many = ("multi_tool",) if len(names) > 1 else ()
    kinds = dict.fromkeys((*TOOL_CONDITIONS, *fault_kinds))
    return {
        "tool": (*names, *many, "unrelated"),
        "rule": (*clauses, "unspecified"),
        "stance": STANCES,
        "world_state": STATES if any(map(takes_id, tools)) else ("unknown",),
        "tool_condition": tuple(kinds) if names else ("success",),
        "history": HISTORIES,
    }


def _pinned(
    axis: str, values: Sequence[str], known: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    if axis not in known:
        near = "stance" if axis == "tier" else nearest(axis, known)
        hint = f" did you mean {near!r}?" if near else ""
        names = ", ".join(known)
        raise ValueError(f"dimensions has no axis {axis!r};{hint} there is {names}")
    there_is = ", ".join(map(repr, known[axis]))
    if not values:
        raise ValueError(
            f"dimensions[{axis!r}] is an empty list: give one or more of {there_is}, "
            f"or leave the axis out to keep all of them"
        )
    return tuple(dict.fromkeys(_known(axis, each, known[axis]) for each in values))


def _known(axis: str, value: str, known: tuple[str, ...]) -> str:
    if value in known:
        return value
    if axis == "rule" and (label := label_of(value)) in known:
        return label
    hint = suggestion(value, known) or ";"
    there_is = ", ".join(map(repr, known))
    raise ValueError(
        f"dimensions[{axis!r}] has no value {value!r}{hint} there is {there_is}"
    )


def _either(few: list[str], others: list[str], share: Fraction) -> list[str]:
    """Give the values that a share of ``others`` leaves; all where it cannot be met."""
    if not few or not others:
        return few or others
    return few if share <= 0 else others if share >= 1 else [*few, *others]


def words_in(name: str) -> list[str]:
    """Give the words of a name as code spells it: ``orderId``, ``order_id``."""
    return [word.lower() for word in _WORD.findall(name)]


def takes_id(tool: Tool) -> bool:
    """Tell whether a parameter of ``tool`` names one particular thing."""
    return any(
        _ID_WORDS.intersection(words_in(name)) or _formatted(schema)
        for name, schema in _properties(tool.parameters)
    )


def _properties(schema: Any) -> Iterator[tuple[str, Any]]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if isinstance(properties, dict):
        for name, inner in properties.items():
            yield str(name), inner


def _formatted(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("format") in ("uuid", "email")
