"""Which topics the words of a tool stand for."""

from __future__ import annotations

from whileai.builtin.writers.words import vocabulary

TOPICS: dict[str, tuple[tuple[str, frozenset[str], bool | None], ...]] = {
    flavour: tuple((topic, vocabulary(words), looks) for topic, words, looks in rows)
    for flavour, rows in (
        (
            "support",
            (
                ("human", "human", None),
                ("cancel", "cancel", False),
                ("exchange", "exchange swap", False),
                ("return", "return", False),
                ("refund", "refund", False),
                ("buy", "place buy purchase", False),
                ("types", "type category", True),
                ("address", "address", False),
                ("payment", "payment", False),
                ("items", "item", False),
                ("product", "product item stock inventory", True),
                ("account", "user customer account profile", True),
                ("order", "order shipment delivery parcel", True),
            ),
        ),
        (
            "banking",
            (
                ("password", "password pin", None),
                ("IBAN", "iban", None),
                ("reschedule", "scheduled standing", False),
                ("schedule", "schedule", False),
                ("send", "send transfer wire pay", False),
                ("balance", "balance", True),
                ("scheduled", "scheduled standing", True),
                ("transactions", "transaction payment statement history", True),
                ("file", "file document", True),
                ("details", "info information profile", True),
                ("info", "info information profile", None),
            ),
        ),
        (
            "messaging",
            (
                ("mails", "search+email find+email search+inbox find+mail", True),
                ("inbox", "inbox", True),
                ("users", "user member", True),
                ("channel", "message", True),
                ("channels", "channel", True),
                ("webpage", "webpage page website", True),
                ("post", "webpage page website", False),
                ("invite", "invite", False),
                ("remove", "remove kick", False),
                ("add", "add join", False),
                ("mail", "send+email send+mail", False),
                ("message", "message send", False),
            ),
        ),
        (
            "files",
            (
                ("folder", "folder directory ls", True),
                ("search", "grep search find", True),
                ("file", "file read cat", True),
                ("move", "move mv rename", False),
                ("delete", "delete remove rm", False),
            ),
        ),
        (
            "code",
            (
                ("blame", "blame annotate", True),
                ("status", "status", True),
                ("log", "log history", True),
                ("diff", "diff", True),
                ("commits", "commit", True),
                ("commit", "commit", False),
                ("push", "push", False),
                ("revert", "revert", False),
                ("branch", "branch checkout switch", False),
            ),
        ),
        (
            "home",
            (
                ("energy", "energy power consumption", True),
                ("temperature", "temperature thermostat heating celsius", None),
                ("light", "light lamp", None),
                ("lock", "lock door", None),
                ("vacuum", "vacuum", None),
                ("alarm", "alarm timer", None),
            ),
        ),
        (
            "health",
            (
                ("lab", "lab result test", True),
                ("wards", "ward bed", True),
                ("refill", "refill prescription medication", False),
            ),
        ),
        (
            "cooking",
            (("recipes", "search find", True), ("list", "shopping list", False)),
        ),
        (
            "weather",
            (
                ("air", "air pollen", True),
                ("forecast", "forecast", True),
                ("now", "current weather", True),
            ),
        ),
        (
            "calendar",
            (
                ("events", "event meeting appointment calendar", True),
                ("cancel", "delete cancel remove", False),
                ("shift", "move reschedule postpone", False),
                ("event", "event meeting appointment", False),
            ),
        ),
        ("office", (("balance", "balance", True), ("holidays", "holiday", True))),
        (
            "translation",
            (
                ("translate", "translate translation", None),
                ("detect", "detect identify", None),
                ("languages", "language", True),
            ),
        ),
        ("data", (("table", "describe", None), ("tables", "table schema", True))),
        (
            "music",
            (
                ("queue", "queue", True),
                ("songs", "song track music", True),
                ("add", "add", False),
                ("play", "play", False),
            ),
        ),
    )
}
"""Words of a tool that stand for a topic, for those that look, act, or both.

Of words joined by ``+`` a tool has to have all.
"""


def topics_of(flavour: str, words: frozenset[str], looks: bool) -> tuple[str, ...]:
    """Give the topics that the words of a tool stand for, the closest first."""
    return tuple(
        topic
        for topic, said, only in TOPICS.get(flavour, ())
        if only in (None, looks)
        and any(words.issuperset(each.split("+")) for each in said)
    )
