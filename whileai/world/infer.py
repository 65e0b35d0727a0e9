"""Entities, keys, links and actions, read from nothing but the tools."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from whileai.base.examples import Examples
from whileai.base.lines import fresh
from whileai.world import entities, nouns
from whileai.world.arguments import Arguments, Results
from whileai.world.arguments_read import Raw, plain_role, raw_arguments
from whileai.world.holdings import returned
from whileai.world.keys import finding
from whileai.world.parts import LOOKS, ON_ONE, Action, Argument, Link, Model
from whileai.world.phrases import Phrase, phrase_of
from whileai.world.placeholders import Placeholders
from whileai.world.ranges import ranged
from whileai.world.subjects import Subjects, canonical
from whileai.world.words import listed, passive, plural, singular, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from whileai.model import Tool

_NEWEST = frozenset(("recent", "latest", "newest"))


def infer(
    tools: Iterable[Tool],
    texts: Sequence[str] = (),
    verbs: Mapping[str, str] | None = None,
) -> Model:
    """Infer the world that ``tools`` work on.

    Args:
        tools: names, descriptions, parameters and output schemas are read.
        texts: further texts that may name ids, such as the policy.
        verbs: tool name to one of ``VERBS``, where it is known better; it stands.

    Returns:
        A model with one action for each tool; tools whose meaning cannot be inferred
        have the verb ``unknown``. What says the same has one model, which shares
        nothing with ``tools``.
    """
    told, heard, said = tuple(tools), tuple(texts), dict(verbs or {})
    spelled = repr((told, heard, said))
    return _inferred(_Told(spelled=spelled, tools=told, texts=heard, verbs=said))


@frozen(kw_only=True)
class _Told:
    """All that a model is inferred from; what is spelled the same is the same."""

    spelled: str
    tools: tuple[Tool, ...] = field(eq=False)
    texts: tuple[str, ...] = field(eq=False)
    verbs: Mapping[str, str] = field(eq=False)


@lru_cache(maxsize=16)
def _inferred(told: _Told) -> Model:
    known = {tool.name: _copied(tool) for tool in told.tools}
    names = _Names.of(known, told.verbs)
    read = {
        name: _action(tool, names.phrases[name], names) for name, tool in known.items()
    }
    told_of = {name: tuple(returned(tool.output)) for name, tool in known.items()}
    actions = entities.matched(ranged(finding(read), told_of))
    built = entities.build(known, actions, told.texts)
    return Model(
        tools=known,
        entities=built,
        actions=entities.linked(known, actions, built),
        checks={name: Arguments(tool) for name, tool in known.items()},
        placeholders={name: Placeholders.of(tool) for name, tool in known.items()},
        results={name: Results(tool) for name, tool in known.items() if tool.output},
        examples={n: Examples(tool.output) for n, tool in known.items() if tool.output},
    )


def _copied(tool: Tool) -> Tool:
    """The tool without the function behind it, which may hold on to anything."""
    output = tool.output and fresh(tool.output)
    return evolve(tool, parameters=fresh(tool.parameters), output=output, call=None)


@define(kw_only=True)
class _Names:
    """Which entities the tools speak of, and by which words."""

    phrases: dict[str, Phrase]
    raws: dict[str, tuple[Raw, ...]]
    stems: set[str] = field(factory=set)
    owned: set[str] = field(factory=set)
    shown: set[str] = field(factory=set)

    @classmethod
    def of(cls, tools: Mapping[str, Tool], verbs: Mapping[str, str]) -> _Names:
        names = cls(
            phrases={n: phrase_of(each, verbs.get(n, "")) for n, each in tools.items()},
            raws={name: raw_arguments(tool) for name, tool in tools.items()},
        )
        for raws in names.raws.values():
            for raw in raws:
                if raw.argument.role == "id" and raw.stem:
                    names.stems.add(canonical(raw.stem))
        names.phrases = {n: names.counted(each) for n, each in names.phrases.items()}
        seen = [each for each in names.phrases.values() if each.verb in LOOKS]
        subjects = Subjects(
            phrases=names.phrases,
            raws=names.raws,
            stems=names.stems,
            looked={names.entity(each.nouns) for each in seen if each.nouns},
        )
        names.phrases = {name: subjects.settled(name) for name in names.phrases}
        for phrase in names.phrases.values():
            if phrase.verb not in ("compute", "unknown") and phrase.nouns:
                names.owned.add(canonical(phrase.nouns))
                if phrase.verb in ("create", "list", "search"):
                    names.shown.add(canonical(phrase.nouns))
        return names

    def counted(self, phrase: Phrase) -> Phrase:
        """The phrase with its object in the singular, if some tool takes its id so.

        It decides where spelling does not: ``list_menus`` beside ``menu_id``.
        """
        *lead, last = phrase.nouns or ("",)
        if canonical(phrase.nouns) in self.stems:
            return phrase
        for ending in ("s", "es"):
            one = (*lead, last.removesuffix(ending))
            if last.endswith(ending) and canonical(one) in self.stems:
                return evolve(phrase, nouns=one, plural=True)
        return phrase

    def entity(self, parts: tuple[str, ...]) -> str:
        """The entity that ``parts`` mean: the best known one, else themselves."""
        name = self._spelled(parts)
        if name in self.stems:
            return self._longer(name)
        for start in range(1, len(parts)):
            tail = canonical(parts[start:])
            if tail in self.stems:
                return self._longer(tail)
        longer = [stem for stem in sorted(self.stems) if stem.endswith(f"_{name}")]
        return longer[0] if len(longer) == 1 else name

    def _spelled(self, parts: tuple[str, ...]) -> str:
        """``work_order`` for ``workorder`` and ``wo``, where tools take its ids."""
        name = canonical(parts)
        bare = name.replace("_", "")
        alike = [
            stem
            for stem in sorted(self.stems)
            if "_" in stem
            and (
                stem.replace("_", "") == bare
                or "".join(word[:1] for word in stem.split("_")) == name
            )
        ]
        return alike[0] if len(alike) == 1 else name

    def _longer(self, name: str) -> str:
        """``pull_request`` for ``pull``, when only the longer is a tool's object."""
        if name in self.owned:
            return name
        for other in sorted(self.shown - self.stems):
            head, _, extra = other.rpartition("_")
            if head == name and extra:
                return other
        return name

    def scope(self, entity: str) -> set[str]:
        """The arguments that say where a thing is, as reading it needs them too."""
        return {
            raw.argument.name
            for tool, phrase in self.phrases.items()
            if phrase.verb == "read" and self.entity(phrase.nouns) == entity
            for raw in self.raws[tool]
            if raw.argument.required and raw.argument.role != "id"
        }

    def mentions(self, parts: tuple[str, ...]) -> str:
        """The entity that an argument without ``id`` in its name points to, if any."""
        name = canonical(parts)
        if name in self.stems:
            return ""
        return name if name in self.owned else ""

    def person(self) -> str:
        """The entity of people that tools name by a plain word, if there is one."""
        told = {raw.stem for raws in self.raws.values() for raw in raws}
        people = [
            name
            for name in sorted(self.owned - self.stems)
            if nouns.personal(name) and (name,) in told
        ]
        return people[0] if people else ""


