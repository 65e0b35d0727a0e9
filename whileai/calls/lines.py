"""Every line of one run, and what lines share: hosts, costs, connections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, field

from whileai.base.errors import NotConfigured
from whileai.calls.errand import Errand, errand
from whileai.calls.hosts import Host
from whileai.calls.limiter import Limiter
from whileai.calls.line import Line
from whileai.calls.tap import Absent, Tap
from whileai.calls.usage import Usage
from whileai.calls.waits import FIRST_S

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from whileai.calls.cassette import Cassette
    from whileai.calls.completion import Backend, Spec
    from whileai.calls.costs import Price
    from whileai.calls.failures import CallFailed
    from whileai.calls.spending import Spending
    from whileai.calls.unmade import CassetteMiss

T = TypeVar("T")


def _unheard(_reason: str, _failure: CallFailed) -> None:
    """Nobody stops: the failure is the caller's alone."""


def _unmet(_missed: CassetteMiss) -> None:
    """Nobody stops: the miss is the caller's alone."""


@define(eq=False)
class Lines:
    """The lines of one run; an async context manager that may be entered repeatedly.

    What lines share opens when it is first needed and closes with the last exit, so
    stages that use one model share its connections and its limiter.

    Args:
        halt: told ``stopped_because`` and the failure when no further call can
            succeed.
        usage: counts the calls.
        prices: what models charge, by name.
        spending: what may be spent, where that is limited.
        cassette: records calls and replays them, where there is one.
        unmet: told of the first call that can be neither replayed nor made.
        errand: whose the calls are that belong to no rollout.
    """

    halt: Callable[[str, CallFailed], None] = _unheard
    usage: Usage = field(factory=Usage)
    prices: Mapping[str, Price] = field(factory=dict)
    spending: Spending | None = None
    cassette: Cassette | None = None
    unmet: Callable[[CassetteMiss], None] = _unmet
    errand: Errand = field(factory=Errand)
    _hosts: dict[str, Host] = field(init=False, factory=dict)
    _lines: dict[tuple[str, str], Line] = field(init=False, factory=dict)
    _backends: dict[Spec, Tap] = field(init=False, factory=dict)
    _taps: dict[int, Tap] = field(init=False, factory=dict)
    _shared: dict[str, Any] = field(init=False, factory=dict)
    _entered: int = field(init=False, default=0)

    def backend(self, spec: Spec) -> Tap:
        """Give the backend of ``spec``, the same one each time.

        Raises:
            NotConfigured: if a key or an address is missing, and no cassette holds
                calls of this model.
        """
        known = self._backends.get(spec)
        if known is None:
            known = self._backends[spec] = self.tapped(self._made(spec), spec.name)
        return known

    def tapped(self, backend: Backend, name: str = "") -> Tap:
        """Give ``backend`` as this run asks it, the same one each time.

        Args:
            backend: makes the calls.
            name: what rows call the model; the backend's own, unless given.
        """
        if isinstance(backend, Tap):
            return backend
        known = self._taps.get(id(backend))
        if known is None:
            own = getattr(backend, "name", None)
            name = name or (own if isinstance(own, str) else type(backend).__name__)
            known = self._taps[id(backend)] = Tap(backend, name, self)
        return known

    @property
    def models(self) -> list[str]:
        """The names of the models that this run may ask."""
        return list(dict.fromkeys(tap.name for tap in self._taps.values()))

    def _made(self, spec: Spec) -> Backend:
        try:
            return spec.connect(self)
        except NotConfigured as error:
            if self.cassette is None or spec.name not in self.cassette.models:
                raise
            return Absent(error)

    @property
    def minds(self) -> bool:
        """Whether it matters whose a call is."""
        return self.spending is not None or self.cassette is not None

    async def begin(self, slot: str) -> Errand | None:
        """Begin the calls of one rollout; ``None`` if the limits leave no room.

        Args:
            slot: its key.
        """
        if self.spending is not None and not await self.spending.begin():
            return None
        own = Errand(slot)
        errand.set(own)
        return own

    def end(self, own: Errand, *, finished: bool) -> None:
        """End the calls of one rollout.

        Args:
            own: as ``begin`` gave it.
            finished: whether the rollout came to an end of its own.
        """
        errand.set(None)
        if self.spending is not None:
            self.spending.end(own.cost, finished=finished)

    def line(
        self,
        name: str,
        endpoint: str,
        host: str,
        *,
        rpm: float | None = None,
        tpm: float | None = None,
        first_wait_s: float = FIRST_S,
    ) -> Line:
        """Give the line to the model ``name`` at ``endpoint``, one for each pair."""
        line = self._lines.get((endpoint, name))
        if line is None:
            line = self._lines[endpoint, name] = Line(
                name=name,
                host=self._hosts.setdefault(host, Host(host)),
                limiter=Limiter(rpm=rpm, tpm=tpm),
                usage=self.usage,
                halt=self._halted,
                first_wait_s=first_wait_s,
            )
        return line

    def share(self, name: str, make: Callable[[], T]) -> T:
        """Give the connection called ``name``, made on first use.

        Its ``aclose()`` is awaited when the lines close.
        """
        if name not in self._shared:
            self._shared[name] = make()
        shared: T = self._shared[name]
        return shared

    def _halted(self, reason: str, failure: CallFailed) -> None:
        self.halt(reason, failure)

    async def __aenter__(self) -> Lines:
        self._entered += 1
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._entered -= 1
        if not self._entered:
            for each in self._shared.values():
                await each.aclose()
