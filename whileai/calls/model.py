"""A model as a stage holds it: named, and opened and closed with the stage."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from whileai.calls.completion import Spec
from whileai.calls.line import Line
from whileai.calls.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from typing_extensions import Self

    from whileai.calls.completion import Ask, Backend, Completion
    from whileai.model import Turn


def is_model(value: Any) -> bool:
    """Whether ``value`` is a backend, or the spec of one."""
    if isinstance(value, type):
        return False
    if callable(getattr(value, "complete", None)):
        return True
    return not callable(value) and isinstance(value, Spec)


@frozen(eq=False)
class Model:
    """What a stage asks.

    Args:
        backend: makes the calls.
        name: what rows call the model.
    """

    backend: Backend
    name: str
    _stack: AsyncExitStack = field(init=False, factory=AsyncExitStack, repr=False)

    @classmethod
    def of(cls, value: Any) -> Self:
        """Give the model behind a backend, or behind the spec of one.

        A backend that a run made for several stages is shared by them; a spec gets a
        line of its own.

        Raises:
            NotConfigured: if a key or an address is missing.
            ValueError: for text, which names no model yet.
        """
        if isinstance(value, str):
            raise ValueError(
                f"{value!r} names no model: pass one such as 'openai:gpt-4.1-mini', or "
                "a backend object"
            )
        name = getattr(value, "name", None)
        return cls(
            Lines().backend(value) if isinstance(value, Spec) else value,
            name if isinstance(name, str) else type(value).__name__,
        )

    @property
    def calls_a_server(self) -> bool:
        """Whether each call needs a connection."""
        own = getattr(self.backend, "backend", self.backend)
        return isinstance(getattr(own, "line", None), Line)

    def complete(self, turns: Sequence[Turn], ask: Ask) -> Awaitable[Completion]:
        """Give the model's next words; see ``Backend``."""
        return self.backend.complete(turns, ask)

    async def __aenter__(self) -> Self:
        enter: Any = self.backend
        if hasattr(enter, "__aenter__"):
            await self._stack.enter_async_context(enter)
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self._stack.aclose()
