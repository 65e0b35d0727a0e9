"""Agents with planted failures, made by a seeded generator that no search has seen.

An agent reads its ask and what its tools answer, and nothing else: which tool is asked
for, how many things, on which side of a rule the person stands, what came before, in
which state the world is, and which call fails how. A planted failure is a conjunction
of two, three or four such conditions. How often each occurs is measured on situations
that are drawn evenly from the grid; only conjunctions that a run meets rarely are kept.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from contextlib import nullcontext
from functools import cache
from typing import TYPE_CHECKING, Any
from unittest import mock

from attrs import frozen

import whileai as wai
from whileai.base.seeds import Dice, derive
from whileai.model import TIERS, Cell, tier_of
from whileai.search import survey
from whileai.search.axes import NEUTRAL
from whileai.search.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.model import Brief, Task
    from whileai.results import SimulationData
    from whileai.search.layers import Drawn
    from whileai.stages import Run

Seen = dict[str, str]
"""What an agent notices in one rollout: feature to value."""

FEATURES = ("tool", "fault", "state", "side", "asks", "history")
ORDERS = (2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4)
"""How many conditions each failure of an agent has: half two, 35% three, 15% four."""
RAREST, COMMONEST = 0.001, 0.02
DRAWS = 6_000
NOUNS = ("order", "invoice", "shipment", "ticket", "booking", "claim", "subscription")
VERBS = ("get", "update", "cancel", "approve")
CLAUSES = (
    "Amounts above 200 dollars need a manager's approval.",
    "No more than 5 items may be touched at once.",
    "An amount of at least 20 dollars is required.",
    "Never give out what was not asked for.",
    "Changes above 500 dollars are refused.",
    "Say in one sentence what was done.",
)
HISTORIES = {
    "fresh": "Good morning.",
    "prior_failure": "I tried this before and it went wrong.",
    "prior_partial_action": "Half of this was done the last time.",
    "contradicts_earlier": "Forget what I said yesterday.",
    "repeat visit": "It is me again.",
}


@frozen(kw_only=True)
class Failure:
    """One planted failure.

    Args:
        number: of the agent's failures, from 0.
        conditions: what must hold at once, feature and value.
        rate: how often it holds in situations drawn evenly from the grid.
    """

    number: int
    conditions: tuple[tuple[str, str], ...]
    rate: float

    def fires(self, seen: Mapping[str, str]) -> bool:
        """Tell whether all conditions hold."""
        return all(seen.get(name) == value for name, value in self.conditions)


@frozen(kw_only=True)
class Planted:
    """An agent with what is wrong with it.

    Args:
        tools: that it has.
        policy: that it is to follow.
        failures: when it fails.
    """

    tools: tuple[dict[str, Any], ...]
    policy: str
    failures: tuple[Failure, ...] = ()

    async def __call__(self, message: str, world: Any) -> str:
        """Do what is asked; say what was seen, and what that makes go wrong."""
        seen = await _look(self, message, world)
        fails = [str(each.number) for each in self.failures if each.fires(seen)]
        return f"Done. fails: {' '.join(fails)}; {json.dumps(seen, sort_keys=True)}"


def failed(row: Mapping[str, Any]) -> list[int]:
    """Give the numbers of the failures that ``row`` shows."""
    numbers = row["final_text"].partition("fails: ")[2].partition(";")[0]
    return [int(each) for each in numbers.split()]


async def _judge(row: Mapping[str, Any]) -> bool:
    return not failed(row)


def played(agent: Planted, *, even: bool = False, **options: Any) -> SimulationData:
    """Run ``agent`` on the grid, or on situations drawn evenly from it."""
    grid = mock.patch.object(survey, "Grid", EvenGrid) if even else nullcontext()
    common: dict[str, Any] = {
        "tools": list(agent.tools),
        "system_prompt": agent.policy,
        "simulator": Plain(),
        "grader": _judge,
        "concurrency": 8,
    }
    with grid:
        data: SimulationData = asyncio.run(
            wai.simulate_async(agent, **(common | options))
        )
    return data


@cache
def planted(seed: int, number: int) -> Planted:
    """Give the ``number``-th agent of ``seed``."""
    dice = Dice(derive(seed, "planted", number))
    nouns = dice.sample(NOUNS, 2)
    clauses = dice.sample(CLAUSES, dice.between(2, 5))
    bare = Planted(
        tools=tuple(_tool(verb, noun) for noun in nouns for verb in VERBS),
        policy="\n".join(f"- {clause}" for clause in clauses),
    )
    draws: dict[str, Any] = {"budget": DRAWS, "seed": derive(seed, number) >> 1}
    rows = played(bare, even=True, grader=None, advanced={"purse": 0}, **draws)
    shown = [json.loads(row["final_text"].partition(";")[2]) for row in rows]
    return Planted(
        tools=bare.tools, policy=bare.policy, failures=_failures(shown, dice)
    )


def _failures(shown: Sequence[Seen], dice: Dice) -> tuple[Failure, ...]:
    values = {name: _telling(name, shown) for name in FEATURES}
    found: list[Failure] = []
    taken: set[tuple[tuple[str, str], ...]] = set()
    while len(found) < len(ORDERS):
        names = dice.sample(FEATURES, ORDERS[len(found)])
        conditions = tuple(sorted((name, dice.pick(values[name])) for name in names))
        each = Failure(number=len(found), conditions=conditions, rate=0.0)
        rate = sum(map(each.fires, shown)) / len(shown)
        if RAREST <= rate <= COMMONEST and conditions not in taken:
            taken.add(conditions)
            found.append(Failure(number=len(found), conditions=conditions, rate=rate))
    return tuple(found)


def _telling(name: str, shown: Sequence[Seen]) -> list[str]:
    """Give the values of a feature that at most half of the situations have."""
    counts = Counter(seen[name] for seen in shown if name in seen)
    return sorted(each for each, count in counts.items() if 2 * count <= len(shown))


def _tool(verb: str, noun: str) -> dict[str, Any]:
    properties: dict[str, Any] = {f"{noun}_id": {"type": "string"}}
    if verb in ("update", "approve"):
        properties["amount"] = {"type": "number"}
        properties["items"] = {"type": "integer", "minimum": 0}
    return {
        "name": f"{verb}_{noun}",
        "description": f"{verb.capitalize()} one {noun}.",
        "parameters": {
            "type": "object",
            "properties": properties,
            "required": list(properties),
        },
    }


# ------------------------------------------------------------------ what an ask says


class Plain:
    """A writer that costs little and says all that the person would, in set words."""

    async def write(self, briefs: Sequence[Brief], run: Run) -> list[Task]:
        """Word each brief as often as it asks."""
        return [
            brief.task(number, _ask(brief, number))
            for brief in briefs
            for number in range(brief.phrasings)
        ]


def _ask(brief: Brief, number: int) -> str:
    situation = brief.situation
    cell, scene = situation.cell, situation.scene
    side = f" I am {scene.side} of: {scene.rule}" if scene.side else ""
    facts = json.dumps(dict(scene.facts), sort_keys=True)
    return (
        f"{HISTORIES[cell.history]} I want to {scene.goal}.{side} I am {cell.stance}. "
        f"Details {number}: {facts}"
    )


_GOAL = re.compile(r" I want to (?P<goal>[^.]*)\.")
_SIDE = re.compile(r" I am (?P<side>within|at|beyond) of: (?P<rule>[^.]*)\.")
_SAID = {"get": "find out about", "update": "change"}


async def _look(agent: Planted, message: str, world: Any) -> Seen:
    """Read the ask, do it, and give what was to be noticed."""
    seen: Seen = {"tool": "none", "asks": "1"}
    for history, words in HISTORIES.items():
        if message.startswith(words):
            seen["history"] = history
    if told := _SIDE.search(message):
        seen["side"] = f"{told['side']} {told['rule']}"
    goal = _GOAL.search(message)
    goals = goal["goal"].split(" and then ") if goal else []
    facts = json.loads(message.partition("Details")[2].partition(": ")[2])
    asked = [tool for each in goals for tool in agent.tools if _means(each, tool)]
    seen["asks"] = str(max(1, len(asked)))
    for tool in asked[:1]:
        seen["tool"] = tool["name"]
    await _do(asked, facts, world, seen)
    return seen


def _means(goal: str, tool: Mapping[str, Any]) -> bool:
    verb, _, noun = tool["name"].partition("_")
    words = goal.split()
    return goal.startswith(_SAID.get(verb, verb)) and words[-1] == noun


async def _do(
    asked: Sequence[Mapping[str, Any]], facts: Mapping[str, Any], world: Any, seen: Seen
) -> None:
    """Look at the thing, then do what is asked twice over, to be sure of it."""
    for place, tool in enumerate(asked):
        name, noun = tool["name"], tool["name"].partition("_")[2]
        known = {k: v for k, v in facts.items() if k in _takes(tool)}
        own = {k: v for k, v in known.items() if k.endswith("_id")}
        calls = [(f"get_{noun}", own), (name, known), (name, known)]
        answers = []
        for number, (called, told) in enumerate(calls):
            answer = await world.call_async(called, told)
            count = sum(other == called for other, _ in calls[: number + 1])
            if (kind := _spoiled(answer)) and "fault" not in seen:
                seen["fault"] = f"{kind} {count}"
            answers.append(answer)
        if not place:
            seen["state"] = _state(answers, known)


def _takes(tool: Mapping[str, Any]) -> Sequence[str]:
    return list(tool["parameters"]["properties"])


def _spoiled(answer: Any) -> str | None:
    """Give how a call failed, as far as its answer shows."""
    if isinstance(answer, str):
        return "malformed" if answer.endswith("}}<") else "truncated"
    if not answer:
        return "empty"
    code = answer.get("code")
    if code in ("timeout", "permission_denied", "rate_limited", "server_error"):
        return str(code)
    return "stale" if answer.get("stale") else None


def _state(answers: Sequence[Any], facts: Mapping[str, Any]) -> str:
    look, first = [each if isinstance(each, dict) else {} for each in answers[:2]]
    codes = {each.get("code") for each in (look, first)}
    if "not_found" in codes:
        return "missing"
    if "progress" in look:
        return "half done"
    same = [name for name in facts if not name.endswith("_id")]
    if same and all(look.get(name) == facts[name] for name in same):
        return "done already"
    return "done already" if "already_done" in codes else "there"


# ------------------------------------------------------------------------ even draws


class EvenGrid(Grid):
    """The same grid and dials, each situation drawn evenly, apart from the others."""

    def at(self, zone: int, index: int) -> Drawn:
        """Give cell and visit of situation ``index``, from 0."""
        axes, dice = self.axes, Dice(derive(self._seed, "even", zone, index))
        stance = dice.pick(_tier(axes.stance, dice, float(self.hard_share)))
        related = [each for each in axes.tool if each != "unrelated"]
        if dice.below(len(related) + 1) == 0 and len(related) < len(axes.tool):
            return Cell(tool="unrelated", stance=stance, **NEUTRAL), index
        faults = [each for each in axes.tool_condition if each != "success"]
        tool = dice.pick(related)
        fails = dice.chance(float(self.fault_rate))
        cell = Cell(
            tool=tool,
            rule=dice.pick(axes.rule),
            stance=stance,
            world_state=dice.pick(axes.states_of(tool)),
            tool_condition=dice.pick(faults) if fails else "success",
            history=dice.pick(axes.history),
        )
        return cell, index


def _tier(stances: Sequence[str], dice: Dice, hard: float) -> list[str]:
    tier = dice.pick(TIERS[1:]) if dice.chance(hard) else TIERS[0]
    return [each for each in stances if tier_of(each) == tier]
