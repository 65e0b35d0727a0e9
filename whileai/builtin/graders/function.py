"""A grader that is a callable: row in, verdict out."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from numbers import Real
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from whileai.base.errors import describe, given, suggestion
from whileai.base.lines import NotJson, plain
from whileai.model import Row, Verdict

if TYPE_CHECKING:
    from whileai.stages import Offload

UNDECLARED = "which is none of the declared tools"
"""Stands in every line on a tool that a grader names and nobody has."""

_OWN = ("reward", "score", "reason", "markers", "failure_class", "judge_meta")


@frozen(kw_only=True)
class CallableGrader:
    """Grades each row with one call of the user's function, on a copy of the row.

    Args:
        call: takes a row as a dict; gives a number in 0..1, a bool, or a dict with
            ``reward`` or ``score``, ``reason`` and ``markers``. May be async.
        name: what rows record as ``judge_name``.
        offload: runs a blocking call on a thread.
    """

    call: Callable[[dict[str, Any]], Any] = field(repr=False)
    name: str
    offload: Offload = field(repr=False)

    @classmethod
    def of(
        cls, call: Callable[[dict[str, Any]], Any], offload: Offload
    ) -> CallableGrader:
        """Adapt the callable that the user passed.

        Raises:
            TypeError: if it cannot be called with one row.
        """
        _check_arity(call)
        return cls(call=call, name=_name(call), offload=offload)

    async def grade(self, row: Row, /) -> Verdict:
        """Give the verdict; what is no verdict leaves the row without a reward."""
        try:
            if inspect.iscoroutinefunction(self.call):
                said = await self.call(row.to_json())
            else:
                said = await self.offload(self.call, row.to_json())
                said = await said if inspect.isawaitable(said) else said
        except (Exception, SystemExit) as error:  # noqa: BLE001 - no grade, no more
            meta = {"error": describe(error)}
            return Verdict(
                status="error", reason=describe(error), judge=self.name, meta=meta
            )
        return read_verdict(said, self.name)


def unknown_tools(call: Any, known: Sequence[str]) -> Iterator[str]:
    """Give a line for each tool that a grader names and that is none of ``known``.

    Args:
        call: the user's callable; it names tools by a tuple ``named_tools``.
        known: names of the declared tools; where there are none, nothing is said.
    """
    named = getattr(call, "named_tools", ())
    for name in named if isinstance(named, tuple) and known else ():
        if name not in known:
            hint = suggestion(name, known) or f" (they are {given(list(known), 120)})"
            yield (
                f"the grader {_name(call)} names the tool {name!r}, {UNDECLARED}{hint}"
            )


def read_verdict(said: Any, judge: str) -> Verdict:
    """Read what a grader said; nothing is coerced, no verdict gives no grade."""
    if isinstance(said, Verdict):
        return said
    if isinstance(said, Mapping):
        return _from_mapping(said, judge)
    reward = _number(said)
    if reward is None:
        return _invalid(f"a grader returned {given(said, 60)}", judge)
    return Verdict(reward=reward, judge=judge)


def _from_mapping(said: Mapping[str, Any], judge: str) -> Verdict:
    named = [name for name in ("reward", "score") if said.get(name) is not None]
    more, markers = said.get("judge_meta"), said.get("markers")
    told = more if isinstance(more, Mapping) else {}
    rest = {key: said[key] for key in said if key not in _OWN}
    common: dict[str, Any] = {
        "judge": judge,
        "markers": _each_kept(markers) if isinstance(markers, Mapping) else {},
        "failure_class": _text(said.get("failure_class")),
        "meta": _each_kept({**told, **rest}),
    }
    text = _text(said.get("reason"))
    if not named:
        why = _without(said)
        common["meta"] = {**common["meta"], "error": why}
        return Verdict(status="missing_reward", reason=text or why, **common)
    rewards = [_number(said[name]) for name in named]
    if rewards[0] is None or rewards.count(rewards[0]) != len(rewards):
        shown = ", ".join(f"{name}={given(said[name], 40)}" for name in named)
        return _invalid(f"a grader returned {shown}", judge)
    return Verdict(reward=rewards[0], reason=text, **common)


def _without(said: Mapping[str, Any]) -> str:
    """Say what a dict without a reward is, and what it should be."""
    empty = [name for name in ("reward", "score") if name in said]
    if empty:
        return (
            f"a grader returned a dict whose {empty[0]!r} is None; give a number in "
            "0..1, or return wai.Verdict(status='abstained') where it cannot tell"
        )
    keys = ", ".join(repr(key) for key in list(said)[:8]) or "no keys"
    return f"a grader returned a dict with {keys}; it needs 'reward' or 'score'"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return float(value)
    if not isinstance(value, (int, float, Decimal, Real)):
        return None
    number = float(value)
    return number if 0 <= number <= 1 else None


def _invalid(what: str, judge: str) -> Verdict:
    reason = (
        f"{what}; a verdict is a number in 0..1, a bool, or a dict with 'reward' or "
        "'score'"
    )
    return Verdict(
        status="invalid_result", reason=reason, judge=judge, meta={"error": reason}
    )


def _each_kept(markers: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(name): _kept(value) for name, value in markers.items()}


def _kept(value: Any) -> Any:
    try:
        return plain(value)
    except NotJson:
        return given(value)


def _name(call: Any) -> str:
    while isinstance(call, functools.partial):
        call = call.func
    return str(getattr(call, "__name__", None) or type(call).__name__)


def _check_arity(call: Callable[..., Any]) -> None:
    try:
        signature = inspect.signature(call)
    except (TypeError, ValueError):  # built-ins that do not say
        return
    try:
        signature.bind({})
    except TypeError as error:
        raise TypeError(
            f"grader={given(call)} cannot be called as grader(row): {error}; its "
            f"signature is {signature}"
        ) from None
