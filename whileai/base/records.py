"""The fields of record classes: TypedDict, NamedTuple, dataclass and attrs."""

from __future__ import annotations

import dataclasses
import sys
import types
import typing
from inspect import Parameter
from typing import Any

import attrs
import typing_extensions as te

MISSING: Any = Parameter.empty
"""Stands where a field or parameter has no default."""


def record_fields(kind: Any) -> dict[str, tuple[Any, bool, Any]] | None:
    """Give name, type, need and default of a record class's fields, if it is one."""
    typed = te.is_typeddict(kind)
    tupled = issubclass(kind, tuple) and hasattr(kind, "_fields")
    if not (typed or tupled or dataclasses.is_dataclass(kind) or attrs.has(kind)):
        return None
    hints = _class_hints(kind)
    if typed:
        return {
            name: (hint, _is_needed(kind, name, hint), MISSING)
            for name, hint in hints.items()
        }
    if tupled:
        defaults = kind._field_defaults
        found = {
            name: (name not in defaults, defaults.get(name, MISSING))
            for name in kind._fields
        }
    elif dataclasses.is_dataclass(kind):
        found = {
            each.name: _dataclass_default(each)
            for each in dataclasses.fields(kind)
            if each.init
        }
    else:
        found = {
            each.alias or each.name: _attrs_default(each)
            for each in attrs.fields(kind)
            if each.init
        }
    return {
        name: (hints.get(name, Any), needed, default)
        for name, (needed, default) in found.items()
    }


def _is_needed(kind: Any, name: str, hint: Any) -> bool:
    """Say whether a TypedDict's key must be there.

    ``__required_keys__`` misses the marks in annotations that are still text.
    """
    mark = typing.get_origin(hint)
    if mark in (te.Required, te.NotRequired):
        return bool(mark is te.Required)
    return name in kind.__required_keys__


def _class_hints(kind: Any) -> dict[str, Any]:
    try:
        return te.get_type_hints(kind, include_extras=True)
    except Exception:  # noqa: BLE001 - an annotation may be any expression
        own = dict(getattr(kind, "__annotations__", {}))
        spot = getattr(sys.modules.get(kind.__module__), "__dict__", {})
        spot = {**spot, kind.__name__: kind}
        hints = {}
        for name, annotation in own.items():
            holder = types.SimpleNamespace(__annotations__={"it": annotation})
            try:
                hints[name] = te.get_type_hints(holder, spot, include_extras=True)["it"]
            except Exception:  # noqa: BLE001 - as above, one field at a time
                hints[name] = Any
        return hints


def _dataclass_default(field: dataclasses.Field[Any]) -> tuple[bool, Any]:
    if field.default is not dataclasses.MISSING:
        return False, field.default
    return field.default_factory is dataclasses.MISSING, MISSING


def _attrs_default(field: attrs.Attribute[Any]) -> tuple[bool, Any]:
    if field.default is attrs.NOTHING:
        return True, MISSING
    if isinstance(field.default, attrs.Factory):  # type: ignore[arg-type]
        return False, MISSING
    return False, field.default