def _action(tool: Tool, phrase: Phrase, names: _Names) -> Action:
    raws = names.raws[tool.name]
    if phrase.verb in ("compute", "unknown"):
        return _plain_action(tool, phrase, raws, names)
    own = _own_entity(tool, phrase, raws, names)
    target = _target(phrase, raws, own, names)
    addressed = target is not None and target.argument.kind in ("url", "path")
    entity = own
    if target is not None and target.stem and not addressed:
        entity = names.entity(target.stem)
    arguments = tuple(
        _placed(raw, phrase, entity, raw is target, names) for raw in raws
    )
    if target is not None and phrase.verb in ("update", "transition"):
        within = names.scope(entity)
        arguments = tuple(
            evolve(a, role="locator") if a.role == "field" and a.name in within else a
            for a in arguments
        )
    if target is None and phrase.verb == "transition" and phrase.plural:
        arguments = tuple(map(_choosing, arguments))
    verb = _verb(phrase, target, arguments)
    action = Action(
        tool=tool.name,
        verb=verb,
        word=phrase.word,
        entity=entity,
        arguments=arguments,
        plural=_plural(phrase, verb, arguments),
        status=_status(phrase, verb),
        said=bool(phrase.becomes),
        needs=phrase.adjectives[0] if phrase.adjectives else "",
        newest=not _NEWEST.isdisjoint(words(tool.name)),
        asks_id=verb == "search" and _asks_id(tool, entity),
    )
    return _with_link(action, phrase, names)


