"""Stages that are imported when a run first needs them."""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def later(path: str) -> Callable[..., Any]:
    """Give what ``path`` names as a callable that imports it on its first call.

    A stage registered so costs the runs that do without it nothing.

    Args:
        path: ``"module:name"``, spelled as an entry point is; ``name`` may have dots.
    """
    module, _, name = path.partition(":")

    def call(*args: Any, **kwargs: Any) -> Any:
        return attrgetter(name)(import_module(module))(*args, **kwargs)

    call.__name__ = name.replace(".", "_")
    call.__doc__ = f"Call ``{path}``, which is imported first."
    return call


def is_from(module: str, value: Any) -> bool:
    """Say whether ``value``, or a class it is of, was made in ``module``.

    It asks without importing: where the module was never loaded, nothing is from it.
    """
    owners = (value,) if hasattr(value, "__qualname__") else type(value).__mro__
    return any(getattr(each, "__module__", None) == module for each in owners)
