"""The models that can be named: ``wai.OpenAI`` and its like, without any connection."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import Attribute, field, fields, frozen

from whileai.base.errors import NotConfigured, given
from whileai.base.numbers import is_number
from whileai.base.text import fingerprint, named_type
from whileai.builtin.backends import anthropic_messages, chat
from whileai.builtin.backends.addresses import (
    completions,
    host_of,
    is_loopback,
    read_address,
)
from whileai.builtin.backends.http import HttpBackend
from whileai.builtin.backends.targets import Target
from whileai.calls.waits import FIRST_S

if TYPE_CHECKING:
    from types import ModuleType
    from urllib.parse import SplitResult

    from typing_extensions import Self

    from whileai.builtin.backends.pool import Pool
    from whileai.calls import Lines
    from whileai.stages import StageSetup

_LONGEST_FIRST_S = 60


def _named(spec: Any, _attribute: Attribute[str], value: Any) -> None:
    if not isinstance(value, str):
        raise TypeError(
            f"{type(spec).__name__}(model={given(value)}): a model goes by its name, "
            "a str such as 'gpt-4.1-mini'"
        )
    if not value.strip() and not spec.model_variable:
        raise ValueError(f"{type(spec).__name__}(model={value!r}) names no model")


def _text(spec: Any, attribute: Attribute[Any], value: Any) -> None:
    """Refuse what is no text, and show nothing of it: it may be a key."""
    if not isinstance(value, str) and not (value is None and attribute.default is None):
        raise TypeError(
            f"{type(spec).__name__}({attribute.name}=...) takes a str, got "
            f"{named_type(value)}"
        )


def _flag(spec: Any, attribute: Attribute[Any], value: Any) -> None:
    if not isinstance(value, bool):
        raise TypeError(
            f"{type(spec).__name__}({attribute.name}={given(value)}): pass True or "
            "False"
        )


def _rate(spec: Any, attribute: Attribute[Any], value: Any) -> None:
    if value is not None and not (is_number(value) and 0 < value < float("inf")):
        kind = ValueError if is_number(value) else TypeError
        raise kind(
            f"{type(spec).__name__}({attribute.name}={given(value)}): a rate is a "
            "number a minute, above 0"
        )


def _wait(spec: Any, _attribute: Attribute[Any], value: Any) -> None:
    if not (is_number(value) and 0 < value <= _LONGEST_FIRST_S):
        kind = ValueError if is_number(value) else TypeError
        raise kind(
            f"{type(spec).__name__}(first_wait_s={given(value)}): the first wait is a "
            f"number of seconds above 0, {_LONGEST_FIRST_S} at most"
        )


@frozen
class HttpModel:
    """A model behind HTTP: what its providers have in common.

    Args:
        model: its name, as the provider spells it.
        base_url: where the provider is, with or without ``/v1``; its variable in the
            environment, or its usual address, unless given.
        api_key: the key; its variable in the environment, unless given. It is never
            shown, pickled or written anywhere.
        rpm: requests a minute that the provider allows, if it limits them.
        tpm: tokens a minute that the provider allows, if it limits them.
        first_wait_s: seconds, at most, before a call that failed is made again, where
            the server does not say how long; each later wait is twice as long. Above 0,
            60 at most.
        allow_http: whether plain HTTP may go to a host that is not this machine.
    """

    model: str = field(default="", validator=_named)
    base_url: str | None = field(default=None, validator=_text)
    api_key: str | None = field(default=None, repr=False, validator=_text)
    rpm: float | None = field(default=None, kw_only=True, validator=_rate)
    tpm: float | None = field(default=None, kw_only=True, validator=_rate)
    first_wait_s: float = field(default=FIRST_S, kw_only=True, validator=_wait)
    allow_http: bool = field(default=False, kw_only=True, validator=_flag)

    provider: ClassVar[str] = ""
    usual_url: ClassVar[str] = ""
    key_variable: ClassVar[str] = ""
    url_variable: ClassVar[str] = ""
    model_variable: ClassVar[str] = ""
    dialect: ClassVar[ModuleType] = chat

    @property
    def name(self) -> str:
        """``provider:model``, as rows record it."""
        return f"{self.provider}:{self.model}"

    def connect(self, lines: Lines, /) -> HttpBackend:
        """Give the backend of one run.

        Raises:
            NotConfigured: if a key is missing; it names the variable.
            ValueError: if the address is none, or would send a key in the clear.
        """
        base = self._base()
        key = self._key(base)
        url = completions(base, self.dialect.VERSION, self.dialect.PATH)
        origin = f"{url}#{fingerprint(key or '')}"
        return HttpBackend(
            name=self.name,
            model=self.model,
            target=Target(
                url=url,
                headers={
                    "Content-Type": "application/json",
                    "Accept-Encoding": "gzip",
                    **self.dialect.headers(key),
                },
            ),
            secret=key,
            dialect=self.dialect,
            line=lines.line(
                self.name,
                origin,
                host_of(url),
                rpm=self.rpm,
                tpm=self.tpm,
                first_wait_s=self.first_wait_s,
            ),
            pool=lines.share("http", _pool),
            lines=lines,
            several=self.dialect is chat,
        )

    def _place(self) -> str:
        """Give the address as it was given."""
        return self.base_url or _variable(self.url_variable) or self.usual_url

    def _base(self) -> SplitResult:
        return read_address(self._place(), allow_http=self.allow_http)

    def _key(self, base: SplitResult) -> str | None:
        key = self.api_key or _variable(self.key_variable)
        if key:
            return _clean(key, self.key_variable)
        if not self.key_variable or is_loopback(base):
            return None
        raise NotConfigured(
            f"{self.name} needs a key and {self.key_variable} is not set: set it, pass "
            "api_key=, or leave models out: a callable plays as agent=, and "
            "simulator=False writes situations offline"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave the key behind: whoever reads the pickle has a key of their own."""
        state = {
            each.name: getattr(self, each.name)
            for each in fields(type(self))
            if each.init and each.name != "api_key"
        }
        return _restored, (type(self), state)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self


