"""What a simulated person may say: the rules that each line of a model is held to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

from whileai.base.text import squeezed
from whileai.builtin.users.knowledge import facts_of
from whileai.calls.reasoning import split

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from whileai.model import Scene, Turn

LEAVE = "[LEAVE]"
"""What the model writes for a person who walks away; never part of a thread."""

RULES = {
    "empty": "it said nothing",
    "role_break": "it spoke as the assistant, not as the person who asked",
    "leak": "it spoke of being simulated, or of its instructions",
    "echo": "it repeated the assistant's words",
    "invented_fact": "it named something that the person does not know",
    "early_end": "it left before the assistant had done anything",
}
"""The rules by the names that ``user_error`` has, and how breaking them reads."""

_DELIMITERS = re.compile(
    r"<\|[^|>\n]{1,40}\|>|\[/?INST\]|</?s>|<(?:end|start)_of_turn>"
)
_MARKER = re.compile(r"\W?\bLEAVE\b\W?(?=\s*\Z)|\[ ?LEAVE ?\]")
_LABEL = re.compile(
    r"^\s*\**(?:user|customer|person|client|human|me|caller)\**\s*:\**\s*",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"\n\s*\**(?:assistant|agent|support|system|user|customer|human|ai)\**\s*:.*",
    re.IGNORECASE | re.DOTALL,
)
_ASSISTANT = re.compile(
    r"\bhow (?:can|may) i (?:help|assist)\b|\blanguage model\b|"
    r"\b(?:i'd|i would|i'll|i will) be (?:happy|glad) to (?:help|assist) you\b|"
    r"\bthank you for (?:contacting|reaching out)\b|\bis there anything else i can\b|"
    r"\b(?:i've|i have) (?:processed|cancelled|canceled|refunded|updated|issued|"
    r"submitted|located) (?:your|the)\b|\bhappy to assist\b|"
    r"\b(?:can|could) you (?:please )?provide (?:me )?(?:with )?your\b|"
    r"\bas an? (?:ai|artificial intelligence|(?:chat)?bot|virtual assistant)\b|"
    r"\bi(?:'m|\u2019m| am) (?:just |only |merely |actually |also )*(?:an? )?"
    r"(?:ai|artificial intelligence|(?:ai |virtual |digital )?(?:assistant|chatbot|bot|"
    r"agent|model)|large language model)\b|"
    r"^\W*(?:assistant|agent|support|system|ai)\W*:",
    re.IGNORECASE,
)
_LEAK = re.compile(
    r"\bsimulat\w+|\brole[- ]?play\w*|\bmy (?:instructions|persona|prompt)\b|"
    r"\b(?:the|this) (?:persona|scenario)\b|\bi was (?:told|instructed) to\b|"
    r"\bsystem prompt\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+|#?\b(?=\w*\d)\w[\w-]{3,}\b")
_YEAR = re.compile(r"(?:19|20)\d\d\Z|\d{1,2}(?:st|nd|rd|th|am|pm)\Z|\d{4}-\d\d-\d\d\Z")
_WORDS = re.compile(r"\w+")
RUN = 5
"""Words in a row that count as the same words."""

COPIED = 0.6
"""Share of a line's runs of words that makes it a copy."""


@frozen(kw_only=True)
class Line:
    """What a model sent as the person's next line, ready to be said.

    Args:
        text: without reasoning, labels, delimiters and the mark of leaving.
        leaves: whether the person walks away.
        thought: whether there was reasoning in it.
        unclosed: whether the reasoning never ended.
    """

    text: str
    leaves: bool
    thought: bool
    unclosed: bool

    @classmethod
    def read(cls, sent: str) -> Line:
        """Read a reply; what a model wrote on the assistant's behalf is cut off."""
        said = split(sent)
        text = _NEXT.sub("", _LABEL.sub("", _DELIMITERS.sub(" ", said.text).strip()))
        leaves = _MARKER.search(text) is not None
        text = _MARKER.sub("", text).strip()
        if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
            text = text[1:-1].strip()
        return cls(
            text=text,
            leaves=leaves,
            thought=bool(said.reasoning),
            unclosed=said.unclosed,
        )


def broken_rule(text: str, turns: Sequence[Turn], scene: Scene) -> str | None:
    """Give the first rule that the line ``text`` breaks.

    A bare yes, and ids that the scene, the ask or the agent named, break none.

    Args:
        text: the line.
        turns: the thread so far, opening ask first.
        scene: what the person knows.
    """
    if not text.strip():
        return "empty"
    if _LEAK.search(text) and not any(_LEAK.search(turn.text) for turn in turns):
        return "leak"
    if _ASSISTANT.search(text):
        return "role_break"
    if _repeats(text, [turn.text for turn in turns if turn.role == "assistant"]):
        return "echo"
    known = _squeezed([*(turn.text for turn in turns), *_known(scene)])
    if any(squeezed(name) not in known for name in _names(text)):
        return "invented_fact"
    return None


def _names(text: str) -> list[str]:
    """Give what looks like an id, a number or an address in ``text``."""
    return [
        found.group(0)
        for found in _NAMED.finditer(text)
        if not _YEAR.match(found.group(0))
    ]


def _known(scene: Scene) -> Iterable[str]:
    yield scene.goal
    yield from (str(each) for each in scene.person.values())
    yield from (str(each) for each in scene.facts.values())
    yield from (fact.value for fact in facts_of(scene))


def _squeezed(texts: Iterable[str]) -> str:
    return "\n".join(map(squeezed, texts))


def _repeats(text: str, replies: Sequence[str]) -> bool:
    own = _runs(text)
    if not own:
        return False
    theirs = {run for reply in replies for run in _runs(reply)}
    return sum(run in theirs for run in own) / len(own) >= COPIED


def _runs(text: str) -> list[tuple[str, ...]]:
    words = _WORDS.findall(text.casefold())
    return [tuple(words[n : n + RUN]) for n in range(len(words) - RUN + 1)]
