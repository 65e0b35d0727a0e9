"""What a judge gets to see of a row: always whole JSON, cut field by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from whileai.base.lines import NotJson, dumps, plain
from whileai.builtin.graders.escaping import as_data, size_as_data

SHARES = {"policy": 0.2, "request": 0.15, "reply": 0.3, "steps": 0.35}
"""How the characters of a payload are shared out; what one leaves, steps may use."""

LEAST = 60
"""Characters that a text keeps at least, however many there are."""

FEWEST = 4
"""Steps that are shown at least, however long they are."""

DEEPEST = 6
"""Levels of nesting that are shown as they are; what lies deeper is shown as text."""

NAME = 100
"""Characters of a tool's name that are shown."""

WIDEST = 40
"""Entries of one list or object that are shown at most."""


@frozen(kw_only=True)
class Payload:
    """What a judge gets to see.

    Args:
        context: what the assistant was told and what it could use; as JSON.
        evidence: what was asked, done and answered; as JSON.
        cuts: characters left out, by field; steps and tools that are left out whole
            are counted as ``steps_left_out`` and ``tools_left_out``.
    """

    context: str
    evidence: str
    cuts: Mapping[str, int]


def payload_of(
    row: Mapping[str, Any], tools: Sequence[str], policy: str, most_chars: int
) -> Payload:
    """Give what a judge gets to see of ``row``.

    Args:
        row: as ``data.rows()`` has it, or with ``messages`` alone.
        tools: names of the declared ones.
        policy: the assistant's system prompt; empty for none.
        most_chars: characters of context and evidence together, about.
    """
    cutter = _Cutter()
    steps = list(steps_of(row))
    called = Counter(_text(each["tool"]) for each in steps if "tool" in each)
    idle = [each for each in sorted(dict.fromkeys(tools)) if each not in called]
    budget = {name: int(share * most_chars) for name, share in SHARES.items()}
    context = {
        "system_prompt": cutter.text("policy", policy, budget["policy"]) or None,
        "tools_called": {
            cutter.text("tools", name, NAME): count
            for name, count in sorted(called.items())[:WIDEST]
        },
        "tools_not_called": [cutter.text("tools", n, NAME) for n in idle[:WIDEST]],
    }
    cutter.tools(len(called), len(idle))
    evidence: dict[str, Any] = {
        "request": cutter.text("request", _text(row.get("prompt")), budget["request"]),
        "steps": [],
        "reply": cutter.text("reply", reply_of(row), budget["reply"]),
    }
    spent = len(as_data(context)) + len(as_data(evidence))
    room = max(budget["steps"], most_chars - spent)
    evidence["steps"] = cutter.steps(steps, room)
    return Payload(
        context=as_data(context), evidence=as_data(evidence), cuts=dict(cutter.cuts)
    )


def reply_of(row: Mapping[str, Any]) -> str:
    """Give the last reply of a row, from its messages where it has no other."""
    if row.get("final_text") is not None:
        return _text(row["final_text"])
    said = [m for m in _mappings(row.get("messages")) if m.get("role") == "assistant"]
    return _text(said[-1].get("content")) if said else ""


