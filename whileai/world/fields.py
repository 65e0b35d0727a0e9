"""What the values of a field are, read from its name, schema and description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.world.schemas import base_schema, type_of
from whileai.world.words import listed, singular, words

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

_ENDINGS: dict[str, str] = {}
"""Last word, or last two, of a field's name to the kind of its values."""

for _kind, _names in {
    "email": "email mail email_address",
    "phone": "phone telephone mobile phone_number mobile_number fax",
    "first_name": "first_name given_name firstname forename",
    "last_name": "last_name surname family_name lastname",
    "person": "author owner assignee creator sender recipient customer_name full_name "
    "passenger_name guest_name contact reporter reviewer employee manager patient "
    "player_name to_name user_name driver doctor host organizer attendee participant "
    "member beneficiary payee patient_name member_name student_name employee_name "
    "doctor_name client_name driver_name owner_name contact_name renter_name "
    "attendee_name teacher_name manager_name customer client",
    "username": "username login handle nickname screen_name mentioned",
    "password": "password passcode pin secret token api_key passphrase",
    "iban": "iban account_number",
    "street": "street address1 address_line1 line1 street_address",
    "unit_address": "address2 address_line2 line2 apartment apt",
    "city": "city town from_city to_city origin_city destination_city",
    "state": "state province region_code",
    "country": "country nation country_code",
    "zip": "zip zipcode zip_code postal_code postcode post_code",
    "address": "address shipping_address billing_address delivery_address",
    "place": "location place destination origin venue region area departure "
    "arrival pickup dropoff where station",
    "airport": "airport airport_code iata origin_airport destination_airport",
    "datetime": "timestamp datetime created_at updated_at at since until modified_at",
    "birthday": "birthday birthdate dob birth_date date_of_birth of_birth birth",
    "date": "date day deadline due expires expiry checkin checkout "
    "start end departure_date return_date after before check_in check_out",
    "time": "time hour",
    "timezone": "timezone tz time_zone",
    "duration": "duration minutes hours seconds days nights timeout delay granularity",
    "year": "year",
    "month": "month",
    "age": "age",
    "amount": "amount price cost total fee sum subtotal salary rent budget "
    "payment paid deposit spend refunded charge fare revenue wage income "
    "limit_amount principal",
    "balance": "balance funds",
    "currency": "currency currency_code",
    "quantity": "quantity qty count stock tickets passengers guests seats number "
    "people servings copies size rooms inventory bedrooms bathrooms beds",
    "percent": "percent percentage rate discount interest share ratio probability tax",
    "rating": "rating score stars",
    "latitude": "lat latitude",
    "longitude": "lng lon long longitude",
    "url": "url link uri website webpage href site homepage",
    "path": "path file filename filepath file_path",
    "folder": "directory folder dir repo_path repository_path cwd workdir",
    "status": "status stage phase",
    "priority": "priority severity urgency",
    "title": "title subject headline heading",
    "name": "name label",
    "text": "text body message content description comment comments note notes "
    "details caption bio memo remark instructions feedback prompt explanation",
    "matter": "summary",
    "reason": "reason cause justification",
    "query": "query q keyword keywords search term terms search_term question",
    "language_code": "lang locale language_code lang_code",
    "language": "language",
    "color": "color colour",
    "measure": "unit units scale",
    "from_length": "from_unit source_unit input_unit",
    "to_length": "to_unit target_unit output_unit",
    "speed": "speed shipping_speed delivery_speed shipping_method",
    "level": "volume_level brightness loudness",
    "expression": "expression formula",
    "equation": "equation",
    "variable": "variable",
    "medication": "medication medicine drug prescription_name medication_name "
    "drug_name",
    "ingredient": "ingredient grocery",
    "room": "room room_name",
    "topic": "topic concept chapter lesson skill subject_area",
    "sql": "sql sql_query statement",
    "namespace": "namespace environment env cluster",
    "service": "deployment pod service service_name deployment_name pod_name",
    "course": "course course_name subject_name",
    "lesson": "class_name",
    "bucket": "bucket bucket_name",
    "pet": "pet_name dog_name cat_name",
    "airline": "airline airlines carrier",
    "plate": "license_plate licence_plate plate registration",
    "table": "table table_name",
    "field": "field_name form_field input_field column_name",
    "zone": "zone aisle bay dock shelf section",
    "district": "district district_name sub_district_name neighborhood neighbourhood",
    "case": "case_name",
    "filter": "filter_expression filterexpression",
    "artist": "artist band singer musician composer performer",
    "album": "album",
    "genre": "genre",
    "cuisine": "cuisine",
    "dish": "dish recipe meal",
    "movie": "movie film",
    "book": "book book_title novel",
    "game": "game",
    "sport": "sport",
    "team": "team team_name",
    "breed": "breed",
    "category": "category type kind class tier plan",
    "company": "company organization organisation vendor supplier employer brand "
    "merchant bank store",
    "product": "product item product_name item_name",
    "symbol": "ticker symbol stock stock_symbol",
    "exchange": "exchange",
    "version": "version tag release",
    "branch": "branch ref head base branch_name from_branch base_branch",
    "repo": "repo repository repo_name project",
    "org": "org enterprise workspace",
    "sha": "sha commit hash",
    "channel": "channel",
    "emoji": "reaction emoji",
    "city_state": "hometown",
    "song": "song track song_name track_name song_title",
    "playlist": "playlist playlist_name",
    "tags": "tags labels",
    "selector": "selector target element",
    "code": "code promo coupon voucher sku barcode",
    "substance": "substance material",
    "tracking": "tracking_number tracking",
}.items():
    for _name in _names.split():
        _ENDINGS.setdefault(_name, _kind)

