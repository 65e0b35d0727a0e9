"""What an agent is for, read from its tools: it decides how people talk to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.builtin.writers.words import plain_words
from whileai.world.words import singular

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Tool

_SIGNS = {
    "support": "order refund customer ticket return exchange shipment delivery product "
    "item cart subscription warranty invoice complaint claim store purchase coupon "
    "loyalty escalate rma shop parcel",
    "banking": "bank account iban transaction payment transfer balance loan card "
    "money wire deposit withdraw mortgage statement payee fund credit debit interest "
    "currency exchange rate",
    "messaging": "channel slack message inbox email mail thread dm chat post workspace "
    "reply contact notification reaction tweet recipient sms notion page comment",
    "files": "file folder directory path ls cd mkdir mv cp rm grep cat shell terminal "
    "command upload drive document touch echo tail du disk",
    "code": "git repo repository commit branch pull merge issue diff push fork gist "
    "workflow release deployment docker class method compile lint log stash tag "
    "pipeline build ci kubernetes cluster pod deploy",
    "browser": "browser url webpage page click element tab navigate screenshot hover "
    "web form dropdown link http fetch scrape",
    "calendar": "calendar event meeting appointment schedule attendee "
    "availability slot invite",
    "maths": "calculate calculator compute expression equation solve math area volume "
    "density integral derivative matrix vector mean average deviation probability "
    "factorial prime sum convert unit geometry triangle circle velocity force energy "
    "physics chemistry molecule pressure temperature mass formula calc evaluate",
    "music": "song playlist music album artist track play queue lyrics genre podcast "
    "volume shuffle movie film video episode media watch",
    "travel": "flight hotel airport airline trip travel booking reservation car rental "
    "bus train passenger itinerary room guest seat cab taxi parking",
    "health": "patient doctor prescription medication symptom clinic medical dose "
    "health diagnosis allergy insurance workout lab ward "
    "appointment",
    "home": "light thermostat appliance device sensor lamp lock camera door alarm "
    "temperature vacuum network server alert monitor",
    "cooking": "recipe ingredient meal cook cooking dish pantry grocery servings "
    "nutrition diet calories",
    "weather": "weather forecast rain wind humidity climate storm",
    "office": "employee payroll hr leave vacation holiday timesheet expense absence "
    "onboarding department",
    "sales": "crm lead deal pipeline opportunity prospect contact campaign quote",
    "stock": "warehouse sku stock inventory supplier purchase pallet reorder",
    "data": "sql query table database schema column row dataset csv export dashboard "
    "chart analytics metric",
    "translation": "translate translation language",
    "food": "restaurant cuisine dish menu courier takeaway star",
    "car": "car vehicle engine fuel tire trunk horn climate charging mileage "
    "navigate route",
    "tasks": "task todo reminder note checklist deadline",
    "fitness": "workout gym steps exercise fitness training class goal coach",
    "library": "library catalog fine loan borrow isbn",
    "investing": "stock ticker symbol portfolio share invest trade crypto dividend",
    "accounting": "invoice unpaid vat receipt bookkeeping ledger overdue",
    "images": "image photo picture crop resize background thumbnail",
    "news": "news headline article",
    "learning": "quiz lesson course student essay grade exam homework tutor flashcard "
    "topic teacher concept",
}
FLAVOURS = (*_SIGNS, "generic")
"""Every flavour, in the order that breaks ties."""

PERSONAL = frozenset(
    ("support", "banking", "health", "travel", "office", "library", "investing", "food")
)
"""Flavours of agents that stand for the staff of a service."""

_PRIVATE = frozenset(
    (
        "music",
        "home",
        "cooking",
        "weather",
        "learning",
        "calendar",
        "tasks",
        "fitness",
        "car",
    )
)


def asked_of(flavour: str) -> str:
    """Give who is asked: the staff of a ``service``, or a ``helper``.

    A helper of one's own, at home and not at work, is a ``private`` one.
    """
    if flavour in PERSONAL:
        return "service"
    return "private" if flavour in _PRIVATE else "helper"


_FLAVOURS_OF: dict[str, tuple[str, ...]] = {}
for _flavour, _words in _SIGNS.items():
    for _word in _words.split():
        _FLAVOURS_OF[_word] = (*_FLAVOURS_OF.get(_word, ()), _flavour)


def scores(tool: Tool) -> dict[str, float]:
    """Give how strongly ``tool`` hints at each flavour."""
    found: dict[str, float] = {}
    for weight, text in (
        (3.0, tool.name),
        (1.0, tool.description[:200]),
        (1.0, " ".join(map(str, tool.parameters.get("properties") or {}))),
    ):
        for word in sorted({singular(each) for each in plain_words(text)}):
            for flavour in _FLAVOURS_OF.get(word, ()):
                found[flavour] = found.get(flavour, 0.0) + weight
    return found


_COMMON = 0.4
"""Share of an agent's tools that have to hint at what the others are for, too."""


def flavours(tools: Sequence[Tool]) -> tuple[str, ...]:
    """Give the flavour of each tool: its own hints, then what its neighbours do."""
    each = [scores(tool) for tool in tools]
    total: dict[str, float] = {}
    count: dict[str, int] = {}
    for found in each:
        for flavour, score in found.items():
            total[flavour] = total.get(flavour, 0.0) + score
            count[flavour] = count.get(flavour, 0) + 1
    most = {name for name, own in count.items() if own >= _COMMON * len(tools)}
    share = 2.0 / max(1, len(tools))
    return tuple(
        max(
            FLAVOURS,
            key=lambda name: (
                found.get(name, 0.0)
                + (share * total.get(name, 0.0) if name in most else 0.0),
                name == "generic",
                -FLAVOURS.index(name),
            ),
        )
        for found in each
    )
