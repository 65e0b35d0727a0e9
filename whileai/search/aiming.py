"""A grid that aims at what production traces show, instead of the whole space."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from whileai.base.text import folded
from whileai.model import Cell
from whileai.search.axes import NEUTRAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.search.axes import Axes
    from whileai.traces import Trace

_MOST_SEEDS = 40


@frozen(kw_only=True)
class Sight:
    """What a set of traces shows.

    Args:
        tools: calls seen, by tool.
        faults: failed calls, by kind; ``not_found`` is one.
        flawed: traces with a failed call.
    """

    tools: dict[str, int]
    faults: dict[str, int]
    flawed: int

    @classmethod
    def of(cls, traces: Sequence[Trace]) -> Sight:
        """Count what ``traces`` show."""
        return cls(
            tools=dict(Counter(tool for trace in traces for tool in trace.tools)),
            faults=dict(Counter(kind for trace in traces for _, kind in trace.faults)),
            flawed=sum(bool(trace.faults) for trace in traces),
        )


def aimed(axes: Axes, traces: Sequence[Trace], threshold: float | None = None) -> Axes:
    """Narrow ``axes`` to the tools, faults and world states that ``traces`` show.

    Args:
        axes: of the agent; pinned axes stay as they are, and so does an axis of which
            the traces show nothing.
        traces: what happened; tools of which labels say that they fail lead.
        threshold: label under which a trace failed; without it, 0 alone is a failure.
    """
    if not traces:
        return axes
    sight = Sight.of(traces)
    narrowed = evolve(
        axes,
        tool=_kept(axes, "tool", _tools(axes, traces, sight)),
        tool_condition=_kept(axes, "tool_condition", _conditions(axes, sight)),
        world_state=_kept(axes, "world_state", _states(axes, traces, sight)),
    )
    lead = _leading(narrowed, traces, threshold)
    rest = tuple(each for each in narrowed.tool if each not in lead)
    return evolve(narrowed, tool=(*lead, *rest), lead=lead)


def _kept(axes: Axes, axis: str, shown: tuple[str, ...]) -> tuple[str, ...]:
    """Give what is shown; the axis as it is where it is pinned or nothing is."""
    values: tuple[str, ...] = getattr(axes, axis)
    return values if axis in axes.pinned or not shown else shown


def _tools(axes: Axes, traces: Sequence[Trace], sight: Sight) -> tuple[str, ...]:
    shown = {tool for tool in axes.tool if tool in sight.tools}
    if not shown:
        return ()
    if any(len(shown.intersection(trace.tools)) > 1 for trace in traces):
        shown.add("multi_tool")
    if any(not trace.tools for trace in traces):
        shown.add("unrelated")
    return tuple(each for each in axes.tool if each in shown)


def _conditions(axes: Axes, sight: Sight) -> tuple[str, ...]:
    """Give success, then the kinds that are conditions; an unknown id is a state."""
    kinds = tuple(e for e in axes.tool_condition if e in sight.faults)
    return ("success", *(e for e in kinds if e != "success")) if kinds else ()


def _states(axes: Axes, traces: Sequence[Trace], sight: Sight) -> tuple[str, ...]:
    shown = {trace.world_state for trace in traces}
    if "not_found" in sight.faults:
        shown.add("entity missing")
    if any(trace.worked - axes.idless for trace in traces):
        shown.add("entity exists")
    if not shown.intersection(axes.world_state):
        return ()
    if axes.idless or any(not trace.tools for trace in traces):
        shown.add(NEUTRAL["world_state"])
    return tuple(each for each in axes.world_state if each in shown)


def _leading(
    axes: Axes, traces: Sequence[Trace], threshold: float | None
) -> tuple[str, ...]:
    """Give the tools that fail more often than traces do at large, worst first.

    Traces with a failed call say nothing here: the fault may be all there was.
    """
    labelled = [t for t in traces if t.label is not None and not t.faults]
    bad = [trace for trace in labelled if trace.failed(threshold)]
    used = Counter(tool for trace in labelled for tool in trace.tools)
    failed = Counter(tool for trace in bad for tool in trace.tools)
    worst = [
        tool
        for tool in axes.tool
        if failed[tool] * len(labelled) > len(bad) * used[tool]
    ]
    worst.sort(key=lambda tool: -failed[tool])
    return tuple(worst)


def cells_of(traces: Sequence[Trace]) -> tuple[Cell, ...]:
    """Give the cells that traces say they lie in, each once."""
    found = (Cell.from_json(trace.dimensions) for trace in traces if trace.dimensions)
    return tuple(dict.fromkeys(found))


def failing_asks(
    traces: Sequence[Trace], threshold: float | None = None, most: int = _MOST_SEEDS
) -> tuple[str, ...]:
    """Give the asks of traces that failed, by label or by a fault, each once.

    They are ground to vary from; as they are, they never become rows.
    """
    asks: dict[str, str] = {}
    for trace in traces:
        if trace.prompt.strip() and (trace.faults or trace.failed(threshold)):
            asks.setdefault(folded(trace.prompt), trace.prompt)
    return tuple(asks.values())[:most]
