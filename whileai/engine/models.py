"""Which model plays which part: every way to name one, as a backend of the run."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from attrs import define, field

from whileai.base.errors import NotConfigured, given, suggestion
from whileai.calls import Lines, Spec, is_model
from whileai.options.defaults import current
from whileai.plugins.registry import OPTION_OF

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from whileai.options import Options
    from whileai.plugins.registry import Entry, Registry
    from whileai.stages import StageSetup

HOSTED = "hosted"
PARTS = ("agent", "writer", "user")
"""Kinds of stage that a model may play."""

METHOD_OF = {
    "writer": "write",
    "agent": "play",
    "user": "reply",
    "world": "open",
    "grader": "grade",
    "sink": "put",
    "executor": "play",
}
"""The method by which an object is a stage of each kind."""

JUDGE = "judge"
JUDGE_VARIABLE = "WHILEAI_JUDGE"


@define(kw_only=True)
class Models:
    """Gives the models of one run; those named twice are one and share a limiter.

    Args:
        registry: what is installed.
        setup: makes what factories get.
        made: calls a factory.
        lines: the lines of the run, opened with its stages.
    """

    registry: Registry
    setup: Callable[..., StageSetup]
    made: Callable[[Entry, StageSetup], Any]
    lines: Lines = field(factory=Lines)

    def resolved(self, kind: str, value: Any) -> Any:
        """Give ``value`` with a backend in the place of a model's name or spec.

        Args:
            kind: the stage that it is to play.
            value: what the user passed; names of registered stages stay as they are.

        Raises:
            NotConfigured: if the model's key or address is missing.
            ValueError: for text that names neither a stage nor a model.
        """
        if kind not in PARTS:
            return value
        if isinstance(value, str):
            value = self._named(kind, value)
        if _is_spec(value):
            return self.lines.backend(value)
        stage = callable(getattr(value, METHOD_OF[kind], None))
        return self.lines.tapped(value) if is_model(value) and not stage else value

    def judge(self, value: Any) -> Any:
        """Give the backend of the model that ``value`` names as a judge.

        Args:
            value: a backend, a spec or its text; for ``None`` the model that
                ``configure(judge=)`` set, else ``WHILEAI_JUDGE``, else the hosted one.

        Raises:
            NotConfigured: if its key or address is missing; it names the ways on.
            TypeError: if it is no model.
            ValueError: for text that names no model.
        """
        chosen = value if value is not None else current().judge
        if chosen is None:
            chosen = os.environ.get(JUDGE_VARIABLE, "").strip() or HOSTED
        try:
            model = self._named(JUDGE, chosen) if isinstance(chosen, str) else chosen
            model = self.lines.backend(model) if _is_spec(model) else model
        except NotConfigured as error:
            raise no_judge("" if chosen == HOSTED else f" ({error})") from None
        if not is_model(model):
            raise TypeError(
                f"a judge cannot ask {given(model)}: pass a model such as "
                "wai.Judge(model='openai:gpt-4.1-mini'), or a backend object"
            )
        return self.lines.tapped(model)

    def _named(self, kind: str, text: str) -> Any:
        name = text.partition(":")[0]
        if name in self.registry.names(kind):
            return text
        provider, colon = _provider(text)
        if provider not in self.registry.names("backend"):
            raise self._unknown(kind, text)
        entry, argument = self.registry.named("backend", colon)
        if not argument and provider != HOSTED:
            raise ValueError(
                f"{_option(kind)}={text!r} names no model: pass "
                f"'{provider}:<model>', such as 'openai:gpt-4.1-mini'"
            )
        return self.made(entry, self.setup(value=colon, argument=argument))

    def _unknown(self, kind: str, text: str) -> ValueError:
        stages, providers = self.registry.names(kind), self.registry.names("backend")
        hint = suggestion(_provider(text)[0], (*stages, *providers)) or "."
        return ValueError(
            f"{_option(kind)}={text!r} names no model and no installed {kind}{hint} "
            "A model goes by provider and name, such as 'openai:gpt-4.1-mini' "
            f"(providers: {', '.join(map(repr, providers))}; installed: "
            f"{', '.join(map(repr, stages)) or 'none'})"
        )

    def hosted(self, kind: str) -> Any:
        """Give the hosted model for a part that nobody named.

        Raises:
            NotConfigured: if it is not configured; it names the ways on.
        """
        return self.resolved(kind, HOSTED)


def _option(kind: str) -> str:
    """Give the option that names the model of a part."""
    return OPTION_OF.get(kind, "model")


def _provider(text: str) -> tuple[str, str]:
    """Give the provider that text names, and the text in the form with a colon."""
    for mark in (":", "/"):
        provider, found, model = text.partition(mark)
        if found and "/" not in provider:
            return (
                provider.strip().lower(),
                f"{provider.strip().lower()}:{model.strip()}",
            )
    return text, text


def _is_spec(value: Any) -> bool:
    return (
        not callable(value) and not isinstance(value, type) and isinstance(value, Spec)
    )


def no_agent(error: NotConfigured) -> NotConfigured:
    """Build the error for a call without any agent."""
    return NotConfigured(
        "simulate() has no agent. Pass agent=, a callable that takes the person's "
        "message and returns the reply, or a model such as agent='openai:gpt-4.1-mini' "
        f"(needs OPENAI_API_KEY), or set one with wai.configure(agent=...). {error}"
    )


def no_judge(why: str) -> NotConfigured:
    """Build the error for a judge whose model cannot be asked."""
    return NotConfigured(
        f"no judge can be asked, and nothing was spent{why}. Name its model: "
        "grader=wai.Judge(model='openai:gpt-4.1-mini') (needs OPENAI_API_KEY), "
        f"wai.configure(judge=...), {JUDGE_VARIABLE}, or the hosted one by "
        "WHILEAI_BASE_URL, WHILEAI_API_KEY and WHILEAI_MODEL; or grade without a "
        "model: grade='conduct', or a function as grader="
    )


def person_of(options: Options, writer: Any, agent: Any) -> Any:
    """Give who plays the person: the writer's model, else the agent's, else nobody's.

    Args:
        options: of the call.
        writer: as resolved; a model, or text.
        agent: as resolved.
    """
    if options.who.user_model is not None:
        return options.who.user_model
    for value in (writer, agent):
        if is_model(value):
            return value
    return "offline"


def same_model(options: Options, names: Mapping[str, str]) -> str | None:
    """Say that the agent's model also wrote the asks, or played the person.

    Args:
        options: of the call.
        names: what the model, the writer and the person are called.
    """
    model, play = names["model"], options.play
    if not model:
        return None
    alone = play.avg_turns <= 1 or play.max_turns == 1
    parts = [
        *(["wrote the situations"] if names["writer"] == model else []),
        *(["played the person"] if names["user"] == model and not alone else []),
    ]
    if not parts:
        return None
    return (
        f"the agent's model {given(model)} also {' and '.join(parts)}: pass another "
        "model as simulator= and user_model= so that it does not test itself"
    )
