"""Models by name: where they are, with which key, and what they never show."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from tests.builtin.backends.asking import HELLO, ask
from tests.builtin.backends.server import Server, says
from whileai.base.errors import NotConfigured
from whileai.builtin import backends
from whileai.builtin.backends import Anthropic, Endpoint, Hosted, Ollama, OpenAI, specs
from whileai.calls import Lines

pytestmark = pytest.mark.contract("S03", "S19")

VARIABLES = (
    *("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"),
    *("OLLAMA_HOST", "WHILEAI_BASE_URL", "WHILEAI_API_KEY", "WHILEAI_MODEL"),
)


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def url_of(spec: Any) -> str:
    return str(spec.connect(Lines()).target.url)


PLACES: list[tuple[Any, str]] = [
    (OpenAI("m", api_key="k"), "https://api.openai.com/v1/chat/completions"),
    (OpenAI("m", "http://127.0.0.1:9"), "http://127.0.0.1:9/v1/chat/completions"),
    (OpenAI("m", "http://localhost:9/v1/"), "http://localhost:9/v1/chat/completions"),
    (
        OpenAI("m", "https://a.example/api/v3", "k"),
        "https://a.example/api/v3/chat/completions",
    ),
    (
        OpenAI("m", "https://a.example/v1/chat/completions", "k"),
        "https://a.example/v1/chat/completions",
    ),
    (Anthropic("m", api_key="k"), "https://api.anthropic.com/v1/messages"),
    (
        Anthropic("m", "http://[::1]:9/anthropic"),
        "http://[::1]:9/anthropic/v1/messages",
    ),
    (Ollama("m"), "http://127.0.0.1:11434/v1/chat/completions"),
    (Endpoint("m", url="https://b.example"), "https://b.example/v1/chat/completions"),
]


@pytest.mark.parametrize(("spec", "url"), PLACES)
def test_addresses_come_with_or_without_v1(spec: Any, url: str) -> None:
    assert url_of(spec) == url


@pytest.mark.parametrize(
    ("kind", "variable"), [(OpenAI, "OPENAI_API_KEY"), (Anthropic, "ANTHROPIC_API_KEY")]
)
def test_a_missing_key_is_named(kind: type[OpenAI], variable: str) -> None:
    """F055, F223."""
    with pytest.raises(NotConfigured, match=f"{variable} is not set.*simulator=False"):
        kind("m").connect(Lines())


def test_the_environment_stands_in_and_arguments_win(
    bare: pytest.MonkeyPatch,
) -> None:
    bare.setenv("OPENAI_API_KEY", "from-env")
    bare.setenv("OPENAI_BASE_URL", "https://c.example")
    backend = OpenAI("m").connect(Lines())
    assert backend.target.url == "https://c.example/v1/chat/completions"
    assert backend.target.headers["Authorization"] == "Bearer from-env"
    assert OpenAI("m", api_key="mine").connect(Lines()).secret == "mine"


def test_an_endpoint_of_ones_own_gets_no_providers_key(
    bare: pytest.MonkeyPatch,
) -> None:
    """F131."""
    bare.setenv("OPENAI_API_KEY", "from-env")
    backend = Endpoint("m", url="https://api.openai.com.mine.example").connect(Lines())
    assert "Authorization" not in backend.target.headers


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://a.example", "in the clear"),
        ("ftp://a.example", "begins with https://"),
        ("a.example", "begins with https://"),
        ("https://me:pw@a.example", "holds a login"),
        ("https://", "begins with https://"),
    ],
)
def test_addresses_that_cannot_be_right_are_refused(url: str, says: str) -> None:
    with pytest.raises(ValueError, match=says) as caught:
        OpenAI("m", url, "k").connect(Lines())
    assert "pw" not in str(caught.value)


def test_plain_http_may_be_allowed() -> None:
    assert url_of(OpenAI("m", "http://10.0.0.5:8000", "k", allow_http=True))


@pytest.mark.parametrize("kind", [OpenAI, Anthropic, Ollama, Hosted])
def test_a_key_is_never_shown_or_pickled(kind: Any) -> None:
    spec = kind("m", "http://127.0.0.1:9", "sk-secret")
    backend = spec.connect(Lines())
    assert "sk-secret" not in repr(spec) + str(spec) + repr(backend)
    assert b"sk-secret" not in pickle.dumps(spec)
    assert pickle.loads(pickle.dumps(spec)).model == "m"


@pytest.mark.parametrize("key", ["sk\nX: 1", "käse"])
def test_a_key_no_header_can_carry_is_refused_unseen(key: str) -> None:
    with pytest.raises(ValueError, match="characters that no key has") as caught:
        OpenAI("m", api_key=key).connect(Lines())
    assert key not in str(caught.value)


def test_the_hosted_model_names_its_variables_and_the_ways_on(
    bare: pytest.MonkeyPatch,
) -> None:
    """F189."""
    bare.setenv("WHILEAI_MODEL", "small")
    with pytest.raises(NotConfigured) as caught:
        Hosted().connect(Lines())
    said = str(caught.value)
    assert "WHILEAI_BASE_URL, WHILEAI_API_KEY not set" in said
    assert "simulator=False" in said
    assert "openai:gpt-4.1-mini" in said
    bare.setenv("WHILEAI_BASE_URL", "https://h.example/v1")
    bare.setenv("WHILEAI_API_KEY", "k")
    backend = Hosted().connect(Lines())
    assert (backend.name, backend.model) == ("hosted:small", "small")


@pytest.mark.parametrize("given", [{"rpm": 0}, {"tpm": -1}])
def test_rates_are_above_zero(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="a number a minute"):
        OpenAI("m", **given)


@pytest.mark.parametrize("given", [0, -1, float("nan"), 61])
def test_the_first_wait_is_above_zero_and_a_minute_at_most(given: Any) -> None:
    with pytest.raises(ValueError, match=r"first_wait_s=.*number of seconds"):
        OpenAI("m", first_wait_s=given)


def test_the_line_of_a_model_waits_as_the_model_says() -> None:
    backend = OpenAI("m", "http://127.0.0.1:9", first_wait_s=2).connect(Lines())
    assert backend.line.first_wait_s == 2


@pytest.mark.anyio
async def test_one_object_serves_two_runs_that_share_nothing() -> None:
    """F123."""
    async with Server([says("ok")]) as server:
        spec = OpenAI("m", server.url)
        for _ in range(2):
            async with Lines() as lines:
                await lines.backend(spec).complete(HELLO, ask())
    assert len(server.requests) == 2


def test_specs_named_twice_share_one_line() -> None:
    lines = Lines()
    first = lines.backend(OpenAI("m", "http://127.0.0.1:9"))
    assert lines.backend(OpenAI("m", "http://127.0.0.1:9/")) is not first
    assert lines.backend(OpenAI("m", "http://127.0.0.1:9")) is first


def test_every_provider_that_is_registered_has_its_class() -> None:
    assert tuple(specs.PROVIDERS) == backends.PROVIDERS
