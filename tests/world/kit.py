"""The tools and worlds that the tests of the mock world share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.model import Scene, Tool
from whileai.world import MockSession, infer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whileai.world import Model


def tool(
    name: str,
    description: str = "",
    required: Iterable[str] = (),
    output: dict[str, Any] | None = None,
    **properties: Any,
) -> Tool:
    """Make a tool; a property given as a word is of that type."""
    return Tool(
        name=name,
        description=description,
        parameters={
            "type": "object",
            "properties": {
                key: {"type": each} if isinstance(each, str) else each
                for key, each in properties.items()
            },
            "required": list(required),
        },
        output=output,
    )


SHOP = (
    tool("create_ticket", "Open a ticket.", ["title"], title="string", owner="string"),
    tool("get_ticket", "Read a ticket.", ["ticket_id"], ticket_id="string"),
    tool(
        "update_ticket",
        "Change a ticket.",
        ["ticket_id"],
        ticket_id="string",
        title="string",
        priority={"type": "string", "enum": ["low", "high"]},
    ),
    tool("delete_ticket", "Delete a ticket.", ["ticket_id"], ticket_id="string"),
    tool(
        "list_tickets",
        "List tickets.",
        status="string",
        limit="integer",
        page="integer",
    ),
    tool("close_ticket", "Close a ticket.", ["ticket_id"], ticket_id="string"),
    tool("get_order", "Read an order.", ["order_id"], order_id="string"),
    tool("list_orders", "List orders.", limit="integer", cursor="string"),
    tool(
        "refund_order",
        "Refund an order.",
        ["order_id", "amount"],
        order_id="string",
        amount="number",
    ),
    tool(
        "create_refund",
        "Pay back money for an order.",
        ["order_id", "amount"],
        order_id="string",
        amount={"type": "number", "minimum": 0},
    ),
)


def shop() -> Model:
    """Give the world of a shop with tickets, orders and refunds."""
    return infer(SHOP)


def session(model: Model, seed: int = 0, scene: Scene | None = None) -> MockSession:
    """Open a world that only a seed, or ``scene``, decides."""
    return MockSession(model, Scene(seed=seed) if scene is None else scene)


def read_tools(entries: Iterable[dict[str, Any]]) -> tuple[Tool, ...]:
    """Read the shared tool lists, with the types of other dialects made JSON's."""
    return tuple(
        Tool(
            name=each["name"],
            description=each["description"],
            parameters=_plain(each["parameters"]),
            output=each.get("outputSchema"),
        )
        for each in entries
    )


_TYPES = {
    "dict": "object",
    "float": "number",
    "tuple": "array",
    "Array": "array",
    "String": "string",
}


def _plain(part: Any) -> Any:
    if isinstance(part, list):
        return [_plain(each) for each in part]
    if not isinstance(part, dict):
        return part
    plain = {name: _plain(each) for name, each in part.items()}
    told = plain.get("type")
    if told == "any":
        del plain["type"]
    elif isinstance(told, str):
        plain["type"] = _TYPES.get(told, told)
    return plain
