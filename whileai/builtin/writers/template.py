"""The offline writer: words situations from a grammar, without any model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from whileai.base.seeds import Dice, derive
from whileai.base.text import SENTENCES
from whileai.builtin.writers.deeds import siblings
from whileai.builtin.writers.facts import Fact, Stated, chosen, stated
from whileai.builtin.writers.grammar import ask, double
from whileai.builtin.writers.offtopic import offtopic
from whileai.builtin.writers.phrases import expand
from whileai.builtin.writers.sentences import capitals
from whileai.builtin.writers.texture import TEXTURES, settled, textured
from whileai.builtin.writers.vague import vague
from whileai.builtin.writers.values import bare
from whileai.builtin.writers.variation import varied
from whileai.builtin.writers.verbs import Sense, senses
from whileai.builtin.writers.words import is_coded, plain_words
from whileai.world.words import singular

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whileai.model import Brief, Cell, Scene, Task, Tool
    from whileai.stages import Run

NAME = "template"
"""The name of this writer on every row."""

_TEXTURED, _OPEN = 0.12, 0.3
_TEXTURE_SHARES = (4.0, 2.0, 0.8, 1.5, 1.5, 1.0)
_TORN = frozenset(("conflicting", "unsure"))
_POINTED = {"ambiguous": 0.85, "unsure": 0.6}
_TRIES = 16
_NOBODY = object()


class Voice:
    """Speaks for the people who use one set of tools.

    Args:
        tools: the agent's tools, any number of any shape.
        policy: the agent's policy; no ask repeats a sentence of it.
    """

    def __init__(self, tools: Sequence[Tool], policy: str = "") -> None:
        self._senses = senses(tools)
        self._banned = {tool.name: _banned(tool) for tool in tools}
        self._policy = _sentences(policy)
        self._flavours = frozenset(each.flavour for each in self._senses.values())
        self._own = derive(0, *sorted(self._senses))  # no clause of the policy
        self._siblings = siblings(tuple(self._senses.values()))

    def word(self, brief: Brief) -> list[str]:
        """Give the wordings that ``brief`` asks for, fewer if it runs dry.

        Wordings of one brief differ from each other and from what it says to avoid,
        and all state the same facts.
        """
        seen = {text.casefold() for text in brief.avoid}
        if brief.original is not None:
            seen.add(brief.original.casefold())
        out: list[str] = []
        for phrasing in range(brief.phrasings):
            if brief.kept is not None and phrasing == 0:
                out.append(brief.kept)
                continue
            text = self._fresh(brief, phrasing, seen)
            if text:
                out.append(text)
                seen.add(text.casefold())
        return out

    def _fresh(self, brief: Brief, phrasing: int, seen: set[str]) -> str:
        """Give a wording that is not among ``seen``; empty if none was found.

        Of a tool whose description is no more than the noun for its object (``user
        info``) every ask holds it: then one that does is better than none.
        """
        pair = self._pair(brief)
        facts = _facts(pair, brief.situation.scene)
        spare = ""
        sibling = self._sibling(brief, pair)
        for attempt in range(_TRIES):
            dice = Dice(derive(brief.seed, "word", phrasing, attempt))
            if pair or brief.original is not None:
                text = _once(brief, pair, facts, sibling, dice)
            else:
                far = Dice(derive(self._own, dice.bits()))
                text = _typed(capitals(offtopic(far, self._flavours)), far)
            if text.casefold() in seen:
                continue
            if not self._repeats(text, pair):
                return text
            spare = spare or text
        return spare

    def _pair(self, brief: Brief) -> tuple[Sense, ...]:
        """Give the tools that the ask is for: none, one, or two."""
        cell, scene = brief.situation.cell, brief.situation.scene
        if cell.tool in self._senses:
            return (self._senses[cell.tool],)
        if cell.tool != "multi_tool" or not self._senses:
            return ()
        named = tuple(self._senses[t] for t in scene.tools if t in self._senses)
        if len(named) == 2:
            return named
        return _two(
            tuple(self._senses.values()), scene, Dice(derive(brief.seed, "pair"))
        )

    def _sibling(self, brief: Brief, pair: tuple[Sense, ...]) -> str:
        """Give what another tool does to the same thing, for who wants two at once."""
        if len(pair) != 1 or brief.situation.cell.stance not in _TORN:
            return ""
        return Dice(derive(brief.seed, "sibling")).pick(
            self._siblings[pair[0].tool.name] or ("",)
        )

    def _repeats(self, text: str, pair: tuple[Sense, ...]) -> bool:
        """Answer whether ``text`` reads out a tool's name, its description or a "
        "rule."""
        low = text.lower()
        if any(rule in low for rule in self._policy):
            return True
        return any(
            phrase in low for each in pair for phrase in self._banned[each.tool.name]
        )


