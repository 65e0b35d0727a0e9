"""``simulate``: options in, rows out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field
from typing_extensions import Unpack

from whileai.base.errors import Interrupted
from whileai.engine.play import StoppedByAgent
from whileai.engine.run import Call
from whileai.options import Keywords, Options, parse, signature
from whileai.plugins import installed
from whileai.results import SimulationData
from whileai.results.search import data_of
from whileai.simulations.blocking import blocking

if TYPE_CHECKING:
    from whileai.model import Row


@define
class Recording:
    """The rows of one call as they come, and what can be said of them at any moment.

    Args:
        options: everything the user asked for, resolved.
    """

    options: Options
    lines: list[bytes] = field(factory=list)
    _call: Call = field(init=False)

    def __attrs_post_init__(self) -> None:
        manager = installed().with_plugins(self.options.who.plugins)
        self._call = Call(options=self.options, manager=manager, keep=self._keep)

    def _keep(self, row: Row) -> None:
        self.lines.append(row.line)

    async def play(self) -> SimulationData:
        """Play the call to its end."""
        try:
            ended = await self._call.play()
        except StoppedByAgent:
            raise self.interrupted("the agent raised KeyboardInterrupt") from None
        return data_of(self.lines, ended, self.options)

    def interrupted(self, why: str) -> Interrupted:
        """Give the error of a call that was stopped, with every row that landed."""
        data = self.data("interrupted")
        return Interrupted(f"{why}; {len(data)} rows landed and are in .data", data)

    def data(self, reason: str) -> SimulationData:
        """Give what there is by now, stopped for ``reason``."""
        ended = self._call.ended()
        if ended is None:
            return SimulationData(lines=self.lines, stopped_because=reason)
        data = data_of(self.lines, ended, self.options)
        data.stopped_because = reason
        return data


async def simulate_async(
    agent: Any = None, **options: Unpack[Keywords]
) -> SimulationData:
    """Write situations for an agent, play each against it, and give the rows.

    Args:
        agent: a callable that takes the person's message and returns its trajectory.
        **options: the keywords listed by ``help(wai.simulate)``, with their defaults.

    Returns:
        The rows, ``warnings``, ``search`` and ``report()``.

    Raises:
        TypeError: for an unknown name, a wrong type, or two names of one option with
            different values; nothing is spent.
        ValueError: for a value out of range, or options that exclude each other.
        NotConfigured: if a model is needed and none was named.
        PluginError: if a plugin cannot be used.
        Interrupted: if the agent raises ``KeyboardInterrupt``.
    """
    return await Recording(parse({"agent": agent, **options})).play()


def simulate(agent: Any = None, **options: Unpack[Keywords]) -> SimulationData:
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
    recording = Recording(parse({"agent": agent, **options}))
    try:
        return blocking(recording.play)()
    except Interrupted:
        raise
    except KeyboardInterrupt:
        raise recording.interrupted("Ctrl-C stopped the run") from None


simulate_async.__signature__ = signature(returns=SimulationData)  # type: ignore[attr-defined]
simulate.__signature__ = signature(returns=SimulationData)  # type: ignore[attr-defined]
