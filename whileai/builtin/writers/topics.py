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
                ("inbox", "inbox", True),
                ("users", "user member", True),
                ("channel", "message", True),
                ("channels", "channel", True),
                ("webpage", "webpage page website", True),
                ("post", "webpage page website", False),
                ("invite", "invite", False),
                ("remove", "remove kick", False),
                ("add", "add join", False),
                ("message", "message send", False),
            ),
        ),
        (
            "files",
            (
                ("folder", "folder directory ls", True),
                ("file", "file read cat grep search", True),
            ),
        ),
        (
            "code",
            (
                ("log", "log history", True),
                ("diff", "diff", True),
                ("commits", "commit", True),
            ),
        ),
        ("music", (("queue", "queue", True), ("songs", "song track music", True))),
    )
}
"""Words of a tool that stand for a topic, for those that look, act, or both."""


def topics_of(flavour: str, words: frozenset[str], looks: bool) -> tuple[str, ...]:
    """Give the topics that the words of a tool stand for, the closest first."""
    return tuple(
        topic
        for topic, said, only in TOPICS.get(flavour, ())
        if only in (None, looks) and said & words
    )