def _plain_action(
    tool: Tool, phrase: Phrase, raws: Sequence[Raw], names: _Names
) -> Action:
    """A computation, or a tool of unknown effect, on things that there must be."""
    target = None
    if phrase.verb == "unknown":
        ids = [raw for raw in raws if raw.argument.role == "id" and raw.stem]
        whole = [raw for raw in ids if raw.argument.required and not raw.argument.many]
        target = whole[0] if whole else None
    entity = "" if target is None else names.entity(target.stem)
    return Action(
        tool=tool.name,
        verb=phrase.verb,
        word=phrase.word,
        entity=entity,
        arguments=tuple(
            evolve(raw.argument, role="target", kind="ref", entity=entity)
            if raw is target
            else _beside(raw, entity, names)
            for raw in raws
        ),
    )


def _beside(raw: Raw, entity: str, names: _Names) -> Argument:
    """An argument of a plain action that is not its target."""
    argument = raw.argument
    if argument.role != "id":
        return plain_role(argument, "compute")
    if entity and raw.stem:
        return evolve(argument, role="ref", kind="ref", entity=names.entity(raw.stem))
    return evolve(argument, role="option", kind="string")


def _own_entity(tool: Tool, phrase: Phrase, raws: Sequence[Raw], names: _Names) -> str:
    """The entity that the object of the phrase names."""
    if phrase.verb == "transfer":
        return next(
            (
                each
                for each in ("transaction", "transfer", "payment")
                if each in names.owned
            ),
            "transaction",
        )
    if phrase.nouns and phrase.nouns != ("request",):
        return names.entity(phrase.nouns)
    kinds = {raw.argument.kind for raw in raws}
    if "url" in kinds:
        return "webpage"
    if "path" in kinds:
        return "file"
    return "message" if phrase.verb == "send" else "result"


_MEASURED = ("amount", "number", "percent", "level", "temperature", "quantity")
"""Kinds of arguments that are a new value and never say which thing is meant."""


def _target(phrase: Phrase, raws: Sequence[Raw], own: str, names: _Names) -> Raw | None:
    """The argument with the id of the one thing that the tool reads or changes."""
    if phrase.verb not in (*ON_ONE, "search", "list"):
        return None
    ids = [raw for raw in raws if raw.argument.role == "id" and not raw.argument.many]
    for raw in ids:
        if not raw.stem or names.entity(raw.stem) == own:
            return raw
    if phrase.plural and phrase.verb in LOOKS:
        return _several(raws, own, names)
    for raw in ids:
        if raw.stem[-1] in phrase.nouns and raw.argument.required:
            return raw
    plain = [raw for raw in raws if names.mentions(raw.stem) == own and raw.stem]
    plain = [raw for raw in plain if not raw.argument.many and not raw.modified]
    plain = [raw for raw in plain if raw.argument.kind not in _MEASURED]
    if phrase.verb == "update" and len(raws) < 2:
        plain = []
    if plain and phrase.verb in ON_ONE and not own.endswith("message"):
        return plain[0]
    urls = [raw for raw in raws if raw.argument.kind in ("url", "path")]
    if urls and _at_address(own, names) and phrase.verb in ON_ONE:
        return urls[0]
    return _several(raws, own, names)


def _several(raws: Sequence[Raw], own: str, names: _Names) -> Raw | None:
    """The argument with the ids of all the things that the tool is about."""
    listed = [raw for raw in raws if raw.argument.role == "id" and raw.argument.many]
    plain = [raw for raw in listed if not raw.modified]
    about = (e for e in plain if not e.stem or names.entity(e.stem) == own)
    return next(about, None)


def _at_address(entity: str, names: _Names) -> bool:
    """Whether things of this kind are found by their address, having no id."""
    return nouns.category(entity) in ("page", "file") and entity not in names.stems


def _placed(
    raw: Raw, phrase: Phrase, entity: str, is_target: bool, names: _Names
) -> Argument:
    """The argument with its role and entity."""
    argument = raw.argument
    if is_target:
        return evolve(argument, role="target", kind="ref", entity=entity)
    if argument.role == "id":
        pointed = names.entity(raw.stem) if raw.stem else entity
        own = not raw.stem or (pointed == entity and not raw.modified)
        if raw.modified and argument.many and argument.name.lower().startswith("new"):
            bare = argument.name[3:].lstrip("_")
            return evolve(argument, role="swap", entity=pointed, field=bare)
        key = own and phrase.verb == "create" and not argument.many
        return evolve(argument, role="key" if key else "ref", entity=pointed)
    mentioned = names.mentions(raw.stem) if raw.stem else ""
    if not mentioned and argument.kind == "person" and not raw.argument.many:
        mentioned = names.person()
    if mentioned == entity and phrase.verb == "update" and not phrase.joins:
        return plain_role(argument, phrase.verb)
    stringy = argument.kind not in ("object", "bool", "enum", "array", "text")
    if _at_address(entity, names) and argument.kind in ("url", "path"):
        key = phrase.verb in ("create", "send")
        return evolve(argument, role="key" if key else "ref", entity=entity, kind="ref")
    if mentioned and stringy and not argument.role:
        key = mentioned == entity and phrase.verb == "create" and not raw.modified
        if key and argument.kind == "emoji":
            return plain_role(argument, phrase.verb)
        if mentioned == entity and phrase.verb in ("list", "search", "transfer"):
            return plain_role(argument, phrase.verb)
        role = "key" if key and not phrase.joins else "ref"
        return evolve(argument, role=role, entity=mentioned, kind="ref")
    return plain_role(argument, phrase.verb)


