"""A model's tool calls, read strictly: what is no call is told back to the model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from whileai.base.errors import nearest
from whileai.base.lines import NotJson, fresh, loads
from whileai.model import ToolCall
from whileai.model.chat import unique_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from whileai.calls import WireCall
    from whileai.model import Tool, Turn

SHOWN = 120
"""Characters of unreadable arguments that the model is shown again."""


@frozen(kw_only=True)
class Asked:
    """One tool call of a model.

    Args:
        call: as rows keep it: the tool's own name, the arguments as an object, or as
            the model sent them where they are none.
        refusal: what the model is told instead of a result; empty if it can be made.
    """

    call: ToolCall
    refusal: str = ""


@frozen(kw_only=True)
class Names:
    """The tools of a run by the names they have on the wire.

    Args:
        tools: by wire name.
        plain: whether every tool goes by its own name.
    """

    tools: Mapping[str, Tool]
    plain: bool = False

    @classmethod
    def of(cls, tools: Sequence[Tool]) -> Names:
        """Index ``tools``; their own names are understood too."""
        own = {tool.name: tool for tool in tools}
        return cls(
            tools={**own, **{t.wire_name: t for t in tools if t.wire_name}},
            plain=all(t.wire_name in ("", t.name) for t in tools),
        )

    def on_wire(self, name: str) -> str:
        """Give the name that goes over the wire."""
        tool = self.tools.get(name)
        return (tool.wire_name if tool is not None else "") or name

    def renamed(self, turns: Sequence[Turn]) -> list[Turn]:
        """Give ``turns`` with every call under the name it has on the wire."""
        if self.plain:
            return list(turns)
        return [
            evolve(turn, calls=tuple(map(self._renamed, turn.calls)))
            if turn.calls
            else turn
            for turn in turns
        ]

    def _renamed(self, call: ToolCall) -> ToolCall:
        return evolve(call, tool=self.on_wire(call.tool))

    def read(self, calls: Iterable[WireCall], taken: set[str]) -> list[Asked]:
        """Read the calls of one reply, each with an id of its own.

        Args:
            calls: as the model sent them.
            taken: ids used in this thread so far; those of the calls are added.
        """
        return [self._one(call, unique_id(call.id, taken)) for call in calls]

    def _one(self, call: WireCall, id_: str) -> Asked:
        tool = self.tools.get(call.name)
        arguments, fault = read_arguments(call.arguments)
        if fault and tool is not None and _empty(call) and not _takes_any(tool):
            arguments, fault = {}, ""
        name = tool.name if tool is not None else call.name
        read = ToolCall(tool=name, arguments=arguments, id=id_)
        if tool is None:
            return Asked(call=read, refusal=self._unknown(call.name, id_))
        if not fault:
            return Asked(call=read)
        refusal = (
            f"call {id_} to {call.name} was not made: {fault}. Send the arguments as "
            "one JSON object that fits the tool's parameters"
        )
        return Asked(call=read, refusal=refusal)

    def _unknown(self, name: str, id_: str) -> str:
        wire = list(dict.fromkeys(t.wire_name or t.name for t in self.tools.values()))
        near = nearest(name, wire)
        hint = f" Did you mean {near!r}?" if near else ""
        listed = ", ".join(wire[:40]) or "none"
        return (
            f"call {id_} was not made: there is no tool named {name!r}.{hint} "
            f"Tools: {listed}"
        )


def read_arguments(sent: Any) -> tuple[Any, str]:
    """Give the arguments of a call, and what is wrong with them.

    Text is decoded once, and once more if it holds text again; what is still no
    object is given as it was sent.

    Returns:
        The arguments and an empty text, or what was sent and what is wrong with it.
    """
    value = sent
    for _ in range(2):
        if not isinstance(value, str):
            break
        if not value.strip():
            return sent, "it has no arguments"
        try:
            value = loads(value)
        except ValueError as error:
            shown = str(sent)[:SHOWN]
            return sent, f"its arguments are not JSON ({error}): {shown!r}"
    if not isinstance(value, dict):
        return _kept(sent), f"its arguments are {_kind(value)}, not an object"
    try:
        return fresh(value), ""
    except NotJson as error:
        return str(sent)[:SHOWN], f"its arguments cannot be read ({error})"


def _kept(sent: Any) -> Any:
    """Give what was sent, if a row can hold it."""
    try:
        return fresh(sent)
    except NotJson:
        return str(sent)[:SHOWN]


def _kind(value: Any) -> str:
    kinds = {str: "text", list: "a list", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "a number")


def _empty(call: WireCall) -> bool:
    sent = call.arguments
    return sent is None or (isinstance(sent, str) and sent.strip() in ("", "null"))


def _takes_any(tool: Tool) -> bool:
    """Whether a tool has parameters at all; if not, saying nothing is a call."""
    return bool(tool.parameters.get("properties") or tool.parameters.get("required"))
