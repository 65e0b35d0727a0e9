"""The smallest set of parts with which a row still fails, by delta debugging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.search.parts import CLAUSE, KINDS, Part

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

Kept = frozenset[Part]


def narrowed(parts: Sequence[Part]) -> Generator[list[Kept], int | None, Kept]:
    """Leave out parts while the row fails; a generator that never waits.

    It yields sets of parts to try and is sent the number of the first with which the
    row fails, ``None`` if there is none. It returns a set of which no single part can
    be left out. Kind after kind is halved, quartered and so on, until a round over all
    kinds leaves nothing out.

    Source: Zeller and Hildebrandt 2002, doi:10.1109/32.988498, the minimizing delta
    debugging of section 3, on complements alone.
    """
    kept, before = frozenset(parts), None
    while kept != before:
        before = kept
        for kind in KINDS:
            kept = yield from _of_kind(kept, [p for p in parts if p.kind == kind])
    return kept


def _of_kind(
    kept: Kept, parts: Sequence[Part]
) -> Generator[list[Kept], int | None, Kept]:
    own = [part for part in parts if part in kept]
    size = len(own)
    while own:
        chunks = [own[start : start + size] for start in range(0, len(own), size)]
        if own[0].kind == CLAUSE and len(chunks) == 1:
            found = None  # an ask says something
        else:
            found = yield [kept.difference(chunk) for chunk in chunks]
        if found is not None:
            kept = kept.difference(chunks[found])
            own = [part for part in own if part in kept]
            size = min(size, len(own))
        elif size == 1:
            break
        else:
            size = (size + 1) // 2
    return kept
