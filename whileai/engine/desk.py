"""The world as one rollout meets it: faults first, then the world; all recorded."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from anyio import from_thread, get_cancelled_exc_class
from attrs import evolve

from whileai.base.errors import StoppedByStage, closes, describe, given
from whileai.base.lines import NotJson, fresh, misfit
from whileai.base.seeds import Dice
from whileai.engine.cancelling import is_asked_for
from whileai.model import Fault, Slot, Tool, ToolCall, ToolResult, Turn
from whileai.world.faults import acts, spoil, virtual_ms

if TYPE_CHECKING:
    from anyio.lowlevel import EventLoopToken

    from whileai.stages import Offload, Session

Answer = tuple[Any, str]


class RolloutDesk:
    """One rollout's world, handed to its agent.

    Args:
        session: what answers when no fault does.
        slot: the rollout; its situation has the schedule of faults.
        tools: what may be called.
        token: the run's event loop, for async worlds called from a thread.
        loop_thread: the thread that loop runs on.
        offload: runs blocking worlds off the loop.

    Attributes:
        fired: the faults that the agent met, by tool.
        misfit: the first number that no row can hold; empty if there was none.
        virtual_ms: milliseconds that slow answers would have taken; nobody waited.
    """

    def __init__(
        self,
        session: Session,
        slot: Slot,
        tools: Sequence[Tool],
        *,
        token: EventLoopToken,
        loop_thread: int,
        offload: Offload,
    ) -> None:
        self.fired: dict[str, Fault] = {}
        self.misfit = ""
        self.virtual_ms = 0
        self._session = session
        self._call_judged = getattr(session, "call_judged", None)
        self._slot = slot
        self._tools = tools
        self._token = token
        self._loop_thread = loop_thread
        self._offload = offload
        self._blocking = bool(getattr(session, "blocking", False))
        self._faults = {fault.tool: fault for fault in slot.task.situation.faults}
        self._counts: dict[str, int] = {}
        self._turns: list[Turn] = []
        self._lock = threading.Lock()
        self._closed = False

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The tools as OpenAI tool dictionaries, fresh for each reader."""
        return [fresh(tool.as_openai()) for tool in self._tools]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The calls so far, each as an assistant turn with its result."""
        return tuple(self._turns)

    def close(self) -> None:
        """Stop recording: the rollout is over and later calls are nobody's."""
        self._closed = True

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None, /) -> Any:
        """Call ``tool`` and give its JSON value; errors and faults are values.

        Raises:
            RuntimeError: on the event loop's own thread, when the world is async; use
                ``await world.call_async(...)`` there.
        """
        name, plain, fault, number = self._begin(tool, arguments)
        answer = self._ask(name, plain, fault)
        if type(answer) is not tuple:
            answer = self._wait(name, answer)
        return self._end(name, plain, fault, number, answer)

    async def call_async(
        self, tool: str, arguments: Mapping[str, Any] | None = None, /
    ) -> Any:
        """Call ``tool`` and give its JSON value, without blocking the loop."""
        name, plain, fault, number = self._begin(tool, arguments)
        if self._blocking:
            answer = await self._offload(self._ask, name, plain, fault)
        else:
            answer = self._ask(name, plain, fault)
        if type(answer) is not tuple:
            answer = await _later(name, answer, lone=False)
        return self._end(name, plain, fault, number, answer)

    def _begin(self, tool: Any, arguments: Any) -> tuple[str, Any, Fault | None, int]:
        if not isinstance(tool, str):
            raise TypeError(
                f"world.call(tool, arguments) takes a tool's name, got {given(tool)}"
            )
        plain = fresh({} if arguments is None else arguments)
        if arguments and _unlike(arguments, plain):
            self._note(f"an argument of {tool}", arguments)
        with self._lock:
            number = self._counts[tool] = self._counts.get(tool, 0) + 1
        fault = self._faults.get(tool) or self._faults.get("*")
        if fault is not None and number != fault.call:
            due = number > fault.call and not fault.transient
            fault = fault if due else None
        return tool, plain, fault, number

    def _ask(self, tool: str, arguments: Any, fault: Fault | None) -> Any:
        """Give the world's answer as (value, status), or an awaitable of the value."""
        if fault is not None and not acts(fault.mode):
            return None, "success"
        try:
            if self._call_judged is not None:
                value, refused = self._call_judged(tool, arguments)
                return value, "error" if refused else "success"
            value = self._session.call(tool, fresh(arguments))  # it may change them
        except KeyboardInterrupt:
            raise stopped_by(tool) from None
        except BaseException as error:  # noqa: BLE001 - a tool's error is an answer
            return _failed(error)
        return value if inspect.isawaitable(value) else _judged(value)

    def _wait(self, tool: str, answer: Any) -> Answer:
        if threading.get_ident() == self._loop_thread:
            close = getattr(answer, "close", None)
            if close is not None:
                close()
            raise RuntimeError(
                "this world is async and world.call() would block the event loop; "
                "use `await world.call_async(tool, arguments)` here"
            )
        later = partial(_later, tool, answer, lone=True)
        return from_thread.run(later, token=self._token)

    def _end(
        self,
        tool: str,
        arguments: Any,
        fault: Fault | None,
        number: int,
        answer: Answer,
    ) -> Any:
        value, status = answer
        late = 0
        if fault is not None:
            dice = Dice(self._slot.derive("fault", tool, number))
            value, status = spoil(fault.mode, value, dice)
            late = virtual_ms(fault.mode, dice)
        try:
            told, value = value, fresh(value)
            if _unlike(told, value):
                self._note(f"the result of {tool}", told)
        except NotJson as error:
            value, status = {"error": f"the result is no JSON value: {error}"}, "error"
        turn = Turn(
            role="assistant",
            calls=(ToolCall(tool=tool, arguments=arguments),),
            results=(ToolResult(value=value, status=status, fault=fault is not None),),
        )
        with self._lock:
            if not self._closed:
                self._turns.append(turn)
                if fault is not None:
                    met = evolve(fault, tool=tool, call=number)
                    self.fired.setdefault(tool, met)
                    self.virtual_ms += late
        return fresh(value)

    def _note(self, what: str, value: Any) -> None:
        """Keep what JSON could not hold, for the run's warnings."""
        odd = "" if self.misfit else misfit(value)
        if odd:
            self.misfit = f"{what} holds a number that rows cannot keep: {odd}"


def _unlike(value: Any, plain: Any) -> bool:
    """Whether JSON made something else of a value; values may refuse to be compared."""
    try:
        return bool(value != plain)
    except Exception:  # noqa: BLE001 - a user's value may raise anything
        return True


def _judged(value: Any) -> Answer:
    """Tell a refused or failed call, an object with a non-empty ``error``, apart."""
    refused = isinstance(value, Mapping) and bool(value.get("error"))
    return value, "error" if refused else "success"


def _failed(error: BaseException) -> Answer:
    return {"error": describe(error)}, "error"


async def _later(tool: str, answer: Any, *, lone: bool) -> Answer:
    try:
        return _judged(await answer)
    except KeyboardInterrupt:
        raise stopped_by(tool) from None
    except get_cancelled_exc_class() as error:
        if is_asked_for(lone=lone):  # by the run or by the agent, which is open
            raise
        return _failed(error)
    except BaseException as error:
        if closes(error):
            raise
        return _failed(error)


def stopped_by(tool: str) -> StoppedByStage:
    """Give what ends the run when a tool raised ``KeyboardInterrupt``."""
    return StoppedByStage(f"the world (tool {tool!r})")
