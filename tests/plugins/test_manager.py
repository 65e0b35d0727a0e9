"""Plugins are found, refused or muted as promised, and never harm each other."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from whileai.base.errors import PluginError, StoppedByStage
from whileai.plugins import PluginManager, Watch, discover, hookimpl, manager
from whileai.plugins.hookspecs import hookspec
from whileai.plugins.registry import KINDS
from whileai.testing import isolated_plugins

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.contract("S40", "S41")


def plugin(**hooks: Any) -> Any:
    return SimpleNamespace(**{name: hookimpl(hook) for name, hook in hooks.items()})


def registering(name: str, kind: str = "grader") -> Any:
    def hook(register: Any) -> None:
        register(name, lambda setup: None)

    return plugin(**{f"register_{kind}s": hook})


def test_the_built_in_stages_register_through_the_same_hooks() -> None:
    with isolated_plugins() as plugins:
        names = {kind: plugins.registry.names(kind) for kind in KINDS}
    assert "template" in names["writer"]
    assert "function" in names["agent"]
    assert {"mock", "function"} <= set(names["world"])
    assert names["executor"] == ["local", "processes"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_third_party_registers_every_kind(kind: str) -> None:
    with isolated_plugins(registering("mine", kind)) as plugins:
        entry, argument = plugins.registry.named(kind, "mine:a:b")
    assert (entry.name, argument) == ("mine", "a:b")


def test_a_name_taken_twice_names_both_owners() -> None:
    with (
        pytest.raises(PluginError, match=r"SimpleNamespace#1 and SimpleNamespace#0"),
        isolated_plugins(registering("mine"), registering("mine")),
    ):
        pass


def test_a_plugin_that_is_installed_may_be_passed_as_well() -> None:
    mine = registering("mine")
    with isolated_plugins(mine) as plugins:
        assert plugins.with_plugins([mine]) is plugins
        more = plugins.with_plugins([mine, registering("yours")])
    assert {"mine", "yours"} <= set(more.registry.names("grader"))


def test_a_register_hook_that_raises_is_named() -> None:
    def hook(register: Any) -> None:
        raise KeyError("oops")

    with (
        pytest.raises(PluginError, match=r"SimpleNamespace#0.*register_writers.*oops"),
        isolated_plugins(plugin(register_writers=hook)),
    ):
        pass


def test_a_misspelled_hook_is_refused() -> None:
    with (
        pytest.raises(PluginError, match="register_grader"),
        isolated_plugins(plugin(register_grader=lambda register: None)),
    ):
        pass


def test_an_argument_that_no_hook_has_is_refused() -> None:
    with (
        pytest.raises(PluginError, match="rows"),
        isolated_plugins(plugin(row_committed=lambda rows: None)),
    ):
        pass


def test_an_object_without_hooks_is_no_plugin() -> None:
    with (
        pytest.raises(PluginError, match="implements no hook"),
        isolated_plugins(object()),
    ):
        pass


@pytest.mark.parametrize("name", ["", "a:b", 3])
def test_an_unusable_name_is_refused(name: Any) -> None:
    with (
        pytest.raises(PluginError, match="without a colon"),
        isolated_plugins(registering(name)),
    ):
        pass


def test_an_unknown_name_lists_what_is_installed_and_the_nearest() -> None:
    with (
        isolated_plugins() as plugins,
        pytest.raises(ValueError, match="did you mean 'template'"),
    ):
        plugins.registry.named("writer", "templat")


class Point(EntryPoint):
    """An entry point whose module is an object of the test."""

    def load(self) -> Any:
        value = LOADED[self.name]
        if isinstance(value, BaseException):
            raise value
        return value


LOADED: dict[str, Any] = {}


@pytest.fixture
def entry(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    def points(group: str) -> list[EntryPoint]:
        return [Point(name, f"{name}.module", group) for name in LOADED]

    monkeypatch.setattr(manager, "entry_points", points)
    yield LOADED
    LOADED.clear()


def test_plugins_are_found_by_entry_point(entry: dict[str, Any]) -> None:
    entry["mine"] = registering("mine")
    found = discover()
    assert "mine" in found.registry.names("grader")
    assert found.versions["mine"] == "unknown"


def test_a_plugin_that_cannot_be_imported_is_muted(entry: dict[str, Any]) -> None:
    entry.update(bad=ImportError("no such thing"), good=registering("mine"))
    found = discover()
    assert found.registry.names("grader").count("mine") == 1
    assert any("'bad'" in line and "no such thing" in line for line in found.warnings)


@pytest.mark.parametrize(
    ("limit", "names"), [("a", ["a"]), ("", []), ("a, b", ["a", "b"])]
)
def test_the_environment_limits_what_is_loaded(
    entry: dict[str, Any], limit: str, names: list[str]
) -> None:
    entry.update(a=registering("a"), b=registering("b"))
    loaded = discover(limit).registry.names("grader")
    assert [name for name in loaded if name in ("a", "b")] == names


def watching(hook: str, *, fails: bool, seen: list[str]) -> Any:
    def watch(run: Any) -> None:
        seen.append(hook)
        if fails:
            raise ValueError("tired")

    return plugin(**{hook: watch})


def test_a_watcher_that_raises_is_muted_and_the_next_one_runs() -> None:
    seen: list[str] = []
    warnings: list[str] = []
    bad = watching("run_started", fails=True, seen=seen)
    good = watching("run_started", fails=False, seen=seen)
    with isolated_plugins(bad, good) as plugins:
        watch = Watch(plugins, warnings.append)
        watch.call("run_started", run=None)
        watch.call("run_started", run=None)
    assert len(seen) == 3
    assert len(warnings) == 1
    assert "SimpleNamespace#0" in warnings[0]
    assert "run_started" in warnings[0]


@pytest.mark.parametrize("error", [SystemExit, GeneratorExit, KeyboardInterrupt])
def test_only_a_keyboard_interrupt_of_a_watcher_ends_the_run(
    error: type[BaseException],
) -> None:
    warnings: list[str] = []

    @hookimpl
    def run_started(run: Any) -> None:
        raise error

    with isolated_plugins(SimpleNamespace(run_started=run_started)) as plugins:
        watch = Watch(plugins, warnings.append)
        if error is KeyboardInterrupt:
            with pytest.raises(StoppedByStage, match="plugin"):
                watch.call("run_started", run=None)
        else:
            watch.call("run_started", run=None)
            assert error.__name__ in warnings[0]


def test_a_wrapper_of_a_watching_hook_is_refused() -> None:
    @hookimpl(wrapper=True)
    def run_started(run: Any) -> Any:
        return (yield)

    with pytest.raises(PluginError, match="only watches"):
        PluginManager([("w", "1", SimpleNamespace(run_started=run_started))])


def test_every_hook_says_when_it_is_called_and_what_an_error_does() -> None:
    from whileai.plugins import hookspecs

    hooks = [each for each in vars(hookspecs).values() if hasattr(each, "whileai_spec")]
    assert len(hooks) == 13
    for hook in hooks:
        assert "Errors:" in (hook.__doc__ or "")
    assert hookspec is hookspecs.hookspec
