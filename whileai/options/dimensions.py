"""The axes of the grid by name, the values that are fixed, and ``dimensions=``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from whileai.base.errors import given, nearest
from whileai.base.lines import frozen as read_only
from whileai.options.checks import Check, wrong_type, wrong_value

STANCES = (
    "ordinary",
    "hurried",
    "retry",
    "mistaken",
    "exploratory",
    "ambiguous",
    "unsure",
    "boundary",
    "conflicting",
    "adversarial",
)
WORLD_STATES = (
    "entity exists",
    "entity missing",
    "entity already acted on",
    "duplicate entity",
    "partially completed",
    "unknown",
)
TOOL_CONDITIONS = (
    "success",
    "timeout",
    "malformed_result",
    "stale_result",
    "permission_denied",
    "timeout_after_commit",
    "rate_limited",
    "server_error",
    "truncated",
    "empty",
    "slow",
)
HISTORIES = (
    "fresh",
    "prior_failure",
    "prior_partial_action",
    "contradicts_earlier",
    "repeat visit",
)

AXES: Mapping[str, tuple[str, ...]] = read_only(
    {
        "tool": (),
        "rule": (),
        "stance": STANCES,
        "world_state": WORLD_STATES,
        "tool_condition": TOOL_CONDITIONS,
        "history": HISTORIES,
    }
)
"""Each axis with its values; empty where the values come from tools and policy."""

_ACCEPTS = f"a dict of an axis ({', '.join(AXES)}) to a list of its values"


def dimensions() -> Check:
    """Accept axes with the values they are pinned to.

    Gives them in the order of ``AXES``, whatever order the dict had. Values keep their
    order, a set is sorted, and copies collapse.
    """
    return Check(_ACCEPTS, _read)


def _read(name: str, value: Any) -> Mapping[str, tuple[str, ...]]:
    if not isinstance(value, Mapping):
        raise wrong_type(name, value, _ACCEPTS)
    for axis in value:
        if axis not in AXES:
            known = "one of the axes " + ", ".join(AXES)
            raise wrong_value(f"{name} key", axis, known, _axis_hint(name, axis))
    return read_only(
        {
            axis: _values(f"{name}[{axis!r}]", axis, value[axis])
            for axis in AXES
            if axis in value
        }
    )


def _axis_hint(name: str, axis: object) -> str:
    if axis == "tier":
        return f"a tier is a set of stances: pin {name}={{'stance': [...]}}"
    near = nearest(axis, AXES) if isinstance(axis, str) else None
    return f"did you mean {near!r}?" if near else ""


def _values(name: str, axis: str, values: Any) -> tuple[str, ...]:
    known = AXES[axis]
    accepts = "a list of values that is not empty"
    if known:
        accepts += f" (there is {', '.join(map(repr, known))})"
    if isinstance(values, str):
        advice = f"wrap it in a list: [{given(values)}]"
        raise wrong_type(name, values, accepts, advice)
    if not isinstance(values, (list, tuple, set, frozenset)):
        raise wrong_type(name, values, accepts)
    if not values:
        raise wrong_value(name, values, accepts)
    for each in values:
        _refuse_unknown(name, each, known)
    unordered = isinstance(values, (set, frozenset))
    return tuple(dict.fromkeys(sorted(values) if unordered else values))


def _refuse_unknown(name: str, value: Any, known: tuple[str, ...]) -> None:
    accepts = "one of " + ", ".join(map(repr, known)) if known else "a name"
    if not isinstance(value, str):
        raise wrong_type(name, value, accepts)
    if (known and value not in known) or not value.strip():
        near = nearest(value, known)
        raise wrong_value(
            name, value, accepts, f"did you mean {near!r}?" if near else ""
        )
