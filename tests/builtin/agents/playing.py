"""Small stand-ins that play one slot with one agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import anyio

from whileai.builtin.agents import CallableAgent
from whileai.model import (
    Cell,
    Rollout,
    Scene,
    Situation,
    Slot,
    Task,
    ToolCall,
    ToolResult,
    Turn,
)
from whileai.options import parse
from whileai.options.tools import read_tools
from whileai.stages import Left, StageSetup

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

T = TypeVar("T")


async def inline(call: Callable[..., T], /, *args: Any) -> T:
    """Run a blocking call where we stand."""
    return call(*args)


class DeskOf:
    """A world that answers every call with its arguments, and records it."""

    def __init__(self) -> None:
        self.recorded: list[Turn] = []

    @property
    def tools(self) -> list[dict[str, Any]]:
        return []

    @property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(self.recorded)

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None, /) -> Any:
        value = {"seen": arguments}
        self.recorded.append(
            Turn(
                role="assistant",
                calls=(ToolCall(tool=tool, arguments=arguments),),
                results=(ToolResult(value=value),),
            )
        )
        return value

    async def call_async(
        self, tool: str, arguments: Mapping[str, Any] | None = None, /
    ) -> Any:
        return self.call(tool, arguments)


class Says:
    """A person who says these lines and then is done."""

    def __init__(self, *lines: str | Left) -> None:
        self.lines = list(lines)
        self.seen: list[tuple[Turn, ...]] = []

    async def reply(self, turns: Sequence[Turn], slot: Slot, /) -> str | Left:
        self.seen.append(tuple(turns))
        return self.lines.pop(0) if self.lines else Left("user_done")


def slot_of(
    prompt: str = "Hello?", scene: Scene | None = None, stance: str = "ordinary"
) -> Slot:
    situation = Situation(
        id="s", cell=Cell(tool="look", stance=stance), scene=scene or Scene(seed=1)
    )
    return Slot(place=(0, 0), task=Task(id="s/0", situation=situation, prompt=prompt))


def adapt(
    agent: Any,
    *,
    warnings: list[str] | None = None,
    tools: Sequence[Any] = (),
    offload: Any = inline,
    **options: Any,
) -> CallableAgent:
    return CallableAgent.of(
        StageSetup(
            value=agent,
            options=parse({"agent": len, "simulator": False, **options}),
            tools=read_tools(tools),
            offload=offload,
            warn=(warnings if warnings is not None else []).append,
        )
    )


def play(agent: Any, user: Any = None, desk: Any = None, **given: Any) -> Rollout:
    """Play one slot to its end on an event loop of its own."""
    adapted = agent if isinstance(agent, CallableAgent) else adapt(agent, **given)

    async def played() -> Rollout:
        return await adapted.play(slot_of(), desk or DeskOf(), user or Says())

    return anyio.run(played)
