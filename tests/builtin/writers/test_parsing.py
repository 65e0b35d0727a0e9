"""Asks are read out of whatever models send."""

from __future__ import annotations

import pytest

from whileai.builtin.writers.parsing import read_asks

pytestmark = pytest.mark.contract("S19")

SENT: list[tuple[str, dict[int, list[str]]]] = [
    ('{"asks": [{"id": 1, "wordings": ["a", "b"]}]}', {1: ["a", "b"]}),
    ('```json\n{"asks": [{"id": 2, "wordings": ["a"]}]}\n```', {2: ["a"]}),
    ('{"asks": [{"id": 1, "wordings": ["a"]},]}\n```', {1: ["a"]}),
    ('Here you are: [{"id": "1", "ask": "a"}] Enjoy!', {1: ["a"]}),
    ('["a", "b"]', {1: ["a"], 2: ["b"]}),
    ('{"1": ["a"], "2": "b"}', {1: ["a"], 2: ["b"]}),
    ('{"id": 1, "wordings": ["a"]}', {1: ["a"]}),
    ('<think>{"asks": []}</think>{"asks": [{"id": 1, "text": "a"}]}', {1: ["a"]}),
    ('{"asks": [{"id": 1, "wordings": ["a"]}, {"id": 2, "wor', {1: ["a"]}),
    ('1. First ask\n2. "Second ask"', {1: ["First ask"], 2: ["Second ask"]}),
    ("Sentiment: Angry", {}),
    ("", {}),
    ("[[[[", {}),
    ('{"asks": null}', {}),
]


@pytest.mark.parametrize(("sent", "asks"), SENT)
def test_every_form_is_read(sent: str, asks: dict[int, list[str]]) -> None:
    assert read_asks(sent) == asks