LOCATORS = frozenset(
    listed(
        "email phone first_name last_name username city state country zip "
        "address street place airport date datetime time year month url path "
        "title name query symbol exchange version branch repo folder org sha channel "
        "song company product city_state latitude longitude iban substance "
        "selector code category language language_code currency measure text timezone "
        "color person_name expression equation birthday medication ingredient room "
        "table sql topic variable field artist album genre cuisine dish movie book "
        "game sport "
        "district case "
        "team breed playlist speed source payment needle from_length to_length"
    )
)
"""Kinds that tell which thing is meant: an answer may repeat them."""

FORMATS = {
    "email": "email",
    "idn-email": "email",
    "date": "date",
    "date-time": "datetime",
    "time": "time",
    "uri": "url",
    "url": "url",
    "uuid": "uuid",
    "hostname": "host",
    "ipv4": "ip",
}


def kind_of(name: str, schema: Mapping[str, Any]) -> str:
    """Say what the values of the field ``name`` are.

    Args:
        name: of the field or argument.
        schema: its JSON Schema; ``enum``, ``type``, ``format`` and ``description`` are
            read.
    """
    text = str(schema.get("description") or "")
    schema = schema if "type" in schema or "enum" in schema else base_schema(schema)
    if "enum" in schema or "const" in schema:
        return "enum"
    kind = type_of(schema)
    if kind == "array" and name in ("items", "products") and _worded(schema):
        return "products"
    if kind == "array" and _lists(name, schema):
        return _lists(name, schema)
    if kind in ("boolean", "object", "array"):
        return {"boolean": "bool"}.get(kind, kind)
    if schema.get("format") in FORMATS:
        return FORMATS[schema["format"]]
    described = _by_description(text or str(schema.get("description") or ""), kind)
    named = described or _by_name(name)
    if named == "query" and "author" in text.lower():
        named = "book"
    return _fitting(named, kind)


def _lists(name: str, schema: Mapping[str, Any]) -> str:
    """The kind of a list of people, of e-mail addresses or of numbers, or nothing."""
    items = schema.get("items") or {}
    plain = isinstance(items, dict) and set(items) <= {"type", "description", "format"}
    if not plain or "minItems" in schema or "maxItems" in schema:
        return ""
    if name in ("numbers", "values", "data") and type_of(items) in _NUMBERS:
        return "numbers"
    if type_of(items) not in ("", "string"):
        return ""
    text = f"{schema.get('description') or ''} {items.get('description') or ''}".lower()
    if items.get("format") == "email" or "mail" in text:
        return "emails"
    return "people" if singular(name) in _INVITED else ""


_NUMBERS = ("number", "integer")
_INVITED = ("attendee", "participant", "guest", "invitee", "member", "player")


def _worded(schema: Mapping[str, Any]) -> bool:
    """Whether the items of a list are words of no particular kind."""
    items = schema.get("items") or {"type": "string"}
    return set(items) <= {"type", "description"} and type_of(items) == "string"


def _by_name(name: str) -> str:
    if name in _ENDINGS:
        return _ENDINGS[name]
    parts = [singular(part) if len(part) > 4 else part for part in words(name)]
    joined = "_".join(parts)
    if joined in _ENDINGS:
        return _ENDINGS[joined]
    for size in (2, 1):
        ending = "_".join(parts[-size:])
        if len(parts) >= size and ending in _ENDINGS:
            return _ENDINGS[ending]
    if parts and parts[0] in ("number", "num", "count", "total"):
        return "quantity"
    if parts and parts[0] in ("is", "has", "can", "should"):
        return "bool"
    return _ENDINGS.get(parts[0], "string") if parts else "string"


def _by_description(text: str, kind: str) -> str:
    """Kinds that a description gives away whatever the name is."""
    if kind in ("number", "integer"):
        return ""
    lead = text[:60].lower()
    if "owner" in lead and ("repositor" in lead or "account owner" in lead):
        return "org"
    for mark, found in (
        ("iban", "iban"),
        ("email", "email"),
        ("e-mail", "email"),
        ("iata", "airport"),
    ):
        if mark in lead:
            return found
    return ""


