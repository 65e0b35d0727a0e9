"""What tool texts say of values: ids on file, examples of a shape, choices."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from whileai.world.words import plural, singular, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from whileai.model import Tool

_SHAPE_WORDS = re.compile(
    r"(?:such as|e\.?g\.?|for example|for instance|in the (?:form|format)(?: of)?"
    r"|formatted (?:as|like)|looks? like|example:?|like)[\s,:(]*$",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"(?<![^\W_])['\"`\u2018\u201c]([^'\"`\u2019\u201d\n]{1,60})['\"`\u2019\u201d]"
)
_LEAD = re.compile(
    r"(?P<noun>[A-Za-z][A-Za-z _-]{0,40}?)?\s*(?P<cue>on file|on record|available"
    r"|known|existing|valid|are|is one of|one of|must be one of|ids?)\s*:?\s*$",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"{item}(?:(?:\s*[,\u3001\uff0c]\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+){item})*".replace(
        "{item}", r"['\"`]?#?[^\W_]+(?:[-_][^\W_]+)*['\"`]?"
    )
)
_SPLIT = re.compile(r"\s*[,\u3001\uff0c]\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+")
_SINGLE = re.compile(
    r"(?:such as|e\.?g\.?|for example|in the form(?:at)?(?: of)?|like"
    r"|formatted as|examples?(?=:)|format(?=:))[\s,:(]+(\S+)",
    re.IGNORECASE,
)
_SHOWN = re.compile(r"#?[^\W\d_]{1,8}[-_#/]?\d{2,}[\w-]*|#?\d{4,}|\d+[A-Z]+")
_CUE = re.compile(r"e\.g\.|i\.e\.", re.IGNORECASE)
_EITHER = re.compile(
    r"(?:either|one of|must be|should be|can be|options(?: are)?|values(?: are)?|"
    r"possible values(?: are)?)\W+((?:['\"`][^'\"`]{1,40}['\"`](?:\s*(?:,|/|or|and|\|)"
    r"\s*)*){2,})",
    re.IGNORECASE,
)

_BARE = re.compile(
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
    found: list[str] = []
    for match in _LIST.finditer(text):
        items = [item.strip("'\"`") for item in _SPLIT.split(match.group())]
        codes = [item for item in items if is_code(item)]
        if not codes:
            continue
        before = text[max(0, match.start() - 60) : match.start()]
        introduced = before.rstrip().endswith((":", "\uff1a")) or _LEAD.search(before)
        if (len(codes) > 1 or introduced) and not _SHAPE_WORDS.search(before):
            found += [code for code in codes if code not in found]
    return found


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


def shown_codes(text: str) -> Iterator[tuple[list[str], str]]:
    """Give each code that ``text`` shows as an example, with the words before it."""
    for code in examples_in(text):
        if _SHOWN.fullmatch(code):
            sentence = re.split(r"[.;\n](?:\s|$)", text[: text.find(code)])[-1]
            yield [singular(word) for word in words(_CUE.sub(" ", sentence))], code


def choices_in(text: str) -> list[str]:
    """Give the values that ``text`` offers: "either 'a' or 'b'", "one of a, b"."""
    for match in _EITHER.finditer(text):
        if not re.search(r"(such as|e\.g\.|example)", match.group(), re.IGNORECASE):
            return list(dict.fromkeys(_QUOTED.findall(match.group(1))))
    bare = _BARE.search(text)
    items = _SPLIT.split(bare.group(1)) if bare else []
    return [] if any(map(is_code, items)) else list(dict.fromkeys(items))


def named_ids(tools: Iterable[Tool], texts: Iterable[str] = ()) -> dict[str, list[str]]:
    """Give the ids that tool and parameter descriptions, or ``texts``, say exist.

    Args:
        tools: their descriptions and those of their parameters are read.
        texts: further texts, such as the policy.

    Returns:
        Parameter name to ids, for ids listed in the text of a parameter; and the
        singular noun before a list ("Orders on file: A1, A2") to its ids, for lists
        elsewhere. The key is ``""`` when no noun stands there.
    """
    found: dict[str, list[str]] = {}
    for tool in tools:
        for noun, code in _nouns(tool.description):
            _note(found, noun, code)
        properties = tool.parameters.get("properties")
        for name, schema in _described(properties):
            for code in listed_ids(schema.get("description") or ""):
                _note(found, name, code)
    for text in texts:
        for noun, code in _nouns(text):
            _note(found, noun, code)
    return found


def _described(properties: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(properties, dict):
        for name, schema in properties.items():
            if isinstance(schema, dict) and isinstance(schema.get("description"), str):
                yield name, schema


def _nouns(text: str) -> Iterator[tuple[str, str]]:
    """Each listed id with the noun that introduces its list."""
    codes = listed_ids(text)
    for code in codes:
        before = text[: text.find(code)]
        sentence = re.split(r"[.;\n]", before)[-1]
        named = [word for word in words(sentence) if plural(word) == word]
        lone = words(sentence)[:1]
        noun = named[0] if named else (lone[0] if lone else "")
        yield singular(noun), code


def _note(found: dict[str, list[str]], key: str, code: str) -> None:
    ids = found.setdefault(key, [])
    if code not in ids:
        ids.append(code)
