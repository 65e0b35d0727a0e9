"""Why an ask that a model wrote is not used."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.base.text import SENTENCES, folded, squeezed
from whileai.builtin.writers.words import is_coded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Brief, Tool

LONGEST = 1500
"""Characters of an ask at most."""

_LABEL = re.compile(
    r"^\W*(?:sentiment|stance|tone|persona|user|customer|person|message|ask|scenario|"
    r"situation|goal|subject|tier|category|intent|wording)s?\s*(?:\d+\s*)?:",
    re.IGNORECASE,
)
_ASSISTANT = re.compile(
    r"\bhow (?:can|may) i (?:help|assist)\b|\bas an ai\b|\blanguage model\b|"
    r"\b(?:i'd|i would|i'll|i will) be (?:happy|glad) to (?:help|assist)\b|"
    r"\bthank you for (?:contacting|reaching out)\b|"
    r"\bhere (?:is|are) (?:the|your|some)\b.{0,40}\b(?:messages?|asks?)\b|"
    r"\bwe apologi[sz]e\b|\bdear customer\b",
    re.IGNORECASE,
)
_TEMPLATE = re.compile(
    r"\{\w+\}|\[(?:your|insert|name|order|id)[^\]]*\]|<[a-z_ ]+>|```"
)
_NAMED = re.compile(
    r"[\w.+-]+@[\w-]+\.[\w.]+|#?\b(?=\w*\d)(?=[\w-]*[A-Za-z_-]|\d{5})\w[\w-]{3,}\b"
)


@frozen(kw_only=True)
class Reader:
    """Holds what no ask of a run may contain.

    Args:
        names: tool names that no person would say.
        sentences: of the policy and of tool descriptions, folded.
    """

    names: tuple[str, ...]
    sentences: tuple[str, ...]

    @classmethod
    def of(cls, tools: Sequence[Tool], policy: str) -> Reader:
        """Read the tools and the policy."""
        names = tuple(
            name.lower()
            for tool in tools
            for name in dict.fromkeys((tool.name, tool.wire_name))
            if name and is_coded(name)
        )
        texts = [policy, *(tool.description for tool in tools)]
        sentences = [line for text in texts for line in SENTENCES.split(text)]
        return cls(
            names=names,
            sentences=tuple(
                folded(line).strip(" .!?-*") for line in sentences if len(line) > 24
            ),
        )

    def objection(self, text: str, brief: Brief) -> str | None:
        """Say why ``text`` is no ask for ``brief``; ``None`` if it is one."""
        low = folded(text)
        if not low or len(text) > LONGEST:
            return "it is empty or far too long"
        if _LABEL.search(text):
            return "it begins with a label"
        if _ASSISTANT.search(text):
            return "it speaks as the assistant"
        if _TEMPLATE.search(text):
            return "it has a blank to fill in"
        if any(name in low for name in self.names):
            return "it names a tool"
        if any(line and line in low for line in self.sentences):
            return "it quotes the policy or a tool's description"
        if low in {folded(each) for each in brief.avoid}:
            return "it was used before"
        return _disagrees(text, brief)


def required(brief: Brief) -> list[str]:
    """Give the ids and numbers that an ask for ``brief`` has to state."""
    scene = brief.situation.scene
    return [
        str(value)
        for name, value in scene.facts.items()
        if name not in scene.withheld
        and isinstance(value, str)
        and any(each.isdigit() for each in value)
        and len(value) <= 40
    ]


def _disagrees(text: str, brief: Brief) -> str | None:
    """Say where an ask and its world do not agree."""
    if brief.original is not None:
        return None
    scene, told = brief.situation.scene, squeezed(text)
    absent = [each for each in required(brief) if squeezed(each) not in told]
    if absent:
        return f"it does not state {absent[0]!r}"
    known = squeezed(
        " ".join(
            (
                scene.goal,
                *map(str, scene.facts.values()),
                *map(str, scene.person.values()),
                *map(str, scene.missing),
            )
        )
    )
    for found in _NAMED.finditer(text):
        if squeezed(found.group(0)) not in known:
            return f"it invents {found.group(0)!r}"
    withheld = [str(scene.facts.get(name, "")) for name in scene.withheld]
    if any(len(each) > 3 and squeezed(each) in told for each in withheld):
        return "it tells what the person keeps back"
    return None
