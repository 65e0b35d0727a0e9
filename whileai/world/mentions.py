"""Ids that an ask names: which of its words are ids of which entity."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from whileai.base.expressions import expression
from whileai.world import nouns, people
from whileai.world.names import is_code
from whileai.world.words import listed, singular, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.world.parts import Entity, Model

_TOKEN = expression(r"#?[^\W_]+(?:[-_][^\W_]+)*")
_URL = expression(r"(?:https?://|www\.)[^\s'\"<>),]+[^\s'\"<>),.!?]")
_PATH = expression(r"[\w./~-]*\w\.[A-Za-z]{1,5}\b|(?:/[\w.-]+)+")
_QUOTED = expression(r"['\"\u2018\u201c`]([^'\"\u2019\u201d`]{1,60})['\"\u2019\u201d`]")
_CAPITAL = expression(r"\b[A-Z][a-z]{2,}\b")
_MAIL = expression(r"(?<!\S)\S+@\S+")  # from its start, or a long word takes minutes


def mentioned(model: Model, prompt: str, tool: str = "") -> list[tuple[str, Any]]:
    """Give (entity, id) for each id that ``prompt`` names, in order, each once.

    Args:
        model: the entities there are and what their ids look like.
        prompt: the ask.
        tool: the tool it is about, if that is known: its ids are tried first.
    """
    text = _MAIL.sub(" ", _URL.sub(" ", prompt))
    found: list[tuple[str, Any]] = []
    for match in _TOKEN.finditer(text):
        token, before = match.group(), text[max(0, match.start() - 40) : match.start()]
        entity = _owner(model, token, before, tool)
        if entity is not None:
            found.append((entity.name, _typed(entity, token)))
    for entity in model.entities.values():
        if entity.loose and not entity.single:
            found += [(entity.name, each) for each in _words(entity, prompt)]
    return list(dict.fromkeys(found))


def _owner(model: Model, token: str, before: str, tool: str) -> Entity | None:
    """The entity whose id ``token`` is: by shape, else by the noun before it."""
    keyed = [e for e in _ordered(model, tool) if not (e.single or e.located or e.loose)]
    if token.isdigit() and len(token) < 3:
        return None
    fitting = [e for e in keyed if e.fits(token) or token in map(str, e.named)]
    declared = [e for e in fitting if not e.invented]
    told = [singular(word) for word in words(before)]
    near = set(told[-3:])
    named = [e for e in keyed if e.name.split("_")[-1] in near or e.name in near]
    for each in (*[e for e in named if e in declared], *declared):
        return each
    integers = [e for e in named if e.shapes[0].integer and token.lstrip("#").isdigit()]
    if integers:
        return integers[0]
    if not is_code(token) or token.isdigit():
        return next((e for e in named if e.invented and is_code(token)), None)
    ours = [e for e in fitting if e.invented and not e.shapes[0].integer]
    free = [e for e in keyed if e.invented and not e.shapes[0].integer]
    wanted = [e for e in named if e in free]
    return next(iter((*ours, *wanted, *free)), None)


def _ordered(model: Model, tool: str) -> list[Entity]:
    """The entities, those whose ids ``tool`` takes first."""
    action = model.actions.get(tool)
    first = [a.entity for a in action.role("target", "ref", "swap")] if action else []
    names = dict.fromkeys([*(name for name in first if name), *model.entities])
    return [model.entities[name] for name in names]


def _typed(entity: Entity, token: str) -> Any:
    return int(token.lstrip("#")) if entity.shapes[0].integer else token


def _words(entity: Entity, prompt: str) -> Iterator[str]:
    """Ids that are plain words: addresses, files, names, quoted or after the noun."""
    category = nouns.category(entity.name)
    if category == "page":
        yield from _URL.findall(prompt)
        return
    if category == "file":
        yield from _PATH.findall(_URL.sub(" ", prompt))
        return
    bare = _URL.sub(" ", prompt)
    if category == "person":
        yield from (word for word in _CAPITAL.findall(bare) if _is_name(word, bare))
        return
    last = re.escape(entity.name.split("_")[-1])
    yield from _QUOTED.findall(bare)
    for match in re.finditer(rf"\b{last}s?\s+#?([\w-]+)|([\w-]+)\s+{last}\b", bare):
        word = match.group(1) or match.group(2)
        if word.lower() not in _COMMON:
            yield word


_COMMON = frozenset(
    listed(
        "the a an my our your this that to in for with and of is on from at it "
        "all any each every which starting named called new old"
    )
)


def _is_name(word: str, text: str) -> bool:
    """Whether a capitalised word is a name: a known one, or inside a sentence."""
    if word in people.FIRST:
        return True
    return re.search(rf"[a-z,;:]\s+{word}\b", text) is not None
