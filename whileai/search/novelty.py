"""How new a text is beside earlier ones: word pairs, compared in integers."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

from attrs import field, frozen

from whileai.base.text import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NEAR = Fraction(9, 10)
"""Cosine from which on a text is a near-copy of another."""
APART = Fraction(7, 10)
"""Cosine under which two texts are simply different."""

_NUMBERED = re.compile(r"[\w.+/@-]*\d[\w.+/@-]*")
_WORD = re.compile(r"\w+|[^\w\s]")


def masked(text: str) -> str:
    """Fold case and white space, and mask whatever holds a digit.

    An id, an amount or a date that differs does not make a text new.
    """
    return _NUMBERED.sub("0", folded(text))


@frozen(kw_only=True)
class Grams:
    """The pairs of neighbouring words of a masked text, its ends among them.

    Args:
        counts: how often each occurs.
        square: the sum of the squares of the counts.
    """

    counts: dict[str, int]
    square: int

    @classmethod
    def of(cls, text: str) -> Grams:
        """Count what follows what in ``text``."""
        words = ["", *_WORD.findall(masked(text)), ""]
        pairs = [f"{one} {other}" for one, other in pairwise(words)]
        counts = Counter(pairs)
        return cls(counts=counts, square=sum(n * n for n in counts.values()))

    def dot(self, other: Grams) -> int:
        """Give the scalar product of the two counts."""
        few, many = sorted((self.counts, other.counts), key=len)
        return sum(count * many.get(gram, 0) for gram, count in few.items())


@frozen(kw_only=True)
class Likeness:
    """How alike two texts are, exactly: the square of their cosine.

    Args:
        square: in ``[0, 1]``.
    """

    square: Fraction = field(default=Fraction(0))

    @property
    def cosine(self) -> float:
        """The cosine, in ``[0, 1]``; of copies exactly 1.0."""
        return sqrt(self.square)

    @property
    def near(self) -> bool:
        """Whether the one is a near-copy of the other."""
        return self.square >= NEAR * NEAR


class Archive:
    """Texts that were seen, with an index from word pairs to those that hold them.

    Rare pairs are looked up first, and the search ends as soon as no text that is
    left can be closer than the closest found; so near-copies are found quickly.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts: list[Grams] = []
        self._holders: dict[str, list[int]] = {}
        self._masked: set[str] = set()
        for text in texts:
            self.add(text)

    def __len__(self) -> int:
        return len(self._texts)

    def add(self, text: str) -> None:
        """Remember ``text``; a masked copy of an earlier one needs no second place."""
        plain = masked(text)
        if plain in self._masked:
            return
        self._masked.add(plain)
        grams = Grams.of(text)
        for gram in grams.counts:
            self._holders.setdefault(gram, []).append(len(self._texts))
        self._texts.append(grams)

    def closest(self, text: str, least: Fraction = APART) -> Likeness:
        """Give the likeness of the text that is closest to ``text``.

        Args:
            text: to compare.
            least: cosine under which nothing is found; the higher, the faster.
        """
        if masked(text) in self._masked:
            return Likeness(square=Fraction(1))
        grams, floor = Grams.of(text), least * least
        # of the square of the closest cosine: dot * dot / (text's square * other's)
        top, bottom = floor.numerator, floor.denominator
        found, left, seen = False, grams.square, set[int]()
        for gram in sorted(grams.counts, key=self._rarity):
            # what shares none of the grams before can share these at most
            if left * bottom < top * grams.square:
                break
            for holder in self._holders.get(gram, ()):
                if holder in seen:
                    continue
                seen.add(holder)
                other = self._texts[holder]
                dot, size = grams.dot(other), grams.square * other.square
                if dot * dot * bottom >= top * size:
                    found, top, bottom = True, dot * dot, size
            left -= grams.counts[gram] ** 2
        return Likeness(square=Fraction(top, bottom) if found else Fraction(0))

    def _rarity(self, gram: str) -> tuple[int, str]:
        return len(self._holders.get(gram, ())), gram

    def novelty(self, text: str) -> float:
        """Give 1 minus the cosine to the closest text; of a copy exactly 0.0.

        Where no text has a cosine of 0.7 or more, it is 1.0: simply new.
        """
        return 1.0 - self.closest(text).cosine

    def near(self, text: str) -> bool:
        """Tell whether ``text`` is a copy or near-copy of one of the texts."""
        return self.closest(text, NEAR).near


def newest(
    texts: Sequence[str], count: int, archive: Archive | None = None
) -> list[int]:
    """Choose the texts that are newest beside ``archive`` and beside each other.

    Args:
        texts: candidates.
        count: how many are wanted.
        archive: what was seen before; it is left as it is.

    Returns:
        Places in ``texts``, in the order they were chosen; copies only when nothing
        else is left.
    """
    closeness = [
        archive.closest(text).square if archive else Fraction(0) for text in texts
    ]
    left, chosen = list(range(len(texts))), list[int]()
    while left and len(chosen) < count:
        place = min(left, key=closeness.__getitem__)
        left.remove(place)
        chosen.append(place)
        known = Archive([texts[place]])
        for other in left:
            nearer = known.closest(texts[other]).square
            closeness[other] = max(closeness[other], nearer)
    return chosen
