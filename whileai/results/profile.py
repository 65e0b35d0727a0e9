"""The agent that was simulated, as its data tells of it."""

from __future__ import annotations

from typing import Any

from attrs import field, fields, frozen

from whileai.model.form import OBJECT, TEXT, TEXT_OR_NONE, Fields, Form


@frozen(kw_only=True)
class _Function:
    """What a provider may call."""

    name: str = field(metadata={"form": TEXT})
    parameters: dict[str, Any] = field(factory=dict, metadata={"form": OBJECT})


@frozen(kw_only=True)
class _Declared:
    """A tool in OpenAI's form."""

    function: dict[str, Any] = field(
        metadata={"form": Fields(said="an object", types=(dict,), owner=_Function)}
    )


_TOOLS = Form(
    said="a list of tools in OpenAI's form",
    types=(list, tuple),
    parts=Fields(said="a tool in OpenAI's form", types=(dict,), owner=_Declared),
)


@frozen(kw_only=True)
class Profile:
    """The agent that was simulated.

    Args:
        tools: its tools as OpenAI tool dictionaries.
        system_prompt: word for word, without any ``scaffold``; empty when it has none.
        model_version: what answered.
    """

    tools: list[dict[str, Any]] = field(factory=list, metadata={"form": _TOOLS})
    system_prompt: str = field(default="", repr=False, metadata={"form": TEXT})
    model_version: str | None = field(default=None, metadata={"form": TEXT_OR_NONE})

    @property
    def policy(self) -> str:
        """The system prompt under its other name."""
        return self.system_prompt

    @classmethod
    def of(cls, told: dict[str, Any]) -> Profile:
        """Read what ``to_json`` gave; what a profile does not have is passed over."""
        names = [each.name for each in fields(cls)]
        return cls(**{name: told[name] for name in names if name in told})

    def to_json(self) -> dict[str, Any]:
        """Give its fields by name."""
        return {each.name: getattr(self, each.name) for each in fields(Profile)}
