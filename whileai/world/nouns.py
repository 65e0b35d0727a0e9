"""What we know of common nouns: which fields and statuses such things have."""

from __future__ import annotations

_FIELDS: dict[str, str] = {
    "person": "name:person email:email phone:phone city:city",
    "order": "status:status total:amount currency:currency created_at:datetime",
    "money": "status:status amount:amount currency:currency date:past_date",
    "refund": "status:status amount:amount currency:currency created_at:datetime",
    "invoice": "status:status amount:amount currency:currency due_date:date",
    "account": "status:status balance:balance currency:currency",
    "booking": "status:status name:person date:date",
    "ticket": "title:title status:status priority:priority created_at:datetime",
    "task": "title:title status:status due_date:date",
    "event": "title:title start_time:datetime end_time:datetime location:place",
    "message": "sender:person body:text sent_at:datetime",
    "comment": "author:person body:text created_at:datetime",
    "product": "name:product price:amount currency:currency in_stock:quantity",
    "item": "name:product price:amount available:bool",
    "document": "title:title author:person updated_at:datetime",
    "file": "path:path content:text updated_at:datetime",
    "code": "title:title author:person state:code_state created_at:datetime",
    "branch": "name:branch sha:sha",
    "repo": "name:repo description:text default_branch:branch",
    "channel": "topic:title created_at:datetime",
    "travel": "price:amount currency:currency departure_time:time "
    "duration_minutes:minutes",
    "place": "name:company address:address rating:rating",
    "weather": "temperature_c:temperature conditions:sky humidity_percent:humidity",
    "stock": "price:amount currency:currency change_percent:percent",
    "device": "name:name status:status",
    "project": "name:name status:status owner:person created_at:datetime",
    "page": "title:title content:text url:url",
    "git": "branch:branch clean:bool",
    "result": "title:title url:url snippet:text",
    "login": "logged_in:bool",
    "image": "url:url width:pixels height:pixels",
    "balance": "balance:balance currency:currency",
    "iban": "iban:iban",
    "password": "updated_at:datetime",
    "thing": "name:name created_at:datetime",
}
"""Category to fields, each ``name:kind``."""

_STATUSES: dict[str, str] = {
    "person": "active,suspended",
    "order": "pending,processed,shipped,delivered,cancelled",
    "money": "pending,completed,failed",
    "refund": "pending,completed",
    "invoice": "unpaid,paid,overdue",
    "account": "active,frozen,closed",
    "booking": "confirmed,completed,cancelled",
    "ticket": "open,in progress,resolved,closed",
    "task": "open,in progress,done",
    "event": "scheduled,cancelled",
    "device": "on,off",
    "project": "active,on hold,completed,closed",
    "document": "draft,published",
    "page": "draft,published",
    "thing": "active,inactive",
}

_CATEGORY: dict[str, str] = {}
for _category, _words in {
    "person": "user customer person employee member contact client patient agent guest "
    "passenger student teacher driver doctor professional player manager lead owner",
    "order": "order purchase shipment delivery parcel package return exchange cart",
    "money": "transaction payment transfer charge deposit withdrawal payout",
    "refund": "refund reimbursement credit",
    "invoice": "invoice bill statement receipt",
    "account": "account wallet card subscription membership plan policy loan method",
    "booking": "booking reservation appointment ride rental table visit trip",
    "ticket": "ticket case incident request complaint claim problem bug alert",
    "task": "task todo job reminder",
    "event": "event meeting session class course show concert calendar",
    "message": "message email mail sms notification post tweet inbox conversation "
    "thread",
    "comment": "comment review reply note feedback rating reaction",
    "product": "product sku merchandise stock_item inventory",
    "item": "item variant line option",
    "document": "document doc report article record database source template",
    "file": "file directory folder attachment",
    "code": "issue pull request_review commit change ruleset gist deployment release "
    "webhook",
    "branch": "branch tag ref",
    "repo": "repo repository",
    "channel": "channel group room workspace team",
    "travel": "flight bus train car hotel roundtrip route itinerary",
    "place": "restaurant location store venue branch_office airport",
    "weather": "weather forecast temperature climate",
    "stock": "stock quote ticker price share crypto",
    "device": "device appliance light lamp thermostat sensor server machine vehicle",
    "project": "project campaign release_plan workflow pipeline space",
    "page": "webpage page site website block",
    "git": "git diff",
    "result": "result web search",
    "login": "login",
    "image": "image picture photo video",
    "balance": "balance",
    "iban": "iban",
    "password": "password",
}.items():
    for _word in _words.split():
        _CATEGORY.setdefault(_word, _category)


STEPS: dict[str, tuple[str, str]] = {
    "order": ("payment taken", "parcel handed to the carrier"),
    "money": ("amount reserved", "amount paid out"),
    "refund": ("refund approved", "refund paid out"),
    "invoice": ("first instalment paid", "second instalment paid"),
    "booking": ("place held", "booking confirmed"),
    "ticket": ("report taken", "fix confirmed"),
    "task": ("first half done", "second half done"),
    "event": ("time set", "invitations sent"),
    "message": ("draft saved", "message delivered"),
    "person": ("profile made", "email confirmed"),
    "file": ("first part uploaded", "rest uploaded"),
    "page": ("draft saved", "page published"),
}
"""Category to what of a half-done thing is done, and what is not."""


def steps_of(entity: str) -> tuple[str, str]:
    """Give what is done and what remains of such a thing when it is half done."""
    return STEPS.get(category(entity), ("details saved", "final check"))


def category(entity: str) -> str:
    """Give the category of an entity by its last word that has one; else ``thing``."""
    if entity in _CATEGORY:
        return _CATEGORY[entity]
    parts = entity.split("_")
    for part in (parts[-1], *reversed(parts[:-1])):
        if part in _CATEGORY:
            return _CATEGORY[part]
    return "thing"


def known(word: str) -> bool:
    """Tell whether ``word`` is one of the nouns we know something of."""
    return word in _CATEGORY


def fields_of(entity: str) -> list[tuple[str, str]]:
    """Give (name, kind) of the fields that such a thing usually has."""
    pairs = (pair.split(":") for pair in _FIELDS[category(entity)].split())
    return [(name, kind) for name, kind in pairs]


def statuses_of(entity: str) -> tuple[str, ...]:
    """Give the statuses that such a thing usually goes through, in order."""
    return tuple(_STATUSES.get(category(entity), "active,inactive").split(","))


def personal(entity: str) -> bool:
    """Tell whether the entity is a kind of person."""
    return category(entity) == "person"
