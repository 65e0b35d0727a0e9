"""Every hook, in the order a run calls them. All hooks are synchronous.

The ``register_*`` hooks are called once for each manager, before any run. A plugin
calls what it is handed once for each stage it brings:

    @hookimpl
    def register_graders(register):
        register("short-reply", lambda setup: ShortReply(limit=400))

The others are called during a run: ``adapt_stage`` while the call's arguments are
resolved, the rest to watch. A watching hook that raises is muted for the rest of the
run and named in ``data.warnings``; the run goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.model import Row
    from whileai.stages import Register, Run

PROJECT = "whileai"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function as the implementation of the hook it is named after."""


@hookspec
def register_backends(register: Register) -> None:
    """Bring model providers: each makes one chat completion at a time.

    Called once for each manager. Errors: a ``PluginError`` that names the
    distribution and this hook; nothing is spent.
    """


@hookspec
def register_writers(register: Register) -> None:
    """Bring situation writers, for ``simulator=``.

    Called once for each manager. Errors: as ``register_backends``.
    """


@hookspec
def register_agents(register: Register) -> None:
    """Bring agents, for ``agent=``.

    Called once for each manager. Errors: as ``register_backends``.
    """


@hookspec
def register_users(register: Register) -> None:
    """Bring simulated people, for ``user_model=``.

    Called once for each manager. Errors: as ``register_backends``.
    """


@hookspec
def register_worlds(register: Register) -> None:
    """Bring worlds that answer tools, for ``execute=``.

    Called once for each manager. Errors: as ``register_backends``.
    """


@hookspec
def register_graders(register: Register) -> None:
    """Bring graders, for ``grader=``.

    Called once for each manager. Errors: as ``register_backends``.
    """


@hookspec
def register_sinks(register: Register) -> None:
    """Bring places that rows are written to, for ``output=``.

    Called once for each manager. Errors: as ``register_backends``.
    """


@hookspec
def register_executors(register: Register) -> None:
    """Bring places that slots are played in, for ``executor=``.

    Called once for each manager. Errors: as ``register_backends``.
    """


@hookspec(firstresult=True)
def adapt_stage(kind: str, value: Any, run: Run) -> Any | None:
    """Turn an object that no registered stage accepts into a stage, or decline.

    Stops at the first result that is not ``None``.

    Called before anything is spent. ``kind`` is ``agent``, ``writer``, ``user``,
    ``world``, ``grader``, ``sink``, ``executor`` or ``backend``; ``value`` is what the
    user passed. Errors: as ``register_backends``.
    """


@hookspec
def run_started(run: Run) -> None:
    """Watch a run begin: stages are open, nothing is planned yet.

    Errors: muted, with a warning.
    """


@hookspec
def annotate_row(row: Row, run: Run) -> Mapping[str, Any] | None:
    """Add JSON values to a row; they are stored under ``extra`` by plugin name.

    Called after the verdict and before the row lands, on the event loop: return
    quickly and never block. Errors: muted, with a warning.
    """


@hookspec
def row_committed(row: Row, run: Run) -> None:
    """Watch rows become final, in plan order, after sinks have them.

    Called on the event loop: return quickly and never block. Errors: muted, with a
    warning.
    """


@hookspec
def run_finished(report: Mapping[str, Any], run: Run) -> None:
    """Watch a run end: every row is final, stages are still open.

    Errors: muted, with a warning.
    """
