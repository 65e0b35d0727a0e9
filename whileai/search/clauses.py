"""The clauses of a policy: what it rules, one short label each."""

from __future__ import annotations

import re

from whileai.base.expressions import expression

LONGEST = 120
"""Characters that a clause's label has at most."""

_BULLET = expression(r"^\s*(?:[-*+•‣▪\u2013\u2014]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+")
_HEADING = expression(r"^\s*(?:#{1,6}\s|<[^>]*>\s*$|[=*_~-]{3,}\s*$|\|)")
_WORDS = expression(r"\w\W+\w|[^\x00-\x7f]")
_FENCE = expression(r"^\s*(?:```|~~~)")
_MARKUP = expression(r"\*\*|__|`")
_SENTENCE = expression(
    r"(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)(?<!Mr\.)(?<!Ms\.)(?<!Dr\.)(?<!No\.)"
    r"(?<=[.!?])[\"')\]]?\s+(?=[\"'(\[]?[^\Wa-z_])"
)
_ROLE = expression(
    r"^(?:you(?:['\u2019]re| are)\s+(?!not\b|never\b|only\b|to\b|allowed|required"
    r"|permitted|forbidden|free\b|expected|able)"
    r"|(?:please )?act as\b|your (?:role|job|name|task) is\b|i am\b|welcome\b"
    r"|as an? [^,]{1,60}(?:agent|assistant|bot),?\s+you\s+(?:help|assist|can help)"
    r"|(?:the )?(?:current|today'?s) (?:time|date)\b)",
    re.IGNORECASE,
)
_RULES = expression(
    r"\b(?:must|never|always|only|cannot|should|shall)\b|\bn[o']t\b|n't\b",
    re.IGNORECASE,
)


def clauses_of(policy: str) -> list[str]:
    """List the clauses of ``policy`` in its order, as labels; copies collapse.

    A clause is a bullet or a sentence. What says who the agent is, headings, lines
    that only introduce a list, and code blocks are none.
    """
    labels = (label_of(text) for text in _texts(policy))
    return list(dict.fromkeys(label for label in labels if label))


def label_of(text: str) -> str:
    """Give ``text`` on one line, without markup, cut at a word to 120 characters."""
    plain = " ".join(_MARKUP.sub("", text).split())
    if len(plain) <= LONGEST:
        return plain
    cut = plain[: LONGEST + 1]
    return (cut.rsplit(" ", 1)[0] if " " in cut else cut[:LONGEST]).rstrip(" ,;:")


def _texts(policy: str) -> list[str]:
    found = []
    for text, listed in _blocks(policy):
        parts = [text] if listed else _SENTENCE.split(text)
        found += [part.strip() for part in parts if _states_a_rule(part.strip())]
    return found


def _states_a_rule(text: str) -> bool:
    if not text or text.endswith((":", "\uff1a")) or not _WORDS.search(text):
        return False
    return not _ROLE.match(text) or bool(_RULES.search(text))


def _blocks(policy: str) -> list[tuple[str, bool]]:
    """Join wrapped lines; say of each block whether it is an item of a list."""
    blocks: list[tuple[str, bool]] = []
    fenced = fresh = False
    for line in policy.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        if fenced or _FENCE.match(line) or not line.strip() or _HEADING.match(line):
            fresh = True
            continue
        item = _BULLET.match(line)
        if item:
            blocks.append((line[item.end() :], True))
        elif blocks and not fresh and _continues(blocks[-1][0], line):
            blocks[-1] = (f"{blocks[-1][0]} {line.strip()}", blocks[-1][1])
        else:
            blocks.append((line.strip(), False))
        fresh = False
    return blocks


def _continues(before: str, line: str) -> bool:
    """Tell whether ``line`` goes on with the sentence that ``before`` left open."""
    open_ended = not before.rstrip().endswith((".", "!", "?", ":", ";", "。"))
    return open_ended and (line[:1].isspace() or line.lstrip()[:1].islower())
