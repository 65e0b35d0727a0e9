"""Who plays a part when a call does not say."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from whileai.builtin.backends import OpenAI
from whileai.options.defaults import current
from whileai.simulations.configuration import configure, context, resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.contract("S03", "S39")

NOTHING: dict[str, None] = dict.fromkeys(
    ("agent", "judge", "simulator", "user_model", "base_url")
)


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    configure(**NOTHING)
    yield
    configure(**NOTHING)


def agent_of(**keywords: Any) -> Any:
    return resolve(keywords).who.agent


def test_a_keyword_comes_before_context_before_configure() -> None:
    configure(agent="openai:a")
    assert agent_of().name == "openai:a"
    with context(agent="openai:b"):
        assert agent_of().name == "openai:b"
        assert agent_of(agent="openai:c") == "openai:c"
        assert resolve({"backend": "openai:d"}).who.agent is None
    assert agent_of().name == "openai:a"


def test_what_a_call_says_wins_even_when_it_says_no() -> None:
    configure(simulator="openai:w")
    assert resolve({"simulator": False}).who.simulator is False
    assert resolve({}).who.simulator.name == "openai:w"


def test_a_base_url_goes_to_models_given_as_text() -> None:
    configure(agent="openai:a", base_url="http://127.0.0.1:9")
    assert current().agent == OpenAI("a", "http://127.0.0.1:9")


@pytest.mark.parametrize("text", ["gpt-4.1-mini", "opnai:m", "openai:", "a/b"])
def test_what_names_no_model_is_refused_and_nothing_is_set(text: str) -> None:
    """F092."""
    with pytest.raises(ValueError, match=r"names no model.*openai:gpt-4\.1-mini"):
        configure(simulator=False, agent=text)
    assert current().simulator is None


def test_a_misspelled_name_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="did you mean 'agent'"):
        configure(agnt="openai:m")


def test_every_thread_sees_what_was_configured() -> None:
    configure(agent="openai/a")
    seen: list[str] = []
    thread = threading.Thread(target=lambda: seen.append(current().agent.name))
    thread.start()
    thread.join()
    assert seen == ["openai:a"]


def test_a_call_changes_nothing_that_outlives_it() -> None:
    """F093."""
    resolve({"agent": OpenAI("m")})
    assert current().agent is None


def test_registered_stages_and_the_hosted_model_go_by_their_names() -> None:
    configure(simulator="template", user_model="offline", agent="hosted")
    assert (current().simulator, current().user_model) == ("template", "offline")
    assert current().agent == "hosted"


@pytest.mark.parametrize("name", ["agent", "simulator", "user_model", "judge"])
def test_what_can_play_no_part_is_refused_where_it_is_set(name: str) -> None:
    with pytest.raises(TypeError, match=f"{name}=3"):
        configure(**{name: 3})
    assert resolve({}).who.agent is None
