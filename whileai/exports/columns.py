"""The columns that a table of rows has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.lines import dumps
from whileai.model.verdict import passes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.exports.source import Line

TEXT, WHOLE, NUMBER, FLAG = "text", "whole", "number", "flag"
JSON = "json"
"""Any JSON value, as text: a column has one type, and users' keys differ."""
CHAT = "chat"
"""A conversation; every message has every key, and arguments are text."""
OTHERS = "others"
"""The column with what no other column holds."""

INT64 = 2**63


@frozen(kw_only=True)
class Column:
    """One column.

    Args:
        name: its own; also the row's key, where ``within`` is empty.
        kind: what its cells are.
        about: what they say.
        within: the key of the object that it is read from.
        flat: whether a spreadsheet has it.
    """

    name: str
    kind: str
    about: str
    within: str = ""
    flat: bool = True

    def holds(self, value: Any) -> bool:
        """Whether a cell of this kind can hold ``value`` as it is."""
        if value is None or self.kind == JSON:
            return True
        if self.kind == FLAG or isinstance(value, bool):
            return self.kind == FLAG and isinstance(value, bool)
        if self.kind == WHOLE:
            return isinstance(value, int) and -INT64 <= value < INT64
        if self.kind == NUMBER:
            return isinstance(value, (int, float))
        return isinstance(value, list if self.kind == CHAT else str)

    def cell(self, row: Mapping[str, Any]) -> Any:
        """Give its cell of a row; ``None`` where the row has nothing for it."""
        place = row.get(self.within) if self.within else row
        value = place.get(self.name) if isinstance(place, dict) else None
        if value is None or not self.holds(value):
            return None
        if self.kind == JSON:
            return dumps(value).decode()
        if self.kind == CHAT:
            return [_message(message) for message in value]
        return float(value) if self.kind == NUMBER else value


@frozen(kw_only=True)
class Passed(Column):
    """Whether the row passed, which its reward says."""

    def cell(self, row: Mapping[str, Any]) -> bool | None:
        """Tell it; ``None`` where nothing graded the row."""
        return passes(row.get("reward"))


@frozen(kw_only=True)
class Others(Column):
    """What no other column holds, so that no key of a row is lost."""

    def cell(self, row: Mapping[str, Any]) -> str | None:
        """Give the keys that have no column, and those whose value does not fit."""
        left = {
            name: value
            for name, value in row.items()
            if name not in _BY_NAME or not _BY_NAME[name].holds(value)
        }
        return dumps(left).decode() if left else None


def _within(place: str, kind: str, **columns: str) -> list[Column]:
    return [
        Column(name=name, kind=kind, about=about, within=place)
        for name, about in columns.items()
    ]


def _of(kind: str, *, flat: bool = True, **columns: str) -> list[Column]:
    return [
        Column(name=name, kind=kind, about=about, flat=flat)
        for name, about in columns.items()
    ]


COLUMNS: tuple[Column, ...] = (
    *_of(TEXT, task_id="the task: one ask in one situation"),
    *_of(TEXT, scenario_id="the situation", prompt="the opening ask"),
    *_of(TEXT, final_text="the last reply"),
    *_of(NUMBER, reward="the verdict, 0 to 1; none where nothing graded the row"),
    Passed(name="passed", kind=FLAG, about="whether the reward is 0.5 or more"),
    *_of(TEXT, reason="why, in the grader's words", judge_status="how grading ended"),
    *_of(TEXT, judge_name="who graded", failure_class="a short name of the failure"),
    *_of(JSON, markers="what the grader measured beside the reward"),
    *_of(CHAT, flat=False, messages="the conversation as OpenAI chat"),
    *_of(JSON, flat=False, steps="what happened before the last reply"),
    *_of(JSON, tools_used="the tools that were called"),
    *_within(
        *("scenario_dimensions", TEXT),
        tool="the tool that the ask is about",
        rule="the rule of the policy at stake",
        tool_condition="how the tool works",
    ),
    *_of(TEXT, stance="how the person asks", world_state="what is true in the world"),
    *_of(TEXT, history="what was before", tier="how hard the situation is"),
    *_of(TEXT, arm="how the search came to it", selection_reason="why it was played"),
    *_of(WHOLE, phrasing="which wording", rollout_index="which repeat of the task"),
    *_of(JSON, faults="the failures that fired, by tool"),
    *_of(JSON, flat=False, scene="what was true in the world"),
    *_of(JSON, flat=False, effects="what the agent changed there"),
    *_of(TEXT, user_error="the rule that the simulated person broke"),
    *_of(
        TEXT, finish_reason="how the last call ended", ended_by="who ended the thread"
    ),
    *_of(TEXT, behavior_signature="which behaviour the rollout showed"),
    *_of(FLAG, group_cut="whether the run did not finish the task's repeats"),
    *_of(TEXT, model_version="the agent", policy_version="agent and system prompt"),
    *_of(TEXT, writer_model="who wrote the ask", user_model="who played the person"),
    *_of(JSON, flat=False, sampling="settings of the agent's model"),
    *_of(JSON, flat=False, usage="tokens and calls by role"),
    *_of(JSON, seed="the seed of the run"),
    *_within("lineage", WHOLE, eval_run="which of several runs of the same tasks"),
    *_of(JSON, flat=False, lineage="what the row descends from"),
    *_of(JSON, flat=False, timing="seconds", judge_meta="what else the grader said"),
    *_of(JSON, flat=False, scenario_dimensions="the situation's place in the grid"),
    *_of(JSON, flat=False, extra="what else the agent gave, such as its reasoning"),
    *_of(TEXT, label_source="which kind of label it is", schema_version="of the row"),
    Others(name=OTHERS, kind=JSON, about="keys of the row with no column", flat=False),
)
"""The columns of a row, in order."""

_BY_NAME = {each.name: each for each in COLUMNS if not each.within}

SPOKEN = ("role", "content", "tool_call_id", "name", "parts")
"""The text keys of a message in a table; ``parts`` is JSON text of content parts."""


def _message(message: Any) -> Line:
    """Give a message with every key, as one type of its own."""
    told: Mapping[str, Any] = message if isinstance(message, dict) else {}
    content, calls = told.get("content"), told.get("tool_calls")
    parts = None if content is None or isinstance(content, str) else content
    made = list(map(_call, calls)) if isinstance(calls, list) else None
    return {
        "role": _text(told.get("role")),
        "content": _text(content) if parts is None else _spoken(parts),
        "tool_calls": made or None,
        "tool_call_id": _text(told.get("tool_call_id")),
        "name": _text(told.get("name")),
        "parts": None if parts is None else dumps(parts).decode(),
    }


def _call(call: Any) -> Line:
    told = call if isinstance(call, dict) else {}
    nested = told.get("function")
    function = nested if isinstance(nested, dict) else told
    return {
        "id": _text(told.get("id")),
        "type": _text(told.get("type")),
        "function": {
            "name": _text(function.get("name")),
            "arguments": _text(function.get("arguments")),
        },
    }


def _spoken(parts: Any) -> str | None:
    texts = [
        part["text"]
        for part in (parts if isinstance(parts, list) else ())
        if isinstance(part, dict) and isinstance(part.get("text"), str)
    ]
    return "".join(texts) or None


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return dumps(value).decode()
