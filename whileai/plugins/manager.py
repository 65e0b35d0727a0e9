"""Finding plugins, registering what they bring, and calling those that watch."""

from __future__ import annotations

import functools
import os
import traceback
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

import pluggy

from whileai._version import __version__
from whileai.base.errors import PluginError, StoppedByStage, describe
from whileai.plugins import hookspecs
from whileai.plugins.later import later
from whileai.plugins.registry import KINDS, Entry, Registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from whileai.stages import Factory

GROUP = "whileai"
LIMIT = "WHILEAI_PLUGINS"
WATCHERS = ("run_started", "annotate_row", "row_committed", "run_finished")

BUILTIN = (
    "whileai.builtin.backends",
    "whileai.builtin.agents",
    "whileai.builtin.writers",
    "whileai.builtin.users",
    "whileai.builtin.worlds",
    "whileai.builtin.graders",
    "whileai.builtin.sinks",
    "whileai.builtin.executors",
)
"""Modules of our own that register through the same hooks as everyone's."""

LOG = "whileai.plugins"
_logger = later("structlog:get_logger")


class PluginManager:
    """A set of plugins and the stages they registered. A value, not a global.

    Args:
        plugins: (name, version, object with hook implementations), any order.
        warnings: what went wrong while they were found, in plain words.
    """

    def __init__(
        self,
        plugins: Iterable[tuple[str, str, Any]],
        warnings: Sequence[str] = (),
    ) -> None:
        self.warnings = list(warnings)
        self.versions: dict[str, str] = {}
        self.registry = Registry()
        self._members = sorted(plugins, key=lambda each: each[0])
        self._pluggy = pluggy.PluginManager(hookspecs.PROJECT)
        self._pluggy.add_hookspecs(hookspecs)
        for name, version, plugin in self._members:
            self._adopt(name, version, plugin)
        self._check_pending()
        for kind in KINDS:
            self._register(kind)

    def _check_pending(self) -> None:
        try:
            self._pluggy.check_pending()
        except pluggy.PluginValidationError as error:
            raise PluginError(f"{error}; see whileai.plugins.hookspecs") from error

    def _adopt(self, name: str, version: str, plugin: Any) -> None:
        try:
            registered = self._pluggy.register(plugin, name)
        except (pluggy.PluginValidationError, ValueError) as error:
            raise PluginError(
                f"plugin {name!r} cannot be registered: {error}"
            ) from error
        for hook in WATCHERS:
            for implementation in getattr(self._pluggy.hook, hook).get_hookimpls():
                if implementation.plugin_name == registered and (
                    implementation.wrapper or implementation.hookwrapper
                ):
                    raise PluginError(
                        f"plugin {name!r} wraps {hook}, which only watches; implement "
                        "it as a plain hook"
                    )
        self.versions[name] = version

    def _register(self, kind: str) -> None:
        caller = getattr(self._pluggy.hook, f"register_{kind}s")
        for implementation in sorted(
            caller.get_hookimpls(), key=lambda each: each.plugin_name
        ):
            owner = implementation.plugin_name

            def register(
                name: str,
                factory: Factory,
                *,
                accepts: Any = None,
                owner: str = owner,
            ) -> None:
                self.registry.add(
                    Entry(
                        kind=kind,
                        name=name,
                        factory=factory,
                        owner=owner,
                        accepts=accepts,
                    )
                )

            try:
                implementation.function(*_arguments(implementation, register=register))
            except PluginError:
                raise
            except Exception as error:
                raise PluginError(
                    f"plugin {owner!r} failed in register_{kind}s: {describe(error)}"
                ) from error

    def with_plugins(self, plugins: Sequence[Any]) -> PluginManager:
        """Give a manager with ``plugins`` (objects with hook implementations) added.

        One that is there already, because it is installed, is not added again.

        Raises:
            PluginError: if one brings nothing, or clashes with what is installed.
        """
        known = {id(plugin) for _, _, plugin in self._members}
        added = []
        for number, plugin in enumerate(plugins):
            if id(plugin) in known:
                continue
            name = getattr(plugin, "__name__", None) or type(plugin).__name__
            if not any(True for _ in _hooks_of(plugin)):
                raise PluginError(
                    f"plugins[{number}] ({name}) implements no hook; mark its "
                    "functions with whileai.plugins.hookimpl"
                )
            added.append((f"{name}#{number}", "given", plugin))
        if not added:
            return self
        return PluginManager([*self._members, *added], self.warnings)

    def adapt(self, kind: str, value: Any, run: Any) -> Any | None:
        """Ask plugins to turn ``value`` into a stage; ``None`` when none will.

        Raises:
            PluginError: if a plugin raises while it looks.
        """
        try:
            return self._pluggy.hook.adapt_stage(kind=kind, value=value, run=run)
        except Exception as error:
            raise PluginError(
                f"a plugin failed in adapt_stage({kind!r}, ...): {describe(error)}"
            ) from error

    def watchers(self, hook: str) -> list[tuple[str, Any]]:
        """Give the implementations of a watching hook as (plugin name, function)."""
        caller = getattr(self._pluggy.hook, hook)
        return [
            (each.plugin_name, functools.partial(_call, each))
            for each in sorted(
                caller.get_hookimpls(), key=lambda each: each.plugin_name
            )
        ]


