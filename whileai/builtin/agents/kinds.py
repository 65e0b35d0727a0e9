"""Whose an object is, told from its type without importing anything."""

from __future__ import annotations

from typing import Any


def comes_from(value: Any, package: str, *names: str) -> bool:
    """Tell whether ``value`` is an object of ``package`` of a class named so.

    Args:
        value: any object; a class is none of its own objects.
        package: the top-level package that defines the class or a base of it.
        names: of the classes that count.
    """
    return any(
        kind.__name__ in names and kind.__module__.partition(".")[0] == package
        for kind in type(value).__mro__
    )


def name_of(value: Any) -> str:
    """Give the name an agent has, else that of its type."""
    name = getattr(value, "name", None)
    return name if isinstance(name, str) and name else type(value).__name__
