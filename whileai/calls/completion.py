"""What a model is asked, what it answers, and who makes the call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.calls.lines import Lines
    from whileai.model import Turn

ROLES = ("agent", "user", "writer", "judge")
"""Who asks: the parts that share an endpoint."""


@frozen(kw_only=True)
class Ask:
    """One request for a completion, beside the conversation itself.

    Args:
        system: the system prompt; empty sends none.
        tools: OpenAI tool dictionaries with the names that go over the wire.
        tool_choice: ``auto``, or ``none`` when the model has to speak.
        max_tokens: reply budget, 1 or more.
        temperature: ``None`` leaves it to the server.
        seed: names every draw of this call, sampling included.
        n: completions wanted.
        logprobs: whether log-probabilities of the reply's tokens are wanted.
        schema: JSON Schema that the reply should fit, if any.
        role: who asks, one of ``ROLES``.
        timeout_s: seconds the call may take, tries and waits between them included.
    """

    system: str = ""
    tools: tuple[Mapping[str, Any], ...] = ()
    tool_choice: str = "auto"
    max_tokens: int = 1024
    temperature: float | None = None
    seed: int = 0
    n: int = 1
    logprobs: bool = False
    schema: Mapping[str, Any] | None = None
    role: str = "agent"
    timeout_s: float = 300.0


@frozen(kw_only=True)
class WireCall:
    """A tool call as the model sent it.

    Args:
        id: pairs it with its result; empty if the model sent none.
        name: the tool's name on the wire.
        arguments: a JSON value where the provider sends one, else the text as sent.
    """

    id: str = ""
    name: str
    arguments: Any = ""


@frozen(kw_only=True)
class TokenLogprob:
    """How likely one token of a reply was.

    Args:
        token: its text.
        logprob: natural logarithm of its probability.
        id: its number in the model's vocabulary, where the server tells.
    """

    token: str
    logprob: float
    id: int | None = None


@frozen(kw_only=True)
class Completion:
    """What a model answered.

    Args:
        text: what it said; reasoning that the provider marks as such is not in it.
        calls: the tools it called, in order.
        reasoning: what the provider marked as reasoning.
        finish_reason: ``stop``, ``tool`` or ``length``.
        more: the texts of further completions, when ``n`` was above 1.
        input_tokens, output_tokens: as the server counts them; ``None`` if it is
            silent.
        logprobs: of the reply's tokens, in order, where they came.
        temperature: as it was sent; ``None`` if the server chose.
        max_tokens: as it was sent.
    """

    text: str = ""
    calls: tuple[WireCall, ...] = ()
    reasoning: str = ""
    finish_reason: str = "stop"
    more: tuple[str, ...] = ()
    input_tokens: int | None = None
    output_tokens: int | None = None
    logprobs: tuple[TokenLogprob, ...] = ()
    temperature: float | None = None
    max_tokens: int | None = field(default=None)


@runtime_checkable
class Backend(Protocol):
    """A model provider, as one run uses it: makes one chat completion at a time.

    It may also be an async context manager: it is entered and left with the run.
    """

    async def complete(self, turns: Sequence[Turn], ask: Ask, /) -> Completion:
        """Give the model's next words in the conversation ``turns``.

        Args:
            turns: everything after the system prompt; tools by their wire names.
            ask: what is wanted.

        Raises:
            CallFailed: if the provider refuses, or cannot be reached.
            LateCall: if it took longer than ``ask.timeout_s``.
        """
        ...


@runtime_checkable
class Spec(Protocol):
    """A model that a run can open a line to: what ``wai.OpenAI(...)`` makes.

    It holds no connection, so one object serves any number of runs at once.
    """

    @property
    def name(self) -> str:
        """``provider:model``, as rows record it."""
        ...

    def connect(self, lines: Lines, /) -> Backend:
        """Give the backend of one run.

        Raises:
            NotConfigured: if a key or an address is missing; it names the variable.
        """
        ...
