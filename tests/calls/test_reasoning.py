"""What a model thought is told apart from what it said."""

from __future__ import annotations

import pytest

from whileai.calls.reasoning import split

pytestmark = pytest.mark.contract("S56")

SAID: list[tuple[str, str, str, bool]] = [
    ("<think>a</think>yes", "yes", "a", False),
    ("<think>never closed", "", "never closed", True),
    ("yes", "yes", "", False),
    ("first thoughts</think>\n\nHello", "Hello", "first thoughts", False),
    ("Hello <THINK>x</THINK> there", "Hello  there", "x", False),
    ("<think>a</think>b<think>c", "b", "a\n\nc", True),
    ("Use `<think>` tags.", "Use `<think>` tags.", "", False),
    ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2", "", False),
]


@pytest.mark.parametrize(("sent", "text", "thought", "unclosed"), SAID)
def test_blocks_are_taken_out(
    sent: str, text: str, thought: str, unclosed: bool
) -> None:
    """F120."""
    assert split(sent) == (text, thought, unclosed)
