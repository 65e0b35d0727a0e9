"""Policies and tasks that the tests of this package share."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.support import look, sim
from whileai.calls import Completion, WireCall
from whileai.graders import tool_called
from whileai.model.chat import chat_messages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.calls import Ask
    from whileai.model import Turn
    from whileai.results import SimulationData

Message = dict[str, Any]
LOOKED = tool_called("lookup_order")


@cache
def data() -> SimulationData:
    """Give a run whose tasks are played; nobody changes it."""
    return sim(look, budget=12, fault_rate=0.5, advanced={"purse": 0})


def calling(tool: str, text: str = "", **arguments: Any) -> Message:
    """Give an assistant message with one call, as OpenAI spells it."""
    called = {"name": tool, "arguments": json.dumps(arguments)}
    one = {"id": f"{tool}-{len(arguments)}", "type": "function", "function": called}
    return {"role": "assistant", "content": text or None, "tool_calls": [one]}


def saying(text: str) -> Message:
    return {"role": "assistant", "content": text}


def policy(messages: Sequence[Message]) -> Message:
    """Look up what the ask names, ask three times, and be done."""
    own = [each for each in messages if each["role"] == "assistant"]
    if not own:
        words = messages[-1]["content"].split()
        order = next((word for word in words if "-" in word), "A1000")
        return calling("lookup_order", order_id=order.strip("?.,!"))
    if len(own) < 4:
        return saying(f"Which order do you mean, {len(own)}?")
    return saying(f"Done, as far as I can: {len(own)} replies.")


class PolicyModel:
    """The policy as a model that ``simulate`` plays."""

    name = "policy"

    async def complete(self, turns: Sequence[Turn], ask: Ask, /) -> Completion:
        said = policy(list(chat_messages(turns, {})))
        calls = tuple(
            WireCall(id=each["id"], **each["function"])
            for each in said.get("tool_calls", ())
        )
        return Completion(text=said["content"] or "", calls=calls)
