"""What a failed row is made of, and the same row without some of it.

A row's **parts** are its planned faults, the state of the records in its world, the ids
that are missing there, the clauses of its ask, the facts that the person knows, and the
tools. Whatever is left out, ask and world agree: an id that the ask still names exists
in the world unless it is one of the missing ones, and a fact that it states is known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from whileai.base.lines import dumps, fresh
from whileai.base.text import SENTENCES, fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from collections.abc import Set as AbstractSet

FAULT, RECORD, MISSING = "fault", "record", "missing"
CLAUSE, FACT, TOOL = "clause", "fact", "tool"
KINDS = (FAULT, RECORD, MISSING, CLAUSE, FACT, TOOL)
"""Every kind of part, in the order in which they are tried."""

PLAIN = {"history": "fresh", "stance": "ordinary"}
"""The axes that a sentence of the ask shows, and their value without one."""

_CLAUSE = re.compile(
    r"(?<=[,;:])\s+|\s+[-\u2013\u2014]\s+|\s+(?=\()|(?<=\))\s+"
    r"|\s+(?=(?:and|but|because|so|or|as|since|while|after|before|although|if|when"
    r"|then|otherwise)\s+\w)",
    re.IGNORECASE,
)
_EDGE = " \t,;:-\u2013\u2014"
_JOIN = re.compile(r"^(?:and|but|so|or|then|otherwise)\b[\s,]*", re.IGNORECASE)


@frozen(kw_only=True, order=True)
class Part:
    """One thing that a row may do without: its kind, and which of them it is."""

    kind: str
    name: str


@frozen(kw_only=True)
class Anatomy:
    """A row and the parts it is made of.

    Args:
        row: as ``rows()`` has it.
        tools: names of the agent's tools.
        owners: what the ids are ids of that the ask names, as far as that is known.
        says: tells whether a text shows the value of an axis.
    """

    row: Mapping[str, Any]
    tools: tuple[str, ...] = ()
    owners: Mapping[str, str] = field(factory=dict)
    says: Callable[[str, str, str], bool] = lambda _axis, _value, _text: False
    sentences: tuple[tuple[str, ...], ...] = field(init=False)
    parts: tuple[Part, ...] = field(init=False)

    @sentences.default
    def _sentences(self) -> tuple[tuple[str, ...], ...]:
        return clauses(self.row["prompt"])

    @parts.default
    def _parts(self) -> tuple[Part, ...]:
        scene = self.row["scene"]
        numbers = range(sum(map(len, self.sentences)))
        missing = [
            each for each in scene.get("missing", ()) if str(each) in self.owners
        ]
        names: dict[str, Iterable[Any]] = {
            FAULT: planned(self.row),
            RECORD: range(len(scene.get("records", ()))),
            MISSING: missing,
            CLAUSE: numbers if len(numbers) > 1 else (),
            FACT: scene.get("facts", {}),
            TOOL: [each for each in self.tools if each not in self._needed],
        }
        return tuple(
            Part(kind=kind, name=str(each)) for kind in KINDS for each in names[kind]
        )

    @property
    def _needed(self) -> AbstractSet[str]:
        """Tools that the row is about: those called, to fail, and asked for.

        Without them another failure would take the place of this one.
        """
        cell = self.row.get("scenario_dimensions") or {}
        used = self.row.get("tools_used") or ()
        return {*used, *planned(self.row), cell.get("tool", "")}

    def keeping(self, kept: AbstractSet[Part]) -> dict[str, Any]:
        """Give the row with ``kept`` as its only parts, under an id of its own."""
        row: dict[str, Any] = fresh(dict(self.row))
        names = {kind: {p.name for p in kept if p.kind == kind} for kind in KINDS}
        if CLAUSE in {part.kind for part in self.parts}:
            row["prompt"] = joined(self.sentences, names[CLAUSE])
        row["scene"] = self._scene(row, names)
        faults = {
            tool: fault
            for tool, fault in planned(self.row).items()
            if tool in names[FAULT]
        }
        row["scenario_dimensions"] = self._dimensions(row, names)
        lineage = row.setdefault("lineage", {})
        lineage["planned_faults"] = faults
        if frozenset(kept) != frozenset(self.parts):
            lineage["parent"] = self.row.get("task_id")
            content = dumps([row["prompt"], row["scene"], faults, sorted(names[TOOL])])
            row["scenario_id"] = f"sc-{fingerprint(content.decode(), 10)}"
            row["task_id"] = f"{row['scenario_id']}/0"
            row["phrasing"], row["arm"] = 0, "shrunk"
        return row

    def kept_tools(self, kept: AbstractSet[Part]) -> tuple[str, ...]:
        """Give the tools that the agent has where ``kept`` is kept."""
        own = {part.name for part in self.parts if part.kind == TOOL}
        left = {part.name for part in kept if part.kind == TOOL}
        return tuple(each for each in self.tools if each not in own or each in left)

    def _scene(
        self, row: Mapping[str, Any], names: Mapping[str, AbstractSet[str]]
    ) -> dict[str, Any]:
        scene: dict[str, Any] = row["scene"]
        facts = {
            name: value
            for name, value in scene.get("facts", {}).items()
            if name in names[FACT] or stated(value, row["prompt"])
        }
        scene["facts"] = facts
        scene["withheld"] = [n for n in scene.get("withheld", ()) if n in facts]
        spoken = [*facts.values(), *scene.get("person", {}).values()]
        known = {str(value) for value in spoken}
        missing = [
            each
            for each in scene.get("missing", ())
            if str(each) in names[MISSING] or str(each) not in self.owners
        ]
        records = []
        for number, record in enumerate(scene.get("records", ())):
            if str(number) in names[RECORD]:
                records.append(record)
            elif str(record["id"]) in known or stated(record["id"], row["prompt"]):
                records.append({**record, "fields": {}})
        for each in scene.get("missing", ()):
            there = str(each) in known or stated(each, row["prompt"])
            if each not in missing and there:
                entity = self.owners[str(each)]
                records.append({"entity": entity, "id": each, "fields": {}})
        if self._touched(names):
            scene["done"] = ""
        return {**scene, "records": records, "missing": missing}

    def _touched(self, names: Mapping[str, AbstractSet[str]]) -> bool:
        """Tell whether the state of the world is not what it was."""
        return any(
            part.kind in (RECORD, MISSING) and part.name not in names[part.kind]
            for part in self.parts
        )

    def _dimensions(
        self, row: Mapping[str, Any], names: Mapping[str, AbstractSet[str]]
    ) -> dict[str, str]:
        """Give where the row lies on the axes, as far as what was left out tells."""
        cell = dict(row.get("scenario_dimensions") or {})
        if planned(self.row) and not names[FAULT]:
            cell["tool_condition"] = "success"
        scene = row["scene"]
        plain = not (names[RECORD] or scene["missing"])
        if self._touched(names) and plain:
            cell["world_state"] = "entity exists" if scene["records"] else "unknown"
        for axis, neutral in PLAIN.items():
            value, before = cell.get(axis, neutral), self.row["prompt"]
            if self.says(axis, value, before) and not self.says(
                axis, value, row["prompt"]
            ):
                cell[axis] = neutral
        return cell


def planned(row: Mapping[str, Any]) -> dict[str, Any]:
    """Give the faults that were scheduled for the row's rollout, by tool."""
    lineage = row.get("lineage")
    found = lineage.get("planned_faults") if isinstance(lineage, Mapping) else None
    return dict(found or {})


