"""What an option accepts: each check reads a value as given, or says what is wrong.

A check is called with the name as the user spelled it and the value. It gives the
value in the one form that the rest of the library sees: counts as ``int``, shares and
seconds as ``float``, lists as tuples, mappings read only, paths as ``str``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from numbers import Real
from operator import index
from typing import Any

from attrs import frozen

from whileai.base.errors import given, nearest
from whileai.base.lines import NotJson, fresh
from whileai.base.lines import frozen as read_only

PLAIN = (bool, int, float, complex, bytes, bytearray, list, tuple, set, frozenset)
"""Types whose values are data: none of them can play a part in a run."""


class WrongType(TypeError, ValueError):
    """A value of a type that the option does not take.

    It is a ``ValueError`` too, so that one ``except ValueError`` around a call catches
    every value that an option refuses.
    """


class WrongValue(ValueError):
    """A value of the right type that the option does not take."""


def wrong_type(name: str, value: object, accepts: str, advice: str = "") -> WrongType:
    """Build the error for a value of a wrong type."""
    kind = type(value).__name__
    tail = f"; {advice}" if advice else ""
    return WrongType(
        f"{name}={given(value)} has type {kind}, expected {accepts}{tail}."
    )


def wrong_value(name: str, value: object, accepts: str, advice: str = "") -> WrongValue:
    """Build the error for a value out of range, or not one of those there are."""
    tail = f"; {advice}" if advice else ""
    return WrongValue(f"{name}={given(value)} is refused, expected {accepts}{tail}.")


@frozen
class Check:
    """One rule of acceptance.

    Args:
        accepts: what is accepted, in words that fit after "expected".
        read: gives the value in its one form, or raises.
    """

    accepts: str
    read: Callable[[str, Any], Any]

    def __call__(self, name: str, value: Any) -> Any:
        """Give ``value`` in the form the library uses.

        Args:
            name: how the user spelled the option; messages begin with it.
            value: as given.

        Raises:
            WrongType: if it is of a type that is not accepted.
            WrongValue: if it is out of range.
        """
        return self.read(name, value)


def whole(low: int | None = None, unit: str = "", high: int | None = None) -> Check:
    """Accept a whole number of ``low`` or more; ``10.0`` counts, ``True`` does not."""
    accepts = f"a whole number{f' of {unit}' if unit else ''}"
    if low is not None:
        accepts += f", {low} or more" if high is None else f" from {low} to {high}"

    def read(name: str, value: Any) -> int:
        number = _integer(value)
        if number is None:
            raise wrong_type(name, value, accepts)
        low_enough = high is None or number <= high
        if not low_enough or (low is not None and number < low):
            raise wrong_value(name, value, accepts)
        return number

    return Check(accepts, read)


def _integer(value: Any) -> int | None:
    """The integer that ``value`` stands for; ``None`` if it is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    try:
        return int(index(value))
    except TypeError:
        return None


def number(
    low: float, high: float | None = None, *, above: bool = False, unit: str = ""
) -> Check:
    """Accept a finite number from ``low`` (or ``above`` it) up to ``high``."""
    accepts = "a number" + (f" of {unit}" if unit else "")
    if high is not None:
        accepts += f" from {low:g} to {high:g}"
    else:
        accepts += f" above {low:g}" if above else f", {low:g} or more"

    def read(name: str, value: Any) -> float:
        real = _finite(name, value, accepts)
        too_low = real <= low if above else real < low
        if too_low or (high is not None and real > high):
            raise wrong_value(name, value, accepts)
        return real

    return Check(accepts, read)


def _finite(name: str, value: Any, accepts: str) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise wrong_type(name, value, accepts)
    try:
        real = float(value)
    except OverflowError:
        raise wrong_value(name, value, accepts) from None
    if not isfinite(real):
        raise wrong_value(name, value, accepts)
    return real


def share() -> Check:
    """Accept a share: a finite number from 0 to 1."""
    return number(0, 1)


