"""Whether asks and worlds agree: no id, amount, date or status that contradicts.

Run ``python -m benchmarks.agreement`` to check 5,000 asks and print what was found.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import frozen

from benchmarks.asks import RULES, agents, brief
from whileai.builtin.writers.template import Voice
from whileai.builtin.writers.values import MONTHS, spellings
from whileai.world.scenes import Stage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from whileai.model import Brief, Scene, Tool

_NUMBER = re.compile(r"\d[\d.,:/-]*\d|\d")
_TOKEN = re.compile(r"\S*\d\S*")
_MONTH = re.compile(rf"(?<![.!?] )(?<!\A)\b(?:{'|'.join(MONTHS)})\b")
_STATUS = re.compile(
    r"\b(?:it|order|payment|package|parcel|ticket|file|message)"
    r"(?:'s| is| was| has been) (?:already )?"
    r"(?:shipped|delivered|cancelled|paid|refunded|sent|deleted|closed)\b",
    re.IGNORECASE,
)


@frozen(kw_only=True)
class Finding:
    """One thing in an ask that its scene does not bear out.

    Args:
        kind: ``number``, ``month``, ``status``, ``off-topic``, ``held`` or ``store``.
        what: the words of the ask.
        ask: the whole of it.
    """

    kind: str
    what: str
    ask: str


def told(scene: Scene) -> str:
    """Give everything that an ask may state of ``scene``, in every spelling."""
    values = [*_leaves(scene.facts), *_leaves(scene.person), scene.rule]
    return " ".join(form for value in values for form in _forms(value))


def _leaves(value: Any) -> Iterator[Any]:
    if hasattr(value, "values"):
        for each in value.values():
            yield from _leaves(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _leaves(each)
    else:
        yield value


def _forms(value: Any) -> Iterable[str]:
    if isinstance(value, bool) or value is None:
        return ()
    plain = [str(value), *spellings(value)]
    if isinstance(value, (int, float)):
        plain += spellings(value, money=True)
    if str(value).isdigit() and 1 <= int(value) <= 12:
        plain.append(MONTHS[int(value) - 1])
    return plain


def states(scene: Scene, ask: str) -> bool:
    """Answer whether an ask states a value of its scene, or leaves one out on purpose.

    A yes or no is said in words that name no value: it counts as stated.
    """
    facts = [each for each in _leaves(scene.facts) if each is not None]
    said = any(isinstance(each, bool) for each in facts) or any(
        form in ask for each in facts for form in _forms(each) if form
    )
    return said or bool(scene.withheld)


def findings(brief: Brief, ask: str) -> list[Finding]:
    """Give what is wrong with one ask."""
    scene, topic = brief.situation.scene, brief.situation.cell.tool
    if topic == "unrelated":
        return [_finding("off-topic", each, ask) for each in _TOKEN.findall(ask)]
    known = told(scene)
    out = [_finding("number", n, ask) for n in _NUMBER.findall(ask) if n not in known]
    out += [_finding("month", m, ask) for m in _MONTH.findall(ask) if m not in known]
    out += [_finding("status", m[0], ask) for m in _STATUS.finditer(ask)]
    for name in scene.withheld:
        value = scene.facts.get(name)
        if isinstance(value, (str, int, float)) and len(str(value)) > 3:
            rest = {k: v for k, v in scene.facts.items() if k != name}
            others = " ".join(map(str, _leaves(rest)))
            if str(value) in ask and str(value) not in others:
                out.append(_finding("held", str(value), ask))
    return out


def _finding(kind: str, what: str, ask: str) -> Finding:
    return Finding(kind=kind, what=what, ask=ask)


def unkept(stage: Stage, brief: Brief) -> list[str]:
    """Give the ids that a person states and the store does not know, or does."""
    scene, cell = brief.situation.scene, brief.situation.cell
    action = stage.model.actions.get(cell.tool)
    if action is None:
        return []
    session = stage.open(scene)
    wrong = []
    for argument in action.role("target"):
        told_id = scene.facts.get(argument.name)
        entity = stage.model.entities.get(argument.entity)
        if told_id is None or entity is None or isinstance(told_id, list):
            continue
        there = session.store.holds(entity, told_id)
        gone = any(str(each) == str(told_id) for each in scene.missing)
        if there == gone:
            wrong.append(f"{argument.name}={told_id!r} missing={gone}")
    return wrong


def check(
    agents: Mapping[str, Sequence[Tool]], count: int, rules: Sequence[str] = ()
) -> list[Finding]:
    """Give what is wrong in ``count`` asks over ``agents``, shared evenly."""
    out: list[Finding] = []
    share = -(-count // max(1, len(agents)))
    for tools in agents.values():
        voice, stage = Voice(tools), Stage(tools, "\n".join(f"- {r}" for r in rules))
        for seed in range(share):
            each = brief(tools, stage, seed, rules)
            for ask in voice.word(each):
                out += findings(each, ask)
                out += [_finding("store", w, ask) for w in unkept(stage, each)]
    return out


def main() -> None:
    """Check 5,000 asks and print what was found."""
    found = check(agents(), 5000, RULES)
    for each in found[:20]:
        print(f"{each.kind}: {each.what!r} in {each.ask!r}")
    print(f"agreement: {len(found)} contradictions in 5,000 asks, 0 wanted")


if __name__ == "__main__":
    main()
