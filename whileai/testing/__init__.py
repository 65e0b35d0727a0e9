"""For tests of plugins and of code that uses the library; no network is needed.

``check_agent`` and its like are what a plugin runs in its own tests. Names load when
they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from whileai.testing.conformance.agents import check_agent
    from whileai.testing.conformance.backends import check_backend
    from whileai.testing.conformance.graders import check_grader
    from whileai.testing.conformance.hooks import check_plugin
    from whileai.testing.conformance.promise import BrokenPromise, Promise
    from whileai.testing.conformance.sinks import check_sink
    from whileai.testing.conformance.users import check_user
    from whileai.testing.conformance.worlds import check_world
    from whileai.testing.conformance.writers import check_writer
    from whileai.testing.draws import assert_same_draw, comparable, same_rows
    from whileai.testing.executors import check_executor
    from whileai.testing.fakes import (
        DictWorld,
        EchoAgent,
        FixedGrader,
        ListSink,
        ScriptedBackend,
    )
    from whileai.testing.isolation import isolated_plugins
    from whileai.testing.virtual import virtual_time

_CHECKS = "whileai.testing.conformance"
NAMES = {
    "BrokenPromise": f"{_CHECKS}.promise",
    "DictWorld": "whileai.testing.fakes",
    "EchoAgent": "whileai.testing.fakes",
    "FixedGrader": "whileai.testing.fakes",
    "ListSink": "whileai.testing.fakes",
    "Promise": f"{_CHECKS}.promise",
    "ScriptedBackend": "whileai.testing.fakes",
    "assert_same_draw": "whileai.testing.draws",
    "check_agent": f"{_CHECKS}.agents",
    "check_backend": f"{_CHECKS}.backends",
    "check_executor": "whileai.testing.executors",
    "check_grader": f"{_CHECKS}.graders",
    "check_plugin": f"{_CHECKS}.hooks",
    "check_sink": f"{_CHECKS}.sinks",
    "check_user": f"{_CHECKS}.users",
    "check_world": f"{_CHECKS}.worlds",
    "check_writer": f"{_CHECKS}.writers",
    "comparable": "whileai.testing.draws",
    "isolated_plugins": "whileai.testing.isolation",
    "same_rows": "whileai.testing.draws",
    "virtual_time": "whileai.testing.virtual",
}
"""Every public name and the module that has it."""

__all__ = [
    "BrokenPromise",
    "DictWorld",
    "EchoAgent",
    "FixedGrader",
    "ListSink",
    "Promise",
    "ScriptedBackend",
    "assert_same_draw",
    "check_agent",
    "check_backend",
    "check_executor",
    "check_grader",
    "check_plugin",
    "check_sink",
    "check_user",
    "check_world",
    "check_writer",
    "comparable",
    "isolated_plugins",
    "same_rows",
    "virtual_time",
]


def __getattr__(name: str) -> Any:
    """Load a public name the first time it is used."""
    if name not in NAMES:
        raise AttributeError(f"module 'whileai.testing' has no attribute {name!r}")
    value = getattr(import_module(NAMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
