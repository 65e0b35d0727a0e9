"""What a tool does, as a person would put it: its verb, its object, its arguments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from whileai.builtin.writers.deeds import act_of, deed_of, pronoun_of, thing_of
from whileai.builtin.writers.flavours import flavours
from whileai.builtin.writers.roles import Argument, argument, called
from whileai.builtin.writers.topics import topics_of
from whileai.builtin.writers.ways import NOUN_VERBS, SELF_OF
from whileai.builtin.writers.words import (
    base_verb,
    plain_words,
    shown,
    split_name,
    vocabulary,
)
from whileai.world.words import singular

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.model import Tool

_KINDS = {
    "read": "get show fetch retrieve view display lookup describe inspect see load "
    "read check verify validate track query provide preview status confirm "
    "monitor access output give obtain determine identify examine extract",
    "list": "list ls enumerate browse",
    "search": "search find discover locate filter grep explore",
    "count": "count",
    "compute": "calculate compute convert estimate solve evaluate calc predict "
    "simulate "
    "multiply divide subtract integrate derive differentiate",
    "create": "create make generate build open register issue draft compose new start "
    "initiate raise file place set_up provision produce construct",
    "add": "add insert append attach put include",
    "send": "send post email message text dm forward notify broadcast share publish "
    "tweet reply invite",
    "update": "update modify change edit set adjust configure patch replace correct "
    "amend alter",
    "delete": "delete remove drop erase clear destroy purge rm discard",
    "do": "cancel close approve reject refund return exchange ship pay transfer wire "
    "withdraw deposit book reserve order buy purchase schedule reschedule move copy "
    "rename merge commit push pull clone checkout fork revert reset rebase stash tag "
    "play pause resume stop skip queue shuffle mute unmute click hover type navigate "
    "select fill scroll screenshot drag press upload download run execute call turn "
    "lock unlock enable disable activate deactivate archive restore escalate "
    "assign unassign subscribe unsubscribe redeem apply submit print sort compare "
    "diff summarize translate analyze detect mark rate review follow unfollow like "
    "block unblock report dispute request accept decline join leave log record save "
    "import export sync scan test deploy rollback restart start extend renew upgrade "
    "downgrade split combine resize rotate crop plot draw render encode decode parse "
    "hash sign encrypt decrypt freeze unfreeze claim complete finish dismiss "
    "acknowledge resolve reopen charge process mkdir cd touch mv cp echo cat tail "
    "evaluate map scope handle retry prescribe refill dispense adopt rent hire watch "
    "authenticate flip crop close go switch fasten press release connect disconnect "
    "install fix return admit discharge triage take apply checkin freeze revoke grant",
}
KIND_OF: dict[str, str] = {}
"""Verb to what kind of thing it does; the first kind named wins."""

for _kind, _words in _KINDS.items():
    for _word in _words.split():
        KIND_OF.setdefault(_word, _kind)

_NOUNS_TOO = vocabulary(
    "order book log file map report record release review commit charge refund "
    "schedule transfer message email text call rate lock tag label comment branch "
    "share access process issue test status query request return exchange search "
    "post play queue move track mark claim type scope sign output test split hash "
    "plot rent fix deposit diff message forward place new start set stop press "
    "watch return load draft open count like dm turn ship reply tail echo cat "
    "match grant file"
)
_SURE = frozenset(KIND_OF) - _NOUNS_TOO
_VERBS: dict[str, tuple[str, ...]] = {
    "read": ("check", "look up", "pull up", "show me", "get me"),
    "list": ("list", "show me", "get me", "pull up", "give me"),
    "search": ("find", "look for", "search for", "find me", "look up"),
    "count": ("count", "count up"),
    "compute": ("calculate", "work out", "figure out", "compute"),
    "create": ("create", "make", "set up"),
    "add": ("add",),
    "update": ("change", "update"),
    "delete": ("delete", "remove"),
}
_OWN = {
    "read": ("read", "open", "go through"),
    "convert": ("convert",),
    "solve": ("solve", "work out"),
    "evaluate": ("evaluate", "work out"),
    "predict": ("predict", "estimate"),
    "integrate": ("integrate", "find the integral of"),
    "differentiate": ("differentiate", "find the derivative of"),
    "derive": ("derive", "find the derivative of"),
    "estimate": ("estimate", "work out", "give me a rough idea of"),
    "set": ("set", "change"),
    "authenticate": ("log me in to", "sign me in to"),
    "check": ("check", "double check", "look into"),
    "verify": ("verify", "double check", "confirm"),
    "validate": ("validate", "check"),
    "confirm": ("confirm", "double check"),
    "track": ("track", "check on"),
    "generate": ("generate", "create", "make"),
    "open": ("open",),
    "issue": ("issue",),
    "remove": ("remove",),
    "clear": ("clear", "wipe"),
    "return": ("return", "send back"),
    "exchange": ("exchange", "swap"),
    "transfer": ("transfer", "move", "send"),
    "pay": ("pay", "settle"),
    "book": ("book", "reserve"),
    "reserve": ("reserve", "book"),
    "buy": ("buy", "get", "order"),
    "purchase": ("buy", "purchase", "order"),
    "schedule": ("schedule", "set up"),
    "reschedule": ("reschedule", "move"),
    "cancel": ("cancel",),
    "play": ("play", "put on"),
    "click": ("click", "click on"),
    "select": ("select", "pick", "choose"),
    "type": ("type", "type in"),
    "navigate": ("navigate", "go"),
    "screenshot": ("screenshot",),
    "escalate": ("escalate",),
    "summarize": ("summarize", "sum up"),
    "compare": ("compare",),
    "mkdir": ("make", "create"),
    "mv": ("move",),
    "cp": ("copy",),
    "rm": ("delete", "remove"),
    "ls": ("list", "show me"),
    "cat": ("show me", "print"),
    "cd": ("go to", "switch to"),
    "diff": ("diff", "compare"),
    "grep": ("grep", "search"),
    "post": ("post",),
    "invite": ("invite",),
    "checkout": ("check out", "switch to"),
    "execute": ("run", "execute"),
    "start": ("start",),
    "raise": ("raise",),
    "rollback": ("roll back",),
    "mark": ("mark",),
    "checkin": ("check in",),
    "place": ("place",),
    "build": ("build",),
    "register": ("register",),
    "draft": ("draft",),
    "locate": ("locate", "find"),
    "filter": ("filter",),
    "replace": ("replace", "swap out"),
    "configure": ("configure", "set up"),
    "simulate": ("simulate", "run"),
}
_SELF = {
    "read": (
        "see",
        "check",
        "look at",
        "look up",
        "have a look at",
    ),
    "list": ("see", "look through", "go over", "look at"),
    "search": ("find", "look for"),
}
_SEEN = vocabulary(
    "paid done complete completed read unread spam resolved shipped sent"
)
_SET_UP = vocabulary("alarm timer reminder alert goal")
_PREPOSITIONS = vocabulary(
    "to from in for with of on over at into by via using within about and or as"
)
_PREFIXES = vocabulary("git browser slack github notion api spotify gmail jira")
_PRODUCTS = {
    "slack": "Slack",
    "discord": "Discord",
    "telegram": "Telegram",
    "whatsapp": "WhatsApp",
    "mattermost": "Mattermost",
}
_STATES = vocabulary("staged unstaged changed modified deleted untracked")
_SERVICE = re.compile(r"\A[A-Za-z]+_\d+_(?=[A-Za-z])")
_FIRST_VERB = re.compile(r"(?:(?:This|The) \w+ (?:will |can |is used to |is )?)?(\w+)")
_OBJECT = re.compile(
    r"(?:This \w+ )?\w+\s+(?:(?:the|a|an|all|list of|of|given|some|its|your|user's|"
    r"current|one or more|information about|details? of)\s+)*([A-Za-z][\w' -]*)"
)


@frozen(kw_only=True)
class Segment:
    """One stretch of a tool's object: ``items in pending order``.

    Args:
        preposition: that leads it in; empty for the first.
        before: words before what an argument names.
        noun: what an argument names, or the whole.
        after: words behind it (``details`` in ``order details``).
        argument: name of the argument that the noun is; empty if none is.
    """

    preposition: str = ""
    before: tuple[str, ...] = ()
    noun: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    argument: str = ""


@frozen(kw_only=True)
class Sense:
    """A tool as people speak of it.

    Args:
        tool: whose sense it is.
        kind: a key of the table of kinds: what sort of thing it does.
        verb: the plain form, as the name or the description has it; may be empty.
        verbs: ways to ask someone to do it.
        self_verbs: ways to say that one wants to do it.
        segments: its object, first and then what follows a preposition.
        arguments: by name, the required ones first.
        flavour: of the agent.
        words: of its name, in the singular, and its verb.
        deed: what sort of deed it is: one of ``deeds.DEEDS``.
        thing: the noun for one of what it is about, or nothing.
        act: the deed in general: ``cancel an order``; nothing without an object.
        pronoun: ``it`` or ``them``.
        needed: the names of the arguments that the schema asks for.
        topics: that its words stand for, the closest first.
        app: the product that the set of tools works in, where a name says so.
    """

    tool: Tool
    kind: str
    verb: str
    verbs: tuple[str, ...]
    self_verbs: tuple[str, ...]
    segments: tuple[Segment, ...]
    arguments: Mapping[str, Argument]
    flavour: str
    words: frozenset[str] = frozenset()
    deed: str = "do"
    thing: str = ""
    act: str = ""
    pronoun: str = "it"
    needed: frozenset[str] = frozenset()
    topics: tuple[str, ...] = ()
    app: str = ""

    @property
    def looks(self) -> bool:
        """True when it only looks and changes nothing."""
        return self.kind in ("read", "list", "search", "count", "compute")


def _described(description: str, name: str) -> tuple[str, list[str]]:
    """Give the verb and the object that a description opens with, if it has them.

    A verb that is not known is one where the name of the tool begins with it, too.
    """
    first = re.split(r"(?<=[.!?])\s|\n", description.strip(), maxsplit=1)[0]
    match = _FIRST_VERB.match(first)
    verb = base_verb(match[1]) if match else ""
    if verb not in KIND_OF and split_name(name)[:1] != [verb]:
        return "", []
    verb = "get" if verb in ("give", "provide", "obtain", "access", "output") else verb
    found = _OBJECT.match(first)
    words = plain_words(found[1]) if found else []
    noun: list[str] = []
    for word in words[:4]:
        if word in _PREPOSITIONS or word in ("that", "which", "based", "whose", "is"):
            break
        noun.append(word)
    return verb, noun


def _named(name: str, said: str) -> list[str]:
    """Give the words of a name that say something, in order."""
    words = split_name(_SERVICE.sub("", name))
    while len(words) > 1 and words[0] in _PREFIXES:
        del words[0]
    if len(words) == 1 and KIND_OF.get(said) == "read":
        words = ["show", *words] if words[0] not in _SURE else words
    if words[:2] == ["check", "in"] and len(words) > 2:
        words = ["checkin", *words[2:]]
    for place in range(len(words) - 2, 0, -1):
        if words[place] == "or" and words[place + 1] in KIND_OF:
            del words[place : place + 2]
    return words


def _split(words: list[str], said: str) -> tuple[str, list[str]]:
    """Give the verb among the words of a name and the words that are its object."""
    if not words:
        return "", []
    only = len(words) == 1
    if words[0] == said or (words[0] in KIND_OF and (words[0] in _SURE or only)):
        return words[0], words[1:]
    for place, word in enumerate(words):
        if place and word in _SURE:
            rest = words[place + 1 :]
            led = not rest or rest[0] in _PREPOSITIONS
            return word, [*words[:place], *rest] if led else rest
    for place, word in enumerate(words):
        if word in KIND_OF and word == said:
            return word, words[place + 1 :] or ([] if place < 2 else words[1:place])
    if words[0] in KIND_OF and not said and len(words) > 1:
        return words[0], words[1:]
    return "", words


def _segments(words: list[str], arguments: Sequence[Argument]) -> tuple[Segment, ...]:
    """Take the object apart at its prepositions and find the arguments in it."""
    parts: list[tuple[str, list[str]]] = [("", [])]
    for word in words:
        if word in ("by", "via", "using", "and", "or", "as", "with") and parts[0][1]:
            break
        if word in _PREPOSITIONS:
            parts.append((word, []))
        elif word not in ("a", "an", "the"):
            parts[-1][1].append(word)
    used: set[str] = set()
    out = []
    for preposition, tokens in parts:
        if preposition and (not tokens or tokens[:1] == ["authenticated"]):
            continue
        segment = _segment(preposition, tokens, arguments, used)
        used.add(segment.argument)
        out.append(segment)
    return tuple(out)


def _segment(
    preposition: str, tokens: list[str], arguments: Sequence[Argument], used: set[str]
) -> Segment:
    """Find the argument that names what ``tokens`` speak of."""
    flat = [singular(token) for token in tokens]
    for each in arguments:
        if each.name in used:
            continue
        entity = each.entity.split() if each.entity else list(each.words)
        if not each.entity and flat[-1:] == each.noun.split(" ")[-1:]:
            entity = each.noun.split(" ")
        if not entity or each.role in ("flag", "reason", "amount", "count"):
            continue
        whole = bool(each.entity)
        start = _found(flat, [singular(word) for word in entity], whole)
        if start is not None:
            stop = start + len(entity)
            return Segment(
                preposition=preposition,
                before=tuple(tokens[:start]),
                noun=tuple(tokens[start:stop]),
                after=tuple(tokens[stop:]),
                argument=each.name,
            )
    return Segment(preposition=preposition, noun=tuple(tokens))


def _found(flat: list[str], entity: list[str], inside: bool) -> int | None:
    """Give where ``entity`` stands in ``flat``; unless ``inside``, only at its end."""
    size = len(entity)
    starts = range(len(flat) - size, -1, -1)
    for start in starts:
        if flat[start : start + size] == entity and (
            inside or start + size == len(flat)
        ):
            return start
    return None


def _ways(verb: str, kind: str, noun: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the verbs for asking and those for saying what one wants to do."""
    if kind == "create" and noun in NOUN_VERBS:
        ways = NOUN_VERBS[noun]
    elif verb in _OWN:
        ways = _OWN[verb]
    else:
        ways = _VERBS.get(kind, (verb.replace("_", " "),))
        if kind in ("create", "update", "delete", "compute") and verb in KIND_OF:
            ways = (verb, *ways)
    own = tuple(way for way in ways if not way.endswith((" me", "tell me")))
    own = SELF_OF.get(verb, own)
    wants = _SELF.get(kind, own) if verb not in ("read", "check", "verify") else own
    return ways, wants or own


