"""An agent behind a plain HTTP endpoint."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from attrs import define, field, frozen

from whileai.base.errors import WhileAIError, given
from whileai.base.lines import NotJson, fresh
from whileai.base.text import named_type
from whileai.builtin.agents.marks import MarkedAgent

_REPLIES = ("reply", "response", "answer", "output", "message", "text", "content")
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_BREAKS = re.compile(r"[\r\n\0]")
_PLACES = ("{message}", "{messages}", "{session}")


def _url(_self: Any, _field: Any, value: Any) -> None:
    if not isinstance(value, str) or not value.startswith(("http://", "https://")):
        kind = ValueError if isinstance(value, str) else TypeError
        raise kind(
            f"Http(url={given(value)}) is no address; pass one that begins with "
            "http:// or https://"
        )


def _template(value: Any) -> Any:
    try:
        plain = fresh(value)
    except NotJson as error:
        raise TypeError(f"Http(template=...) is no JSON value: {error}") from None
    if not {"{message}", "{messages}"} & set(_places(plain)):
        raise ValueError(
            f"Http(template={given(value)}) says nowhere where the message goes; put "
            "'{message}' (the person's words) or '{messages}' (the whole history) in it"
        )
    return plain


def _reply(_self: Any, _field: Any, value: Any) -> None:
    if value is not None and not (isinstance(value, str) and all(value.split("."))):
        kind = ValueError if isinstance(value, str) else TypeError
        raise kind(
            f"Http(reply={given(value)}) is no place in an answer; pass keys and "
            "numbers with dots between them, such as 'choices.0.message'"
        )


def _headers(_self: Any, _field: Any, value: Any) -> None:
    """Refuse what no request can carry; what headers hold may be secret."""
    if not isinstance(value, Mapping):
        raise TypeError(
            f"Http(headers=...) takes a dict of names and texts, got "
            f"{named_type(value)}"
        )
    for name, text in value.items():
        if not (isinstance(name, str) and isinstance(text, str)):
            told = f"name {given(name)}, value {named_type(text)}"
            raise TypeError(f"Http(headers=...) takes texts by name, got {told}")
        if not _NAME.fullmatch(name) or _BREAKS.search(text):
            raise ValueError(
                f"Http(headers=...): no request can carry {given(name)}; a name has "
                "letters, digits and dashes, and a value no line breaks"
            )


def _places(value: Any) -> list[str]:
    if isinstance(value, str):
        return [place for place in _PLACES if place in value]
    inner = value.values() if isinstance(value, dict) else value
    return (
        [each for part in inner for each in _places(part)]
        if isinstance(value, (dict, list))
        else []
    )


@frozen
class Http:
    """An agent behind an HTTP endpoint: each call posts JSON and reads the answer.

    Args:
        url: where to post.
        template: the JSON to post. In its strings ``{message}`` stands for the
            person's words and ``{session}`` for an id of the rollout; a string that is
            ``{messages}`` becomes the history as OpenAI chat messages, and the agent
            is then played multi-turn.
        reply: where the reply is in the answer, such as ``data.text`` or
            ``choices.0.message``; unset, the answer is read as a callable's return is,
            or by a key such as ``reply`` or ``answer``.
        headers: sent along.

    Raises:
        TypeError: if ``url`` is no text, ``template`` no JSON value, ``reply`` no text
            or ``headers`` no texts by name.
        ValueError: if ``url`` is no address, ``template`` has no place for the
            message, ``reply`` names no place, or no request can carry the headers.
    """

    url: str = field(validator=_url)
    template: Any = field(factory=lambda: {"message": "{message}"}, converter=_template)
    reply: str | None = field(default=None, kw_only=True, validator=_reply)
    headers: Mapping[str, str] = field(
        factory=dict, kw_only=True, repr=False, validator=_headers
    )


def claims(value: Any) -> bool:
    """Tell whether ``value`` is an endpoint."""
    return isinstance(value, Http)


def adapt(value: Http) -> MarkedAgent:
    """Give the endpoint as an agent with a session in each rollout."""
    places = set(_places(value.template))
    return MarkedAgent(
        agent=functools.partial(_Session, value),
        turns="multi" if places & {"{messages}", "{session}"} else "single",
        fresh=True,
        name=value.url.partition("://")[2].partition("?")[0].rpartition("@")[2],
    )


@define
class _Session:
    """One rollout's calls of an endpoint."""

    endpoint: Http
    id: str = field(factory=lambda: uuid4().hex)

    async def __call__(self, messages: Any) -> Any:
        """Post what was said and read what comes back."""
        import aiohttp  # noqa: PLC0415 - loaded only where an endpoint is called

        body = _filled(self.endpoint.template, messages, self.id)
        timeout = aiohttp.ClientTimeout(total=None)  # the run's own timeout holds
        async with (
            aiohttp.ClientSession(timeout=timeout) as client,
            client.post(
                self.endpoint.url, json=body, headers=dict(self.endpoint.headers)
            ) as answer,
        ):
            if answer.status >= 400:
                shown = (await answer.text(errors="replace"))[:200]
                raise WhileAIError(
                    f"{self.endpoint.url} answered {answer.status}: {shown}"
                )
            if "json" not in answer.content_type:
                return await answer.text(errors="replace")
            return _read(await answer.json(loads=_json), self.endpoint.reply)


def _json(text: str) -> Any:
    """Read JSON, before which some servers put a byte order mark."""
    return json.loads(text.removeprefix("\ufeff"))


def _filled(template: Any, messages: Any, session: str) -> Any:
    """Put what was said into the places of a template."""
    if template == "{messages}":
        is_text = isinstance(messages, str)
        return [{"role": "user", "content": messages}] if is_text else messages
    if isinstance(template, str):
        said = messages if isinstance(messages, str) else messages[-1]["content"]
        return template.replace("{session}", session).replace("{message}", said)
    if isinstance(template, dict):
        return {
            name: _filled(part, messages, session) for name, part in template.items()
        }
    if isinstance(template, list):
        return [_filled(part, messages, session) for part in template]
    return template


def _read(answer: Any, path: str | None) -> Any:
    """Give the part of the answer that is the reply."""
    if path is not None:
        for step in path.split("."):
            answer = _inside(answer, step, path)
        return answer
    if isinstance(answer, dict) and not answer.keys() & {"final_text", "steps"}:
        texts = [key for key in _REPLIES if isinstance(answer.get(key), str)]
        if len(texts) == 1 and "role" not in answer:
            return answer[texts[0]]
    return answer


def _inside(value: Any, step: str, path: str) -> Any:
    try:
        return value[int(step) if isinstance(value, list) else step]
    except (KeyError, IndexError, ValueError, TypeError):
        raise WhileAIError(
            f"the endpoint's answer has nothing at {path!r} (looked for {step!r} in "
            f"{given(value, 80)}); set Http(reply=...) to where the reply is"
        ) from None
