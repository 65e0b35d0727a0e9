"""Named, pinned randomness: every draw has a name and no generator is shared.

The algorithms are our own, because those behind ``random.sample``, ``shuffle`` and
``choices`` may change between Python versions. Golden values pin them.
"""

from __future__ import annotations

from hashlib import blake2b, shake_128
from math import fsum
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

Name = int | str | bool | None | tuple["Name", ...]
_TOP = 1 << 64
MASK = _TOP - 1
"""Keeps 64 bits of a number."""
GOLDEN = 0x9E3779B97F4A7C15
"""An odd number near 2**64 over the golden ratio: multiples of it lie far apart."""
SPREAD = 0xC2B2AE3D27D4EB4F
"""An odd number; products with it make seeds of small numbers differ all over."""


def _typed(part: Name) -> str:
    """Spell one part of a path so that no two different paths read the same."""
    if isinstance(part, str):
        return f"s{len(part)}:{part}"
    if isinstance(part, tuple):
        return f"t{len(part)}(" + "".join(map(_typed, part)) + ")"
    return (
        f"{'b' if isinstance(part, bool) else 'i' if part is not None else 'n'}{part};"
    )


def derive(seed: int, *path: Name) -> int:
    """Give the 64-bit seed that ``path`` names under ``seed``.

    Args:
        seed: any integer, the run's or one derived before.
        path: strings, integers, booleans, ``None`` or tuples of these; ``("a", "b")``
            and ``("ab",)`` are different paths, so are ``1`` and ``"1"``.

    Returns:
        An integer in ``[0, 2**64)``, the same on every machine and interpreter.
    """
    return int.from_bytes(blake2b(_spelled(seed, path), digest_size=8).digest(), "big")


def derive_bytes(seed: int, *path: Name, size: int) -> bytes:
    """Give the bytes that ``path`` names under ``seed``.

    Args:
        seed: any integer.
        path: as ``derive`` takes it.
        size: how many bytes, 0 or more; fewer are the beginning of more.
    """
    return shake_128(_spelled(seed, path)).digest(size)


def _spelled(seed: int, path: tuple[Name, ...]) -> bytes:
    text = f"i{seed};" if type(seed) is int else _typed(seed)
    for part in path:  # the two common kinds are spelled here, as _typed does
        if type(part) is str:
            text += f"s{len(part)}:{part}"
        elif type(part) is int:
            text += f"i{part};"
        else:
            text += _typed(part)
    return text.encode("utf-8", "surrogatepass")


class Dice:
    """A small seeded generator (SplitMix64) with methods that never change.

    Source: Steele, Lea and Flood 2014, "Fast splittable pseudorandom number
    generators", doi:10.1145/2660193.2660195.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def bits(self) -> int:
        """Draw an integer in ``[0, 2**64)``."""
        self._state = state = (self._state + GOLDEN) & MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & MASK
        return state ^ (state >> 31)

    def uniform(self) -> float:
        """Draw a float in ``[0, 1)``, a multiple of ``2**-53``."""
        return (self.bits() >> 11) / (1 << 53)

    def chance(self, share: float) -> bool:
        """Answer yes with probability ``share`` (0 never, 1 always)."""
        return self.uniform() < share

    def below(self, count: int) -> int:
        """Draw an integer in ``[0, count)``.

        Raises:
            ValueError: if ``count`` is under 1.
        """
        if count < 1:
            raise ValueError(f"below() needs a count of 1 or more, got {count!r}")
        return (self.bits() * count) >> 64

    def between(self, low: int, high: int) -> int:
        """Draw an integer in ``[low, high]``, both ends included."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """Draw one of ``items``.

        Raises:
            ValueError: if ``items`` is empty.
        """
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[float]) -> T:
        """Draw one of ``items`` with chances proportional to ``weights``."""
        point = self.uniform() * fsum(weights)
        for item, weight in zip(items, weights, strict=True):
            point -= weight
            if point < 0:
                return item
        return items[-1]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Give ``items`` in a drawn order (Fisher and Yates)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Draw ``count`` different places of ``items``, at most all of them."""
        return self.shuffled(items)[:count]

    def normal(self) -> float:
        """Draw from an approximate standard normal (twelve uniforms less six)."""
        return sum(self.bits() >> 11 for _ in range(12)) / (1 << 53) - 6.0
