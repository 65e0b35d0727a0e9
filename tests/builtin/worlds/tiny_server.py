"""A small MCP server for tests; its first argument says how it misbehaves.

Run as a script, it needs nothing but the standard library.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ADD = {
    "name": "add_note",
    "description": "Keep a note.",
    "inputSchema": {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
    },
}
LIST = {"name": "list_notes", "description": "List notes.", "inputSchema": {}}
WHERE = {"name": "get_folder", "description": "Read the folder.", "inputSchema": {}}
NOTES: list[str] = []


def send(**message: Any) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def said(value: Any, **more: Any) -> dict[str, Any]:
    text = value if isinstance(value, str) else json.dumps(value)
    return {"content": [{"type": "text", "text": text}], **more}


def called(name: str, told: dict[str, Any]) -> dict[str, Any]:
    if told.get("text") == "die":
        print("out of paper", file=sys.stderr, flush=True)
        os._exit(3)
    if told.get("text") == "sleep":
        time.sleep(0.5)
    if told.get("text") == "bad":
        return said("no such note", isError=True)
    if name == "add_note" and not isinstance(told.get("text"), str):
        return said("a note has a text", isError=True)
    if name == "add_note":
        NOTES.append(told["text"])
        if Path("notes.txt").exists():
            with Path("notes.txt").open("a") as file:
                file.write(told["text"])
        return said("kept")
    if name == "get_folder":
        kept = Path("notes.txt")
        text = kept.read_text() if kept.exists() else ""
        return said([text, os.environ.get("KEY")])
    return said({}, structuredContent={"notes": NOTES, "pid": os.getpid()})


def answer(message: dict[str, Any], how: str) -> None:
    method, params = message["method"], message.get("params") or {}
    if method == "initialize":
        if how == "refuses":
            send(id=message["id"], error={"code": -1, "message": "not today"})
            return
        send(id="x", method="ping")
        send(id="y", method="roots/list")
        send(id=message["id"], result={"protocolVersion": "2024-11-05"})
    elif method == "tools/list":
        first = {"tools": [ADD, LIST], "nextCursor": "2"}
        page = {"tools": [WHERE]} if params.get("cursor") else first
        send(id=message["id"], result={"tools": 7} if how == "odd" else page)
    elif method == "tools/call":
        send(method="notifications/message", params={"data": "working"})
        send(id=message["id"], result=called(params["name"], params["arguments"]))


def main() -> None:
    how = sys.argv[1] if len(sys.argv) > 1 else "well"
    if how == "dies":
        sys.exit("cannot read its settings")
    if how == "chats":
        print("Welcome to the server!", flush=True)
        return
    if how == "child":
        subprocess.Popen(
            [sys.executable, "-c", "import time; time.sleep(60)", *sys.argv]
        )
    for line in sys.stdin:
        message = json.loads(line)
        if how == "silent":
            continue
        if "method" in message and "id" in message:
            answer(message, how)


if __name__ == "__main__":
    main()
