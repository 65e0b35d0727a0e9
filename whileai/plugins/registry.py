"""What is registered: stage factories by kind and name, and how a value finds one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from whileai.base.errors import PluginError, given, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.stages import Factory

KINDS = (
    "backend",
    "writer",
    "agent",
    "user",
    "world",
    "grader",
    "sink",
    "executor",
)
"""The kinds of stage, in the order their hooks are called."""

OPTION_OF = {
    "backend": "backend",
    "writer": "simulator",
    "agent": "agent",
    "user": "user_model",
    "world": "execute",
    "grader": "grader",
    "sink": "output",
    "executor": "executor",
}
"""The option that chooses each kind."""


@frozen(kw_only=True)
class Entry:
    """One registered stage."""

    kind: str
    name: str
    factory: Factory
    owner: str
    accepts: Callable[[Any], bool] | None = None


@define
class Registry:
    """The stages that one manager knows."""

    entries: dict[tuple[str, str], Entry] = field(factory=dict)

    def add(self, entry: Entry) -> None:
        """Register ``entry``.

        Raises:
            PluginError: if the name is taken, or is no usable name; both owners are
                named.
        """
        if not isinstance(entry.name, str) or not entry.name or ":" in entry.name:
            raise PluginError(
                f"{entry.owner} registers the {entry.kind} {given(entry.name)}; a name "
                "is non-empty text without a colon"
            )
        if not callable(entry.factory):
            raise PluginError(
                f"{entry.owner} registers the {entry.kind} {entry.name!r} with "
                f"{given(entry.factory)}, which cannot be called; pass a factory that "
                "takes a StageSetup and gives the stage"
            )
        taken = self.entries.get((entry.kind, entry.name))
        if taken is not None:
            raise PluginError(
                f"{entry.owner} and {taken.owner} both register the {entry.kind} "
                f"{entry.name!r}; uninstall one of them or set WHILEAI_PLUGINS to the "
                "plugins you want"
            )
        self.entries[entry.kind, entry.name] = entry

    def names(self, kind: str) -> list[str]:
        """Give the names registered for ``kind``, sorted."""
        return sorted(name for each, name in self.entries if each == kind)

    def named(self, kind: str, text: str) -> tuple[Entry, str]:
        """Find the stage that ``"name"`` or ``"name:argument"`` names.

        Returns:
            The entry and the argument, which is empty when there is none.

        Raises:
            ValueError: if nothing of the kind has that name; what is installed is
                listed, the nearest first.
        """
        name, _, argument = text.partition(":")
        entry = self.entries.get((kind, name))
        if entry is not None:
            return entry, argument
        names = self.names(kind)
        hint = suggestion(name, names)
        listed = ", ".join(map(repr, names)) or "none"
        raise ValueError(
            f"{OPTION_OF[kind]}={text!r}: no {kind} named {name!r} is installed{hint} "
            f"(installed: {listed})"
        )

    def accepting(self, kind: str, value: Any) -> Entry | None:
        """Give the first stage of ``kind``, by name, that accepts ``value``."""
        for name in self.names(kind):
            entry = self.entries[kind, name]
            if entry.accepts is not None and entry.accepts(value):
                return entry
        return None
