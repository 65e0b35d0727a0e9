"""What a tool's phrase is about, once it is known what all the tools show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from whileai.world.words import ADJECTIVES, TAKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

    from whileai.world.arguments_read import Raw
    from whileai.world.phrases import Phrase

_SYNONYMS = {
    "repository": "repo",
    "organization": "org",
    "organisation": "org",
    "channel_message": "message",
    "direct_message": "message",
    "money": "transaction",
    "web": "result",
    "internet": "result",
    "search": "result",
    "conversation_message": "message",
    "inbox": "message",
    "human_agent": "handoff",
    "sku": "product",
}
_PUTS = ("add", "attach", "remove", "detach")
_AMOUNTS = ("amount", "number")


def canonical(parts: Sequence[str]) -> str:
    """Give the entity name that ``parts`` spell, synonyms made one."""
    name = "_".join(parts)
    if name in _SYNONYMS:
        return _SYNONYMS[name]
    return "_".join(_SYNONYMS.get(part, part) for part in parts)


@frozen(kw_only=True)
class Subjects:
    """What all the tools speak of.

    Args:
        phrases: of each tool, by its name.
        raws: its arguments.
        stems: the things whose ids tools take.
        looked: the things that tools show.
    """

    phrases: Mapping[str, Phrase]
    raws: Mapping[str, Sequence[Raw]]
    stems: Set[str]
    looked: Set[str]

    def settled(self, tool: str) -> Phrase:
        """Give the phrase of a tool as one of the thing that it does something to."""
        phrase = self.phrases[tool]
        for read in (self._taken, self._put, self._held, self._all):
            found = phrase if phrase.said else read(phrase, self.raws[tool])
            if found is not phrase:
                return found
        return phrase

    def _taken(self, phrase: Phrase, raws: Sequence[Raw]) -> Phrase:
        """The phrase of a tool that takes what is there and makes no such thing.

        ``book_bed(bed_id)`` takes a bed where tools show beds; where tools deal in
        bookings, it makes one of these.
        """
        own, ids = canonical(phrase.nouns), _needed(raws)
        taking = phrase.verb in ("create", "send", "transition")
        if phrase.verb == "transfer":  # ``withdraw_student`` moves no money
            taking = all(raw.argument.kind not in _AMOUNTS for raw in raws)
        if phrase.word not in TAKING or not taking:
            return phrase
        given = own in map(_about, ids)
        known = self.stems | self.looked
        makes = [e for e in TAKING[phrase.word] if e in known and e != own]
        if makes and (own not in known if not given else own in self.looked):
            return evolve(phrase, verb="create", nouns=(makes[0],), plural=False)
        alone = phrase.word == "enroll" and len(ids) < 2
        if not given or own not in self.looked or alone:
            return phrase
        return evolve(phrase, verb="transition")

    def _put(self, phrase: Phrase, raws: Sequence[Raw]) -> Phrase:
        """The phrase of a tool that puts words on a thing: ``add_labels(issue_id)``."""
        own = canonical(phrase.nouns)
        if phrase.word not in _PUTS or own in self.stems | self.looked:
            return phrase
        if any(
            canonical(each.nouns) == own and each.word not in _PUTS
            for each in self.phrases.values()
        ):
            return phrase
        plain = [e for e in raws if e.argument.role != "id" and _about(e) == own]
        ids = [each for each in raws if each.argument.role == "id"]
        things = [_about(e) or self._only(phrase) for e in ids if e.argument.required]
        shown = [each for each in things if each in self.looked]
        if len(plain) != 1 or len(shown) != 1 or plain[0].argument.kind == "object":
            return phrase
        holder = tuple(shown[0].split("_"))
        name = plain[0].argument.name
        return evolve(
            phrase, verb="update", nouns=holder, plural=False, after=(), puts=name
        )

    def _only(self, phrase: Phrase) -> str:
        """What a plain ``id`` is of: what the name says, else all that tools show."""
        said = [each for each in self.looked if each.split("_")[-1] in phrase.after]
        found = said or list(self.looked)
        return found[0] if len(found) == 1 else ""

    def _held(self, phrase: Phrase, raws: Sequence[Raw]) -> Phrase:
        """The phrase as one of the thing whose part is changed.

        ``update_address(order_id, address)`` changes the order, where no tool does
        anything else with addresses; ``set_temperature(room, temperature)`` the
        thermostat that ``get_thermostat(room)`` reads.
        """
        own = canonical(phrase.nouns)
        if phrase.verb != "update" or own in self.stems or phrase.joins:
            return phrase
        others = [e for e in self.phrases.values() if e.verb != "update"]
        if own in [canonical(each.nouns) for each in others]:
            return phrase
        ids = [each for each in raws if each.argument.role == "id" and each.stem]
        needed = _needed(raws)
        if len(needed) == 1 and _about(needed[0]) in self.looked:
            return evolve(phrase, nouns=needed[0].stem, plural=False)
        found = () if ids else self._found_alike(raws)
        return evolve(phrase, nouns=found, plural=False) if found else phrase

    def _all(self, phrase: Phrase, raws: Sequence[Raw]) -> Phrase:
        """The phrase of a tool that says of which state, and not what, all are meant.

        ``clear_completed()`` is about todos where todos are all that tools show.
        """
        said = phrase.adjectives or phrase.nouns
        apart = said and not raws and len(self.looked) == 1
        changes = phrase.verb in ("delete", "transition")
        if not (apart and changes) or not ADJECTIVES.issuperset(phrase.nouns):
            return phrase
        return evolve(
            phrase,
            nouns=tuple(next(iter(self.looked)).split("_")),
            plural=True,
            adjectives=said,
        )

    def _found_alike(self, raws: Sequence[Raw]) -> tuple[str, ...]:
        """The one thing that a tool reads by nothing but what is given here too."""
        given = {e.argument.name for e in raws if e.argument.required}
        found = set()
        for tool, phrase in self.phrases.items():
            needs = {e.argument.name for e in self.raws[tool] if e.argument.required}
            if phrase.verb == "read" and not phrase.plural and needs:
                found |= {phrase.nouns} if needs < given else set()
        return found.pop() if len(found) == 1 else ()


def _needed(raws: Sequence[Raw]) -> list[Raw]:
    """The ids of one thing each that a tool must have."""
    return [
        raw
        for raw in raws
        if raw.argument.role == "id" and raw.stem and raw.argument.required
        if not raw.argument.many and not raw.modified
    ]


def _about(raw: Raw) -> str:
    return canonical(raw.stem)
