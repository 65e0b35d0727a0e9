"""A model without any network, and runs against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field

from tests.support import sim_async
from whileai.calls import Ask, Completion, WireCall

if TYPE_CHECKING:
    from whileai.model import Turn
    from whileai.results import SimulationData


def said(text: str, **parts: Any) -> Completion:
    """Give a reply in words."""
    return Completion(text=text, input_tokens=10, output_tokens=5, **parts)


def called(*made: tuple[str, Any], text: str = "", ids: str = "c") -> Completion:
    """Give a reply that calls tools."""
    calls = tuple(
        WireCall(id=f"{ids}{place}" if ids else "", name=name, arguments=arguments)
        for place, (name, arguments) in enumerate(made)
    )
    return said(text, calls=calls, finish_reason="tool")


Script = Callable[[Sequence["Turn"], Ask], Completion]


@define(eq=False)
class FakeChat:
    """A backend that answers from a script and records what it was asked."""

    script: Script | Sequence[Completion]
    name: str = "fake:m"
    asked: list[tuple[tuple[Turn, ...], Ask]] = field(factory=list)

    async def complete(self, turns: Sequence[Turn], ask: Ask, /) -> Completion:
        """Give the next answer; the last one stays."""
        number = len(self.asked)
        self.asked.append((tuple(turns), ask))
        if callable(self.script):
            return self.script(turns, ask)
        return self.script[min(number, len(self.script) - 1)]


async def played(chat: Any, **options: Any) -> SimulationData:
    """Play a model offline, one line and one reply unless said otherwise."""
    common: dict[str, Any] = {
        "budget": 1,
        "avg_turns": 1,
        "fault_rate": 0,
    }
    return await sim_async(chat, **(common | options))


async def row_of(chat: Any, **options: Any) -> dict[str, Any]:
    """Play one row."""
    (row,) = (await played(chat, **options)).rows()
    return dict(row)


LOOK = ("lookup_order", {"order_id": "A1000"})
