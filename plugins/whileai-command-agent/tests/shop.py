"""A program that plays an agent; its first argument says how."""

import json
import os
import sys
import time

HOW = sys.argv[1] if len(sys.argv) > 1 else "well"


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


if HOW == "dies":
    sys.exit("cannot find its settings")
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "end":
        continue
    if HOW == "sleeps":
        time.sleep(60)
    if HOW == "chats":
        print("Loading the model", flush=True)
    if HOW == "lies":
        say(type="answer", text="Hello")
    if HOW == "empty":
        say(type="reply", text=" ")
    if HOW == "number":
        say(type="reply", text=5)
    if HOW == "child":
        import subprocess

        asleep = [sys.executable, "-S", "-c", "import time; time.sleep(60)"]
        child = subprocess.Popen(asleep)
        say(type="reply", text=f"{os.getpid()} {child.pid}")
        continue
    if HOW == "pid":
        say(type="reply", text=f"{os.getpid()}")
        continue
    say(type="call", tool="get_order", arguments={"order_id": "A-1"})
    result = json.loads(sys.stdin.readline())["value"]
    say(type="reply", text=f"To {told['text'][:20]!r}: {json.dumps(result)[:40]}")
