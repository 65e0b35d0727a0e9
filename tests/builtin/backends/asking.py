"""One call of one model, for tests of backends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from tests.builtin.backends.server import HASTE
from whileai.builtin.backends import HttpModel, OpenAI
from whileai.builtin.backends.pool import Pool
from whileai.builtin.backends.targets import Target
from whileai.calls import Ask, Completion, Lines
from whileai.calls.line import Phase
from whileai.model import Turn

if TYPE_CHECKING:
    from tests.builtin.backends.server import Server
    from tests.builtin.backends.wire import Wire
    from whileai.builtin.backends.replies import Reply

HELLO = (Turn(role="user", text="Where is my order?"),)
TOOL: dict[str, Any] = {
    "type": "function",
    "function": {"name": "look", "description": "Look.", "parameters": {}},
}


async def asked(
    server: Server | Wire,
    *asks: Ask,
    turns: tuple[Turn, ...] = HELLO,
    kind: type[HttpModel] = OpenAI,
    **spec: Any,
) -> list[Completion]:
    """Make the calls of ``asks`` one after the other over one line."""
    model = kind("m", server.url, "sk-secret", **(HASTE | spec))
    async with Lines() as lines:
        backend = lines.backend(model)
        async with backend:
            return [await backend.complete(turns, each) for each in asks or (Ask(),)]


async def sent(url: str) -> Reply:
    """Post to an address, once, and give what came."""
    pool = Pool()
    try:
        return await pool.post(Target(url=url), b"{}", Phase(""))
    finally:
        await pool.aclose()


def ask(**parts: Any) -> Ask:
    """Give an ask whose call may take two seconds."""
    return evolve(Ask(timeout_s=2.0), **parts)
