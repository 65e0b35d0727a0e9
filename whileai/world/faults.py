"""Scheduled failures: what an agent sees of each, and whether the effect happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.errors import unknown_name
from whileai.base.lines import dumps
from whileai.base.seeds import Dice, derive
from whileai.model import Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whileai.model import Cell, Tool


@frozen(kw_only=True)
class _Mode:
    """One way to fail.

    Args:
        acts: true when the call's effect happens all the same.
        sees: what the agent sees, from the true answer and dice.
        virtual_ms: milliseconds by which the answer is late, least and most.
    """

    acts: bool
    sees: Callable[[Any, Dice], Any]
    virtual_ms: tuple[int, int] = (0, 0)


def _timeout(value: Any, dice: Dice) -> Any:
    return {
        "error": f"request timed out after {dice.pick((10, 30, 60))} s",
        "code": "timeout",
    }


def _denied(value: Any, dice: Dice) -> Any:
    return {
        "error": "permission denied for this operation",
        "code": "permission_denied",
    }


def _limited(value: Any, dice: Dice) -> Any:
    wait = dice.pick((2, 5, 15, 30))
    return {
        "error": f"rate limit exceeded, retry after {wait} s",
        "code": "rate_limited",
        "retry_after_s": wait,
    }


def _broken(value: Any, dice: Dice) -> Any:
    status = dice.pick((500, 502, 503))
    return {
        "error": f"internal server error ({status})",
        "code": "server_error",
        "status": status,
    }


def _text(value: Any) -> str:
    return dumps(value if value is not None else {}).decode("utf-8", "replace")


def _malformed(value: Any, dice: Dice) -> Any:
    text = _text(value)
    place = dice.below(max(1, len(text) // 2))
    return text[place : place + 120].replace('"', "") + "}}<"


def _truncated(value: Any, dice: Dice) -> Any:
    text = _text(value)
    return text[: max(1, len(text) * dice.between(35, 70) // 100)]


def _stale(value: Any, dice: Dice) -> Any:
    age = f"{dice.between(2, 9)} {dice.pick(('hours', 'days'))}"
    mark = {"stale": True, "age": age, "note": f"cached copy, {age} old"}
    return {**value, **mark} if isinstance(value, dict) else {"value": value, **mark}


def _empty(value: Any, dice: Dice) -> Any:
    return {}


def _slow(value: Any, dice: Dice) -> Any:
    return value


_MODES = {
    "timeout": _Mode(acts=False, sees=_timeout),
    "timeout_after_commit": _Mode(acts=True, sees=_timeout),
    "permission_denied": _Mode(acts=False, sees=_denied),
    "rate_limited": _Mode(acts=False, sees=_limited),
    "server_error": _Mode(acts=False, sees=_broken),
    "malformed": _Mode(acts=True, sees=_malformed),
    "truncated": _Mode(acts=True, sees=_truncated),
    "stale": _Mode(acts=True, sees=_stale),
    "empty": _Mode(acts=True, sees=_empty),
    "slow": _Mode(acts=True, sees=_slow, virtual_ms=(2_000, 45_000)),
}
MODES = tuple(_MODES)
"""Every way a call can be scheduled to fail."""

_OF_CONDITION = {"malformed_result": "malformed", "stale_result": "stale"}


def mode_of(condition: str) -> str | None:
    """Give the mode that a value of the axis ``tool_condition`` means.

    Returns:
        ``None`` for ``success``.

    Raises:
        ValueError: naming the known modes, if there is no such condition.
    """
    if condition == "success":
        return None
    mode = _OF_CONDITION.get(condition, condition)
    _known(mode)
    return mode


def acts(mode: str) -> bool:
    """Tell whether the effect of the call happens although it fails so.

    Raises:
        ValueError: naming the known modes, if there is no such mode.
    """
    return _known(mode).acts


def spoil(mode: str, value: Any, dice: Dice) -> tuple[Any, str]:
    """Give what the agent sees of a call that fails, and its status.

    Args:
        mode: one of ``MODES``.
        value: the true answer; ``None`` if the call must not act.
        dice: which of the wordings, ages and places is drawn.

    Returns:
        The JSON value seen, and the mode as the result's status.

    Raises:
        ValueError: naming the known modes, if there is no such mode.
    """
    return _known(mode).sees(value, dice), mode


def virtual_ms(mode: str, dice: Dice) -> int:
    """Give the milliseconds by which an answer is late: 0 unless the mode is slow.

    Nobody sleeps them: they are counted on the row.

    Raises:
        ValueError: naming the known modes, if there is no such mode.
    """
    return dice.between(*_known(mode).virtual_ms)


def _known(mode: str) -> _Mode:
    found = _MODES.get(mode) if isinstance(mode, str) else None
    if found is None:
        raise unknown_name("fault mode", mode, MODES, "Pass one of these.")
    return found


def schedule(cell: Cell, tools: Sequence[Tool], seed: int) -> tuple[Fault, ...]:
    """Give the faults that the tool condition of ``cell`` schedules.

    Args:
        cell: a ``tool_condition`` of ``success`` schedules none; so does the tool
            ``unrelated``.
        tools: of the run.
        seed: decides which call fails, and whether only that one.

    Returns:
        At most one fault: of the cell's tool, or ``*`` when several are meant.

    Raises:
        ValueError: naming the known modes, if the condition is none of them.
    """
    mode = mode_of(cell.tool_condition)
    if mode is None or cell.tool == "unrelated":
        return ()
    dice = Dice(derive(seed, "fault", cell.tool, mode))
    known = any(tool.name == cell.tool for tool in tools)
    return (
        Fault(
            tool=cell.tool if known else "*",
            mode=mode,
            call=1 if dice.chance(0.85) else 2,
            transient=dice.chance(0.6),
        ),
    )
