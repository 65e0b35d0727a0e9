"""Agents of other libraries whose model is a script: look the order up, then report.

Every agent calls the tool through ``current_world``, so that its calls are the world's.
"""

# mypy: disable-error-code="import-not-found, untyped-decorator, misc"
# The libraries are installed for the full check only.

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

import whileai as wai

if TYPE_CHECKING:
    from collections.abc import Callable

SAID = "Here is what I found on "
DESCRIBED = "Look up one order by its id."


def id_in(text: str) -> str:
    """Give the order id in an ask, or one that is on nobody's list."""
    found = re.search(r"[A-Z]+-?\d+", text)
    return found.group(0) if found else "ORD-0"


def look(order_id: str) -> Any:
    """Look up one order by its id."""
    return wai.current_world().call("lookup_order", {"order_id": order_id})


def langgraph_agent() -> Any:
    import json

    from langchain_core.messages import AIMessage
    from langchain_core.tools import tool
    from langgraph.graph import END, START, MessagesState, StateGraph
    from langgraph.prebuilt import ToolNode

    @tool(description=DESCRIBED)
    def lookup_order(order_id: str) -> str:
        return json.dumps(look(order_id))

    def model(state: Any) -> dict[str, Any]:
        last = state["messages"][-1]
        if last.type == "tool":
            return {"messages": [AIMessage(SAID + "it: " + str(last.content))]}
        call = {
            "name": "lookup_order",
            "args": {"order_id": id_in(str(last.content))},
            "id": f"call_{len(state['messages'])}",
        }
        return {"messages": [AIMessage("", tool_calls=[call])]}

    def route(state: Any) -> str:
        return "tools" if getattr(state["messages"][-1], "tool_calls", None) else END

    graph = StateGraph(MessagesState)
    graph.add_node("model", model)
    graph.add_node("tools", ToolNode([lookup_order]))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", route)
    graph.add_edge("tools", "model")
    return graph


def openai_agent() -> Any:
    import json

    import agents
    from agents.items import ModelResponse
    from agents.models.interface import Model
    from openai.types.responses import (
        ResponseFunctionToolCall,
        ResponseOutputMessage,
        ResponseOutputText,
    )

    agents.set_tracing_disabled(True)

    class Scripted(Model):
        async def get_response(self, *_: Any, **given: Any) -> Any:
            said = given["input"]
            items = (
                [{"role": "user", "content": said}] if isinstance(said, str) else said
            )
            last = items[-1]
            output: Any
            if last.get("type") == "function_call_output":
                text = ResponseOutputText(
                    text=f"{SAID}it: {last['output']}",
                    type="output_text",
                    annotations=[],
                )
                output = ResponseOutputMessage(
                    id=f"m{len(items)}",
                    content=[text],
                    role="assistant",
                    status="completed",
                    type="message",
                )
            else:
                output = ResponseFunctionToolCall(
                    arguments=json.dumps({"order_id": id_in(last["content"])}),
                    call_id=f"call_{len(items)}",
                    name="lookup_order",
                    type="function_call",
                )
            return ModelResponse(
                output=[output], usage=agents.Usage(), response_id=None
            )

        def stream_response(self, *_: Any, **__: Any) -> Any:
            raise RuntimeError("nothing streams here")

    async def lookup_order(order_id: str) -> str:
        world = wai.current_world()
        return json.dumps(
            await world.call_async("lookup_order", {"order_id": order_id})
        )

    return agents.Agent(
        name="shop desk",
        model=Scripted(),
        tools=[agents.function_tool(lookup_order)],
    )


def pydantic_agent() -> Any:
    from pydantic_ai import Agent
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel

    def model(messages: list[Any], _info: Any) -> Any:
        last = messages[-1].parts[-1]
        if last.part_kind == "tool-return":
            return ModelResponse(parts=[TextPart(f"{SAID}it: {last.content}")])
        arguments = {"order_id": id_in(str(last.content))}
        return ModelResponse(parts=[ToolCallPart("lookup_order", arguments)])

    agent = Agent(FunctionModel(model), name="shop_desk")

    @agent.tool_plain
    def lookup_order(order_id: str) -> Any:
        """Look up one order by its id."""
        return look(order_id)

    return agent


def smol_agent() -> Any:
    from smolagents import LogLevel, Model, Tool, ToolCallingAgent
    from smolagents.models import (
        ChatMessage,
        ChatMessageToolCall,
        ChatMessageToolCallFunction,
        MessageRole,
    )

    class Scripted(Model):
        def generate(self, messages: Any, *_: Any, **__: Any) -> Any:
            last = str(messages[-1].content)
            name, arguments = "lookup_order", {"order_id": id_in(last)}
            if "Observation" in last:
                name, arguments = "final_answer", {"answer": SAID + last[-200:]}
            function = ChatMessageToolCallFunction(name=name, arguments=arguments)
            call = ChatMessageToolCall(
                id=f"call_{len(messages)}", type="function", function=function
            )
            return ChatMessage(
                role=MessageRole.ASSISTANT, content="", tool_calls=[call]
            )

    class LookUp(Tool):
        name = "lookup_order"
        description = DESCRIBED
        inputs: ClassVar[dict[str, Any]] = {
            "order_id": {"type": "string", "description": "the order's id"}
        }
        output_type = "object"

        def forward(self, order_id: str) -> Any:
            return look(order_id)

    return ToolCallingAgent(
        tools=[LookUp()], model=Scripted(), verbosity_level=LogLevel.OFF
    )


LIBRARIES: dict[str, tuple[str, Callable[[], Any]]] = {
    "LangGraph": ("langgraph", lambda: langgraph_agent().compile()),
    "OpenAI Agents SDK": ("agents", openai_agent),
    "pydantic-ai": ("pydantic_ai", pydantic_agent),
    "smolagents": ("smolagents", smol_agent),
}
"""Each library: what it is imported as, and an agent of it."""