_NUMERIC = frozenset(
    listed(
        "amount balance quantity percent rating duration year month age "
        "latitude longitude level"
    )
)

_PERSONS = frozenset(
    listed(
        "patient member student employee customer client guest passenger doctor "
        "contact contacts lead leads candidate person people colleague teacher"
    )
)
_SOUGHT = {
    word: kind
    for kind, told in {
        "song": "song songs music track tracks",
        "dish": "recipe recipes dish dishes meal meals",
        "product": "product products item items stock inventory catalog catalogue",
        "person": "contact contacts customer customers lead leads employee employees "
        "person people patient patients user users candidate candidates",
        "mail": "email emails mail mails inbox",
        "fault": "issue issues ticket tickets bug bugs",
        "movie": "movie movies film films",
        "book": "book books",
        "cuisine": "restaurant restaurants",
        "topic": "course courses lesson lessons paper papers article articles",
    }.items()
    for word in told.split()
}
"""What is looked for, by a word of the tool that looks."""
_CALCULUS = frozenset(listed("integrate integral derive derivative differentiate"))
_WRITTEN = frozenset(listed("letter meeting email mail post message call memo"))
_PLANNED = frozenset(
    listed("appointment booking reservation event meeting leave visit class trip")
)
_CALLS = frozenset(listed("sms call whatsapp dial"))
_FILES = frozenset(listed("file files directory folder mv cp"))
_CODE = frozenset(listed("git commit commits branch diff code lint test tests"))


def kind_among(
    kind: str, tool: Sequence[str], others: Collection[str], name: str = ""
) -> str:
    """Say what a value is, given what it is for.

    Args:
        kind: as ``kind_of`` gives it.
        tool: the words of the tool's name.
        others: the kinds of its other arguments.
        name: of the argument.
    """
    kind = _meant(_pictured(_freely(kind, name, tool), name, tool), tool)
    if kind == "title" and "amount" in others:
        return "payment"
    if kind == "name" and not _PERSONS.isdisjoint(tool):
        return "person"
    if kind == "string" and not _CALLS.isdisjoint(tool):
        return "phone"
    if kind == "path" and not _CODE.isdisjoint(tool):
        return "source"
    if kind in ("place", "string") and not _FILES.isdisjoint(tool):
        return "path"
    sought = [_SOUGHT[word] for word in tool if word in _SOUGHT]
    if kind == "query" and sought:
        return sought[-1]
    if kind == "query" and ("path" in others or "grep" in tool):
        return "needle"
    return kind


_MADE = frozenset(listed("book schedule reserve request create make add"))


def _meant(kind: str, tool: Sequence[str]) -> str:
    """Say what an expression, a topic or a reason is for what a tool does."""
    if kind == "expression" and not _CALCULUS.isdisjoint(tool):
        return "function"
    if kind == "topic" and not _WRITTEN.isdisjoint(tool):
        return "title"
    if kind == "reason" and not _PLANNED.isdisjoint(tool):
        return "plans" if _MADE.isdisjoint(tool) else "occasion"
    return kind


_PICTURES = frozenset(listed("image images photo photos picture crop resize"))
_MISHAPS = frozenset(listed("claim claims incident accident damage"))


def _pictured(kind: str, name: str, tool: Sequence[str]) -> str:
    """Say what an argument is of a picture, or of what went wrong."""
    if kind == "text" and not _MISHAPS.isdisjoint(tool):
        return "mishap"
    if kind == "text" and "essay" in tool:
        return "essay"
    if _PICTURES.isdisjoint(tool) and not name.startswith(("image", "photo", "pic")):
        return kind
    if kind == "integer" and name in ("width", "height"):
        return "pixels"
    return {"path": "picture", "text": "scene"}.get(kind, kind)


_FREE = ("to", "cc", "recipients", "field", "value")
_SENDS = frozenset(listed("send email mail message notify share forward invite reply"))
_FORMS = frozenset(listed("form field fill type input"))


def _freely(kind: str, name: str, tool: Sequence[str]) -> str:
    """Say what an argument is whose name says it only beside its tool's."""
    if kind != "string" or name not in _FREE:
        return kind
    if name in ("field", "value"):
        return (
            "string" if _FORMS.isdisjoint(tool) else {"field": name}.get(name, "entry")
        )
    if _SENDS.isdisjoint(tool):
        return "string"
    return "email" if {"email", "mail"} & {*tool} else "person"


def _fitting(named: str, kind: str) -> str:
    """The kind that suits both the name and the declared type."""
    if kind == "integer" and named not in _NUMERIC:
        return "integer"
    if kind == "number" and named not in _NUMERIC:
        return "number"
    return named