class Watch:
    """Calls watching plugins one at a time and mutes those that raise.

    Args:
        manager: whose plugins watch.
        warn: takes one line in plain words for each plugin that is muted.
    """

    def __init__(self, manager: PluginManager, warn: Any) -> None:
        self._warn = warn
        self._hooks = {hook: manager.watchers(hook) for hook in WATCHERS}
        self._muted: set[tuple[str, str]] = set()

    def watched(self, hook: str) -> bool:
        """Say whether any plugin watches ``hook``."""
        return bool(self._hooks[hook])

    def call(self, hook: str, **arguments: Any) -> dict[str, Any]:
        """Call every plugin that watches ``hook``; give what each returned."""
        results = {}
        for name, function in self._hooks[hook]:
            if (name, hook) in self._muted:
                continue
            try:
                result = function(**arguments)
            except KeyboardInterrupt:
                raise StoppedByStage(f"plugin {name!r}") from None
            except BaseException as error:  # noqa: BLE001 - a watcher cannot end a run
                self._mute(name, hook, error)
            else:
                if result is not None:
                    results[name] = result
        return results

    def _mute(self, name: str, hook: str, error: BaseException) -> None:
        self._muted.add((name, hook))
        self._warn(
            f"plugin {name!r} raised in {hook} and is muted there for the rest of the "
            f"run: {describe(error)}"
        )
        _logger(LOG).error(
            "plugin_muted",
            plugin=name,
            hook=hook,
            traceback="".join(traceback.format_exception(error)),
        )


def _arguments(implementation: Any, **known: Any) -> list[Any]:
    """Pick the arguments an implementation declares, in its order."""
    return [known[name] for name in implementation.argnames]


def _call(implementation: Any, **known: Any) -> Any:
    return implementation.function(*_arguments(implementation, **known))


def _hooks_of(plugin: Any) -> Iterator[str]:
    for name in dir(plugin):
        if getattr(getattr(plugin, name, None), f"{hookspecs.PROJECT}_impl", None):
            yield name


def _builtin() -> Iterator[tuple[str, str, Any]]:
    for path in BUILTIN:
        yield path, __version__, import_module(path)


def _found(limit: str | None) -> Iterator[EntryPoint]:
    wanted = None if limit is None else {name.strip() for name in limit.split(",")}
    for point in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        if wanted is None or point.name in wanted:
            yield point


def _version(point: EntryPoint) -> str:
    return point.dist.version if point.dist is not None else "unknown"


def discover(limit: str | None = None) -> PluginManager:
    """Load the built-in stages and every plugin found by entry point.

    Args:
        limit: names separated by commas; only these are loaded. Empty means the
            built-in stages alone, ``None`` means all.

    Raises:
        PluginError: if a ``register_*`` hook raises or two plugins clash. A plugin that
            cannot be imported is left out, with a warning.
    """
    plugins = list(_builtin())
    warnings = []
    for point in _found(limit):
        try:
            plugins.append((point.name, _version(point), point.load()))
        except Exception as error:  # noqa: BLE001, PERF203 - an import may raise anything
            _logger(LOG).error(
                "plugin_import_failed", plugin=point.name, error=describe(error)
            )
            warnings.append(
                f"plugin {point.name!r} ({point.value}) could not be imported and is "
                f"left out: {describe(error)}"
            )
    return PluginManager(plugins, warnings)


@functools.lru_cache(maxsize=4)
def _cached(limit: str | None) -> PluginManager:
    return discover(limit)


def installed() -> PluginManager:
    """Give the manager of what is installed, found once per process.

    ``WHILEAI_PLUGINS=a,b`` in the environment limits what is loaded.
    """
    return _cached(os.environ.get(LIMIT))
