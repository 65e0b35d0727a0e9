"""Golden draws: the same on every supported Python. ``python -m tests.golden``.

Run without any test package, so that each interpreter needs the core alone. After a
change that is meant to change the draw, ``python -m tests.golden --write`` pins it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import whileai as wai
from whileai.base.lines import dumps
from whileai.base.seeds import Dice, derive
from whileai.testing import comparable

PINNED = Path(__file__).parent / "golden.json"

TOOLS = [
    {
        "name": "get_order",
        "description": "Look up an order. Orders on file: A1001, A1002, A1003, A1004",
        "parameters": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "The order"}},
            "required": ["order_id"],
        },
    },
    {
        "name": "refund_order",
        "description": "Pay back all or part of an order.",
        "parameters": {
            "type": "object",
            "properties": {
                "order_id": {"type": "string"},
                "amount": {"type": "number", "minimum": 0.01},
                "reason": {"enum": ["damaged", "late", "unwanted"]},
            },
            "required": ["order_id", "amount"],
        },
    },
]
POLICY = (
    "You help customers of a shop.\n- Refunds over 100 need a manager.\n- Be brief."
)


def agent(message: str, world: Any) -> str:
    """Call each tool once; say how many answered."""
    answers = [
        world.call("get_order", {"order_id": "A1001"}),
        world.call("refund_order", {"order_id": "A1001", "amount": 5}),
    ]
    good = sum("error" not in answer for answer in answers)
    return f"{good} of 2 worked for a message of {len(message)} letters."


def digest(data: Any) -> str:
    """Give what stands for the rows of ``data``."""
    lines = b"\n".join(dumps(comparable(row)) for row in data)
    return sha256(lines).hexdigest()[:16]


def draws() -> dict[str, Any]:
    """Give every pinned draw as it is on this interpreter."""
    dice = Dice(2026)
    common: dict[str, Any] = {
        "tools": TOOLS,
        "system_prompt": POLICY,
        "simulator": False,
        "budget": 60,
    }
    return {
        "derive": derive(0, "slot", "t1", 3, None, True, ("a", -1)),
        "bits": dice.bits(),
        "uniform": dice.uniform().hex(),
        "shuffled": dice.shuffled(range(8)),
        "normal": dice.normal().hex(),
        "explore": digest(wai.simulate(agent, **common)),
        "explore_seed_7": digest(wai.simulate(agent, seed=7, concurrency=3, **common)),
        "rl": digest(wai.simulate(agent, mode="rl", repeats=4, **common)),
    }


def here() -> dict[str, Any]:
    """Give the draws of this process and make sure the hash seed changes none."""
    found = draws()
    if os.environ.get("GOLDEN_CHILD"):
        return found
    other = "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0"
    child = subprocess.run(
        [sys.executable, "-m", "tests.golden", "--print"],
        env={**os.environ, "PYTHONHASHSEED": other, "GOLDEN_CHILD": "1"},
        capture_output=True,
        check=True,
        text=True,
    )
    differing = compare(found, json.loads(child.stdout), "another hash seed")
    if differing:
        raise SystemExit(differing)
    return found


def compare(wanted: dict[str, Any], got: dict[str, Any], where: str) -> str:
    """Say which draws differ; nothing when none does."""
    names = sorted(k for k in {*wanted, *got} if wanted.get(k) != got.get(k))
    return f"draws differ under {where}: {', '.join(names)}" if names else ""


def main(argv: list[str]) -> int:
    """Compare with the pinned draws, or print or pin them."""
    found = here()
    if "--print" in argv:
        print(json.dumps(found))
        return 0
    if "--write" in argv:
        PINNED.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        return 0
    version = sys.version.split()[0]
    differing = compare(json.loads(PINNED.read_text()), found, f"Python {version}")
    print(differing or f"Python {version}: {len(found)} golden draws as pinned")
    return bool(differing)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
