"""The Anthropic messages dialect: what is sent, and how a reply is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.builtin.backends.chat import result_text, tokens_in
from whileai.calls.completion import Ask, Completion, WireCall

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from whileai.model import ToolCall, Turn

PATH = "messages"
VERSION = "v1"
OPTIONAL = ("temperature", "tool_choice")
"""Parameters that are left out for a model that refuses them."""

API_VERSION = "2023-06-01"
OPENER = "Hello."
"""What the person says in a conversation that the agent opened."""


def headers(key: str | None) -> dict[str, str]:
    """Give the headers that carry ``key``."""
    version = {"anthropic-version": API_VERSION}
    return version if key is None else {**version, "x-api-key": key}


def request(
    model: str, turns: Sequence[Turn], ask: Ask, dropped: AbstractSet[str]
) -> dict[str, Any]:
    """Give the body of a request, without what this model refuses."""
    body: dict[str, Any] = {
        "model": model,
        "messages": messages(turns),
        "max_tokens": ask.max_tokens,
    }
    if ask.system.strip():
        body["system"] = ask.system
    if ask.tools:
        body["tools"] = [_tool(each["function"]) for each in ask.tools]
    if ask.tools and ask.tool_choice != "auto":
        body["tool_choice"] = {"type": ask.tool_choice}
    if ask.temperature is not None:
        body["temperature"] = min(1.0, ask.temperature)
    for name in OPTIONAL:
        if name in dropped:
            body.pop(name, None)
    return body


def _tool(function: Mapping[str, Any]) -> dict[str, Any]:
    schema = function.get("parameters") or {}
    return {
        "name": function["name"],
        "description": function.get("description", ""),
        "input_schema": {"type": "object", "properties": {}, **schema},
    }


def messages(turns: Sequence[Turn]) -> list[dict[str, Any]]:
    """Give the conversation as messages that alternate and begin with the person.

    The results of calls made together are one message of the person, in order.
    """
    out: list[dict[str, Any]] = []
    for role, blocks in _blocks(turns):
        if out and out[-1]["role"] == role:
            out[-1]["content"] += blocks
        else:
            out.append({"role": role, "content": list(blocks)})
    if out and out[0]["role"] == "assistant":
        out.insert(0, {"role": "user", "content": [{"type": "text", "text": OPENER}]})
    return out


def _blocks(turns: Sequence[Turn]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for turn in turns:
        blocks = _said(turn) + [_use(call) for call in turn.calls]
        if blocks:
            yield turn.role, blocks
        if turn.calls:
            pairs = zip(turn.calls, turn.results, strict=True)
            yield (
                "user",
                [
                    {
                        "type": "tool_result",
                        "tool_use_id": call.id,
                        "content": result_text(result),
                        "is_error": result.status == "error",
                    }
                    for call, result in pairs
                ],
            )


def _said(turn: Turn) -> list[dict[str, Any]]:
    if isinstance(turn.content, list):
        return [_part(each) for each in turn.content]
    return [{"type": "text", "text": turn.text}] if turn.text.strip() else []


def _part(part: Any) -> dict[str, Any]:
    """Give an OpenAI content part as the block that says the same."""
    if isinstance(part, dict) and part.get("type") == "image_url":
        place = part.get("image_url")
        url = str(place.get("url", "") if isinstance(place, dict) else place)
        kind, _, data = url.partition(";base64,")
        if data and kind.startswith("data:"):
            media = {"type": "base64", "media_type": kind[5:], "data": data}
            return {"type": "image", "source": media}
        return {"type": "image", "source": {"type": "url", "url": url}}
    return dict(part) if isinstance(part, dict) else {"type": "text", "text": str(part)}


def _use(call: ToolCall) -> dict[str, Any]:
    given = call.arguments
    arguments = given if isinstance(given, dict) else {"arguments": given}
    return {"type": "tool_use", "id": call.id, "name": call.tool, "input": arguments}


def read(body: Mapping[str, Any], _ask: Ask, sent: Mapping[str, Any]) -> Completion:
    """Read the reply to ``sent``.

    Raises:
        ValueError: saying what is missing, if it is no message.
    """
    blocks = body.get("content")
    if not isinstance(blocks, list):
        raise ValueError("it has no content")
    parts = [each for each in blocks if isinstance(each, dict)]
    calls = tuple(
        WireCall(
            id=str(each.get("id") or ""),
            name=str(each.get("name") or ""),
            arguments=each.get("input"),
        )
        for each in parts
        if each.get("type") == "tool_use"
    )
    cut = body.get("stop_reason") == "max_tokens"
    return Completion(
        text="".join(_texts(parts, "text")),
        calls=calls,
        reasoning="".join(_texts(parts, "thinking")),
        finish_reason="length" if cut else "tool" if calls else "stop",
        input_tokens=tokens_in(body.get("usage"), "input_tokens"),
        output_tokens=tokens_in(body.get("usage"), "output_tokens"),
        temperature=sent.get("temperature"),
        max_tokens=sent.get("max_tokens"),
    )


def _texts(parts: Sequence[Mapping[str, Any]], kind: str) -> Iterator[str]:
    for each in parts:
        text = each.get(kind)
        if each.get("type") == kind and isinstance(text, str):
            yield text