def _choosing(argument: Argument) -> Argument:
    """The argument of a tool that changes all that fit: ``close_all_tickets(status)``.

    What has a few values says which are meant; why and how is no such thing.
    """
    last = next(reversed(words(argument.name)), "")
    few = argument.kind in ("enum", "bool") or last in ("status", "state")
    if argument.role != "field" or not few or last in _MANNER:
        return argument
    return evolve(argument, role="filter")


_MANNER = listed("reason note comment message method notify force confirm")


def _plural(phrase: Phrase, verb: str, arguments: Sequence[Argument]) -> bool:
    """Whether many records are answered with, or changed: ``delete_all_todos()``."""
    if verb in ("list", "search"):
        return phrase.plural or phrase.verb in ("list", "search")
    roles = {each.role for each in arguments}
    return verb in ("delete", "transition") and phrase.plural and "target" not in roles


def _verb(phrase: Phrase, target: Raw | None, arguments: Sequence[Argument]) -> str:
    """The verb, once it is known whether one thing is meant or many."""
    verb = phrase.verb
    if phrase.said:
        return verb
    several = target is None or target.argument.many
    if verb in ("search", "list") and not several:
        return "read" if not phrase.plural else verb
    if verb == "read" and several and phrase.plural:
        return "list"
    filters = [each for each in arguments if each.role in ("locator", "filter")]
    if verb == "read" and target is None and "by" in phrase.after and filters:
        return "search"
    if verb in ("update", "delete") and target is None and phrase.word == "put":
        return "create"
    if verb == "update" and target is not None and _changes_nothing(arguments):
        return "transition"  # ``renew_licence(licence_id)``: there is no field to set
    return verb


def _changes_nothing(arguments: Sequence[Argument]) -> bool:
    told = ("target", "locator", "option", "limit", "page", "offset", "cursor")
    return all(each.role in told for each in arguments)


def _status(phrase: Phrase, verb: str) -> str:
    """The status that the action leaves behind."""
    if phrase.becomes:
        return phrase.becomes
    if verb == "transition":
        return passive(phrase.word)
    if verb == "create" and phrase.word == "schedule":
        return "scheduled"
    if verb == "send":
        return "sent"
    return ""


def _asks_id(tool: Tool, entity: str) -> bool:
    """Whether the name says so, as ``find_user_id_by_email`` does."""
    lead = tool.name.lower().replace("-", "_")
    return f"{entity}_id" in lead and "id_by" in lead


def _with_link(action: Action, phrase: Phrase, names: _Names) -> Action:
    """The action as one that adds a thing to another, if the name says so."""
    if phrase.puts:
        return _putting(action, phrase)
    if not phrase.joins or phrase.verb not in ("create", "delete", "update"):
        return action
    if phrase.said and phrase.verb != "update":
        return action
    member = [a for a in action.arguments if a.entity == action.entity]
    holder = [
        a
        for a in action.arguments
        if a.entity
        and a.entity != action.entity
        and a.entity.split("_")[-1] in phrase.after
    ]
    if not member or not holder:
        return action
    link = Link(
        member=member[0].name,
        holder=holder[0].name,
        field=plural(action.entity),
        joins=phrase.verb != "delete",
    )
    arguments = tuple(
        evolve(a, role="ref") if a.role in ("key", "target") else a
        for a in action.arguments
    )
    return evolve(
        action, verb="update", entity=holder[0].entity, link=link, arguments=arguments
    )


def _putting(action: Action, phrase: Phrase) -> Action:
    """The action as one that adds plain words to a list of its thing, or takes some."""
    target = action.role("target")
    if not target:
        return action
    *lead, last = words(phrase.puts)
    link = Link(
        member=phrase.puts,
        holder=target[0].name,
        field=plural("_".join((*lead, singular(last)))),
        joins=phrase.word in ("add", "attach"),
    )
    return evolve(action, link=link)