def clauses(text: str) -> tuple[tuple[str, ...], ...]:
    """Cut ``text`` into sentences and those into clauses; joined, they are the text."""
    return tuple(tuple(_cut(each, _CLAUSE)) for each in _cut(text, SENTENCES))


def _cut(text: str, between: re.Pattern[str]) -> list[str]:
    """Cut behind each match of ``between``; what says nothing joins what is before."""
    ends = [match.end() for match in between.finditer(text)]
    out: list[str] = []
    for start, end in pairwise([0, *ends, len(text)]):
        piece = text[start:end]
        if out and not piece.strip(_EDGE):
            out[-1] += piece
        else:
            out.append(piece)
    return out


def joined(sentences: Sequence[Sequence[str]], kept: AbstractSet[str]) -> str:
    """Put the clauses with the numbers ``kept`` together again, as sentences."""
    out, number = "", 0
    for sentence in sentences:
        numbers = range(number, number + len(sentence))
        number += len(sentence)
        left = [c for n, c in zip(numbers, sentence, strict=True) if str(n) in kept]
        if len(left) == len(sentence):
            out += "".join(left)
        elif left:
            out += f"{_sentence(left, sentence)} "
    return out if len(kept) == number else out.strip()


def _sentence(left: Sequence[str], sentence: Sequence[str]) -> str:
    """Close what is left of a sentence as it was closed before."""
    text = "".join(left).strip(_EDGE)
    text = (text if left[0] == sentence[0] else _JOIN.sub("", text)).strip(_EDGE)
    end = sentence[-1].rstrip()[-1:]
    if text and end in ".!?" and text[-1] not in ".!?":
        text += end
    first = sentence[0].lstrip("(")[:1]
    return text[:1].upper() + text[1:] if first.isupper() else text


def stated(value: Any, text: str) -> bool:
    """Tell whether ``text`` says ``value``, as people write numbers and words."""
    if isinstance(value, bool) or value is None or isinstance(value, (dict, list)):
        return False
    forms = {str(value)}
    if isinstance(value, (int, float)):
        forms |= {f"{value:g}", f"{value:.2f}", f"{value:,}", f"{value:,.2f}"}
    low = text.casefold()
    return any(
        re.search(rf"(?<!\w){re.escape(form.casefold())}(?!\w)", low) for form in forms
    )