@frozen
class OpenAI(HttpModel):
    """A model of OpenAI, or of a server that speaks the same dialect.

    Without ``base_url`` and ``api_key``, ``OPENAI_BASE_URL`` and ``OPENAI_API_KEY``
    are used. A server on this machine needs no key.
    """

    provider: ClassVar[str] = "openai"
    usual_url: ClassVar[str] = "https://api.openai.com/v1"
    key_variable: ClassVar[str] = "OPENAI_API_KEY"
    url_variable: ClassVar[str] = "OPENAI_BASE_URL"


@frozen
class Anthropic(HttpModel):
    """A model of Anthropic, or of a server that speaks the same dialect.

    Without ``base_url`` and ``api_key``, ``ANTHROPIC_BASE_URL`` and
    ``ANTHROPIC_API_KEY`` are used.
    """

    provider: ClassVar[str] = "anthropic"
    usual_url: ClassVar[str] = "https://api.anthropic.com/v1"
    key_variable: ClassVar[str] = "ANTHROPIC_API_KEY"
    url_variable: ClassVar[str] = "ANTHROPIC_BASE_URL"
    dialect: ClassVar[ModuleType] = anthropic_messages


@frozen
class Ollama(HttpModel):
    """A model that Ollama serves, on this machine unless ``OLLAMA_HOST`` says where."""

    provider: ClassVar[str] = "ollama"
    usual_url: ClassVar[str] = "http://127.0.0.1:11434"
    url_variable: ClassVar[str] = "OLLAMA_HOST"

    def _place(self) -> str:
        text = HttpModel._place(self)
        return text if "://" in text else f"http://{text}"


