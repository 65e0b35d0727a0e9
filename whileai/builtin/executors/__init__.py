"""Where slots are played: in this process, or in others on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.plugins.hookspecs import hookimpl
from whileai.plugins.later import later

if TYPE_CHECKING:
    from whileai.stages import Register, StageSetup

PROCESSES = "whileai.builtin.executors.processes:processes"


def _local(setup: StageSetup) -> None:
    """Refuse an argument: without one, the run plays slots itself.

    Raises:
        ValueError: saying what takes a number.
    """
    raise ValueError(
        f"executor={setup.value!r}: 'local' takes no argument; concurrency= says how "
        "many rollouts are in flight, and 'processes:N' plays them in N processes"
    )


@hookimpl
def register_executors(register: Register) -> None:
    """Register ``local`` and ``processes`` (``executor="processes:4"``)."""
    register("local", _local)
    register("processes", later(PROCESSES))