def steps_of(row: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Give what happened between ask and reply, from ``steps`` or from ``messages``.

    Calls are read alike however they are spelled: in OpenAI's form, or flat.
    """
    steps = list(_mappings(row.get("steps")))
    if steps:
        yield from map(_spelled, steps)
        return
    messages = list(_mappings(row.get("messages")))
    answers = {
        m.get("tool_call_id"): m.get("content")
        for m in messages
        if m.get("role") == "tool"
    }
    asked = False
    for message in messages:
        opens = message.get("role") == "user" and not asked
        asked = asked or opens
        if message.get("role") == "user" and not opens:
            yield {"user": _text(message.get("content"))}
        for call in _mappings(message.get("tool_calls")):
            function = call.get("function")
            named = function if isinstance(function, Mapping) else call
            yield {
                "tool": _text(named.get("name")),
                "arguments": named.get("arguments"),
                "result": answers.get(call.get("id")),
            }


def _spelled(step: Mapping[str, Any]) -> dict[str, Any]:
    """Give a step whose tool goes by ``tool``, whichever key named it."""
    if "tool" in step or "name" not in step:
        return dict(step)
    return {"tool": step["name"], **{k: v for k, v in step.items() if k != "name"}}


def _mappings(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        yield from (each for each in value if isinstance(each, Mapping))


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else dumps(_plain(value)).decode()


def _plain(value: Any) -> Any:
    try:
        return plain(value)
    except NotJson:
        return repr(value)[:1000]


@define
class _Cutter:
    """Cuts values to size and remembers how much it left out."""

    cuts: Counter[str] = field(factory=Counter)

    def text(self, name: str, text: str, most: int) -> str:
        """Give ``text``, its middle left out where it takes more than ``most``."""
        most = max(most, LEAST)
        if len(text) <= most and size_as_data(text) <= most:
            return text
        head = _fitting(text[:most], most * 2 // 3)
        tail = _fitting(text[-most:][::-1], most - most * 2 // 3)[::-1]
        gone = len(text) - len(head) - len(tail)
        self.cuts[name] += gone
        return f"{head} [{gone} characters left out] {tail}"

    def tools(self, *counts: int) -> None:
        """Remember how many tools are left out."""
        gone = sum(max(0, count - WIDEST) for count in counts)
        if gone:
            self.cuts["tools_left_out"] += gone

    def steps(self, steps: Sequence[Mapping[str, Any]], most: int) -> list[Any]:
        """Give the steps that fit: the first and the last of many, each cut."""
        shown = min(len(steps), max(FEWEST, most // (4 * LEAST)))
        each = most // max(1, shown)
        first = shown - shown // 2
        kept = [self._step(step, each) for step in steps[:first]]
        if shown < len(steps):
            gone = len(steps) - shown
            self.cuts["steps_left_out"] += gone
            kept.append({"steps_left_out": gone})
        return kept + [self._step(s, each) for s in steps[len(steps) - shown // 2 :]]

    def _step(self, step: Mapping[str, Any], most: int) -> Any:
        whole = _plain(step)
        if len(dumps(whole)) <= most and len(as_data(whole)) <= most:
            return whole
        names = [name for name in ("text", "user") if name in step]
        if names:
            return {name: self.text("steps", _text(step[name]), most) for name in names}
        cut = {
            "tool": self.text("steps", _text(step.get("tool")), LEAST * 2),
            "arguments": self._value(_plain(step.get("arguments")), most // 3),
            "result": self._value(_plain(step.get("result")), most // 2),
            "status": self.text("steps", _text(step.get("status")), LEAST),
        }
        return cut

    def _value(self, value: Any, most: int, level: int = 0) -> Any:
        """Give a JSON value of about ``most`` characters."""
        if isinstance(value, str):
            return self.text("steps", value, most)
        if not isinstance(value, (list, dict)) or not value:
            return value
        if level >= DEEPEST or most <= LEAST:
            return self.text("steps", dumps(value).decode(), most)
        fitting = min(len(value), WIDEST, max(1, most // LEAST))
        share, gone = most // fitting, len(value) - fitting
        if isinstance(value, list):
            kept = [self._value(each, share, level + 1) for each in value[:fitting]]
            if gone:
                self.cuts["steps"] += len(dumps(value[fitting:]))
                kept.append(f"[{gone} more left out]")
            return kept
        pairs = list(value.items())
        found = {
            self.text("steps", name, LEAST): self._value(each, share, level + 1)
            for name, each in pairs[:fitting]
        }
        if gone:
            self.cuts["steps"] += len(dumps(dict(pairs[fitting:])))
            found["[left out]"] = f"{gone} more"
        return found


def _fitting(text: str, most: int) -> str:
    """Give the longest beginning of ``text`` that takes at most ``most`` characters."""
    if size_as_data(text) <= most:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if size_as_data(text[:middle]) <= most:
            low = middle
        else:
            high = middle - 1
    return text[:low]
