"""One row as a piece of a page: its verdict, its conversation, its situation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from whileai.base.lines import plain
from whileai.view.html import Html, cut, tag, together
from whileai.view.seen import FAILED, PASSED, outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LONGEST = 10_000
"""Characters of one message that a page shows."""
HEAD = 160
"""Characters of an ask in the line of a closed row."""
SHORT = 90
"""Characters of a JSON value up to which it stands on one line."""

_SIGNS = {FAILED: ("\u2717 failed", "bad"), PASSED: ("\u2713 passed", "good")}
_SMOOTH = ("success", "error")


def transcript(number: int, row: Mapping[str, Any], places: Mapping[str, int]) -> Html:
    """Give one row, closed but for its outcome and ask.

    Args:
        number: its place in the data.
        row: as ``rows()`` gives it.
        places: the place of each task that is on the page, by its id.
    """
    sign, look = _SIGNS.get(outcome(row), ("\u2013 not graded", "faint"))
    kinds = [outcome(row), *(["faulted"] if row.get("faults") else [])]
    head = tag(
        "summary",
        tag("span", f"#{number}", class_="faint"),
        " ",
        tag("span", sign, class_=f"badge {look}"),
        " ",
        *_badges(row),
        tag("bdi", _opening(str(row.get("prompt") or ""))),
    )
    inside = tag(
        "div", *_verdict(row), *_conversation(row), *_situation(row, places),
        class_="inside",
    )  # fmt: skip
    return tag(
        "details",
        head,
        inside,
        class_="row",
        id=f"row-{number}",
        data_is=" ".join(kinds),
    )


def _opening(prompt: str) -> str:
    line = " ".join(prompt[: 4 * HEAD].split())
    return line if len(line) <= HEAD else f"{line[: HEAD - 1]}\u2026"


def _badges(row: Mapping[str, Any]) -> Iterator[object]:
    cell = row.get("scenario_dimensions") or {}
    for told in (row.get("tier"), cell.get("tool")):
        if isinstance(told, str):
            yield tag("span", told, class_="badge faint")
            yield " "
    for mode in _modes(row.get("faults")):
        yield tag("span", f"fault: {mode}", class_="badge warn")
        yield " "


def _modes(faults: object) -> list[str]:
    """Give the kinds of fault in a row's ``faults``, each once."""
    every = faults.values() if isinstance(faults, dict) else ()
    modes = (each.get("mode") for each in every if isinstance(each, dict))
    return list(dict.fromkeys(str(mode) for mode in modes if mode))


def _verdict(row: Mapping[str, Any]) -> Iterator[Html]:
    reward, reason = row.get("reward"), row.get("reason")
    if reward is None and not row.get("judge_status"):
        return
    judge = row.get("judge_name")
    told = f"reward {reward:g}" if isinstance(reward, (int, float)) else "no reward"
    by = f" by {judge}" if judge else ""
    status = row.get("judge_status")
    why = "" if status in (None, "ok") else f" ({status})"
    yield tag("p", tag("strong", f"{told}{by}{why}"), f": {reason}" if reason else None)
    marked = {n: v for n, v in (row.get("markers") or {}).items() if v}
    if marked:
        listed = ", ".join(n if v is True else f"{n} {v}" for n, v in marked.items())
        yield tag("p", f"markers: {cut(listed, LONGEST)}", class_="faint")
    if row.get("user_error"):
        slip = f"the simulated person broke a rule: {row['user_error']}"
        yield tag("p", slip, class_="warn")


def _conversation(row: Mapping[str, Any]) -> Iterator[Html]:
    messages = row.get("messages")
    if not messages:
        yield _turn("person", "user", row.get("prompt"))
        for step in _calls(row):
            status = step.get("status")
            yield _turn(
                f"calls {step['tool']}", "assistant call", step.get("arguments")
            )
            yield _answer(step["tool"], status, step.get("result"))
        yield _turn("agent", "assistant", row.get("final_text"))
        return
    steps = iter(_calls(row))
    names: dict[str, tuple[str, object]] = {}
    for message in messages:
        role = message.get("role")
        if role == "tool":
            name, status = names.get(str(message.get("tool_call_id")), ("tool", None))
            yield _answer(name, status, message.get("content"))
            continue
        who = {"user": "person", "assistant": "agent"}.get(str(role), str(role))
        if message.get("content") or not message.get("tool_calls"):
            yield _turn(who, str(role), message.get("content"))
        for call in _asked(message.get("tool_calls")):
            name, arguments = _called(call)
            step = next(steps, {})
            status = step.get("status") if step.get("tool") == name else None
            names[str(call.get("id"))] = name, status
            yield _turn(f"{who} calls {name}", "assistant call", arguments)


