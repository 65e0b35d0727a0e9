"""The records of one entity in one rollout: what it changed, over what is made up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.world.sameness import normal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

    from whileai.model import Record
    from whileai.world.background import Usual

    Row = dict[str, Any]


class Shelf:
    """What one rollout's world holds of one entity; ids are in their normal form.

    Args:
        usual: what there is for the scene's seed; shared, never written to.
        staged: the scene's records.
        pointed: ids that records of the scene point to: what they list exists.
        missing: ids that do not exist.

    Attributes:
        first: the ids that exist before anything was called, as they are spelled.
        rows: the records that are this rollout's own.
        added: ids that were created, as they are spelled.
        found: what each search turned up.
        gone: ids that were deleted.
        staged: the scene's records.
        usual: what there is for the seed.
        plain: true when the scene says nothing of ids and records of this entity.
    """

    __slots__ = ("added", "first", "found", "gone", "plain", "rows", "staged", "usual")

    def __init__(
        self,
        usual: Usual,
        staged: Mapping[str, Record],
        pointed: Sequence[Any],
        missing: Set[str],
    ) -> None:
        self.usual, self.staged = usual, staged
        self.rows: dict[str, Row] = {}
        self.added: dict[str, Any] = {}
        self.found: dict[str, list[str]] = {}
        self.gone: set[str] = set()
        self.first = usual.ids
        if staged or pointed or not missing.isdisjoint(self.first):
            told = {key: each.id for key, each in staged.items()}
            for each in pointed:
                told.setdefault(normal(each), each)
            both = {**told, **{k: v for k, v in self.first.items() if k not in told}}
            self.first = {k: v for k, v in both.items() if k not in missing}
        self.plain = self.first is usual.ids

    def keys(self) -> list[str]:
        """Give every id that exists: the scene's, the usual and created ones."""
        if not self.gone and not self.added:
            return list(self.first)
        return [e for e in (*self.first, *self.added) if e not in self.gone]

    def ids(self) -> list[Any]:
        """Give every id that exists, as it is spelled."""
        first, added = self.first, self.added
        return [first[e] if e in first else added[e] for e in self.keys()]

    def holds(self, key: str) -> bool:
        """Tell whether there is a record with that id."""
        return key in self.rows or (key in self.first and key not in self.gone)

    def spent(self, key: str) -> bool:
        """Tell whether an id exists or existed."""
        return key in self.rows or key in self.first or key in self.gone

    def is_usual(self, key: str) -> bool:
        """Tell whether the scene says nothing of a record, nor spells its id."""
        if self.plain:
            return True
        own, usual = self.first[key], self.usual.ids.get(key)
        alike = usual is own or (usual == own and type(usual) is type(own))
        return alike and key not in self.staged
