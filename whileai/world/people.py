"""Our own pools of names and places: what made-up people and records are made of."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from whileai.base.seeds import Dice, derive
from whileai.world.words import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

FIRST = tuple(
    listed(
        "Amara Anton Beatriz Caleb Chiara Daniela Dmitri Elif Emeka Farah Felix "
        "Greta Hamid Hana Ines Ivan Jamal Jonas Joyce Kavya Keiko Lars Leila "
        "Lucia Malik Marta Mateo Mei Nadia Nils Noor Olga Omar Owen Paula Priya "
        "Rafael Rosa Ruben Samir Sara Selma Simon Sofia Tariq Tessa Thomas Uma "
        "Vera Victor Wanda Yara Yusuf Zoe Alice Bruno Carmen Derek Esther Gavin "
        "Helen Kofi"
    )
)
LAST = tuple(
    listed(
        "Abbott Alvarez Banerjee Becker Castillo Chen Costa Dawson Demir Diallo "
        "Eriksen Farrell Fischer Garcia Gupta Haddad Hansen Hughes Ibrahim Ito "
        "Jansen Jovanovic Kaplan Kelly Kim Kowalski Larsen Lindqvist Lopez "
        "Mbeki Mendes Moreau Murphy Nakamura Nguyen Novak Okafor Olsen Ortiz "
        "Park Patel Petrov Quinn Ramos Reyes Rossi Sato Schmidt Silva Singh "
        "Stein Tanaka Torres Ueda Varga Weber Wong Yilmaz Zhang"
    )
)
DOMAINS = (
    "postbox.net",
    "mailhaus.org",
    "inkmail.com",
    "northmail.net",
    "fastletter.com",
    "homebox.org",
)
WORK_DOMAINS = (
    "alder-finch.com",
    "bluewater-supply.com",
    "delphi-foods.com",
    "granite-logistics.net",
    "kestrel-software.com",
    "meridian-travel.net",
)
LOCALS = (
    "{first}.{last}",
    "{first}.{last}{n}",
    "{f}{last}",
    "{f}{last}{n}",
    "{f}.{last}",
    "{first}_{last}",
    "{last}.{first}",
    "{first}{last}{n}",
    "{first}{n}",
    "{first}-{last}",
)
"""How people make a mailbox of their name; ``{f}`` is an initial, ``{n}`` a number."""

_OFFICE = ("{first}.{last}", "{f}{last}", "{f}.{last}", "{last}.{first}")
"""The same at work."""

_LETTERS = re.compile(r"[^a-z]+")
STREETS = tuple(
    listed(
        "Alder Birch Canal Cedar Chapel Church Elm Garden Hill Juniper King "
        "Lake Linden Maple Market Mill Oak Orchard Park Pine Queen River School "
        "Spring Station Sunset Walnut Willow"
    )
)
ROADS = ("Street", "Avenue", "Road", "Lane", "Drive")
PLACES = (
    ("Austin", "TX", "787"),
    ("Boston", "MA", "021"),
    ("Chicago", "IL", "606"),
    ("Columbus", "OH", "432"),
    ("Dallas", "TX", "752"),
    ("Denver", "CO", "802"),
    ("Houston", "TX", "770"),
    ("Los Angeles", "CA", "900"),
    ("Miami", "FL", "331"),
    ("Nashville", "TN", "372"),
    ("New York", "NY", "100"),
    ("Philadelphia", "PA", "191"),
    ("Phoenix", "AZ", "850"),
    ("Portland", "OR", "972"),
    ("San Diego", "CA", "921"),
    ("San Francisco", "CA", "941"),
    ("San Jose", "CA", "951"),
    ("Seattle", "WA", "981"),
)
COMPANIES = (
    "Alder & Finch",
    "Bluewater Supply",
    "Cobalt Works",
    "Delphi Foods",
    "Evergreen Labs",
    "Fairmont Textiles",
    "Granite Logistics",
    "Harbor Lighting",
    "Juniper Health",
    "Kestrel Software",
    "Lumen Energy",
    "Meridian Travel",
)


def person(dice: Dice) -> dict[str, Any]:
    """Make up a person: names, email, phone and an address whose parts agree."""
    first, last = dice.pick(FIRST), dice.pick(LAST)
    city, state, area = dice.pick(PLACES)
    return {
        "name": f"{first} {last}",
        "first_name": first,
        "last_name": last,
        "email": mailbox(first, last, dice),
        "phone": f"+1-555-01{dice.between(10, 99)}",
        "street": street(dice),
        "city": city,
        "state": state,
        "zip": f"{area}{dice.between(1, 99):02d}",
        "country": "USA",
    }


def mailbox(first: str, last: str, dice: Dice) -> str:
    """Make up somebody's e-mail address: at home mostly, now and then at work."""
    if dice.chance(0.25):
        shape, domain = dice.pick(_OFFICE), dice.pick(WORK_DOMAINS)
    else:
        shape, domain = dice.pick(LOCALS), dice.pick(DOMAINS)
    return f"{_local(shape, first, last, str(dice.between(10, 99)))}@{domain}"


def renamed(email: str, old: tuple[str, str], new: tuple[str, str]) -> str:
    """Give an e-mail address of the same shape for another name.

    Args:
        email: made by ``mailbox`` for the name ``old``.
        old: the first and the last name that it spells.
        new: those that it is to spell.
    """
    domain = email.partition("@")[2]
    shape, digits = _shape(email, *old)
    return f"{_local(shape, *new, digits)}@{domain}"


@lru_cache(maxsize=4096)
def _shape(email: str, first: str, last: str) -> tuple[str, str]:
    """Give the one of ``LOCALS`` by which an address was made, and its number."""
    local = email.partition("@")[0]
    digits = re.sub(r"\D", "", local)
    fits = (each for each in LOCALS if _local(each, first, last, digits) == local)
    return next(fits, LOCALS[1]), digits


def _local(shape: str, first: str, last: str, number: str) -> str:
    """Fill one of ``LOCALS``."""
    first, last = (_LETTERS.sub("", each.lower()) for each in (first, last))
    return shape.format(first=first, last=last, f=first[:1], n=number)


@lru_cache(maxsize=4096)
def nth(number: int) -> dict[str, Any]:
    """Give one of the people there are, always the same; it is not to be changed."""
    return person(Dice(derive(0, "person", number)))


def street(dice: Dice) -> str:
    """Make up the first line of an address."""
    return f"{dice.between(2, 989)} {dice.pick(STREETS)} {dice.pick(ROADS)}"


def address(who: Mapping[str, Any]) -> str:
    """Give a person's address on one line."""
    return f"{who['street']}, {who['city']}, {who['state']} {who['zip']}"


FIRST_DAY = date(2026, 1, 5)
"""The first day on which a scene may play."""
DAYS = 330
"""On how many days a scene may play."""


def today(seed: int) -> date:
    """Give the calendar day on which the scene of ``seed`` plays, in 2026."""
    return FIRST_DAY + timedelta(days=derive(seed, "today") % DAYS)