def _sentences(text: str) -> tuple[str, ...]:
    """Give the sentences of ``text`` that have at least two words, in lower case."""
    return tuple(
        line.strip().rstrip(".!?").lower()
        for line in SENTENCES.split(text)
        if " " in line.strip()
    )


def _banned(tool: Tool) -> tuple[str, ...]:
    """Give what no ask for ``tool`` may hold, in lower case."""
    names = [name.lower() for name in (tool.name,) if is_coded(name)]
    return (*names, *_sentences(tool.description))


def _facts(pair: tuple[Sense, ...], scene: Scene) -> tuple[tuple[Fact, ...], ...]:
    """Give what is stated for each of the tools; no fact is stated twice."""
    said: set[str] = set()
    out = []
    for each in pair:
        own = tuple(f for f in chosen(each, scene) if f.argument.name not in said)
        said.update(fact.argument.name for fact in own)
        out.append(own)
    return tuple(out)


def _once(
    brief: Brief,
    pair: tuple[Sense, ...],
    facts: tuple[tuple[Fact, ...], ...],
    sibling: str,
    dice: Dice,
) -> str:
    """Give one wording."""
    cell, scene = brief.situation.cell, brief.situation.scene
    if brief.original is not None:
        return varied(brief.original, cell, dice)
    said = [
        _said(each, own, scene, cell, dice)
        for each, own in zip(pair, facts, strict=True)
    ]
    if len(pair) == 1:
        text = ask(pair[0], said[0], scene, cell, sibling, dice)
    else:
        said[1] += _again(pair[1], facts[0], dice)
        text = double((pair[0], pair[1]), (said[0], said[1]), scene, cell, dice)
    return _typed(text, dice)


def _typed(text: str, dice: Dice) -> str:
    """Give ``text`` as it is typed: few of the asks with slips or in small letters."""
    text = settled(text)
    if dice.chance(_TEXTURED):
        texture = dice.weighted(TEXTURES, _TEXTURE_SHARES)
        text = settled(textured(text, texture, dice))
    if text.endswith(".") and dice.chance(_OPEN):
        text = text.removesuffix(".")
    return bare(text)


def _said(
    sense: Sense, facts: tuple[Fact, ...], scene: Scene, cell: Cell, dice: Dice
) -> list[Stated]:
    """Spell what is stated, and point at what is left out."""
    out = [_owned(each, sense, scene) for each in stated(facts, dice)]
    share = _POINTED.get(cell.stance, 0.75)
    if scene.withheld:
        out += vague(sense, scene, share, dice)
    return out


_AGAIN = {
    "id": "the same {n}",
    "recipient": "the same person",
    "amount": "the same amount",
    "on": "the same (day|date)",
    "room": "in the same room",
    "person": "for the same {n}",
    "container": "the same {n}",
    "file": "that file",
    "plain": "with the same {n}",
    "title": "it",
}


def _again(second: Sense, facts: Sequence[Fact], dice: Dice) -> list[Stated]:
    """Point at what the first of two requests has said and the second needs, too."""
    out = []
    for fact in facts:
        each = second.arguments.get(fact.argument.name)
        pattern = _AGAIN.get(each.role) if each is not None else None
        if each is not None and each.role in ("plain", "title"):
            first = second.segments[0]
            if first.argument == each.name or not (first.noun or first.argument):
                pattern = "it"
            elif each.role == "title":
                pattern = None
        if each is not None and pattern and not isinstance(fact.value, list):
            noun = each.entity if each.role == "id" else each.noun
            noun = noun.removesuffix(" name") if noun != "name" else "person"
            if each.role == "recipient" and second.flavour == "banking":
                pattern = "the same account"
            text = expand(pattern, dice, {"n": noun})
            out.append(Stated(argument=each, text=text, vague=True))
    return out


