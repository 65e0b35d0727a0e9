"""A stage under check, made and opened by the engine as a run would have it."""

from __future__ import annotations

import inspect
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, field, frozen

from whileai.base.caller import Caller
from whileai.base.errors import describe, given
from whileai.engine.models import METHOD_OF
from whileai.engine.opening import opened
from whileai.options import parse
from whileai.plugins import installed
from whileai.plugins.registry import OPTION_OF
from whileai.stages import Opened
from whileai.testing.conformance.loops import (
    Doing,
    no_task_left,
    on_fresh_loop,
    tasks_now,
)
from whileai.testing.conformance.promise import BrokenPromise, Promise
from whileai.testing.conformance.samples import POLICY, TOOLS
from whileai.testing.fakes import EchoAgent
from whileai.testing.isolation import isolated_plugins

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping

    from whileai.engine.opening import Opening
    from whileai.options import Options
    from whileai.plugins import PluginManager

T = TypeVar("T")


@frozen(kw_only=True)
class Place:
    """Where a stage stands while it is checked: a run that is open.

    Args:
        stage: what is checked.
        opening: the run.
        doing: what the check is at.
    """

    stage: Any
    opening: Opening
    doing: Doing


class _Elsewhere(Exception):
    """What fails in a run that is none of the stage's business."""


@define(kw_only=True)
class Stand:
    """Runs of one stage, each on an event loop of its own.

    Args:
        kind: of the stage.
        value: what the option takes, or a factory without arguments, which makes one
            for each run.
        more: further options of the run.
        within_s: seconds that each step may take.
    """

    kind: str
    value: Any
    more: Mapping[str, Any]
    within_s: float
    name: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.name = f"{OPTION_OF[self.kind]}={given(self.value)}"
        self._options(None)  # a wrong option is told before anything runs

    def run(self, use: Callable[[Place], Awaitable[T]]) -> T:
        """Give what ``use`` gives of the open stage, which is closed after it.

        Raises:
            BrokenPromise: if the stage cannot be made, opened or closed, or leaves
                something running.
        """
        doing = Doing(given=self.name)

        async def main() -> T:
            before = tasks_now()
            with doing.step(Promise.OPENED, self.name):
                value = self._made()
                options = self._options(value)
            with _manager(options) as manager:
                found = await self._within(use, options, manager, doing)
            await no_task_left(before)
            return found

        return on_fresh_loop(main, doing, self.within_s)

    async def _within(
        self,
        use: Callable[[Place], Awaitable[T]],
        options: Options,
        manager: PluginManager,
        doing: Doing,
    ) -> T:
        stack = AsyncExitStack()
        with doing.step(Promise.OPENED, self.name):
            run = opened(options, manager, caller=Caller.here(), quiet=True)
            opening = await stack.enter_async_context(run)
            stage = self._stage(opening, self._value_of(options))
        try:
            found = await use(Place(stage=stage, opening=opening, doing=doing))
        except BaseException as error:
            await _passed_on(stack, error)
            raise
        with doing.step(Promise.OPENED, f"{self.name}, to be closed"):
            await stack.aclose()
        with doing.step(Promise.CLOSED_TWICE, f"{self.name}, which is closed"):
            await _closed_again(stage)
        return found

    def fails_elsewhere(self) -> None:
        """Check that the stage does not keep back what fails in its run."""

        async def use(_place: Place) -> None:
            raise _Elsewhere("another stage of the run failed")

        with suppress(_Elsewhere):
            self.run(use)

    def _made(self) -> Any:
        return self.value() if is_factory(self.kind, self.value) else self.value

    def _value_of(self, options: Options) -> Any:
        name = "agent" if self.kind == "backend" else OPTION_OF[self.kind]
        return getattr(options.who, name, None)

    def _stage(self, opening: Opening, value: Any) -> Any:
        cast = opening.cast
        if self.kind == "backend":
            return cast.models.resolved("agent", value)
        return cast.sinks[0] if self.kind == "sink" else getattr(cast, self.kind)

    def _options(self, value: Any) -> Options:
        """Give the options of a run that has the stage."""
        option = "agent" if self.kind == "backend" else OPTION_OF[self.kind]
        usual: dict[str, Any] = {
            "agent": EchoAgent(),
            "simulator": False,
            "system_prompt": POLICY,
            "budget": 1,
        }
        if getattr(value, "tools", None) is None:
            usual["tools"] = TOOLS
        chosen = {} if value is None else {option: value}
        return parse(usual | dict(self.more) | chosen)


def is_factory(kind: str, value: Any) -> bool:
    """Say whether ``value`` makes a stage of ``kind`` when called with nothing."""
    if isinstance(value, type):
        return True
    method = METHOD_OF.get(kind, "complete")
    if not callable(value) or callable(getattr(value, method, None)):
        return False
    return _can_take(value, 0) and not _can_take(value, 1)


def _can_take(value: Callable[..., Any], count: int) -> bool:
    try:
        inspect.signature(value).bind(*range(count))
    except (TypeError, ValueError):
        return False
    return True


@contextmanager
def _manager(options: Options) -> Iterator[PluginManager]:
    """Give those plugins alone that are passed, else all that are installed."""
    if options.who.plugins:
        with isolated_plugins(*options.who.plugins) as manager:
            yield manager
    else:
        yield installed()


async def _passed_on(stack: AsyncExitStack, error: BaseException) -> None:
    """Close a run that fails with ``error``, which its stages are not to keep."""
    came = "nothing: the stage's __aexit__ kept it back"
    try:
        kept = await stack.__aexit__(type(error), error, error.__traceback__)
    except Exception as other:  # noqa: BLE001 - told with the promise
        kept, came = True, describe(other)
    if kept and not isinstance(error, BrokenPromise):
        raise BrokenPromise(Promise.PASSED_ON, given(error), came) from error


async def _closed_again(stage: Any) -> None:
    own = getattr(stage, "backend", stage)
    if isinstance(own, Opened):
        await own.__aexit__(None, None, None)
