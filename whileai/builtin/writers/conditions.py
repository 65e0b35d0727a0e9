"""On what people make a second wish depend: what the first one may find.

By flavour and the topics of the two. The lines state nothing: each is an ``if``.
"""

from __future__ import annotations

from functools import lru_cache

_LEFT = ("it hasn't left (yet|your warehouse)", "it hasn't gone out yet")
_OLD = (
    "the old (address|one) is still in there",
    "it's (still |)(wrong|out of date)",
    "anything in there is (wrong|out of date)",
)

IFS: dict[str, tuple[str, ...]] = {
    "banking balance send": (
        "there's enough (in it|left for the rent after that|for that)",
        "that leaves me with enough for the (rent|week)",
        "my salary is in",
    ),
    "banking balance schedule": (
        "there's enough (in it|for that)",
        "i can afford it",
        "my salary is in",
    ),
    "banking transactions send": (
        "i haven't paid (it|that) yet",
        "nothing like that went out (yet|this month)",
    ),
    "banking transactions schedule": ("nothing like that goes out already",),
    "banking transactions password": (
        "(something|anything) looks (even a little |)(odd|suspicious|wrong)",
        "there's a payment i couldn't have made",
        "you see anything from (abroad|a shop i've never been to)",
    ),
    "banking scheduled schedule": (
        "it isn't (in there|scheduled) yet",
        "there's nothing like it (in there|yet)",
    ),
    "banking scheduled send": (
        "it isn't (in there|scheduled) already",
        "nothing like that goes out anyway",
    ),
    "banking details info": _OLD,
    "messaging channel message": (
        "nobody (said|wrote) that (already|yet)",
        "nobody (has |)answered (yet|there)",
        "people are still discussing it",
    ),
    "messaging inbox message": (
        "(someone|anyone) (asked|is asking) for (it|that)",
        "there's nothing about it in there yet",
    ),
    "messaging users add": ("they aren't in it (yet|already)",),
    "messaging users remove": ("they're (still |)in it",),
    "messaging webpage post": (
        "(it's|the text is) (out of date|still the old one)",
        "it doesn't say so (yet|already)",
        "it's empty",
    ),
    "messaging webpage message": (
        "(it's|the page is) (down|up again|online)",
        "there's anything new on it",
    ),
    "files file delete": (
        "(there's nothing important in it|it's (only |)a copy)",
        "it's (the old one|out of date|empty)",
    ),
    "files file move": (
        "it's (the final|the signed|the right) (one|version)",
        "it's about (last year|the old flat)",
    ),
    "files search move": ("it's in there", "you find it"),
    "files search delete": ("it's not in there( any more|)", "you don't find it"),
    "files folder move": ("it's (still |)in there", "there's room"),
    "files folder delete": ("it's (still |)in there", "there's a newer one"),
    "calendar events event": (
        "i'm (free|still free) (then|that day)",
        "there's nothing (else |)(then|at that time)",
        "it doesn't clash with anything",
    ),
    "calendar events cancel": (
        "(it|that one) is still in there",
        "(too much|something else) is on at the same time",
    ),
    "calendar events shift": ("i'm free then", "that time is (still |)free"),
    "music songs add": ("you find it", "it's the (original|live) version"),
    "music songs play": ("you find it", "it's the (original|right) one"),
    "music queue add": ("it isn't in there (yet|already)",),
    "music queue play": ("it isn't in there (yet|already)", "nothing good is coming"),
    "code diff commit": (
        "it looks (right|fine|clean)",
        "there's no debug print (left |)in there",
        "nothing odd is in there",
    ),
    "code status commit": ("there's something to commit", "it looks right"),
    "code status push": ("it's clean", "everything is committed"),
    "code log branch": (
        "my fix isn't in (there|it) yet",
        "nobody (touched|changed) it",
    ),
    "code blame revert": ("it wasn't me", "(the change|it) is from last week"),
    "code commits branch": ("it was a quiet month",),
    "support order cancel": (*_LEFT, "it won't (be here|arrive) before the weekend"),
    "support order address": _LEFT,
    "support order items": _LEFT,
    "support order payment": _LEFT,
    "support order human": ("it's (late|lost|stuck)", "you can't find it"),
    "support product exchange": ("it's (in stock|available)", "it's cheaper"),
    "support product items": ("it's (in stock|available)", "it's cheaper"),
    "support account address": _OLD,
    "support account human": ("you can't find (it|me)", "it's locked"),
}
"""What may be found, by flavour, the topic looked at, and the topic of the deed."""


@lru_cache(maxsize=512)
def conditions(
    flavour: str, looked_at: tuple[str, ...], done: tuple[str, ...]
) -> tuple[str, ...]:
    """Give what a deed may depend on after something is looked up; nothing for most.

    Args:
        flavour: of the agent.
        looked_at: topics of the tool that looks, the closest first.
        done: topics of the tool that acts, the closest first.
    """
    keys = (f"{flavour} {first} {second}" for first in looked_at for second in done)
    return next((IFS[key] for key in keys if key in IFS), ())
