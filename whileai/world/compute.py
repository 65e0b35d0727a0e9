"""Computations: an expression or a known formula is worked out, or refused."""

from __future__ import annotations

import ast
import math
import operator
from typing import TYPE_CHECKING, Any

from whileai.base.formats import day_of
from whileai.world.words import singular, words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Number = int | float

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sqrt": math.sqrt,
    "abs": abs,
    "round": round,
    "min": min,
    "max": max,
    "log": math.log,
    "log10": math.log10,
    "exp": math.exp,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "floor": math.floor,
    "ceil": math.ceil,
}
_LARGEST = 10**15


class Incomputable(ValueError):
    """The arguments do not say what to work out; the message says why."""


def evaluate(text: str) -> Number:
    """Work out an arithmetic expression of numbers, operators and known functions.

    Raises:
        Incomputable: if it is anything else, divides by zero or grows too large.
    """
    if len(text) > 500:
        raise Incomputable("the expression is longer than 500 characters")
    source = (
        text.replace("^", "**")
        .replace("\u00d7", "*")
        .replace("\u00f7", "/")
        .replace(",", "")
    )
    source = source.strip().rstrip("=").strip()
    try:
        tree = ast.parse(source, mode="eval")
        return _neat(_value(tree.body))
    except ZeroDivisionError:
        raise Incomputable("division by zero") from None
    except (SyntaxError, ValueError, TypeError, OverflowError, RecursionError) as error:
        if isinstance(error, Incomputable):
            raise
        raise Incomputable("it is not an arithmetic expression") from None
    except MemoryError:
        raise Incomputable("the expression nests too deeply") from None


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        inner = _value(node.operand)
        return -inner if isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.BinOp):
        left, right = _value(node.left), _value(node.right)
        if isinstance(node.op, ast.Pow):
            return _power(left, right)
        return (
            _BINARY[type(node.op)](left, right) if type(node.op) in _BINARY else _no()
        )
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        called = _FUNCTIONS.get(node.func.id)
        return called(*map(_value, node.args)) if called else _no()
    if isinstance(node, ast.Name) and node.id in ("pi", "e"):
        return math.pi if node.id == "pi" else math.e
    return _no()


def _no() -> Any:
    raise Incomputable("it holds something that is not arithmetic")


def _power(base: Number, exponent: Number) -> Any:
    if abs(exponent) > 400 or abs(base) > _LARGEST:
        raise Incomputable("the power is too large")
    return base**exponent


def _neat(found: Any) -> Number:
    if isinstance(found, complex) or found != found or abs(found) == math.inf:
        raise Incomputable("it has no real result")
    if isinstance(found, float):
        if found.is_integer() and abs(found) < _LARGEST:
            return int(found)
        return float(f"{found:.10g}")
    return int(found)


_LENGTH = {
    "m": 1.0, "meter": 1.0, "metre": 1.0, "km": 1000.0, "kilometer": 1000.0,
    "kilometre": 1000.0, "cm": 0.01, "centimeter": 0.01, "mm": 0.001, "mile": 1609.344,
    "mi": 1609.344, "ft": 0.3048, "foot": 0.3048, "feet": 0.3048, "inch": 0.0254,
    "in": 0.0254, "yard": 0.9144, "yd": 0.9144,
}  # fmt: skip
_MASS = {
    "kg": 1.0, "kilogram": 1.0, "g": 0.001, "gram": 0.001, "mg": 1e-6, "lb": 0.45359237,
    "pound": 0.45359237, "oz": 0.028349523125, "ounce": 0.028349523125, "ton": 1000.0,
}  # fmt: skip
_TIME = {
    "s": 1.0, "second": 1.0, "min": 60.0, "minute": 60.0, "h": 3600.0, "hour": 3600.0,
    "day": 86400.0, "week": 604800.0, "ms": 0.001, "millisecond": 0.001,
}  # fmt: skip
_VOLUME = {
    "l": 1.0, "liter": 1.0, "litre": 1.0, "ml": 0.001, "milliliter": 0.001,
    "gallon": 3.785411784, "gal": 3.785411784, "cup": 0.2365882365, "pint": 0.473176473,
}  # fmt: skip
_SCALES = (_LENGTH, _MASS, _TIME, _VOLUME)
_HEAT = {"c": "c", "celsius": "c", "f": "f", "fahrenheit": "f", "k": "k", "kelvin": "k"}


def converted(number: Number, source: str, target: str) -> Number:
    """Convert between units of length, mass, time, volume or temperature.

    Raises:
        Incomputable: if the units are not known or do not measure the same.
    """
    one, other = (_unit(each) for each in (source, target))
    if one in _HEAT and other in _HEAT:
        return _neat(_heat(float(number), _HEAT[one], _HEAT[other]))
    for scale in _SCALES:
        if one in scale and other in scale:
            return _neat(number * scale[one] / scale[other])
    raise Incomputable(f"no conversion from {source!r} to {target!r} is known")


def _unit(name: str) -> str:
    bare = name.strip().lower().replace("°", "").replace("degrees ", "")
    return bare if bare in _HEAT else singular(bare)


def _heat(number: float, source: str, target: str) -> float:
    celsius = {"c": number, "f": (number - 32) / 1.8, "k": number - 273.15}[source]
    return {"c": celsius, "f": celsius * 1.8 + 32, "k": celsius + 273.15}[target]


