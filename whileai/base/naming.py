"""Names of a package that are imported when they are first used."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def named(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """Give the ``__getattr__`` of a package, which imports its names.

    A name that was imported stays, and two threads that ask at once get the same.

    Args:
        package: its ``__name__``.
        places: every name with the module that has it (``module:other_name`` if it is
            called otherwise there); a module of the package stands for itself.
    """

    def value(name: str) -> Any:
        place = places.get(name)
        if place is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, attribute = place.partition(":")
        found = import_module(module)
        if module != f"{package}.{name}":
            found = getattr(found, attribute or name)
        setattr(sys.modules[package], name, found)
        return found

    return value
