"""What P7 to P9 play: the engine with a model, and the same loop on bare aiohttp."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import aiohttp
import orjson

import whileai as wai
from benchmarks.agents import POLICY, TOOLS3, pinned

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.results import SimulationData

REQUESTS = 2
"""Requests that a row takes: one is answered with a call, one with words."""

ANSWER = {"order_id": "A1000", "status": "shipped"}
_STEPS = 5
_WIRE = [{"type": "function", "function": tool} for tool in TOOLS3]


async def answers(tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Answer every tool alike."""
    return dict(ANSWER)


def engine(url: str, tasks: SimulationData, concurrency: int) -> SimulationData:
    """Play a model through the whole engine, each task once."""
    return pinned(
        wai.OpenAI("m", url),
        tasks,
        concurrency=concurrency,
        avg_turns=1,
        execute=answers,
    )


def bare(url: str, tasks: SimulationData, concurrency: int) -> int:
    """Do the same tool loop with aiohttp and orjson and nothing else."""
    asks = [row["prompt"] for row in tasks]
    return asyncio.run(_every(f"{url}/v1/chat/completions", asks, concurrency))


async def _every(url: str, asks: Sequence[str], concurrency: int) -> int:
    free = asyncio.Semaphore(concurrency)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def one(text: str) -> int:
            async with free:
                return len(await _thread(session, url, text))

        return sum(await asyncio.gather(*map(one, asks)))


async def _thread(
    session: aiohttp.ClientSession, url: str, text: str
) -> Sequence[Mapping[str, Any]]:
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": POLICY},
        {"role": "user", "content": text},
    ]
    for _ in range(_STEPS):
        said = await _said(session, url, messages)
        messages.append(said)
        for call in said.get("tool_calls") or ():
            given = orjson.loads(call["function"]["arguments"])
            answer = await answers(call["function"]["name"], given)
            content = orjson.dumps(answer).decode()
            messages.append(
                {"role": "tool", "tool_call_id": call["id"], "content": content}
            )
        if not said.get("tool_calls"):
            break
    return messages


async def _said(
    session: aiohttp.ClientSession, url: str, messages: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    body = {"model": "m", "messages": messages, "tools": _WIRE, "max_tokens": 1024}
    headers = {"Content-Type": "application/json"}
    data = orjson.dumps({**body, "seed": 1})
    async with session.post(url, data=data, headers=headers) as response:
        said: dict[str, Any] = orjson.loads(await response.read())
    message: dict[str, Any] = said["choices"][0]["message"]
    return message
