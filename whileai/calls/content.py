"""What a call asks, as an address: the same content, the same address, anywhere."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.lines import dumps

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.calls.completion import Ask
    from whileai.model import Turn

PARTS = ("model", "system prompt", "tools", "conversation", "settings")
"""What a call's content is made of, in the words of a message."""

_PART, _WHOLE = 4, 16
WORDS = 80
"""Characters of the last thing said that a line of a cassette shows."""


@frozen(kw_only=True)
class Content:
    """What one call asks; neither the address nor the key of a server is part of it.

    Args:
        parts: a digest of each of ``PARTS``, in order.
        digest: names all of them together.
        size: bytes that are sent, without what the wire adds.
        words: the last thing that was said.
    """

    parts: tuple[str, ...]
    digest: bytes
    size: int
    words: str

    @classmethod
    def of(cls, model: str, turns: Sequence[Turn], ask: Ask) -> Content:
        """Read what ``model`` is asked."""
        texts = (
            model.encode(),
            ask.system.encode("utf-8", "replace"),
            dumps([*ask.tools]),
            dumps([_turn(turn) for turn in turns]),
            dumps(_settings(ask)),
        )
        last = turns[-1] if turns else None
        return cls(
            parts=tuple(_hash(text, _PART).hex() for text in texts),
            digest=_hash(b"".join(_hash(text, _WHOLE) for text in texts), _WHOLE),
            size=sum(map(len, texts[1:4])),
            words="" if last is None else " ".join(last.text.split())[:WORDS],
        )

    def address(self, slot: str, number: int) -> str:
        """Name one call: its content, whose it is, and how often that was asked.

        Args:
            slot: the key of the slot; empty for a call of no rollout.
            number: which occurrence of this content in the slot it is, from 0.
        """
        place = f"{slot}\0{number}".encode("utf-8", "replace")
        return _hash(self.digest + place, _WHOLE).hex()


@frozen(kw_only=True)
class Asked:
    """One call as a cassette tells it from others.

    Args:
        content: what is asked.
        role: who asks.
        model: its name, as rows record it.
        slot: the key of the slot; empty for a call of no rollout.
        call: which of the role's calls in the slot it is, from 0.
    """

    content: Content
    role: str
    model: str
    slot: str
    call: int


def _hash(data: bytes, size: int) -> bytes:
    return blake2b(data, digest_size=size).digest()


def _turn(turn: Turn) -> list[Any]:
    calls = [[call.id, call.tool, call.arguments] for call in turn.calls]
    results = [[result.value, result.status] for result in turn.results]
    return [turn.role, turn.text, turn.content, calls, results]


def _settings(ask: Ask) -> Mapping[str, Any]:
    """Give what shapes the answer beside the words; a timeout does not."""
    return {
        "tool_choice": ask.tool_choice,
        "max_tokens": ask.max_tokens,
        "temperature": ask.temperature,
        "seed": ask.seed,
        "n": ask.n,
        "logprobs": ask.logprobs,
        "schema": ask.schema,
    }
