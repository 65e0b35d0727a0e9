"""A tool as the agent sees it: a name, what it does, and the shape of its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Callable


@frozen(kw_only=True)
class Tool:
    """One tool, in one form whatever form it was given in.

    Args:
        name: as the user spelled it; unique among the tools of a run.
        description: what the model is told; may be empty.
        parameters: JSON Schema of the arguments, always of type ``object``.
        output: JSON Schema of the result, where the user declared one.
        wire_name: the name a provider accepts: letters, digits, ``_`` and ``-``, at
            most 64 characters, unique among the tools of a run.
        call: the function behind the tool, if it was given as one.
    """

    name: str
    description: str = ""
    parameters: dict[str, Any] = field(
        factory=lambda: {"type": "object", "properties": {}}
    )
    output: dict[str, Any] | None = None
    wire_name: str = ""
    call: Callable[..., Any] | None = field(default=None, eq=False, repr=False)

    def as_openai(self) -> dict[str, Any]:
        """Give the tool as OpenAI chat completions take it."""
        return {
            "type": "function",
            "function": {
                "name": self.wire_name or self.name,
                "description": self.description,
                "parameters": self.parameters,
            },
        }
