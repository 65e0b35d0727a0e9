"""What tool texts say of values: ids on file, examples of a shape, choices."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.expressions import expression
from whileai.world.words import plural, singular, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from whileai.model import Tool

_SHAPE_WORDS = expression(
    r"(?:such as|e\.?g\.?|for example|for instance|in the (?:form|format)(?: of)?"
    r"|formatted (?:as|like)|looks? like|example:?|like)[\s,:(]*$",
    re.IGNORECASE,
)
_QUOTED = expression(
    r"(?<![^\W_])['\"`\u2018\u201c]([^'\"`\u2019\u201d\n]{1,60})['\"`\u2019\u201d]"
)
_LEAD = expression(
    r"(?P<noun>[A-Za-z][A-Za-z _-]{0,40}?)?\s*(?P<cue>on file|on record|available"
    r"|known|existing|valid|are|is one of|one of|must be one of|ids?)\s*:?\s*$",
    re.IGNORECASE,
)
_HELD = expression(r"\bon (?:file|record)\s*[:\uff1a]\s*$", re.IGNORECASE)
_NAMED = expression(r"#?[^\W\d_a-z](?:[-_]?[^\W_a-z])*")
"""What only words that say that something is held make an id: "QX", "IT-AAA1"."""
_CLAUSE = expression(r"[.;\n]")
_LIST = expression(
    r"{item}(?:(?:\s*[,\u3001\uff0c]\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+){item})*".replace(
        "{item}", r"['\"`]?#?[^\W_]+(?:[-_][^\W_]+)*['\"`]?"
    )
)
_SPLIT = expression(r"\s*[,\u3001\uff0c]\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+")
_SINGLE = expression(
    r"(?:such as|e\.?g\.?|for example|in the form(?:at)?(?: of)?|like"
    r"|formatted as|examples?(?=:)|format(?=:))[\s,:(]+(\S+)",
    re.IGNORECASE,
)
_SHOWN = expression(r"#?[^\W\d_]{1,8}[-_#/]?\d{2,}[\w-]*|#?\d{4,}|\d+[A-Z]+")
_CUE = expression(r"e\.g\.|i\.e\.", re.IGNORECASE)
_EITHER = expression(
    r"(?:either|one of|must be|should be|can be|options(?: are)?|values(?: are)?|"
    r"possible values(?: are)?)\W+((?:['\"`][^'\"`]{1,40}['\"`](?:\s*(?:,|/|or|and|\|)"
    r"\s*)*){2,})",
    re.IGNORECASE,
)

_BARE = expression(
    r"\b(?:one of|options(?: are)?:|(?:possible|allowed|valid|accepted) values"
    r"(?: are)?):?\s+([A-Za-z][\w-]{0,30}(?:(?:\s*,\s*(?:or\s+|and\s+)?|\s+or\s+)"
    r"[A-Za-z][\w-]{0,30})+)\s*(?=[.;)\n]|$)",
    re.IGNORECASE,
)


def is_code(text: str) -> bool:
    """Tell whether ``text`` reads as an identifier: letters or marks with digits."""
    core = text.strip("#'\"`")
    digits = sum(char.isdigit() for char in core)
    return bool(digits) and len(core) > 1 and not _ordinary(core)


def _ordinary(core: str) -> bool:
    """Numbers that prose is full of: small ones, years, ordinals, dates, sizes."""
    if core.isdigit():
        return len(core) < 3 or (len(core) == 4 and core[:2] in ("19", "20"))
    return bool(
        re.fullmatch(
            r"\d+(st|nd|rd|th|px|kb|mb|gb|am|pm|ms|s|h|d|x)|v\d+|\d{4}-\d\d-\d\d"
            r"|[a-z]+-[a-z]*\d|utf-\d+|sha\d+|oauth\d|h264|mp[34]|\d+x\d+|[1-9]d"
            r"|iso-?\d+|covid-19|base64|utf8",
            core,
            re.IGNORECASE,
        )
    )


def listed_ids(text: str) -> list[str]:
    """Give the ids that ``text`` says exist: a plain list of codes, not examples."""
    return list(dict.fromkeys(code for _, code in _listed(text)))


def _listed(text: str) -> Iterator[tuple[str, str]]:
    """Each listed id with what its sentence says before the list."""
    for match in _LIST.finditer(text):
        items = [item.strip("'\"`") for item in _SPLIT.split(match.group())]
        before = text[max(0, match.start() - 60) : match.start()]
        held = _HELD.search(before)
        codes = [e for e in items if is_code(e) or (held and _NAMED.fullmatch(e))]
        introduced = before.rstrip().endswith((":", "\uff1a")) or _LEAD.search(before)
        if (len(codes) > 1 or introduced) and not _SHAPE_WORDS.search(before):
            for code in codes:
                yield _CLAUSE.split(text[: match.start()])[-1], code


def examples_in(text: str) -> list[str]:
    """Give the examples that ``text`` quotes after "such as", "e.g." and the like."""
    found: list[str] = []
    for match in _QUOTED.finditer(text):
        before = text[max(0, match.start() - 60) : match.start()]
        chained = found and re.search(
            r"['\"`\u2019\u201d]\s*(?:,|or|and|/)*\s*(?:or\s+)?$", before
        )
        if _SHAPE_WORDS.search(before) or chained:
            found.append(match.group(1))
    if not found:
        for match in _SINGLE.finditer(text):
            token = match.group(1).strip("'\"`.,;:)")
            if is_code(token):
                found.append(token)
    return found


@frozen(kw_only=True)
class Code:
    """A code in a text.

    Args:
        text: the code.
        nouns: what is named before it in its sentence, in the singular.
        own: whether it is of what the text is about, if no noun says otherwise.
    """

    text: str
    nouns: Sequence[str]
    own: bool = True


def shown_codes(text: str) -> Iterator[Code]:
    """Give each code that ``text`` shows as an example."""
    for code in examples_in(text):
        if _SHOWN.fullmatch(code):
            sentence = re.split(r"[.;\n](?:\s|$)", text[: text.find(code)])[-1]
            nouns = [singular(word) for word in words(_CUE.sub(" ", sentence))]
            yield Code(text=code, nouns=nouns)


def choices_in(text: str) -> list[str]:
    """Give the values that ``text`` offers: "either 'a' or 'b'", "one of a, b"."""
    for match in _EITHER.finditer(text):
        if not re.search(r"(such as|e\.g\.|example)", match.group(), re.IGNORECASE):
            return list(dict.fromkeys(_QUOTED.findall(match.group(1))))
    bare = _BARE.search(text)
    items = _SPLIT.split(bare.group(1)) if bare else []
    return [] if any(map(is_code, items)) else list(dict.fromkeys(items))


def listed_codes(text: str) -> Iterator[Code]:
    """Give each id that ``text`` says exists."""
    for before, code in _listed(text):
        said = words(_HELD.sub(" ", before))
        many = [word for word in said if plural(word) == word]
        nouns = [singular(word) for word in many or said]
        yield Code(text=code, nouns=nouns, own=bool(_HELD.search(before)))


def described_ids(tool: Tool) -> dict[str, list[str]]:
    """Give the ids that the descriptions of a tool's parameters say exist."""
    found = {
        name: listed_ids(schema["description"])
        for name, schema in _described(tool.parameters.get("properties"))
    }
    return {name: ids for name, ids in found.items() if ids}


def _described(properties: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(properties, dict):
        for name, schema in properties.items():
            if isinstance(schema, dict) and isinstance(schema.get("description"), str):
                yield name, schema
