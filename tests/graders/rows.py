"""Rows that the tests of ready graders share."""

from __future__ import annotations

from typing import Any


def replied(text: str, **more: Any) -> dict[str, Any]:
    """Give a row of which the reply is known."""
    return {"prompt": "hello", "final_text": text, **more}


def stepped(*tools: str, **more: Any) -> dict[str, Any]:
    """Give a row in which tools were called, each with an argument ``n``."""
    steps = [
        {"tool": tool, "arguments": {"n": n}, "result": {"ok": True}}
        for n, tool in enumerate(tools)
    ]
    return replied("Done.", steps=steps, **more)


def stored(
    *effects: dict[str, Any], status: str = "open", **scene: Any
) -> dict[str, Any]:
    """Give a row whose world began with order A1 and had these effects."""
    record = {"entity": "order", "id": "A1", "fields": {"status": status, "total": 5}}
    return replied("Done.", effects=list(effects), scene={"records": [record], **scene})


def effect(action: str, id_: str, entity: str = "order", **fields: Any) -> Any:
    """Give one effect, as rows keep them."""
    return {
        "tool": f"{action}_{entity}",
        "action": action,
        "entity": entity,
        "id": id_,
        "fields": fields,
        "before": {},
    }