def flag() -> Check:
    """Accept ``True`` or ``False`` and nothing that merely counts as one."""
    accepts = "True or False"

    def read(name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise wrong_type(name, value, accepts)
        return value

    return Check(accepts, read)


def only(*values: bool | str) -> Check:
    """Accept exactly one of ``values``: ``1`` is not ``True``."""
    accepts = _either([repr(each) for each in values])

    def read(name: str, value: Any) -> bool | str:
        for each in values:
            if type(value) is type(each) and value == each:
                return each
        raise wrong_value(name, value, accepts)

    return Check(accepts, read)


def choice(*names: str, hints: Mapping[str, str] | None = None) -> Check:
    """Accept one of ``names``; ``hints`` says what to do for names used elsewhere."""
    accepts = _either([repr(each) for each in names])

    def read(name: str, value: Any) -> str:
        if not isinstance(value, str):
            raise wrong_type(name, value, accepts)
        if value not in names:
            raise wrong_value(name, value, accepts, _hint(value, names, hints or {}))
        return str(value)

    return Check(accepts, read)


def _hint(value: str, names: Iterable[str], hints: Mapping[str, str]) -> str:
    if value in hints:
        return hints[value]
    near = nearest(value, names)
    return f"did you mean {near!r}?" if near else ""


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" or {words[-1]}"


def text(*, blank: bool = False, what: str = "text") -> Check:
    """Accept a string; a ``blank`` one only where that means something."""
    accepts = f"{what} (a str)" if blank else f"{what} (a str that is not blank)"

    def read(name: str, value: Any) -> str:
        if not isinstance(value, str):
            raise wrong_type(name, value, accepts)
        if not blank and not value.strip():
            raise wrong_value(name, value, accepts)
        return str(value)

    return Check(accepts, read)


def texts(what: str) -> Check:
    """Accept strings in an order, none of them blank; an empty list is none."""
    accepts = f"a list of {what} (each a str that is not blank)"

    def read(name: str, value: Any) -> tuple[str, ...]:
        if isinstance(value, str):
            raise wrong_type(name, value, accepts, f"wrap it in a list: {name}=[...]")
        if isinstance(value, (set, frozenset)):
            advice = "a set has no fixed order, and the draw follows the order"
            raise wrong_type(name, value, accepts, advice)
        data = isinstance(value, (bytes, bytearray, Mapping, type))
        if data or not isinstance(value, Iterable):
            raise wrong_type(name, value, accepts)
        item = text(what=f"one of the {what}")
        return tuple(item(f"{name}[{place}]", each) for place, each in enumerate(value))

    return Check(accepts, read)


def text_or_texts(what: str) -> Check:
    """Accept one text, or a list of them that is not empty."""
    accepts = f"text, or a list of {what}"
    one, many = text(), texts(what)

    def read(name: str, value: Any) -> str | tuple[str, ...]:
        if isinstance(value, str):
            return str(one(name, value))
        listed: tuple[str, ...] = many(name, value)
        if not listed:
            raise wrong_value(name, value, accepts)
        return listed

    return Check(accepts, read)


def path() -> Check:
    """Accept the path of a file, as text or ``os.PathLike``; gives it as text."""
    accepts = "the path of a file (a str or os.PathLike)"

    def read(name: str, value: Any) -> str:
        spelled = path_text(value)
        if spelled is None:
            raise wrong_type(name, value, accepts)
        if not spelled.strip() or "\0" in spelled:
            raise wrong_value(name, value, accepts)
        return spelled

    return Check(accepts, read)


def path_text(value: Any) -> str | None:
    """Give a path as text; ``None`` if ``value`` is no path in text."""
    if not isinstance(value, (str, os.PathLike)):
        return None
    spelled = os.fspath(value)
    return str(spelled) if isinstance(spelled, str) else None


def function(what: str) -> Check:
    """Accept a callable."""
    accepts = f"a callable, {what}"

    def read(name: str, value: Any) -> Any:
        if not callable(value):
            raise wrong_type(name, value, accepts)
        return value

    return Check(accepts, read)


def stage(accepts: str, *, off: bool = False, advice: str = "") -> Check:
    """Accept whatever can play a part: a name, or an object that is not mere data.

    Args:
        accepts: what is accepted, in words.
        off: whether ``False`` is accepted, as "not at all".
        advice: what to do about anything else.

    Whether a name is known, and whether an object fits, is for the registry to say.
    """

    def read(name: str, value: Any) -> Any:
        if isinstance(value, str):
            if not value.strip():
                raise wrong_value(name, value, accepts)
            return value.strip()
        if off and value is False:
            return value
        if isinstance(value, type):
            shown = value.__name__
            way = f"pass an instance, {name}={shown}(...)"
            if name == "agent":
                way += f", or wai.per_rollout({shown}) for a fresh one in each rollout"
            raise wrong_type(name, value, accepts, way)
        if value is None or isinstance(value, (*PLAIN, Mapping)):
            raise wrong_type(name, value, accepts, advice)
        return value

    return Check(accepts, read)


def path_or_stage(accepts: str) -> Check:
    """Accept a path, a registered name, or an object that plays the part."""
    part = stage(accepts)

    def read(name: str, value: Any) -> Any:
        spelled = path_text(value)
        return part(name, value if spelled is None else spelled)

    return Check(accepts, read)


def objects(what: str) -> Check:
    """Accept a list or tuple of objects that are not mere data."""
    accepts = f"a list of {what}"

    def read(name: str, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            advice = f"wrap it in a list: {name}=[...]"
            raise wrong_type(name, value, accepts, advice)
        for place, each in enumerate(value):
            if each is None or isinstance(each, (str, *PLAIN, Mapping)):
                raise wrong_type(f"{name}[{place}]", each, f"one of the {what}")
        return tuple(value)

    return Check(accepts, read)


def tools() -> Check:
    """Accept an ordered iterable of tools; each is read where tools are known."""
    accepts = (
        "a list of tools: functions, wai.tool objects, OpenAI, Anthropic or MCP dicts, "
        "or pydantic models"
    )

    def read(name: str, value: Any) -> Any:
        wrap = f"wrap it in a list: {name}=[...]"
        if isinstance(value, (set, frozenset)):
            advice = "a set has no fixed order, and the draw follows the order"
            raise wrong_type(name, value, accepts, advice)
        data = isinstance(value, (str, bytes, bytearray, Mapping, type))
        if data or not isinstance(value, Iterable):
            raise wrong_type(name, value, accepts, wrap)
        return value if isinstance(value, (list, tuple)) else tuple(value)

    return Check(accepts, read)


def rows(accepts: str) -> Check:
    """Accept rows in any holder: data of a run, a list, or the path of a file."""

    def read(name: str, value: Any) -> Any:
        spelled = path_text(value)
        if spelled is not None:
            return path()(name, spelled)
        if isinstance(value, Mapping):
            advice = f"wrap a single row in a list: {name}=[...]"
            raise wrong_type(name, value, accepts, advice)
        data = isinstance(value, (bytes, bytearray, set, frozenset, type))
        held = callable(getattr(value, "rows", None)) or isinstance(value, Iterable)
        if data or not held:
            raise wrong_type(name, value, accepts)
        return value

    return Check(accepts, read)


def json_object(what: str) -> Check:
    """Accept a mapping of names to JSON values; gives a copy, read only."""
    accepts = f"a dict of {what}"

    def read(name: str, value: Any) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            raise wrong_type(name, value, accepts)
        try:
            return read_only(fresh(value))
        except NotJson as error:
            raise wrong_type(name, value, accepts, str(error)) from None

    return Check(accepts, read)


def keyed(fields: Mapping[str, Check], *, all_of_them: bool = False) -> Check:
    """Accept a mapping with keys of ``fields``, each value checked as it says."""
    listed = ", ".join(f"{key!r}: {check.accepts}" for key, check in fields.items())
    accepts = f"a dict of {listed}"

    def read(name: str, value: Any) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            raise wrong_type(name, value, accepts)
        for key in value:
            if key not in fields:
                advice = _hint(str(key), fields, {})
                known = "one of the keys " + ", ".join(map(repr, fields))
                raise wrong_value(f"{name} key", key, known, advice)
        missing = [key for key in fields if key not in value]
        if missing and (all_of_them or not value):
            raise wrong_value(name, value, accepts)
        return read_only({k: fields[k](f"{name}[{k!r}]", v) for k, v in value.items()})

    return Check(accepts, read)


def by_model(entry: Check) -> Check:
    """Accept a mapping of model specs, each value checked by ``entry``."""
    accepts = f"a dict of 'provider:model' to {entry.accepts}"

    def read(name: str, value: Any) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            raise wrong_type(name, value, accepts)
        spec = text(what="a model's name, 'provider:model'")
        return read_only(
            {
                spec(f"{name} key", key): entry(f"{name}[{key!r}]", each)
                for key, each in value.items()
            }
        )

    return Check(accepts, read)


def patience() -> Check:
    """Accept a level by name, or the odds of leaving at a second and a later question.

    The odds may be a pair, a dict, or an object with ``second`` and ``later``.
    """
    levels = ("normal", "short", "endless")
    accepts = (
        "'normal', 'short', 'endless', or the odds (second, later) of leaving, each "
        "from 0 to 1"
    )

    def read(name: str, value: Any) -> str | tuple[float, float]:
        if isinstance(value, str):
            if value not in levels:
                raise wrong_value(name, value, accepts, _hint(value, levels, {}))
            return str(value)
        pair = _odds(value)
        if pair is None:
            raise wrong_type(name, value, accepts)
        second, later = (
            number(0, 1)(f"{name}[{part!r}]", odds)
            for part, odds in zip(("second", "later"), pair, strict=True)
        )
        return second, later

    return Check(accepts, read)


def _odds(value: Any) -> tuple[Any, Any] | None:
    if isinstance(value, (list, tuple)):
        return (value[0], value[1]) if len(value) == 2 else None
    if isinstance(value, Mapping):
        full = set(value) == {"second", "later"}
        return (value["second"], value["later"]) if full else None
    if hasattr(value, "second") and hasattr(value, "later"):
        return value.second, value.later
    return None
