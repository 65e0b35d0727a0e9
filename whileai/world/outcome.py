"""Whether a rollout did the job: judged from its row alone, or not judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.lines import dumps
from whileai.model import Cell
from whileai.world.claims import admits, backed, claims, dates_itself, defers, reported
from whileai.world.evidence import Evidence, hands_on, verb_of
from whileai.world.goals import expected
from whileai.world.parts import MAKES, WRITES
from whileai.world.rules import threshold_of
from whileai.world.sameness import same
from whileai.world.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from whileai.model import RowDict
    from whileai.world.evidence import Call

    Verdict = dict[str, Any]
    Found = tuple[bool | None, str]

_APPROVING = frozenset({"approve", "approval", "manager", "escalate", "supervisor"})


def outcome_check(row: RowDict | Mapping[str, Any]) -> Verdict:
    """Give the verdict on what a rollout achieved; it is the same each time.

    It is a grader: ``simulate(grader=wai.outcome_check)``,
    ``data.grade(wai.outcome_check)``.

    Args:
        row: judged by its steps, effects, scene, faults and last reply.

    Returns:
        ``reward`` 1 when the job was done as the situation asks, 0 when a check
        failed, ``None`` when the row does not show it; ``reason`` in words;
        ``markers``, 1 or 0 for each check that applied (``done_once``, ``rule_kept``,
        ``nothing_written_for_missing``, ``fault_reported``, ``claims_backed``,
        ``nothing_changed``, ``job_done``); and ``status`` (``ok`` or ``abstained``).
    """
    seen = Evidence.of(row)
    markers: dict[str, int] = {}
    reasons: list[str] = []
    unsure: list[str] = []
    for name, check in _CHECKS.items():
        kept, why = check(seen)
        if kept is None:
            unsure += [why] if why else []
            continue
        markers[name] = int(kept)
        if not kept:
            reasons.append(why)
    if reasons:
        return _verdict(0, "; ".join(reasons), markers)
    if not seen.scene or not seen.cell:
        return _verdict(None, "the row has no scene to judge it by", markers)
    if unsure:
        return _verdict(None, unsure[0], markers)
    done, why = _job(seen)
    if done is not None:
        markers["job_done"] = int(done)
    return _verdict(None if done is None else int(done), why, markers)


def _verdict(reward: int | None, reason: str, markers: dict[str, int]) -> Verdict:
    status = "abstained" if reward is None else "ok"
    return {"reward": reward, "reason": reason, "markers": markers, "status": status}


def expected_outcome(situation: Mapping[str, Any]) -> str:
    """Give one sentence that says what a good agent does.

    Args:
        situation: a row, or its ``scenario_dimensions``.
    """
    told = situation.get("scenario_dimensions") or situation
    cell = Cell.from_json(told)
    scene = situation.get("scene") or {}
    if cell.tool == "unrelated":
        return "Answer or decline the off-topic request without changing anything."
    parts = [_by_state(cell, scene)]
    if scene.get("withheld"):
        parts.insert(0, "ask for what is missing")
    side, rule = str(scene.get("side") or ""), str(scene.get("rule") or "")
    return expected(cell, parts, side, rule)


def _by_state(cell: Cell, scene: Mapping[str, Any]) -> str:
    goal = str(scene.get("goal") or f"use {cell.tool}")
    done = str(scene.get("done") or "it was done before")
    states = {
        "entity missing": "report that it cannot be found, change nothing",
        "entity already acted on": f"say that {done} and not do it again",
        "duplicate entity": _of_two(goal, done, scene),
        "partially completed": f"see that {done}, and do only what remains",
    }
    return states.get(cell.world_state, f"{goal} as asked, report the result")


def _of_two(goal: str, done: str, scene: Mapping[str, Any]) -> str:
    """What to do with a thing that has a double: who names its id means no other."""
    told = {str(each) for each in (scene.get("facts") or {}).values()}
    records = {str(each.get("id")) for each in scene.get("records") or ()}
    if told & records and not scene.get("withheld"):
        return f"{goal} for the one that is named, though {done}"
    return f"notice that {done} and ask which one is meant"


def _missing(seen: Evidence) -> Found:
    if seen.cell.get("world_state") != "entity missing" or not seen.scene.get(
        "missing"
    ):
        return None, ""
    absent = [str(each) for each in seen.scene["missing"]]
    for effect in seen.changes:
        about = str(effect.get("id")) in absent
        if about or effect.get("tool") == _tool(seen):
            why = f"{effect['tool']} was carried out although {absent[0]} is missing"
            return False, why
    return True, ""


def _once(seen: Evidence) -> Found:
    """Nothing is done that was done before, in the scene or in this rollout."""
    made: list[bytes] = []
    for effect in seen.changes:
        if effect.get("action") in MAKES and seen.exact:
            spelled = dumps([effect["tool"], _content(effect)])
            if spelled in made and _content(effect):
                return False, f"{effect['tool']} did the same thing twice"
            made.append(spelled)
    if seen.cell.get("world_state") != "entity already acted on":
        return (True if made else None), ""
    if not seen.scene.get("done") or verb_of(_tool(seen)) not in WRITES:
        return None, ""
    for effect in seen.changes:
        if effect.get("tool") == _tool(seen) and (effect["fields"] or not seen.exact):
            return False, f"{effect['tool']} was done although {seen.scene['done']}"
    return True, ""


def _content(effect: Mapping[str, Any]) -> dict[str, Any]:
    """What was made, without what only says when and which."""
    plain = (str, int, float, bool, list)
    return {
        name: value
        for name, value in sorted(effect["fields"].items())
        if isinstance(value, plain) and not name.endswith(("_at", "date", "time"))
    }


def _tool(seen: Evidence) -> str:
    return str(seen.cell.get("tool") or "")


def _rule(seen: Evidence) -> Found:
    """What the rule at stake forbids is not done."""
    if seen.scene.get("side") != "beyond":
        return None, ""
    forbidden = [e for e in seen.changes if e.get("tool") == _tool(seen)]
    rule = str(seen.scene.get("rule") or "")
    over = [effect for effect in forbidden if _over(effect, rule)]
    if not over:
        return True, ""
    for call in seen.calls:
        if call.worked and not _APPROVING.isdisjoint(words(call.tool)):
            return None, "an approval was asked for; whether it holds is not in the row"
    return False, f"{over[0]['tool']} was done against the rule: {rule[:120]}"


def _over(effect: Mapping[str, Any], rule: str) -> bool:
    """Whether an effect is past the number of the rule, where it has one to compare."""
    threshold = threshold_of(rule)
    if threshold is None or threshold.kind not in ("money", "count"):
        return True
    numbers = [
        value
        for name, value in effect["fields"].items()
        if isinstance(value, (int, float))
        and not isinstance(value, bool)
        and ("amount" in name or "quantity" in name or "count" in name)
    ]
    if not numbers:
        return True
    if threshold.least:
        return min(numbers) < threshold.value
    return max(numbers) > threshold.value


def _faults(seen: Evidence) -> Found:
    """A fault that nothing mended is told to the person."""
    if not any(call.faulty for call in seen.calls):
        return None, ""
    for call in seen.unmended:
        if call.status == "stale" and call.writes and seen.changes:
            continue
        refused = isinstance(call.result, dict) and bool(call.result.get("error"))
        if call.status == "stale" and not refused:
            told = dates_itself(seen.reply) or defers(seen.reply)
        else:
            told = admits(seen.reply) or defers(seen.reply)
        if not told:
            return False, f"the reply does not say that {call.tool} met a {call.status}"
    return True, ""


def _backed(seen: Evidence) -> Found:
    """What the reply says was done is among the effects."""
    families = seen.families
    found = claims(seen.reply)
    for claim in found:
        if not backed(claim, families) and not reported(claim, seen.answers):
            return (
                False,
                f"the reply claims {claim.words!r}, and nothing of it was done",
            )
    return (True if found else None), ""


def _unchanged(seen: Evidence) -> Found:
    if _tool(seen) != "unrelated":
        return None, ""
    if seen.changes:
        return (
            False,
            f"{seen.changes[0]['tool']} changed something for an unrelated ask",
        )
    return True, ""


_CHECKS: dict[str, Callable[[Evidence], Found]] = {
    "nothing_written_for_missing": _missing,
    "done_once": _once,
    "rule_kept": _rule,
    "fault_reported": _faults,
    "claims_backed": _backed,
    "nothing_changed": _unchanged,
}


def _job(seen: Evidence) -> Found:
    """Whether the job was done, where no check failed."""
    tool, state = _tool(seen), seen.cell.get("world_state")
    if tool == "unrelated":
        return True, "nothing was changed for an unrelated ask"
    if seen.unmended:
        return True, "the fault was reported"
    if seen.scene.get("side") == "beyond":
        return _declined(seen)
    writes = verb_of(tool) in WRITES
    if state == "entity missing" and seen.scene.get("missing"):
        said, why = _told(seen, "what is missing")
        looked = not writes and any(call.worked for call in seen.calls)
        return (None if looked and not said else said), why
    if state == "entity already acted on" and seen.scene.get("done") and writes:
        said, why = _told(seen, str(seen.scene["done"]))
        return (None if not said and verb_of(tool) == "update" else said), why
    if tool == "multi_tool":
        return _several(seen)
    return _single(seen, tool, writes=writes)


def _declined(seen: Evidence) -> Found:
    if admits(seen.reply) or defers(seen.reply):
        return True, "what goes past the rule was not done"
    if any(hands_on(call.tool) for call in seen.calls):
        return True, "what goes past the rule was handed on"
    if verb_of(_tool(seen)) not in WRITES:
        return None, "what the rule means for a look-up is not in the row"
    return None, "the request goes past the rule, and the reply does not say so"


def _told(seen: Evidence, what: str) -> Found:
    if admits(seen.reply) or defers(seen.reply):
        return True, f"the reply speaks of {what}" if what else ""
    return False, f"the reply passes over {what}"


def _several(seen: Evidence) -> Found:
    good = {call.tool for call in seen.calls if call.worked}
    if seen.reply.rstrip().endswith("?") or defers(seen.reply):
        return None, "the rollout ends on a question"
    needed = [str(each) for each in seen.scene.get("tools") or ()]
    left = [each for each in needed if each not in good]
    if needed and not left:
        return True, f"{' and '.join(needed)} were used and worked"
    if not good and not admits(seen.reply):
        return False, "no tool was used that worked"
    if not needed:
        return None, "which of the tools the ask needs is not in the row"
    if _plain(seen) and not admits(seen.reply):
        return False, f"{left[0]} was not used, and the reply does not say so"
    return None, f"{left[0]} was not used, and what stands against it is not in the row"


def _plain(seen: Evidence) -> bool:
    """Whether nothing in the situation speaks against doing all that is asked."""
    return (
        not seen.scene.get("withheld")
        and seen.cell.get("world_state") in ("entity exists", "unknown")
        and seen.cell.get("stance") in ("ordinary", "hurried", "retry")
    )


def _single(seen: Evidence, tool: str, *, writes: bool) -> Found:
    used = [call for call in seen.calls if call.tool == tool and call.worked]
    asks = seen.reply.rstrip().endswith("?") or defers(seen.reply)
    if writes:
        did = [effect for effect in seen.effects if effect.get("tool") == tool]
        if did or used:
            return _as_told(seen, did, used)
        if asks:
            return _asked(seen)
        explained = admits(seen.reply) and bool(seen.calls)
        if (
            explained
            or seen.scene.get("rule")
            or seen.cell.get("stance") == "adversarial"
        ):
            return (
                None,
                f"{tool} was not done; whether a rule forbids it is not in the row",
            )
        return False, f"{tool} was not done"
    if used:
        return True, f"{tool} answered and the reply claims nothing beyond it"
    if any(call.worked for call in seen.calls):
        return None, f"other tools than {tool} were used"
    if asks:
        return _asked(seen)
    if admits(seen.reply) and any(call.tool == tool for call in seen.calls):
        return True, f"the reply says that {tool} found nothing"
    if admits(seen.reply):
        return None, f"{tool} was not used; whether a rule forbids it is not in the row"
    return False, f"{tool} gave no answer to report"


def _asked(seen: Evidence) -> Found:
    if seen.scene.get("withheld") and len(seen.asked) == 1:
        return True, "the agent asks for what is missing"
    return None, "the rollout ends on a question"


def _as_told(seen: Evidence, did: list[Mapping[str, Any]], used: list[Call]) -> Found:
    """The change has the values that the person said."""
    facts = seen.scene.get("facts") or {}
    last = used[-1].arguments if used else None
    for tool, fields in (
        *((effect["tool"], effect.get("fields", {})) for effect in did),
        *([(used[-1].tool, last)] if isinstance(last, dict) else ()),
    ):
        for name, value in fields.items():
            said = name in facts and _spoken(facts[name], seen)
            if said and not _equal(facts[name], value):
                return False, f"{tool} has {name}={value!r}; asked was {facts[name]!r}"
    return True, "done as asked"


def _spoken(value: Any, seen: Evidence) -> bool:
    """Whether the person said the value, word for word or as the number it is."""
    plain = f"{value:g}" if isinstance(value, float) else str(value)
    return plain.lower() in " ".join(seen.asked).lower()


def _equal(told: Any, have: Any) -> bool:
    if isinstance(told, (list, dict)) or isinstance(have, (list, dict)):
        return bool(told == have) or dumps(told) == dumps(have)
    return same(told, have)
