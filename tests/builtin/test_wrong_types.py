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
    "reply": (lambda v: wai.Http("http://a", reply=v), [3, ["a"]], ["", "a..b"]),
    "headers": (
        lambda v: wai.Http("http://a", headers=v),
        ["a", [("a", "b")], {"a": 1}, {1: "a"}, None],
        [{"a b": "c"}, {"": "c"}, {"a": "b\r\nc: d"}],
    ),
    "allow_http": (lambda v: wai.OpenAI("m", allow_http=v), ["yes", 1, None], []),
    "base_url": (lambda v: wai.OpenAI("m", base_url=v), [3, b"http://a"], []),
    "endpoint": (lambda v: wai.Endpoint("m", url=v), [3, None], []),
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


def test_what_may_be_a_key_is_in_no_message() -> None:
    for make in (
        lambda: wai.OpenAI("m", api_key=b"secret"),  # type: ignore[arg-type]
        lambda: wai.Http("http://a", headers={"Authorization": b"secret"}),  # type: ignore[dict-item]
        lambda: wai.Http("http://a", headers={"Authorization": "secret\n"}),
    ):
        with pytest.raises((TypeError, ValueError)) as refused:
            make()
        assert "secret" not in str(refused.value)