def _owned(each: Stated, sense: Sense, scene: Scene) -> Stated:
    """Mark the person's own name among the things that they look at."""
    name = each.argument.name
    person = sense.looks and each.argument.role in ("recipient", "person")
    own = person and scene.facts.get(name) == scene.person.get(name, _NOBODY)
    segments = {segment.argument for segment in sense.segments}
    return evolve(each, own=True) if own and name not in segments else each


def _two(known: tuple[Sense, ...], scene: Scene, dice: Dice) -> tuple[Sense, ...]:
    """Give the two tools that the goal and the facts of ``scene`` are for."""
    if len(known) == 1:
        return known
    deck = dice.shuffled(known)
    names = {*scene.facts, *scene.withheld}
    wishes = scene.goal.split(" and then ")
    if len(wishes) == 2:
        first, second = (_best(deck, names, wish) for wish in wishes)
        if first is not second:
            return (first, second)
    first = _best(deck, names)
    rest = [each for each in deck if each is not first]
    second = _best(rest, names - {*first.arguments})
    return (second, first) if second.looks and not first.looks else (first, second)


def _best(deck: list[Sense], names: set[str], wish: str = "") -> Sense:
    """Give the tool that fits best: first the words of a wish, then the facts."""
    said = set(map(singular, plain_words(wish)))

    def fit(own: Sense) -> tuple[int, int, int]:
        return (
            len(said & own.words),
            len(names & own.arguments.keys()),
            -len(own.needed - names),
        )

    return max(deck, key=fit)


def word(brief: Brief, tools: Sequence[Tool], policy: str = "") -> list[str]:
    """Give the wordings that ``brief`` asks for.

    Args:
        brief: the situation and how many wordings of it.
        tools: the agent's tools.
        policy: the agent's policy.

    Returns:
        At most ``brief.phrasings`` texts, a function of the arguments alone.
    """
    return Voice(tools, policy).word(brief)


class TemplateWriter:
    """The writer behind ``simulator=False``: a ``whileai.stages.Writer``.

    Args:
        tools: the agent's tools.
        policy: the agent's policy.
        warn: told once, when the run ends, how many asks repeat another one.
    """

    def __init__(
        self,
        tools: Sequence[Tool] = (),
        policy: str = "",
        warn: Callable[[str], None] | None = None,
    ) -> None:
        self._voice = Voice(tools, policy)
        self._warn = warn
        self._given: set[str] = set()
        self._made = 0
        self._wanted = 0

    async def write(self, briefs: Sequence[Brief], run: Run, /) -> Sequence[Task]:
        """Give the tasks for ``briefs``; nothing is awaited."""
        return [
            brief.task(phrasing, prompt, writer_model=NAME)
            for brief in briefs
            for phrasing, prompt in enumerate(self._counted(brief))
        ]

    def _counted(self, brief: Brief) -> list[str]:
        """Give the wordings of ``brief``, and count those that the writer made up.

        Sets and sums do not depend on the order of calls, so neither does the count.
        """
        texts = self._voice.word(brief)
        kept = int(brief.kept is not None)
        self._given.update(texts[kept:])
        self._made += len(texts) - kept
        self._wanted += brief.phrasings - kept
        return texts

    async def __aenter__(self) -> TemplateWriter:
        """Begin a run: nothing is given yet."""
        self._given.clear()
        self._made = self._wanted = 0
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Say how often the writer repeated itself, if it did."""
        again = self._made - len(self._given)
        short = self._wanted - self._made
        if self._warn is None or not (again or short):
            return
        parts = [f"worded {again} of {self._made} asks like another"] if again else []
        parts += [f"left out {short} of {self._wanted} wordings"] if short else []
        self._warn(
            f"the offline writer {' and '.join(parts)}: pass seeds=, more tools or "
            f"longer descriptions of them, or fewer situations"
        )
