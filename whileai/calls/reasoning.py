"""Reasoning that a model left in its reply, told apart from what it says."""

from __future__ import annotations

import re
from typing import NamedTuple

_TAGS = "think|thinking|thought|reasoning|reflection|scratchpad"
_BLOCK = re.compile(rf"<({_TAGS})>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_OPEN = re.compile(rf"<({_TAGS})>", re.IGNORECASE)
_CLOSE = re.compile(rf"</({_TAGS})>", re.IGNORECASE)
_FENCED = re.compile(r"`[^`\n]+`|```.*?```", re.DOTALL)


class Said(NamedTuple):
    """A reply in its two parts.

    Attributes:
        text: what was said.
        reasoning: what was thought, without its marks.
        unclosed: whether a block of reasoning never ended.
    """

    text: str
    reasoning: str
    unclosed: bool


def split(text: str) -> Said:
    """Tell what ``text`` says from what it thinks.

    A block that never closes is reasoning to its end; a closing mark without an
    opening one ends reasoning that began with the reply, as some servers send it.
    Marks inside code are talk about marks.
    """
    if "<" not in text:
        return Said(text, "", False)
    thoughts: list[str] = []

    def take(block: re.Match[str]) -> str:
        thoughts.append(block.group(2).strip())
        return ""

    code = [found.span() for found in _FENCED.finditer(text)]
    marks = [found for found in _OPEN.finditer(text) if not _within(found, code)]
    ends = [found for found in _CLOSE.finditer(text) if not _within(found, code)]
    if not marks and not ends:
        return Said(text, "", False)
    rest = text
    if ends and (not marks or ends[0].start() < marks[0].start()):
        thoughts.append(rest[: ends[0].start()].strip())
        rest = rest[ends[0].end() :]
    rest = _BLOCK.sub(take, rest)
    left = _OPEN.search(rest) if len(marks) > len(ends) else None
    if left is not None:
        thoughts.append(rest[left.end() :].strip())
        rest = rest[: left.start()]
    spoken = rest.strip()
    return Said(spoken, "\n\n".join(filter(None, thoughts)), left is not None)


def _within(found: re.Match[str], spans: list[tuple[int, int]]) -> bool:
    return any(start <= found.start() < end for start, end in spans)
