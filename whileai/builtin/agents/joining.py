"""The world's calls and the steps an agent reported, as one sequence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.model import ToolCall, Turn


def joined(world: Sequence[Turn], own: Sequence[Turn]) -> tuple[Turn, ...]:
    """Join the world's calls with the steps that the agent reported itself.

    The world's calls are the steps. A reported call with the same tool and arguments
    as one of them is the same call: it is not repeated, and what the agent said with
    it stays with it. Everything else that was reported follows in order.
    """
    if not world or not own:
        return tuple(own or world)
    steps = list(world)
    left = [(index, call) for index, turn in enumerate(steps) for call in turn.calls]
    rest = []
    for turn in own:
        kept = []
        text = turn.text
        for pair in zip(turn.calls, turn.results, strict=True):
            known = next((each for each in left if _same(each[1], pair[0])), None)
            if known is None:
                kept.append(pair)
                continue
            left.remove(known)
            if text and not steps[known[0]].text:
                steps[known[0]] = evolve(steps[known[0]], text=text)
                text = ""
        if kept or text or turn.content is not None or not turn.calls:
            rest.append(
                evolve(
                    turn,
                    text=text,
                    calls=tuple(call for call, _ in kept),
                    results=tuple(result for _, result in kept),
                )
            )
    return (*steps, *rest)


def _same(one: ToolCall, other: ToolCall) -> bool:
    return one.tool == other.tool and one.arguments == other.arguments


def renamed(turns: Sequence[Turn], names: Mapping[str, str]) -> tuple[Turn, ...]:
    """Give ``turns`` with tools called by their other name, where they have one."""
    if not names:
        return tuple(turns)
    return tuple(
        evolve(
            turn,
            calls=tuple(
                evolve(call, tool=names.get(call.tool, call.tool))
                for call in turn.calls
            ),
        )
        for turn in turns
    )
