"""Every line of one run, and what lines share: hosts, costs, connections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, field

from whileai.calls.hosts import Host
from whileai.calls.limiter import Limiter
from whileai.calls.line import Line
from whileai.calls.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.calls.completion import Backend, Spec
    from whileai.calls.failures import CallFailed

T = TypeVar("T")


def _unheard(_reason: str, _failure: CallFailed) -> None:
    """Nobody stops: the failure is the caller's alone."""


@define(eq=False)
class Lines:
    """The lines of one run; an async context manager that may be entered repeatedly.

    What lines share opens when it is first needed and closes with the last exit, so
    stages that use one model share its connections and its limiter.

    Args:
        halt: told ``stopped_because`` and the failure when no further call can
            succeed.
    """

    halt: Callable[[str, CallFailed], None] = _unheard
    usage: Usage = field(factory=Usage)
    _hosts: dict[str, Host] = field(init=False, factory=dict)
    _lines: dict[tuple[str, str], Line] = field(init=False, factory=dict)
    _backends: dict[Spec, Backend] = field(init=False, factory=dict)
    _shared: dict[str, Any] = field(init=False, factory=dict)
    _entered: int = field(init=False, default=0)

    def backend(self, spec: Spec) -> Backend:
        """Give the backend of ``spec``, the same one each time.

        Raises:
            NotConfigured: if a key or an address is missing.
        """
        known = self._backends.get(spec)
        if known is None:
            known = self._backends[spec] = spec.connect(self)
        return known

    def line(
        self,
        name: str,
        endpoint: str,
        host: str,
        *,
        rpm: float | None = None,
        tpm: float | None = None,
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
