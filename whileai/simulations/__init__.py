"""The same public names as ``whileai``, at the address that users know."""

from __future__ import annotations

from typing import Any

import whileai

__all__ = list(whileai.__all__)


def __getattr__(name: str) -> Any:
    """Give the public name that ``whileai`` has."""
    if name in whileai.NAMES or name == "__version__":
        return getattr(whileai, name)
    raise AttributeError(f"module 'whileai.simulations' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
