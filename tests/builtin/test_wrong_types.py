"""A wrong type is a ``TypeError`` and a wrong value a ``ValueError``, everywhere."""

from __future__ import annotations

from typing import Any

import pytest

import whileai as wai

pytestmark = pytest.mark.contract("S02")

PLACES: dict[str, tuple[Any, list[Any], list[Any]]] = {
    "rpm": (lambda v: wai.OpenAI("m", rpm=v), ["60", True, [1]], [0, -1]),
    "tpm": (lambda v: wai.Anthropic("m", tpm=v), ["60", False, {}], [0.0]),
    "wait": (lambda v: wai.Ollama("m", first_wait_s=v), ["1", None, True], [0, 61]),
    "model": (wai.OpenAI, [3, None, b"m"], ["", " "]),
    "url": (wai.Http, [3, None, b"http://a"], ["", "ftp://a"]),
    "template": (lambda v: wai.Http("http://a", v), [{"a": object()}], [{}, "none"]),
    "command": (wai.McpWorld, [3, [3], None, b"server"], ["", [], "no-such-server"]),
    "folder": (
        lambda v: wai.McpWorld("python", folder=v),
        [3, b"/"],
        ["/no/such/folder"],
    ),
    "servers": (lambda v: wai.McpWorld("python", servers=v), ["2", True], [0]),
    "timeout": (lambda v: wai.McpWorld("python", timeout_s=v), ["2", True], [0, -1]),
    "rubric": (wai.Judge, [3, [3]], ["", []]),
    "scale": (lambda v: wai.Judge("r", scale=v), [3, "x"], [(2, 1)]),
    "max_chars": (lambda v: wai.Judge("r", max_chars=v), ["1000", True], [0]),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_wrong_type_is_told_from_a_wrong_value(place: str) -> None:
    make, types, values = PLACES[place]
    for kind, wrong in ((TypeError, types), (ValueError, values)):
        for value in wrong:
            with pytest.raises(kind):
                make(value)
