"""Which parameter a server refuses, read off its own words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from whileai.base.expressions import expression

if TYPE_CHECKING:
    from collections.abc import Iterable

_TURNS_DOWN = expression(
    r"unsupported|not supported|n[o']t support|unknown|unrecogni[sz]ed|not permitted|"
    r"extra (?:inputs|fields)|unexpected|not allowed|deprecated|not available|"
    r"not implemented|only the default|invalid (?:parameter|argument|field|value)|"
    r"must be 1|cannot be (?:set|specified|used)|does not exist|not enabled",
    re.IGNORECASE,
)

OTHER_NAME = {
    "max_tokens": "max_completion_tokens",
    "max_completion_tokens": "max_tokens",
}
"""The two names of the reply budget: a server that refuses one asks for the other."""

_WHOLE_WORD = r"(?<![\w]){}(?![\w])"


def refused_parameter(body: str, sent: Iterable[str]) -> str | None:
    """Give the parameter that a refusal is about.

    Args:
        body: what the server said, in full.
        sent: names of the parameters that may be left out or renamed, and were sent;
            those that a message names beside others come last.

    Returns:
        One of ``sent``; ``None`` if the refusal is about something else.
    """
    if not _TURNS_DOWN.search(body):
        return None
    for name in sent:
        if not re.search(_WHOLE_WORD.format(name), body):
            continue
        other = OTHER_NAME.get(name)
        if other is None or re.search(_WHOLE_WORD.format(other), body):
            return name
    return None