@frozen
class Endpoint(HttpModel):
    """A model at an address of your own that speaks the OpenAI dialect.

    Args:
        url: where it is, with or without ``/v1``. It gets no key but ``api_key``.
    """

    base_url: None = field(default=None, init=False)
    url: str = field(validator=_text, kw_only=True)

    provider: ClassVar[str] = "endpoint"

    def _place(self) -> str:
        return self.url


@frozen
class Hosted(HttpModel):
    """The hosted model: ``WHILEAI_BASE_URL``, ``WHILEAI_API_KEY``, ``WHILEAI_MODEL``.

    Args:
        model: its name; ``WHILEAI_MODEL`` unless given.
    """

    provider: ClassVar[str] = "hosted"

    @property
    def name(self) -> str:
        """``hosted`` and the model, where it is known."""
        return f"hosted:{self.model}" if self.model else "hosted"

    key_variable: ClassVar[str] = "WHILEAI_API_KEY"
    url_variable: ClassVar[str] = "WHILEAI_BASE_URL"
    model_variable: ClassVar[str] = "WHILEAI_MODEL"

    def __attrs_post_init__(self) -> None:
        model = self.model or _variable(self.model_variable) or ""
        object.__setattr__(self, "model", model)

    def connect(self, lines: Lines, /) -> HttpBackend:
        """Give the backend of one run.

        Raises:
            NotConfigured: if one of the three is not set; it names the ways on.
        """
        have = {
            "WHILEAI_BASE_URL": self.base_url or _variable("WHILEAI_BASE_URL"),
            "WHILEAI_MODEL": self.model,
        }
        missing = [name for name, value in have.items() if not value]
        if missing or not (self.api_key or _variable("WHILEAI_API_KEY")):
            local = not missing and is_loopback(self._base())
            if not local:
                raise NotConfigured(hosted_missing())
        return HttpModel.connect(self, lines)


PROVIDERS: dict[str, type[HttpModel]] = {
    "anthropic": Anthropic,
    "ollama": Ollama,
    "openai": OpenAI,
}
"""The providers that a spec such as ``openai:gpt-4.1-mini`` may name."""


def provided(setup: StageSetup) -> HttpModel:
    """Give the model that ``provider:model`` names."""
    provider = PROVIDERS[str(setup.value).partition(":")[0]]
    return provider(setup.argument)


def hosted(setup: StageSetup) -> Hosted:
    """Give the hosted model, with the name that stands behind a colon."""
    return Hosted(setup.argument) if setup.argument else Hosted()


def hosted_missing() -> str:
    """Say which of the hosted model's variables are not set, and the ways on."""
    names = ("WHILEAI_BASE_URL", "WHILEAI_API_KEY", "WHILEAI_MODEL")
    missing = [name for name in names if not _variable(name)] or list(names)
    return (
        f"the hosted model is not configured: {', '.join(missing)} not set. Three ways "
        "on: pass simulator=False to write situations offline without any key; pass a "
        "model such as simulator='openai:gpt-4.1-mini' (needs OPENAI_API_KEY); or set "
        "WHILEAI_BASE_URL, WHILEAI_API_KEY and WHILEAI_MODEL"
    )


def _restored(kind: type[HttpModel], state: dict[str, Any]) -> HttpModel:
    return kind(**state)


def _pool() -> Pool:
    """Load the network, which a run without models never does."""
    pool: Pool = import_module("whileai.builtin.backends.pool").Pool()
    return pool


def _variable(name: str) -> str | None:
    value = os.environ.get(name, "").strip() if name else ""
    return value or None


def _clean(key: str, variable: str) -> str:
    """Refuse a key that no header can carry, without showing it."""
    text = key.strip()
    if not text.isascii() or not text.isprintable():
        name = f"api_key= (or {variable})" if variable else "api_key="
        raise ValueError(f"{name} holds characters that no key has; copy it again")
    return text
