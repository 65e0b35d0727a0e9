"""What a plugin promises, beside what its stages do."""

from __future__ import annotations

import types
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from whileai.base.caller import Caller
from whileai.base.errors import (
    NotConfigured,
    PluginError,
    describe,
    given,
    nearest,
)
from whileai.calls import is_model
from whileai.engine.cast import Casting
from whileai.engine.models import METHOD_OF
from whileai.engine.opening import opened
from whileai.options import parse
from whileai.plugins import PluginManager, Watch, hookspecs
from whileai.plugins.manager import GROUP
from whileai.plugins.registry import KINDS
from whileai.testing.conformance import samples
from whileai.testing.conformance.loops import Doing, on_fresh_loop
from whileai.testing.conformance.promise import (
    BrokenPromise,
    Promise,
    promised,
    unkept,
)
from whileai.testing.fakes import EchoAgent
from whileai.testing.isolation import isolated_plugins

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whileai.engine.opening import Opening
    from whileai.plugins.registry import Entry

HOOKS = tuple(
    name
    for name, value in vars(hookspecs).items()
    if isinstance(value, types.FunctionType)
)


def check_plugin(plugin: Any, *, within_s: float = 10.0, **options: Any) -> None:
    """Check that a plugin keeps its promises; no network is needed.

    Its hooks are looked at, registered twice, and called as a run calls them. What its
    stages do is for ``check_grader`` and the like.

    Args:
        plugin: the module or object with the hooks, or the name of its entry point,
            which is then looked up and loaded.
        within_s: seconds that each step may take.
        options: further options of ``simulate``, such as ``tools=``.

    Raises:
        BrokenPromise: an ``AssertionError`` that names the promise, what was given and
            what came back.
    """
    found = _loaded(plugin) if isinstance(plugin, str) else plugin
    said = f"the plugin {given(getattr(found, '__name__', found))}"
    for problem in _unmarked(found):
        raise BrokenPromise(Promise.HOOKS, said, problem)
    with promised(Promise.HOOKS, said), isolated_plugins(found) as manager:
        brought = _brought(manager)
    with promised(Promise.TWO_MANAGERS, said), isolated_plugins(found) as other:
        again = _brought(other)
    if brought.keys() != again.keys():
        came = f"{sorted(again)} in the second, {sorted(brought)} in the first"
        raise BrokenPromise(Promise.TWO_MANAGERS, said, came)
    parsed = parse(
        {"agent": EchoAgent(), "tools": samples.TOOLS, "simulator": False, **options}
    )
    doing = Doing(promise=Promise.WATCHES, given=said)

    async def main() -> None:
        run = opened(parsed, manager, caller=Caller.here(), quiet=True)
        async with run as opening:
            for entry in brought.values():
                _is_a_factory(opening, manager, entry)
            _declines(opening, manager, brought)
            _watches(opening, manager, said)

    on_fresh_loop(main, doing, within_s)


def _loaded(name: str) -> Any:
    """Load the plugin that an entry point names."""
    points = {point.name: point for point in entry_points(group=GROUP)}
    said = f"the entry point {name!r} of the group {GROUP!r}"
    if name not in points:
        came = f"no such entry point; installed: {sorted(points) or 'none'}"
        raise BrokenPromise(Promise.HOOKS, said, came)
    with promised(Promise.HOOKS, said):
        return points[name].load()


def _unmarked(plugin: Any) -> Iterator[str]:
    """Say which functions look like hooks and are none."""
    for name in dir(plugin):
        value = getattr(plugin, name, None)
        function = isinstance(value, (types.FunctionType, types.MethodType))
        if not function or hasattr(value, f"{hookspecs.PROJECT}_impl"):
            continue
        if name in HOOKS:
            yield f"{name}(), which is not marked: put @whileai.hookimpl on it"
        elif name.startswith("register_") and nearest(name, HOOKS):
            near = nearest(name, HOOKS)
            yield f"{name}(), which is no hook; did you mean {near}()?"


def _brought(manager: PluginManager) -> dict[tuple[str, str], Entry]:
    """Give what a manager has beyond the built-in stages."""
    with isolated_plugins() as plain_manager:
        known = set(plain_manager.registry.entries)
    return {k: e for k, e in manager.registry.entries.items() if k not in known}


def _is_a_factory(opening: Opening, manager: PluginManager, entry: Entry) -> None:
    """Check that a factory without an argument gives a stage or says why not."""
    casting = Casting(
        manager=manager,
        run=opening.run,
        offload=opening.threads,
        warn=lambda _line: None,
    )
    said = f"the {entry.kind} {entry.name!r} without an argument"
    try:
        if entry.kind == "backend":
            stage = casting.models.resolved("agent", f"{entry.name}:check")
        else:
            stage = casting.stage(entry.kind, entry.name)
    except (TypeError, ValueError, NotConfigured):
        return
    except Exception as error:
        raise BrokenPromise(Promise.FACTORY, said, describe(error)) from error
    method = METHOD_OF.get(entry.kind, "complete")
    if not (callable(getattr(stage, method, None)) or is_model(stage)):
        came = f"{given(stage)}, which has no {method}()"
        raise BrokenPromise(Promise.FACTORY, said, came)


class _Foreign:
    """What is for no plugin."""


def _declines(
    opening: Opening, manager: PluginManager, brought: dict[tuple[str, str], Entry]
) -> None:
    foreign = _Foreign()
    for entry in brought.values():
        said = f"a foreign object to accepts of the {entry.kind} {entry.name!r}"
        with promised(Promise.DECLINES, said):
            taken = entry.accepts is not None and entry.accepts(foreign)
        if taken:
            raise BrokenPromise(Promise.DECLINES, said, given(taken))
    for kind in KINDS:
        said = f"a foreign object to adapt_stage({kind!r}, ...)"
        try:
            adapted = manager.adapt(kind, foreign, opening.run)
        except PluginError as error:
            raise BrokenPromise(Promise.DECLINES, said, describe(error)) from error
        if adapted is not None:
            raise BrokenPromise(Promise.DECLINES, said, given(adapted))


def _watches(opening: Opening, manager: PluginManager, said: str) -> None:
    """Call the hooks that watch as a run of one row does."""
    told: list[str] = []
    watch = Watch(manager, told.append)
    run, row = opening.run, samples.rows(opening)[0].value
    watch.call("run_started", run=run)
    notes = watch.call("annotate_row", row=row, run=run)
    watch.call("row_committed", row=row, run=run)
    watch.call("run_finished", report={"rows": 1}, run=run)
    if told:
        raise BrokenPromise(Promise.WATCHES, said, told[0])
    for note in notes.values():
        if unkept(note):
            came = f"annotate_row gave {given(note)}: {unkept(note)}"
            raise BrokenPromise(Promise.WATCHES, said, came)
