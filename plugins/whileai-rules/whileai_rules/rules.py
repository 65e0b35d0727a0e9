"""The rules: each says what is wrong with a reply, or nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_PROMISE = re.compile(
    r"\b(?:I|we)(?:'ll| will)? (?:promise|guarantee)\b|\bguaranteed\b|"
    r"\byou have my word\b|\bI assure you\b|\b100 ?% (?:sure|certain)\b|"
    r"\b(?:will|'ll) (?:definitely|certainly|absolutely)\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(
    r"</?(?:tool_call|tool_response|function|function_calls?|invoke|think|thinking)\b|"
    r"<\|[a-z_]+\|>|\[/?(?:TOOL_CALLS?|INST|AVAILABLE_TOOLS)\]|```tool_(?:code|call)",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"\?+")
_LINK = re.compile(r"\bhttps?://\S+")
_WORD = re.compile(r"[^\W\d_]+")
_SMALL_WORDS = {
    "en": "the and is are you your for with this that not have has was will can of to",
    "de": "der die das und ist sind sie ihr ihre für mit nicht haben hat wird kann ich",
    "es": "el los las y es son usted su para con este que no ha tiene puede por una",
    "fr": "le les et est sont vous votre pour avec ce que pas avez a peut une des je",
}
_LANGUAGES = {name: frozenset(words.split()) for name, words in _SMALL_WORDS.items()}
_FEWEST_WORDS = 3


@frozen
class Rule:
    """One rule.

    Args:
        broken: takes a reply and the rule's value; says what is wrong, or gives
            nothing.
        value: what the rule takes when none is given; ``None`` if it takes none.
        accepts: says whether a value will do.
        wanted: which values these are, in words.
    """

    broken: Callable[[str, str], str]
    value: str | None = None
    accepts: Callable[[str], bool] = bool
    wanted: str = ""


def _length(reply: str, most: str) -> str:
    over = len(reply) > int(most)
    return f"the reply has {len(reply)} characters, {most} at most" if over else ""


def _questions(reply: str, most: str) -> str:
    count = len(_QUESTION.findall(_LINK.sub("", reply)))
    return (
        f"the reply asks {count} questions, {most} at most" if count > int(most) else ""
    )


def _promises(reply: str, _value: str) -> str:
    found = _PROMISE.search(reply)
    return f"the reply promises: {found[0]!r}" if found else ""


def _markup(reply: str, _value: str) -> str:
    found = _MARKUP.search(reply)
    return f"the reply has markup in it: {found[0]!r}" if found else ""


def _language(reply: str, wanted: str) -> str:
    words = [word.lower() for word in _WORD.findall(reply)]
    counts = {
        name: sum(word in small for word in words) for name, small in _LANGUAGES.items()
    }
    most = max(counts, key=lambda name: counts[name])
    clear = counts[most] >= _FEWEST_WORDS and counts[most] > counts[wanted]
    return f"the reply is in {most!r}, not in {wanted!r}" if clear else ""


_COUNT = "a whole number of 0 or more"

RULES: Mapping[str, Rule] = {
    "length": Rule(_length, "800", str.isdecimal, _COUNT),
    "questions": Rule(_questions, "1", str.isdecimal, _COUNT),
    "promises": Rule(_promises),
    "markup": Rule(_markup),
    "language": Rule(
        _language, "en", _LANGUAGES.__contains__, f"one of {', '.join(_LANGUAGES)}"
    ),
}
"""Every rule by name."""
