"""Which callables are handed the history: the signature, or the user's word."""

from __future__ import annotations

import typing
from functools import partial
from typing import Annotated, Any, Optional

import pytest

from tests.builtin.agents.playing import adapt
from whileai.builtin.agents import agent, per_rollout

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whileai.model import Turn as Message

pytestmark = pytest.mark.contract("S43")


def by_list(turns: list[dict[str, Any]]) -> str:
    return ""


def by_typing(turns: typing.List[Any]) -> str:  # noqa: UP006 - people write it
    return ""


def by_sequence(turns: Sequence[Any]) -> str:
    return ""


def by_optional(turns: Optional[list[Any]]) -> str:  # noqa: UP045 - people write it
    return ""


def by_annotated(turns: Annotated[list[Any], "x"]) -> str:
    return ""


def by_unknown(turns: list[Message]) -> str:
    return ""


def by_text(turns: list[Message] | None) -> str:
    return ""


def messages_named(messages):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    return ""


def history_named(history: Any) -> str:
    return ""


def chat_first(chat: Any, world: Any) -> str:
    return ""


async def by_async(messages: Any) -> str:
    return ""


class ByMethod:
    def answer(self, messages: Any) -> str:
        return ""

    def __call__(self, turns: list[Any]) -> str:
        return ""


def text(message: str) -> str:
    return ""


def untyped(message: Any) -> str:
    return ""


def text_named_messages(messages: str) -> str:
    return ""


def text_named_chat(chat: str | None) -> str:
    return ""


def either(messages: str | list[Any]) -> str:
    return ""


def later_named(message: Any, history: Any = ()) -> str:
    return ""


def star(*messages: Any) -> str:
    return ""


MULTI: list[Callable[..., Any]] = [
    *(by_list, by_typing, by_sequence, by_optional, by_annotated, by_unknown, by_text),
    *(messages_named, history_named, chat_first, by_async),
    *(ByMethod().answer, ByMethod(), partial(ByMethod().answer), lambda history: ""),
]
SINGLE: list[Callable[..., Any]] = [
    *(text, untyped, text_named_messages, text_named_chat, either, later_named, star),
    *(lambda m: "", partial(later_named, history=[])),
]


@pytest.mark.parametrize("call", MULTI)
def test_the_signature_asks_for_the_history(call: Callable[..., Any]) -> None:
    assert adapt(call).turns == "multi"


@pytest.mark.parametrize("call", SINGLE)
def test_any_other_signature_gets_the_opening_message(call: Callable[..., Any]) -> None:
    assert adapt(call).turns == "single"


def test_the_users_word_decides() -> None:
    assert adapt(agent(text, turns="multi")).turns == "multi"
    assert adapt(agent(by_list, turns="single")).turns == "single"
    assert adapt(agent(agent(text, turns="multi"))).turns == "multi"
    assert adapt(per_rollout(ByMethod)).turns == "multi"
    assert adapt(per_rollout(ByMethod, turns="single")).turns == "single"


def test_a_misspelled_choice_is_refused() -> None:
    with pytest.raises(ValueError, match="did you mean 'multi'"):
        agent(text, turns="mutli")
    with pytest.raises(ValueError, match="single"):
        per_rollout(ByMethod, turns="both")


@pytest.mark.parametrize("value", [None, "openai:x", 5, {}, ByMethod])
def test_what_is_no_agent_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        agent(value)


def test_what_makes_no_agent_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot be called"):
        per_rollout(5)  # type: ignore[arg-type]
