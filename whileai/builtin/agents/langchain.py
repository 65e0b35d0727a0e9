"""LangGraph graphs and LangChain runnables, chat models and chains."""

from __future__ import annotations

import functools
from typing import Any
from uuid import uuid4

from attrs import define, field

from whileai.builtin.agents.kinds import comes_from, name_of
from whileai.builtin.agents.marks import MarkedAgent


def claims(value: Any) -> bool:
    """Tell whether ``value`` is a runnable."""
    return comes_from(value, "langchain_core", "Runnable")


def adapt(value: Any) -> MarkedAgent:
    """Give the runnable as an agent that keeps one conversation in each rollout."""
    takes = _takes(value)
    return MarkedAgent(
        agent=functools.partial(_Conversation, value, takes),
        turns="multi" if takes in ("messages", "list") else "single",
        fresh=True,
        name=name_of(value),
    )


def _takes(runnable: Any) -> str:
    """Give how the runnable takes its input.

    ``messages`` is a state with a list of messages, ``list`` the list itself,
    ``text`` the person's words, and anything else the one key that they go under.
    """
    if comes_from(runnable, "langchain_core", "BaseChatModel"):
        return "list"
    schema = runnable.get_input_jsonschema()
    fields = schema.get("properties")
    if not isinstance(fields, dict) or not fields:
        return "list" if schema.get("type") == "array" else "text"
    if "messages" in fields:
        return "messages"
    needed = [name for name in schema.get("required", fields) if name in fields]
    if len(needed) == 1:
        return f"key:{needed[0]}"
    raise TypeError(
        f"agent={type(runnable).__name__} takes the inputs {sorted(fields)}, and which "
        "of them is the person's message is not clear; wrap it in a function: "
        "agent=lambda message: chain.invoke({...})"
    )


@define
class _Conversation:
    """One rollout's conversation with a runnable."""

    runnable: Any
    takes: str
    thread: str = field(factory=lambda: uuid4().hex)

    async def __call__(self, messages: Any) -> Any:
        """Hand over what is new, or everything where nothing is kept, and answer."""
        value, config = messages, None
        if self.takes == "messages":
            kept = getattr(self.runnable, "checkpointer", None)
            value = {"messages": messages[-1:] if kept else messages}
            config = {"configurable": {"thread_id": self.thread}}
        elif self.takes.startswith("key:"):
            value = {self.takes[4:]: _text(messages)}
        elif self.takes == "text":
            value = _text(messages)
        returned = await self.runnable.ainvoke(value, config)
        return _read(returned)


def _text(messages: Any) -> str:
    """Give the person's last words: a chain takes no history."""
    return messages if isinstance(messages, str) else messages[-1]["content"]


def _read(returned: Any) -> Any:
    """Read what an agent executor returns as a trajectory; the rest reads itself."""
    if isinstance(returned, dict) and isinstance(returned.get("output"), str):
        steps = [list(pair) for pair in returned.get("intermediate_steps") or ()]
        return {"steps": steps, "final_text": returned["output"]}
    return returned
