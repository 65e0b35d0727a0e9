"""Values made up for a kind of field, whatever its schema says."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from whileai.world import people
from whileai.world.pools import POOLS
from whileai.world.shapes import shape_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.base.seeds import Dice

Context = dict[str, Any]
"""What values have to agree with: ``person`` and ``today``."""


def _clock(dice: Dice) -> str:
    return f"{dice.between(8, 19):02d}:{dice.pick((0, 15, 30, 45)):02d}"


def _amount(dice: Dice, context: Context) -> float:
    return dice.between(900, 48000) / 100


def _name(dice: Dice, context: Context) -> str:
    return f"{dice.pick(people.FIRST)} {dice.pick(people.LAST)}"


def _iban(dice: Dice, context: Context) -> str:
    country = dice.pick(("DE", "GB", "FR", "CH"))
    return f"{country}{dice.between(10, 98)}{dice.between(10**17, 10**18 - 1)}"


def _place(dice: Dice, context: Context) -> str:
    city, state, _ = dice.pick(people.PLACES)
    return f"{city}, {state}"


def _email(dice: Dice, context: Context) -> str:
    return people.mailbox(dice.pick(people.FIRST), dice.pick(people.LAST), dice)


def _path(dice: Dice, context: Context) -> str:
    stem = dice.pick(("invoice", "notes", "report", "minutes", "budget", "contract"))
    day = context["today"] - timedelta(days=dice.between(5, 200))
    return f"{stem}-{day:%Y-%m}.{dice.pick(('txt', 'md'))}"


def _url(dice: Dice, context: Context) -> str:
    site = dice.pick(("acorn-tools.net", "harbor-news.org", "juniper-health.com"))
    return f"https://www.{site}/{dice.pick(('about', 'news', 'contact', 'pricing'))}"


def _expression(dice: Dice, context: Context) -> str:
    one, two, three = dice.between(12, 480), dice.between(3, 96), dice.between(2, 12)
    return dice.pick(
        (
            f"{one} * 1.{dice.between(5, 25):02d}",
            f"({one} + {two}) / {three}",
            f"{one * three}.{dice.between(10, 99)} - {two}",
            f"{two}.5 * {three}",
            f"{one} / {three}",
            f"{one} * {two} + {three}",
            f"({one} - {three}) * {two}",
            f"{three} ** {dice.between(2, 6)}",
        )
    )


def _equation(dice: Dice, context: Context) -> str:
    """Give an equation with a whole number for its solution."""
    slope, root, free = dice.between(2, 9), dice.between(2, 15), dice.between(3, 40)
    return dice.pick(
        (
            f"{slope}x + {free} = {slope * root + free}",
            f"{slope}x - {free} = {slope * root - free}",
            f"{slope}(x + {free}) = {slope * (root + free)}",
            f"x^2 = {root * root}",
        )
    )


def _function(dice: Dice, context: Context) -> str:
    """Give a function of x as people type it."""
    one, two, power = dice.between(2, 9), dice.between(2, 12), dice.between(2, 4)
    return dice.pick(
        (
            f"{one}x^{power} + {two}x",
            f"x^{power} - {two}",
            f"sin({one}x)",
            f"{two}x * e^x",
            f"({one}x + {two})^2",
        )
    )


def _password(dice: Dice, context: Context) -> str:
    """Give a password as people make them up: two words and a number."""
    one, other = dice.sample(POOLS["password"], 2)
    between, end = dice.pick("._-!"), dice.between(10, 2099)
    return f"{one}{between}{other}{end}"


def _birthday(dice: Dice, context: Context) -> str:
    """Give a day on which somebody who is grown up was born."""
    first = date(1946, 1, 1).toordinal()
    return date.fromordinal(first + dice.below(21_000)).isoformat()


def _number(dice: Dice, context: Context) -> float:
    """Give a number as people state them: mostly whole."""
    if dice.chance(0.6):
        return dice.between(2, 120)
    return dice.between(11, 990) / 10


MAKERS: dict[str, Callable[[Dice, Context], Any]] = {
    "email": _email,
    "phone": lambda dice, _: f"+1-555-01{dice.between(10, 99)}",
    "first_name": lambda dice, _: dice.pick(people.FIRST),
    "last_name": lambda dice, _: dice.pick(people.LAST),
    "person": _name,
    "username": lambda dice, _: (
        f"{dice.pick(people.FIRST)}{dice.between(1, 99)}".lower()
    ),
    "iban": _iban,
    "street": lambda dice, _: people.street(dice),
    "city": lambda dice, _: dice.pick(people.PLACES)[0],
    "state": lambda dice, _: dice.pick(people.PLACES)[1],
    "zip": lambda dice, _: f"{dice.pick(people.PLACES)[2]}{dice.between(1, 99):02d}",
    "address": lambda dice, _: people.address(people.person(dice)),
    "place": _place,
    "city_state": _place,
    "time": lambda dice, _: _clock(dice),
    "duration": lambda dice, _: dice.pick((1, 2, 3, 5, 10, 15, 30, 45)),
    "year": lambda dice, context: context["today"].year - dice.below(6),
    "month": lambda dice, _: dice.between(1, 12),
    "age": lambda dice, _: dice.between(19, 74),
    "amount": _amount,
    "quantity": lambda dice, _: dice.between(1, 6),
    "balance": lambda dice, _: dice.between(150000, 920000) / 100,
    "percent": lambda dice, _: dice.pick((2.5, 5, 7.5, 10, 12, 15, 20)),
    "rating": lambda dice, _: dice.between(28, 50) / 10,
    "latitude": lambda dice, _: dice.between(330000, 470000) / 10000,
    "longitude": lambda dice, _: -dice.between(720000, 1220000) / 10000,
    "url": _url,
    "path": _path,
    "minutes": lambda dice, _: 5 * dice.between(11, 96),
    "temperature": lambda dice, _: dice.between(-40, 330) / 10,
    "humidity": lambda dice, _: dice.between(25, 95),
    "pixels": lambda dice, _: dice.pick((640, 1024, 1280, 1920)),
    "sha": lambda dice, _: f"{dice.bits():016x}"[:12],
    "uuid": lambda dice, _: str(
        shape_of("0" * 8 + "-0000" * 3 + "-" + "0" * 12).mint(dice)
    ),
    "code": lambda dice, _: (
        f"{dice.pick('BCDFHKMPRT')}{dice.pick('AEKLNS')}{dice.between(1000, 9999)}"
    ),
    "tracking": lambda dice, _: f"1Z{dice.between(10**9, 10**10 - 1)}",
    "bool": lambda dice, _: dice.chance(0.5),
    "integer": lambda dice, _: dice.between(1, 40),
    "number": _number,
    "expression": _expression,
    "equation": _equation,
    "birthday": _birthday,
    "function": _function,
    "password": _password,
    "level": lambda dice, _: 5 * dice.between(2, 20),
    "people": lambda dice, _: [
        f"{first} {dice.pick(people.LAST)}"
        for first in dice.sample(people.FIRST, dice.between(1, 2))
    ],
    "emails": lambda dice, _: [
        people.mailbox(first, dice.pick(people.LAST), dice)
        for first in dice.sample(people.FIRST, dice.between(1, 2))
    ],
    "numbers": lambda dice, _: [dice.between(3, 98) for _ in range(4)],
    "products": lambda dice, _: dice.sample(POOLS["product"], dice.between(1, 2)),
    "tags": lambda dice, _: [dice.pick(("urgent", "follow-up", "internal", "draft"))],
    "array": lambda dice, _: [],
    "object": lambda dice, _: {},
}
"""By kind: what makes a value up; the kinds that are words have a pool instead."""

PERSONAL = {
    "email": "email",
    "phone": "phone",
    "first_name": "first_name",
    "last_name": "last_name",
    "person": "name",
    "street": "street",
    "city": "city",
    "state": "state",
    "zip": "zip",
    "country": "country",
}
"""Kinds that are part of a person, to the name of the part."""
