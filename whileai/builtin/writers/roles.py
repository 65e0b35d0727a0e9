"""What an argument is to the person: its noun, and how it joins a request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen

from whileai.builtin.writers.words import is_plural, plain_words, shown, vocabulary
from whileai.world.words import singular

_SHORT = {
    "qty": "quantity",
    "num": "number of",
    "addr": "address",
    "msg": "message",
    "desc": "description",
    "lat": "latitude",
    "lon": "longitude",
    "lng": "longitude",
    "repo": "repo",
    "dir": "folder",
    "directory": "folder",
    "filename": "file name",
    "filepath": "file path",
    "url": "link",
    "uri": "link",
    "q": "search",
    "dest": "destination",
    "src": "source",
    "pwd": "password",
    "dob": "date of birth",
    "tz": "time zone",
    "max": "maximum",
    "min": "minimum",
    "amt": "amount",
    "lang": "language",
    "org": "organization",
    "selector": "element",
    "xpath": "element",
}
_DROPPED = vocabulary("is has the a an of param value input enable include")

INLINE: dict[str, tuple[str, ...]] = {
    "id": ("for {n} {v}", "for {n} {v}", "for {v}"),
    "container": ("in {v}", "in the {v} {n}"),
    "playlist": ("(to|on) (|the |my ){v}", "(to|on) my {v} {n}", "in the {v} {n}"),
    "amount": ("for {v}", "of {v}", "of {v}"),
    "on": ("on {v}",),
    "since": ("since {v}", "from {v}", "starting {v}"),
    "until": ("until {v}", "to {v}", "through {v}", "up to {v}"),
    "at": ("at {v}", "for {v}"),
    "during": ("(in|for) {v}",),
    "every": ("{v}",),
    "place": ("in {v}", "around {v}", "near {v}"),
    "from": ("from {v}",),
    "to": ("to {v}",),
    "recipient": ("to {v}",),
    "assignee": ("assigned to {v}", "for {v}"),
    "by": ("by {v}",),
    "owner": ("(from|owned by|under) {v}",),
    "file": ("(in|in|from) {v}", "in {v}"),
    "room": ("in the {v}",),
    "level": ("at {v}%", "at {v} percent"),
    "degrees": ("at {v} degrees",),
    "span": ("for {v} {n}",),
    "many": ("with {v} {n}",),
    "party": ("for {v} {n}",),
    "born": ("born on {v}", ", born {v}"),
    "person": ("for {v}",),
    "doctor": ("with {v}", "with Dr. {v}"),
    "about": ("for {v}",),
    "cause": ("for {v}",),
    "spot": ("in {v}", "of {v}"),
    "sql": (": {v}",),
    "query": ("matching {v}", "about {v}", "containing {v}"),
    "body": ("saying {v}", "that says {v}", "with the text {v}"),
    "note": ("with (the |){n} {v}", "with {v} as the {n}"),
    "subject": (
        "for {v}",
        ", subject {v}",
        ", subject {v}",
        "with {v} as the subject",
    ),
    "title": ("called {v}", "named {v}", "titled {v}", "with the {n} {v}"),
    "reason": (", (reason|the reason) is {v}", "and put {v} as the reason"),
    "count": (", (just|only) the (first|last) {v}", ", {v} (at most|is enough)"),
    "quantity": (", {v} of (them|those)", ", {v} in total"),
    "unit": ("in {v}",),
    "email": ("at {v}", ", (the|their) email is {v}"),
    "phone": ("at {v}", ", (the|my) number is {v}"),
    "ticker": ("for {v}",),
    "most": ("under {v}", "for at most {v}", "up to {v}"),
    "least": ("over {v}", "from {v}"),
    "link": ("(at|on|from) {v}",),
    "state": ("with {v} {n}", "with {v} {n}", ", {n} {v}"),
    "items": ("with {v}", "for {v}", "with {n} {v}"),
    "flag": ("{v}",),
    "instead": ("for {n} {v}", "for {v}"),
    "paid": (
        "using {v}",
        "using {n} {v}",
        "with {v} as the {n}",
        ", {n} {v}",
        "and (put it on|use) {v}",
    ),
    "maths": (
        "with {n} {v}",
        "{n} = {v}",
        "(given|for) {n} {v}",
        "(for|with) a {n} of {v}",
    ),
    "whole": ("with {v}",),
    "plain": ("with {n} {v}", ", {n} {v}", "with {v} as the {n}"),
    "bare": ("{v}",),
}
"""How a fact joins a request, by role: ``{v}`` the value, ``{n}`` its noun."""

_BY_WORD = {
    "container": "channel project repo repository branch board team group category "
    "namespace cluster environment course bucket workspace database calendar section "
    "collection album queue folder list",
    "playlist": "playlist",
    "amount": "amount price cost total fee budget rent salary payment deposit value "
    "sum",
    "during": "month year week quarter season period",
    "every": "frequency recurrence interval",
    "place": "city location place country region province venue area town state "
    "neighborhood where",
    "recipient": "recipient to recipients payee beneficiary receiver attendee "
    "attendees participant participants invitee member user contact customer person "
    "username",
    "assignee": "assignee reviewer",
    "owner": "owner",
    "by": "artist author director writer creator singer band performer composer brand",
    "file": "file path filename filepath directory document dir",
    "query": "query q keyword keywords term terms search pattern topic question prompt",
    "body": "body text content message",
    "note": "comment note notes description summary caption details instructions "
    "feedback",
    "subject": "subject memo purpose",
    "title": "title name label tag headline",
    "reason": "reason cause why justification",
    "count": "limit n count max top size page k results per",
    "quantity": "quantity qty copies units tickets passengers guests people adults "
    "children nights rooms seats",
    "unit": "unit units currency language format locale",
    "email": "email mail",
    "phone": "phone telephone mobile",
    "ticker": "symbol ticker",
    "link": "url uri link website webpage site",
    "state": "status state priority severity type category class level plan tier kind "
    "mode method option color colour size genre gender",
    "at": "time hour",
    "on": "date day when deadline due",
    "born": "birthday birthdate dob birth",
    "room": "room",
    "doctor": "doctor dentist therapist",
    "about": "medication medicine drug variable",
    "cause": "condition trigger",
    "spot": "selector element xpath",
    "sql": "sql statement",
}
_ROLE_OF = {word: role for role, text in _BY_WORD.items() for word in text.split()}
_SINCE = vocabulary("start since after begin from checkin departure pickup")
_UNTIL = vocabulary("end until before finish checkout return dropoff expiry")
_SPANS = frozenset(("since", "after", "until", "before"))
_FROM = vocabulary("from origin source src departure old base pickup")
_TO = vocabulary("to destination dest target arrival new dropoff")
_PLACED = vocabulary(
    "airport city station location unit currency language path account warehouse "
    "shelf bin"
)
_BOUNDS = {"max": "most", "maximum": "most", "min": "least", "minimum": "least"}
_DEGREES = vocabulary("celsius fahrenheit degrees temperature")
_LEVELS = vocabulary("brightness loudness intensity opacity")
_SPAN = vocabulary("days weeks months nights hours minutes years")
_PARTY = vocabulary(
    "guests people adults children passengers servings persons travelers travellers "
    "kids seats players"
)
_LOOSE = vocabulary("quantity qty count units copies pieces items")
_CHECKS = {("check", "in"): "since", ("check", "out"): "until"}
_IDS = vocabulary("id ids number key reference ref iban sku serial uuid code token")
_PAGED = frozenset(("page", "per", "limit", "cursor", "offset", "skip"))
_TIMES = vocabulary("date day time month year datetime timestamp")
_PERSONS = vocabulary("first last full middle user customer player case")
_PEOPLE = vocabulary(
    "passenger guest patient student employee client member lead candidate doctor "
    "traveler contact person colleague attendee author artist pet dog cat horse"
)
_CALLED = frozenset(("name", "full name"))
_NUMBERED = ("issue", "pull request", "alert", "order", "ticket", "project", "case")
_AN_ID = re.compile(r"\b(?:ids?|identifier|iban|unique|serial|sku)\b", re.IGNORECASE)
_A_DATE = re.compile(r"\b(?:dates?|YYYY|deadline)\b")


@frozen(kw_only=True)
class Argument:
    """One argument of a tool as a person thinks of it.

    Args:
        name: as the schema spells it.
        noun: in plain words.
        words: the words of its noun that may stand in the tool's name.
        role: a key of ``INLINE``.
        entity: what an id identifies (``order``); empty for anything else.
        money: true for an amount of money.
        currency: where the schema says it.
        worded: true when its values are the schema's own words.
        required: true when the schema asks for it.
    """

    name: str
    noun: str
    words: tuple[str, ...]
    role: str
    entity: str = ""
    money: bool = False
    currency: str = ""
    worded: bool = False
    required: bool = False


def _noun(words: list[str], description: str) -> str:
    """Give the plain words for an argument."""
    if len(words) == 1 and len(words[0]) == 1 and words[0] != "q":
        head = re.match(r"(?:The |A |An )?([A-Za-z]+(?: [a-z]+){0,3})", description)
        return head[1].lower() if head else words[0]
    if words[-1] in ("birth", "dob"):
        return "date of birth"
    kept = [word for word in words if word not in _DROPPED] or words
    return " ".join(shown(_SHORT.get(word, word)) for word in kept)


def _timed(words: list[str], description: str, schema: Mapping[str, Any]) -> str:
    """Give the role of a date or a time, or nothing if it is neither."""
    if words[-1] in ("birth", "birthday", "birthdate", "dob"):
        return "born"
    if words[-1] == "at" and len(words) > 1:
        return "on"
    if tuple(words[:2]) in _CHECKS:
        return _CHECKS[words[0], words[1]]
    if len(words) == 1 and words[0] in _SPANS:
        return "since" if words[0] in _SINCE else "until"
    dated = str(schema.get("format", "")).startswith("date") or bool(
        _TIMES.intersection(words)
    )
    if not dated and not (_A_DATE.search(description) and words[-1] in _SINCE | _UNTIL):
        return ""
    if words[-1] in ("since", "after") or _SINCE.intersection(words):
        return "since"
    if _UNTIL.intersection(words):
        return "until"
    if words[-1] in ("month", "year"):
        return "during"
    return "at" if words[-1] == "time" else "on"


def _directed(words: list[str]) -> str:
    """Give ``from`` or ``to`` for the ends of a way, else nothing."""
    if not (_PLACED.intersection(words) or len(words) == 1):
        return ""
    if _FROM.intersection(words):
        return "from"
    if _TO.intersection(words) and words != ["to"]:
        return "to"
    return ""


def _role(words: list[str], kind: str, schema: Mapping[str, Any], exact: bool) -> str:
    """Give the role of an argument from its words and its type."""
    description = str(schema.get("description") or "")
    if kind == "boolean":
        return "flag"
    role = _timed(words, description, schema) or _identified(words, kind)
    if role:
        return role
    if exact and kind in ("string", "integer") and _AN_ID.search(description):
        return _ROLE_OF.get(words[0], "id")
    return _directed(words) or _worded(words, kind)


def _identified(words: list[str], kind: str) -> str:
    """Give the role of what pages through results or identifies a thing."""
    if _PAGED.intersection(words):
        return "count" if kind != "string" else "plain"
    if words[-1] == "iban":
        return "recipient" if len(words) == 1 or words[0] in _TO else "plain"
    if (words[-1] in _IDS and kind != "array") or words[-1] == "ids":
        return "id"
    return ""


def _worded(words: list[str], kind: str) -> str:
    """Give the role that the last or the first word of an argument has."""
    if words[-1] == "name" and words[0] in _PERSONS:
        return "plain"
    if words[-1] == "name" and words[0] in _PEOPLE:
        return "person"
    if kind == "object":
        return "whole"
    role = _ROLE_OF.get(words[-1]) or _ROLE_OF.get(words[0], "")
    numeric = role in ("amount", "count", "quantity")
    if kind == "array":
        return role if role and not numeric else "items"
    if kind in ("number", "integer"):
        return _measured(words[-1]) or (role if numeric else "maths")
    if numeric or not role:
        return "query" if words == ["expression"] else "plain"
    return role


def _measured(last: str) -> str:
    """Give the role of a number that counts or measures, or nothing."""
    for role, told in (
        ("degrees", _DEGREES),
        ("level", _LEVELS),
        ("span", _SPAN),
        ("party", _PARTY),
    ):
        if last in told:
            return role
    plain = last in _LOOSE or _ROLE_OF.get(last) in ("amount", "count")
    return "many" if is_plural(last) and not plain and last not in _IDS else ""


def called(one: Argument, about: frozenset[str]) -> Argument:
    """Give an argument that names a person, as a tool for people asks for it.

    Args:
        one: any argument.
        about: the words of the tool, in the singular.
    """
    if one.role == "paid" and "card" in about:
        return evolve(one, role="id")
    named = one.noun in _CALLED and one.role in ("title", "plain")
    return evolve(one, role="person") if named and _PEOPLE & about else one


def _kind(schema: Mapping[str, Any]) -> str:
    """Give the type of a property, the first that is not null."""
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((each for each in kind if each != "null"), "")
    if isinstance(kind, str):
        return {"float": "number", "dict": "object"}.get(kind, kind)
    for name in ("anyOf", "oneOf", "allOf"):
        for branch in schema.get(name) or ():
            if isinstance(branch, Mapping) and branch.get("type") != "null":
                return _kind(branch)
    return ""


_CURRENCY = re.compile(r"\b(USD|EUR|GBP|dollars)\b|\$", re.IGNORECASE)


def argument(name: str, schema: Any, required: bool, known: str = "") -> Argument:
    """Read one property of a tool's parameters.

    Args:
        name: of the property.
        schema: of the property, as the user wrote it; anything odd reads as empty.
        required: whether the tool asks for it.
        known: the tool's description, searched for a currency.

    Returns:
        The argument, whatever the schema is.
    """
    if not isinstance(schema, Mapping):
        schema = {}
    description = str(schema.get("description") or "")
    words = [word.rstrip("0123456789") or word for word in plain_words(name)]
    words = words or [name or "value"]
    if name[-1:] == "2" and len(words) == 1:
        words = ["second", *words]
    kind = _kind(schema)
    role = _role(words, kind, schema, exact=len(words) == 1)
    entity = _entity(words, description) if role == "id" else ""
    numbered = words[-1] in ("id", "ids") or (
        words[-1] in ("number", "key") and entity in _NUMBERED
    )
    role = _id_role(words, entity) if role == "id" else role
    noun = entity if entity and numbered else _noun(words, description)
    money = role == "amount" or bool(
        kind in ("number", "integer") and _CURRENCY.search(description)
    )
    found = _CURRENCY.search(description) or _CURRENCY.search(known) if money else None
    bound = _BOUNDS.get(words[0], "amount")
    return Argument(
        name=name,
        noun=noun,
        words=tuple(words[:-1] if numbered else words) or ("id",),
        role=bound if money else _told(role, schema),
        entity=entity,
        money=money,
        currency=(found[1] or "USD") if found else "",
        worded=bool(schema.get("enum")),
        required=required,
    )


def _told(role: str, schema: Mapping[str, Any]) -> str:
    """Give ``state`` for a plain argument whose values are the schema's own words."""
    return "state" if role in ("plain", "query") and schema.get("enum") else role


def _id_role(words: list[str], entity: str) -> str:
    """Give the role of an id: of what it is about, of what replaces it, of a means."""
    if words[0] == "new" and entity:
        return "instead"
    return "paid" if entity.startswith(("payment", "card")) else "id"


def _entity(words: list[str], description: str) -> str:
    """Give what an id identifies, from the argument's own words or its description."""
    own = [word for word in words if word not in _IDS and word != "new"]
    if own == ["pull"]:
        return "pull request"
    if own:
        return " ".join([*own[:-1], singular(own[-1])])
    match = re.search(
        r"\b(?:of|for) (?:the |a |an )?([a-z]+)", description, re.IGNORECASE
    )
    return singular(match[1].lower()) if match else ""
