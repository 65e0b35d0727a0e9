"""``simulate``: options in, rows out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from whileai.options import Keywords, Played, reference, signature
from whileai.results import SimulationData
from whileai.simulations.configuration import resolve
from whileai.simulations.recording import Recording

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from whileai.engine.forecast import Forecast


@overload
async def simulate_async(
    agent: Any = None, **options: Unpack[Played]
) -> SimulationData: ...


@overload
async def simulate_async(
    agent: Any = None, *, dry_run: Literal[True], **options: Unpack[Played]
) -> Forecast: ...


@overload
async def simulate_async(
    agent: Any = None, *, dry_run: bool, **options: Unpack[Played]
) -> SimulationData | Forecast: ...


async def simulate_async(
    agent: Any = None, **options: Unpack[Keywords]
) -> SimulationData | Forecast:
    """Write situations for an agent, play each against it, and give the rows.

    Args:
        agent: a callable that takes the person's message and returns its trajectory.
        **options: the keywords listed by ``help(wai.simulate)``, with their defaults.

    Returns:
        The rows, ``warnings``, ``search`` and ``report()``. With ``dry_run=True`` a
        ``Forecast`` of what the run would come to, for which nothing is spent.

    Raises:
        TypeError: for an unknown name, a wrong type, or two names of one option with
            different values; nothing is spent.
        ValueError: for a value out of range, or options that exclude each other.
        NotConfigured: if a model is needed and none was named.
        PluginError: if a plugin cannot be used.
        RunStopped: if the run ends before a row landed because no model call can
            succeed, or is cut off after rows had: a file cannot be written, or
            something cancels a task of the run; ``data`` has them.
        Interrupted: if a stage raises ``KeyboardInterrupt``.
    """
    recording = Recording(resolve({"agent": agent, **options}))
    if recording.options.stop.dry_run:
        return recording.forecast()
    return await recording.play()


@overload
def simulate(agent: Any = None, **options: Unpack[Played]) -> SimulationData: ...


@overload
def simulate(
    agent: Any = None, *, dry_run: Literal[True], **options: Unpack[Played]
) -> Forecast: ...


@overload
def simulate(
    agent: Any = None, *, dry_run: bool, **options: Unpack[Played]
) -> SimulationData | Forecast: ...


def simulate(
    agent: Any = None, **options: Unpack[Keywords]
) -> SimulationData | Forecast:
    """Write situations for an agent, play each against it, and give the rows.

    The sync form of ``simulate_async``. It works in a script, in a notebook and in a
    thread. In async code, ``await simulate_async(...)``: this form blocks the loop it
    is called on, so an agent that is bound to that loop cannot go on.

    Args:
        agent: a callable that takes the person's message and returns its trajectory.
        **options: the keywords listed below, with their defaults.

    Raises:
        Interrupted: on Ctrl-C, with every row that landed in ``data``; and whatever
            ``simulate_async`` raises.
    """
    recording = Recording(resolve({"agent": agent, **options}))
    if recording.options.stop.dry_run:
        return recording.forecast()
    return recording.wait()


for _form in (simulate_async, simulate):
    _form.__doc__ = f"{_form.__doc__}\n{reference()}"

simulate_async.__signature__ = signature(returns=SimulationData)  # type: ignore[attr-defined]
simulate.__signature__ = signature(returns=SimulationData)  # type: ignore[attr-defined]
