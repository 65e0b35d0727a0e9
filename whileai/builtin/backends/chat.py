"""The OpenAI chat completions dialect: what is sent, and how a reply is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.lines import dumps
from whileai.calls.completion import Ask, Completion, TokenLogprob, WireCall

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from whileai.model import ToolCall, ToolResult, Turn

PATH = "chat/completions"
VERSION = "v1"
OPTIONAL = ("temperature", "seed", "n", "logprobs", "response_format", "tool_choice")
"""Parameters that are left out for a model that refuses them."""

_MOST_SEED = 2**31


def headers(key: str | None) -> dict[str, str]:
    """Give the headers that carry ``key``."""
    return {} if key is None else {"Authorization": f"Bearer {key}"}


def request(
    model: str, turns: Sequence[Turn], ask: Ask, dropped: AbstractSet[str]
) -> dict[str, Any]:
    """Give the body of a request, without what this model refuses."""
    budget = "max_tokens" if "max_completion_tokens" in dropped else ""
    if not budget:
        budget = "max_completion_tokens" if "max_tokens" in dropped else "max_tokens"
    body: dict[str, Any] = {
        "model": model,
        "messages": list(messages(ask.system, turns)),
        budget: ask.max_tokens,
        "seed": ask.seed % _MOST_SEED,
    }
    if ask.tools:
        body["tools"] = list(ask.tools)
    if ask.tools and ask.tool_choice != "auto":
        body["tool_choice"] = ask.tool_choice
    if ask.temperature is not None:
        body["temperature"] = ask.temperature
    if ask.n > 1:
        body["n"] = ask.n
    if ask.logprobs:
        body["logprobs"] = True
    if ask.schema is not None:
        schema = {"name": "reply", "schema": ask.schema}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    for name in dropped:
        if name in OPTIONAL:
            body.pop(name, None)
    return body


def messages(system: str, turns: Sequence[Turn]) -> Iterator[dict[str, Any]]:
    """Give the conversation as chat messages; roles alternate.

    Turns of one speaker in a row become one message, where no call stands between.
    """
    if system.strip():
        yield {"role": "system", "content": system}
    said: dict[str, Any] | None = None
    for turn in turns:
        content = turn.text if turn.content is None else turn.content
        if said is not None and said["role"] == turn.role and _joins(said, content):
            said["content"] = "\n\n".join(filter(None, (said["content"], content)))
        else:
            if said is not None:
                yield said
            said = {"role": turn.role, "content": content}
        if turn.calls:
            said["content"] = said["content"] or None
            said["tool_calls"] = [_call(each) for each in turn.calls]
            yield said
            said = None
            for call, result in zip(turn.calls, turn.results, strict=True):
                text = result_text(result)
                yield {"role": "tool", "tool_call_id": call.id, "content": text}
    if said is not None:
        yield said


def _joins(said: Mapping[str, Any], content: Any) -> bool:
    return isinstance(said["content"], str) and isinstance(content, str)


def _call(call: ToolCall) -> dict[str, Any]:
    arguments = dumps(call.arguments).decode()
    function = {"name": call.tool, "arguments": arguments}
    return {"id": call.id, "type": "function", "function": function}


def result_text(result: ToolResult) -> str:
    """Give a tool's answer as the text of a message."""
    value = result.value
    return value if isinstance(value, str) else dumps(value).decode()


def read(body: Mapping[str, Any], ask: Ask, sent: Mapping[str, Any]) -> Completion:
    """Read the reply to ``sent``.

    Raises:
        ValueError: saying what is missing, if it is no chat completion.
    """
    choices = body.get("choices")
    if not isinstance(choices, list) or not choices:
        raise ValueError("it has no choices")
    messages = [_message(each) for each in choices]
    first, finish = messages[0], choices[0].get("finish_reason")
    usage = body.get("usage")
    calls = _calls(first)
    budget = sent.get("max_tokens", sent.get("max_completion_tokens"))
    return Completion(
        text=_text(first.get("content")) or _text(first.get("refusal")),
        calls=calls,
        reasoning=_text(first.get("reasoning_content") or first.get("reasoning")),
        finish_reason="length" if finish == "length" else "tool" if calls else "stop",
        more=tuple([_text(each.get("content")) for each in messages[1:]]),
        input_tokens=tokens_in(usage, "prompt_tokens"),
        output_tokens=tokens_in(usage, "completion_tokens"),
        logprobs=tuple(_logprobs(choices[0])) if ask.logprobs else (),
        temperature=sent.get("temperature"),
        max_tokens=budget,
    )


def _message(choice: Any) -> Mapping[str, Any]:
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        raise ValueError("a choice has no message")
    return message


def _text(content: Any) -> str:
    """Give the text of a message's content, which may come in parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [each.get("text") for each in content if isinstance(each, dict)]
    return "".join(each for each in parts if isinstance(each, str))


def _calls(message: Mapping[str, Any]) -> tuple[WireCall, ...]:
    calls, legacy = message.get("tool_calls"), message.get("function_call")
    if not calls:
        return (_wire_call(legacy, None),) if isinstance(legacy, dict) else ()
    return tuple(
        [
            _wire_call(call["function"], call.get("id"))
            for call in (calls if isinstance(calls, list) else ())
            if isinstance(call, dict) and isinstance(call.get("function"), dict)
        ]
    )


def _wire_call(function: Mapping[str, Any], id_: Any) -> WireCall:
    name = function.get("name")
    return WireCall(
        id=id_ if isinstance(id_, str) else "",
        name=name if isinstance(name, str) else "",
        arguments=function.get("arguments"),
    )


def tokens_in(usage: Any, name: str) -> int | None:
    """Give a count of tokens that a server told under ``name``, if it told one."""
    value = usage.get(name) if isinstance(usage, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _logprobs(choice: Mapping[str, Any]) -> Iterator[TokenLogprob]:
    held = choice.get("logprobs")
    tokens = held.get("content") if isinstance(held, dict) else None
    listed = choice.get("token_ids")
    ids = listed if isinstance(listed, list) else []
    for place, each in enumerate(tokens if isinstance(tokens, list) else ()):
        if not isinstance(each, dict) or not isinstance(
            each.get("logprob"), (int, float)
        ):
            continue
        beside = ids[place] if place < len(ids) else None
        id_ = each.get("token_id", each.get("id", beside))
        yield TokenLogprob(
            token=_text(each.get("token")),
            logprob=float(each["logprob"]),
            id=id_ if isinstance(id_, int) else None,
        )
