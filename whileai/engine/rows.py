"""A rollout into the fields of its row: what was said and done, and its lineage."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from whileai.base.text import fingerprint
from whileai.model.chat import chat_messages, wire_names
from whileai.model.row import SCHEMA_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from whileai.model import (
        Fault,
        Rollout,
        Slot,
        Tool,
        Turn,
    )


@frozen(kw_only=True)
class RowMaker:
    """Makes row fields; holds what is the same on every row of a run.

    Args:
        system_prompt: the agent's, empty when it has none.
        system_prompt_sha: the first 16 digits of its SHA-256.
        wire: tool names to the names that providers accept, where they differ.
        sampling: what the user said of a callable agent's sampling.
        replayed: true when the tasks are those of an earlier run.
        replayed_from: that run's number, when it is one of the same call.
    """

    system_prompt: str
    system_prompt_sha: str
    wire: Mapping[str, str]
    sampling: Mapping[str, Any] | None = None
    replayed: bool = False
    replayed_from: int | None = None
    replay: Mapping[str, Any] = field(init=False, repr=False)

    @replay.default
    def _replay(self) -> Mapping[str, Any]:
        """Give what a row's lineage says of the run that it replays."""
        return {
            "replayed": self.replayed or None,
            "replayed_from_run": self.replayed_from,
        }

    @classmethod
    def of(
        cls,
        system_prompt: str | None,
        tools: Sequence[Tool],
        *,
        sampling: Mapping[str, Any] | None = None,
        replayed: bool = False,
        replayed_from: int | None = None,
    ) -> RowMaker:
        """Prepare the maker of a run."""
        prompt = system_prompt or ""
        return cls(
            system_prompt=prompt,
            system_prompt_sha=sha256(prompt.encode("utf-8", "replace")).hexdigest()[
                :16
            ],
            wire=wire_names(tools),
            sampling=sampling,
            replayed=replayed,
            replayed_from=replayed_from,
        )

    def fields(
        self,
        slot: Slot,
        rollout: Rollout,
        fired: Mapping[str, Fault],
        timing: Mapping[str, Any],
        effects: Sequence[Mapping[str, Any]] | None = None,
    ) -> dict[str, Any]:
        """Give the fields of an ungraded row; every key is there, absent ones None."""
        task = slot.task
        situation = task.situation
        cell = situation.cell
        turns = rollout.turns
        used = _tools_used(turns)
        return {
            "schema_version": SCHEMA_VERSION,
            "prompt": task.prompt,
            "messages": list(chat_messages(turns, self.wire)),
            "steps": list(steps(turns)),
            "final_text": rollout.final_text,
            "scenario_id": situation.id,
            "task_id": task.id,
            "scenario_dimensions": cell.to_json(),
            "tier": cell.tier,
            "stance": cell.stance,
            "world_state": cell.world_state,
            "history": cell.history,
            "scene": situation.scene.to_json(),
            "faults": {tool: fault.to_json() for tool, fault in fired.items()},
            "effects": None if effects is None else list(effects),
            "arm": task.arm,
            "selection_reason": slot.reason,
            "phrasing": task.phrasing,
            "rollout_index": slot.repeat,
            "group_cut": None,
            "seed": slot.run_seed,
            "model_version": rollout.model_version,
            "policy_version": f"{rollout.model_version}@{self.system_prompt_sha}",
            "writer_model": task.writer_model,
            "user_model": rollout.user_model,
            "user_error": rollout.user_error,
            "sampling": rollout.sampling or self.sampling,
            "usage": rollout.usage,
            "finish_reason": rollout.finish_reason,
            "ended_by": rollout.ended_by,
            "tools_used": used,
            "behavior_signature": signature(turns, rollout),
            "reward": None,
            "reason": None,
            "judge_status": None,
            "judge_name": None,
            "judge_meta": None,
            "markers": None,
            "failure_class": None,
            "label_source": None,
            "lineage": self._lineage(slot),
            "timing": dict(timing),
            "extra": dict(rollout.extra),
        }

    def _lineage(self, slot: Slot) -> dict[str, Any]:
        task = slot.task
        return {
            "slot": slot.key,
            "place": list(slot.place),
            "attempt": slot.attempt,
            "parent": task.parent,
            "aim": task.aim,
            "change": task.change,
            "origin": task.situation.origin,
            "planned_faults": {
                fault.tool: fault.to_json() for fault in task.situation.faults
            },
            "system_prompt_sha": self.system_prompt_sha,
            "system_prompt_head": self.system_prompt[:120],
            "system_prompt_chars": len(self.system_prompt),
            "resumed": None,
            **self.replay,
            "eval_run": slot.eval_run,
            "scoring_run_id": None,
        }


def signature(turns: Sequence[Turn], rollout: Rollout) -> str:
    """Give 12 hexadecimal digits that name the behaviour: tools, outcomes, ending."""
    shape = [
        f"{call.tool}:{result.status}"
        for turn in turns
        if turn.calls
        for call, result in zip(turn.calls, turn.results, strict=True)
    ]
    asks = "?" if rollout.final_text.rstrip().endswith("?") else "."
    shape += [rollout.finish_reason, rollout.ended_by or "", asks]
    return _digits("|".join(shape))


@lru_cache(maxsize=4096)
def _digits(shape: str) -> str:
    """Spell a behaviour; a run shows few."""
    return fingerprint(shape, 12)


def steps(turns: Sequence[Turn]) -> Iterator[dict[str, Any]]:
    """Give what happened between the opening ask and the last reply, in order."""
    last = len(turns) - 1
    for index, turn in enumerate(turns):
        if turn.role == "user":
            if index:
                yield {"user": turn.text}
            continue
        if turn.text and (turn.calls or index != last):
            yield {"text": turn.text}
        for call, result in zip(turn.calls, turn.results, strict=True):
            yield {
                "tool": call.tool,
                "arguments": call.arguments,
                "result": result.value,
                "status": result.status,
            }


def _tools_used(turns: Sequence[Turn]) -> list[str]:
    return list(dict.fromkeys(call.tool for turn in turns for call in turn.calls))
