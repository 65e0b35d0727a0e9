"""A run with the built-in stages and some plugins, whatever is installed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from whileai.plugins import PluginManager, discover

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def isolated_plugins(*plugins: Any) -> Iterator[PluginManager]:
    """Give a fresh manager of the built-in stages and ``plugins`` alone.

    Args:
        plugins: modules or objects with hook implementations.

    Raises:
        PluginError: if one of them cannot be used.
    """
    yield discover("").with_plugins(plugins)
