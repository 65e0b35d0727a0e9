"""Ways to say a verb that depend on the thing, or on whose deed it is."""

from __future__ import annotations

SELF_OF: dict[str, tuple[str, ...]] = {
    "explain": ("understand",),
    "grade": ("have you grade", "get a grade for"),
    "summarize": ("get a summary of", "have you sum up"),
    "recommend": ("get a recommendation for",),
    "suggest": ("get some ideas for",),
    "review": ("have you review", "get feedback on"),
    "detect": ("know", "find out"),
}
"""What a person wants of a deed that is not theirs to do."""

NOUN_VERBS: dict[str, tuple[str, ...]] = {
    "refund": ("issue", "process", "make"),
    "order": ("place", "make"),
    "ticket": ("open", "raise", "create"),
    "reservation": ("make",),
    "booking": ("make",),
    "appointment": ("make", "book"),
    "payment": ("make",),
    "return": ("start", "set up"),
    "claim": ("file", "open"),
    "complaint": ("file", "make"),
    "account": ("open", "set up", "create"),
    "meeting": ("set up", "schedule", "create"),
    "event": ("set up", "add", "create"),
    "reminder": ("set", "make"),
    "alarm": ("set",),
    "timer": ("set", "start"),
    "alert": ("set up", "set"),
    "goal": ("set",),
    "issue": ("open", "file", "create"),
    "request": ("open", "create"),
    "comment": ("leave", "add", "post"),
    "note": ("make", "add", "write"),
    "transfer": ("make", "set up"),
    "transaction": ("make", "set up"),
    "image": ("make", "create", "generate"),
    "report": ("make", "put together", "create"),
}
"""What people say for making one of a thing, by its noun."""
