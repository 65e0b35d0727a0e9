"""``define`` and ``frozen`` of attrs, for classes that cost little to import.

attrs writes the methods of a class as its module is imported. Two thirds of that is
comparing, hashing and showing, which few classes of a run are ever asked for; here
attrs writes those when a class is first asked.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from collections.abc import Callable

    from attrs import define, frozen
else:

    def define(cls: type | None = None, /, **how: Any) -> Any:
        """Give ``cls`` as ``attrs.define`` does, with the same arguments."""
        return partial(_defined, how) if cls is None else _defined(how, cls)

    frozen = partial(define, frozen=True)

__all__ = ["define", "frozen"]


def _defined(how: dict[str, Any], cls: type) -> Any:
    if how.get("cache_hash") or how.get("order"):  # they stand on what attrs compares
        return attrs.define(cls, **how)
    made: Any = attrs.define(cls, **{**how, "eq": False, "repr": False})
    later: dict[str, Callable[..., Any] | None] = {}
    if how.get("repr", True):
        later["__repr__"] = _later(made, "__repr__")
    if how.get("eq", True) and "__eq__" not in cls.__dict__:
        later["__eq__"] = _later(made, "__eq__")
        frozen = made.__delattr__ is not object.__delattr__  # a base's count too
        later["__hash__"] = _later(made, "__hash__") if frozen else None
    for name, method in later.items():
        if name not in cls.__dict__:
            setattr(made, name, method)
    return made


def _later(cls: type, name: str) -> Callable[..., Any]:
    """Give a method that puts what attrs writes in its place when it is first called.

    Two threads that call it at once put the same there.
    """

    def method(self: Any, *others: Any) -> Any:
        written = _written(cls, name)
        setattr(cls, name, written)
        return written(self, *others)

    return method


def _written(cls: type, name: str) -> Callable[..., Any]:
    """Give the method ``name`` that attrs writes for the fields of ``cls``."""
    fields = {
        each.name: attrs.field(
            eq=each.eq_key or each.eq, hash=each.hash, repr=each.repr, init=False
        )
        for each in attrs.fields(cls)
    }
    twin = attrs.make_class(cls.__name__, fields, frozen=True)
    method: Callable[..., Any] = getattr(twin, name)
    return method
