"""Hooks, the registry they fill, and the manager that finds plugins."""

from whileai.plugins.hookspecs import hookimpl
from whileai.plugins.manager import PluginManager, Watch, discover, installed
from whileai.plugins.registry import Registry

__all__ = ["PluginManager", "Registry", "Watch", "discover", "hookimpl", "installed"]