def _days(start: str, end: str) -> int:
    first, last = day_of(start[:10]), day_of(end[:10])
    if first is None or last is None:
        told = start if first is None else end
        raise Incomputable(f"{told[:40]!r} is no day such as 2026-05-31")
    return (last - first).days


def _listed(numbers: list[Any]) -> list[Any]:
    if not numbers or not all(type(each) in (int, float) for each in numbers):
        raise Incomputable("the list holds something that is not a number")
    return numbers


_FORMULAS: tuple[tuple[str, tuple[str, ...], Callable[..., Any]], ...] = (
    ("density", ("mass", "volume"), lambda m, v: m / v),
    ("bmi", ("weight", "height"), lambda w, h: w / (h / 100 if h > 3 else h) ** 2),
    ("hypotenuse", ("a", "b"), math.hypot),
    ("triangle", ("base", "height"), lambda b, h: b * h / 2),
    ("circumference", ("radius",), lambda r: 2 * math.pi * r),
    ("perimeter", ("length", "width"), lambda a, b: 2 * (a + b)),
    ("area", ("radius",), lambda r: math.pi * r * r),
    ("area", ("length", "width"), lambda a, b: a * b),
    ("area", ("width", "height"), lambda a, b: a * b),
    ("area", ("side",), lambda a: a * a),
    ("volume", ("length", "width", "height"), lambda a, b, c: a * b * c),
    ("volume", ("radius", "height"), lambda r, h: math.pi * r * r * h),
    (
        "compound",
        ("principal", "rate", "time"),
        lambda p, r, t: p * (1 + _rate(r)) ** t,
    ),
    (
        "compound",
        ("principal", "rate", "year"),
        lambda p, r, t: p * (1 + _rate(r)) ** t,
    ),
    ("interest", ("principal", "rate", "time"), lambda p, r, t: p * _rate(r) * t),
    ("interest", ("principal", "rate", "year"), lambda p, r, t: p * _rate(r) * t),
    ("tip", ("amount", "percentage"), lambda a, p: a * p / 100),
    ("percent", ("part", "whole"), lambda a, b: 100 * a / b),
    ("percentage", ("part", "whole"), lambda a, b: 100 * a / b),
    ("discount", ("price", "discount"), lambda a, p: a * (1 - _rate(p))),
    ("speed", ("distance", "time"), lambda d, t: d / t),
    ("velocity", ("distance", "time"), lambda d, t: d / t),
    ("force", ("mass", "acceleration"), lambda m, a: m * a),
    ("factorial", ("n",), lambda n: math.factorial(n) if 0 <= n <= 170 else _no()),
    ("factorial", ("number",), lambda n: math.factorial(n) if 0 <= n <= 170 else _no()),
    ("gcd", ("a", "b"), math.gcd),
    ("power", ("base", "exponent"), _power),
    ("sqrt", ("number",), math.sqrt),
    ("add", ("a", "b"), operator.add),
    ("sum", ("a", "b"), operator.add),
    ("subtract", ("a", "b"), operator.sub),
    ("multiply", ("a", "b"), operator.mul),
    ("divide", ("a", "b"), operator.truediv),
    ("sum", ("number",), lambda n: math.fsum(_listed(n))),
    ("mean", ("number",), lambda n: math.fsum(_listed(n)) / len(n)),
    ("average", ("number",), lambda n: math.fsum(_listed(n)) / len(n)),
    ("day", ("start_date", "end_date"), _days),
)
"""Word of the tool's name, arguments, and what is worked out of them."""


def _rate(share: Number) -> float:
    return share / 100 if share >= 1 else float(share)


def computed(tool: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Work out what ``tool`` computes from its arguments.

    Returns:
        ``{"result": number}``, with the target unit for a conversion.

    Raises:
        Incomputable: if no expression, conversion or known formula is asked for.
    """
    for name in ("expression", "formula", "equation", "expr"):
        if isinstance(given.get(name), str):
            return {"result": evaluate(given[name])}
    named = {_bare(name): each for name, each in given.items()}
    pair = _units(named)
    number = next((each for each in given.values() if type(each) in (int, float)), None)
    if pair and number is not None:
        return {"result": converted(number, *pair), "unit": pair[1]}
    told = {singular(word) for word in words(tool)} | {"add" if "sum" in tool else ""}
    for word, wanted, formula in _FORMULAS:
        if word in told and all(each in named for each in wanted):
            return {"result": _applied(formula, [named[each] for each in wanted])}
    raise Incomputable("the arguments do not hold what it needs")


def _applied(formula: Callable[..., Any], parts: list[Any]) -> Number:
    try:
        return _neat(formula(*parts))
    except ZeroDivisionError:
        raise Incomputable("division by zero") from None
    except (TypeError, OverflowError, AttributeError, ValueError) as error:
        if isinstance(error, Incomputable):
            raise
        raise Incomputable("the arguments are not numbers it can use") from None


def _bare(name: str) -> str:
    return "_".join(singular(part) if len(part) > 2 else part for part in words(name))


def _units(named: Mapping[str, Any]) -> tuple[str, str] | None:
    pairs = (("from_unit", "to_unit"), ("source_unit", "target_unit"), ("from", "to"))
    for source, target in pairs:
        one, other = named.get(source), named.get(target)
        if isinstance(one, str) and isinstance(other, str):
            return one, other
    return None
