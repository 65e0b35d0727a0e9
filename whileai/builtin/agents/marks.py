"""What a user says of an agent beside handing it over: turns, and fresh ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.base.errors import given, unknown_name

if TYPE_CHECKING:
    from collections.abc import Callable

TURNS = ("single", "multi")


@frozen(kw_only=True)
class MarkedAgent:
    """An agent with what was said of it; pass it as ``agent=``.

    Args:
        agent: the agent itself, or what makes one when ``fresh``.
        turns: ``single``, ``multi``, or ``None`` to go by the signature.
        fresh: true when ``agent`` is a factory that is called for each rollout.
        name: what rows record as ``model_version``; ``None`` for its own name.
    """

    agent: Any
    turns: str | None = None
    fresh: bool = False
    name: str | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the agent, as if it had not been marked."""
        return self.agent(*args, **kwargs)


def agent(fn: Any, *, turns: str | None = None) -> MarkedAgent:
    """Give ``fn`` as an agent that is played single-turn or multi-turn, as you decide.

    Args:
        fn: a callable, what ``per_rollout`` gave, or an agent of a library that
            ``agent=`` takes.
        turns: ``"single"`` hands the opening message once; ``"multi"`` calls once per
            user turn with the whole history as OpenAI chat messages. Unset, the
            signature decides.

    Raises:
        TypeError: if ``fn`` is a class, or mere data.
        ValueError: if ``turns`` is neither.
    """
    if turns is not None and turns not in TURNS:
        raise unknown_name("turns", turns, TURNS)
    if isinstance(fn, type):
        raise class_refused(fn, "wai.agent(fn)")
    if isinstance(fn, MarkedAgent):
        return MarkedAgent(
            agent=fn.agent, turns=turns or fn.turns, fresh=fn.fresh, name=fn.name
        )
    if fn is None or isinstance(fn, (str, bytes, int, float, dict, list, tuple, set)):
        raise TypeError(
            f"wai.agent(fn)={given(fn)} is no agent; pass a callable that takes the "
            "person's message or the history"
        )
    return MarkedAgent(agent=fn, turns=turns)


def per_rollout(factory: Callable[[], Any], *, turns: str | None = None) -> MarkedAgent:
    """Give an agent that is made anew for each rollout: nothing leaks between them.

    Args:
        factory: takes nothing and gives an agent; a class, a function or an async
            function. A class whose ``__call__`` is async is made on the event loop;
            other sync factories run on a thread.
        turns: as for ``agent``.

    Raises:
        TypeError: if ``factory`` cannot be called.
        ValueError: if ``turns`` is neither ``"single"`` nor ``"multi"``.
    """
    if not callable(factory):
        raise TypeError(
            f"wai.per_rollout(factory)={given(factory)} cannot be called; pass a class "
            "or a function that takes nothing and gives an agent"
        )
    if turns is not None and turns not in TURNS:
        raise unknown_name("turns", turns, TURNS)
    return MarkedAgent(agent=factory, turns=turns, fresh=True)


def class_refused(value: type, where: str) -> TypeError:
    """Build the error for a class where an agent is expected."""
    name = value.__name__
    return TypeError(
        f"{where} is the class {name} itself; pass an instance, {name}(...), or "
        f"wai.per_rollout({name}) for a fresh one in each rollout"
    )
