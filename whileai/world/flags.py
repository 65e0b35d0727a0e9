"""Yes-or-no fields of things, and which of them an action sets: ``paid``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.world.words import ALL_VERBS, listed, participle, passive, words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whileai.world.parts import Action, Field

FLAGS = frozenset(listed("is was has been"))
"""Words that the names of such fields begin with."""
_ALIKE = tuple(
    frozenset(listed(each))
    for each in (
        "done completed complete finished",
        "active activated enabled on powered lit",
        "read seen",
        "cancelled canceled",
        "starred favorite favorited favourite favourited",
        "verified confirmed",
        "open opened",
    )
)
"""Words for the same state."""
_MARKING = ("mark", "set", "flag", "turn", "switch", "power")
_UNDOING = {
    "reopen": ("done", "closed", "resolved"),
    "disable": ("enabled",),
    "deactivate": ("active",),
    "disarm": ("armed",),
    "lock": ("unlocked",),
    "close": ("open",),
    "pause": ("active",),
    "suspend": ("active",),
    "resume": ("paused",),
    "reinstate": ("suspended",),
    "show": ("hidden",),
    "restore": ("archived", "deleted"),
}
"""Words of actions after which a thing is no longer what the others say."""


def flag_of(action: Action, fields: Iterable[Field]) -> tuple[str, bool] | None:
    """Give the yes-or-no field that an action sets, and to what; ``None`` without one.

    Args:
        action: what is done: ``disable`` sets ``enabled`` to false, ``mark as read``
            sets ``unread`` to false or ``is_read`` to true.
        fields: of the thing that it is done to.
    """
    if action.verb != "transition":
        return None
    flags = {
        "_".join(part for part in words(each.name) if part not in FLAGS): each.name
        for each in fields
        if each.kind == "bool"
    }
    for state, value in _says(action) if flags else ():
        named = next((flags[each] for each in _same(state) if each in flags), "")
        if named:
            return named, value
    return None


def _says(action: Action) -> list[tuple[str, bool]]:
    """The states that an action brings about, and those that it ends."""
    word = action.word
    bare = word.removeprefix("un")
    if bare != word and bare in ALL_VERBS:
        return [(participle(bare), False), (_joined(passive(bare)), False)]
    states = [_joined(action.status)] if action.status else []
    if word not in _MARKING:
        states += [_joined(passive(word)), participle(word), word]
    ended = [(each, False) for each in _UNDOING.get(word, ())]
    ended += [("on", False)] if action.status == "off" else []
    told = [(each, True) for each in states]
    opposed = [
        (each[2:] if each.startswith("un") else f"un{each}", False) for each in states
    ]
    return [*ended, *told, *opposed]


def _same(state: str) -> list[str]:
    alike = next((sorted(each) for each in _ALIKE if state in each), [])
    return [state, *alike]


def _joined(status: str) -> str:
    return "_".join(words(status))