def _asked(calls: object) -> list[Mapping[str, Any]]:
    """Give the calls of a message, as far as they are objects."""
    every = calls if isinstance(calls, list) else [calls]
    return [call for call in every if isinstance(call, dict)]


def _called(call: Mapping[str, Any]) -> tuple[str, Any]:
    """Give the name and the arguments of a call, nested as OpenAI has it or flat."""
    inner = call.get("function")
    told = inner if isinstance(inner, dict) else call
    return str(told.get("name") or "a tool"), told.get("arguments")


def _calls(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [s for s in row.get("steps") or () if isinstance(s.get("tool"), str)]


def _answer(name: str, status: object, content: object) -> Html:
    """Give what a tool answered; what went wrong with it is said in words."""
    smooth = status is None or status in _SMOOTH
    told = "" if status in (None, "success") else f" ({status})"
    who = f"{name} answers{told}" if smooth else f"{name}: fault{told}"
    return _turn(who, "tool" if smooth else "tool fault", content)


def _turn(who: str, look: str, content: object) -> Html:
    return tag(
        "div",
        tag("p", who, class_="who"),
        *(tag("pre", cut(text, LONGEST), dir="auto") for text in _parts(content)),
        class_=f"turn {look}",
    )


def _parts(content: object) -> Iterator[str]:
    """Give the texts of a message; what is no text is named or written as JSON."""
    if content is None or content == "":
        yield "(nothing)"
    elif isinstance(content, str):
        yield _told(content)
    elif isinstance(content, list):
        for part in content:
            yield _part(part)
    else:
        yield written(content)


def _part(part: object) -> str:
    if not isinstance(part, dict):
        return written(part)
    if isinstance(part.get("text"), str):
        return str(part["text"])
    return f"[{part.get('type') or 'part'}] {cut(written(part), 300)}"


def _told(text: str) -> str:
    """Give text; JSON in it is laid out to be read."""
    if text[:1] in ("{", "["):
        try:
            return written(json.loads(text))
        except (ValueError, RecursionError):
            return text
    return text


def written(value: object) -> str:
    """Give a JSON value as text to read."""
    if isinstance(value, str):
        return value
    readable = plain(value)
    line = json.dumps(readable, ensure_ascii=False)
    if len(line) <= SHORT:
        return line
    return json.dumps(readable, indent=1, ensure_ascii=False)


def _situation(row: Mapping[str, Any], places: Mapping[str, int]) -> Iterator[Html]:
    cell = row.get("scenario_dimensions") or {}
    lineage = row.get("lineage") or {}
    facts = [(axis, value) for axis, value in cell.items()]
    facts += [("drawn as", row.get("selection_reason")), ("ended", _ending(row))]
    listed = [
        tag("tr", tag("th", name, scope="row"), tag("td", cut(str(value), 300)))
        for name, value in facts
        if value is not None
    ]
    if lineage.get("parent"):
        listed.append(_parent(lineage, places))
    if listed:
        body = tag("table", tag("caption", "Situation"), tag("tbody", *listed))
        yield tag("div", body, class_="wide")
    yield from _more("Facts and records", row.get("scene"))
    yield from _more("Faults that were planned", lineage.get("planned_faults"))
    yield from _more("Faults that fired", row.get("faults"))
    yield from _more("What changed in the world", row.get("effects"))


def _ending(row: Mapping[str, Any]) -> str | None:
    told = (row.get("finish_reason"), row.get("ended_by"))
    return ", ".join(str(each) for each in told if each) or None


def _parent(lineage: Mapping[str, Any], places: Mapping[str, int]) -> Html:
    parent = str(lineage["parent"])
    number = places.get(parent)
    link = parent if number is None else tag("a", f"#{number}", href=f"#row-{number}")
    changed = lineage.get("change")
    told = together((link, f", changed: {changed}" if changed else None))
    return tag("tr", tag("th", "follows up", scope="row"), tag("td", told))


def _more(title: str, value: object) -> Iterable[Html]:
    if not value:
        return ()
    text = tag("pre", cut(written(value), LONGEST))
    return (tag("details", tag("summary", title), text),)