def _stated(verb: str, noun: list[str]) -> tuple[str, list[str], str]:
    """Give the whole verb, what it is done to, and as what that is marked, if it is."""
    if verb in ("turn", "switch", "power") and "off" in noun and len(noun) > 1:
        return f"{verb} off", [each for each in noun if each != "off"], ""
    if verb == "mark" and "as" in noun[1:-1]:
        place = noun.index("as", 1)
        return verb, noun[:place], " ".join(noun[place + 1 :])
    seen = verb == "mark" and noun[-1:] and noun[-1] in _SEEN
    return (verb, noun[:-1], noun[-1]) if seen else (verb, noun, "")


def _as(state: str) -> tuple[Segment, ...]:
    """Give the end of ``mark an invoice as paid``; nothing without a state."""
    return (Segment(preposition="as", noun=(state,)),) if state else ()


def _shown(segment: Segment) -> Segment:
    """Give ``segment`` with its words as they are written."""
    return evolve(
        segment,
        noun=tuple(map(shown, segment.noun)),
        after=tuple(map(shown, segment.after)),
    )


def sense(tool: Tool, flavour: str) -> Sense:
    """Read one tool.

    Args:
        tool: any tool: without a description, of one letter, in any script.
        flavour: of the agent it belongs to.
    """
    schema = tool.parameters
    properties = schema.get("properties")
    properties = properties if isinstance(properties, dict) else {}
    required = schema.get("required")
    needed = required if isinstance(required, list) else []
    found = [
        argument(str(name), value, name in needed, tool.description)
        for name, value in properties.items()
    ]
    found.sort(key=lambda each: not each.required)
    said, described = _described(tool.description, tool.name)
    verb, noun = _split(_named(tool.name, said), said)
    if not verb and said:
        verb = said
        noun = noun if len("".join(noun)) > 2 and noun != [said] else described
    if not noun and described:
        noun = described
    if verb == "return" and "return" not in tool.name.lower():
        verb = "get"
    if noun and noun[-1] in _STATES:
        noun = [noun[-1], *(noun[:-1] or ["changes"])]
    if len("".join(noun)) < 2:
        noun = described
    whole, noun, state = _stated(verb, noun)
    kind = KIND_OF.get(verb, "do" if verb else "read")
    head = noun[-1] if noun else ""
    if verb == "set" and head in _SET_UP:
        kind = "create"
    elif flavour in ("home", "car") and verb in ("start", "open"):
        kind = "do"
    ways, wants = _ways(whole or "look", kind, head)
    if verb == "navigate" and flavour != "browser":
        ways, wants = ("navigate", "take me", "get me"), ("go", "get")
    about = frozenset(map(singular, split_name(tool.name)))
    found = [_sensed(each, kind, about) for each in found]
    made = Sense(
        tool=tool,
        kind=kind,
        verb=verb,
        verbs=ways,
        self_verbs=wants,
        segments=(*map(_shown, _segments(noun, found)), *_as(state)),
        arguments={each.name: each for each in found},
        flavour=flavour,
        words=frozenset((verb, *map(singular, split_name(tool.name)))),
    )
    return evolve(
        made,
        deed=deed_of(made),
        thing=thing_of(made),
        act=act_of(made),
        pronoun=pronoun_of(made),
        topics=topics_of(flavour, made.words, made.looks),
        needed=frozenset(each.name for each in found if each.required),
    )


def _sensed(one: Argument, kind: str, about: frozenset[str]) -> Argument:
    """Give an argument as this tool means it: a number to work with, a person."""
    looks = kind in ("read", "list", "search")
    if one.role == "count" and one.name == "n" and not looks:
        return evolve(one, role="maths")
    return called(one, about)


def senses(tools: Sequence[Tool]) -> dict[str, Sense]:
    """Read every tool, by name."""
    kinds = flavours(tools)
    words = [word for tool in tools for word in split_name(tool.name)]
    app = next((_PRODUCTS[word] for word in words if word in _PRODUCTS), "")
    return {
        tool.name: evolve(sense(tool, flavour), app=app)
        for tool, flavour in zip(tools, kinds, strict=True)
    }
