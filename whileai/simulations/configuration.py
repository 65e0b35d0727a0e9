"""What models play a part when a call does not say: ``configure`` and ``context``."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from attrs import evolve, fields

from whileai.base.errors import given, suggestion
from whileai.calls import is_model
from whileai.options import parse
from whileai.options.defaults import Defaults, context_defaults, current, process
from whileai.plugins import installed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from whileai.options import Options


_NAMES = tuple(each.name for each in fields(Defaults))
_KINDS = {
    "agent": "agent",
    "simulator": "writer",
    "user_model": "user",
}


def configure(**settings: Any) -> None:
    """Set who plays a part in every later call that does not say.

    ``wai.configure(agent="openai:gpt-4.1-mini", simulator=False)``. ``None`` takes a
    setting back. A keyword of a call comes first, then ``context``, then this, then
    the environment.

    Args:
        **settings: ``agent``, ``judge``, ``simulator``, ``user_model``, ``base_url``.

    Raises:
        TypeError: for another name, or what can play no such part; nothing is set.
        ValueError: for text that names no provider; nothing is set then.
    """
    process.defaults = _changed(process.defaults, settings)


@contextmanager
def context(**settings: Any) -> Iterator[None]:
    """Set who plays a part in the calls of a ``with`` block; see ``configure``."""
    token = context_defaults.set(_changed(current(), settings))
    try:
        yield
    finally:
        context_defaults.reset(token)


def resolve(keywords: Mapping[str, Any]) -> Options:
    """Give the options of a call, with what was configured where it says nothing."""
    options, defaults = parse(keywords), current()
    who, given_names = options.who, options.given
    changes: dict[str, Any] = {}
    if who.agent is None and who.backend is None and defaults.agent is not None:
        changes["agent"] = defaults.agent
    if "simulator" not in given_names and defaults.simulator is not None:
        changes["simulator"] = defaults.simulator
    if who.user_model is None and defaults.user_model is not None:
        changes["user_model"] = defaults.user_model
    return evolve(options, who=evolve(who, **changes)) if changes else options


def _changed(defaults: Defaults, settings: Mapping[str, Any]) -> Defaults:
    for name in settings:
        if name not in _NAMES:
            hint = suggestion(name, _NAMES) or "."
            raise TypeError(
                f"configure() got an unexpected keyword argument {name!r}{hint} It "
                f"takes {', '.join(_NAMES)}"
            )
    base_url = settings.get("base_url", defaults.base_url)
    if base_url is not None and not isinstance(base_url, str):
        raise TypeError(f"base_url={given(base_url)}: expected an address, a str")
    parts = {
        name: _model(name, value, base_url)
        for name, value in settings.items()
        if name != "base_url"
    }
    return evolve(defaults, **parts, base_url=base_url)


def _check_kind(name: str, value: Any) -> None:
    """Refuse what can play no such part, as a call with it would."""
    if name != "judge":
        parse({name: value})
    elif not is_model(value):
        raise TypeError(
            f"judge={given(value)}: expected a backend such as wai.OpenAI(...), or "
            "text such as 'openai:gpt-4.1-mini'; a grader is passed to the call"
        )


def _model(name: str, value: Any, base_url: str | None) -> Any:
    """Give the model that text names; anything else stays as it is, if it may be it."""
    from whileai.builtin.backends.specs import (  # noqa: PLC0415 - few name models so
        PROVIDERS,
        Hosted,
    )

    if value is None:
        return None
    if not isinstance(value, str):
        _check_kind(name, value)
        return value
    text, registry = value.strip(), installed().registry
    if text == "hosted":
        return Hosted(base_url=base_url) if base_url else text
    if name in _KINDS and text.partition(":")[0] in registry.names(_KINDS[name]):
        return text
    for mark in (":", "/"):
        provider, found, model = text.partition(mark)
        provider = provider.strip().lower()
        if not found or not model.strip():
            continue
        kind = PROVIDERS.get(provider)
        if kind is not None:
            named = kind(model.strip())
            return evolve(named, base_url=base_url) if base_url else named
        if provider in registry.names("backend"):
            return f"{provider}:{model.strip()}"
    providers = ", ".join(map(repr, registry.names("backend")))
    raise ValueError(
        f"{name}={value!r} names no model: pass provider and name with a colon "
        f"between, such as 'openai:gpt-4.1-mini' (providers: {providers}), or a "
        "backend object"
    )
