"""What a tool's name says is said whole: ``mark as lost``, ``turn off``."""

from __future__ import annotations

import pytest

from tests.world.kit import tool
from whileai.builtin.writers.verbs import sense

pytestmark = pytest.mark.contract("S47")


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("mark_book_as_lost", "lost"),
        ("mark_book_as_on_hold", "on hold"),
        ("mark_book_paid", "paid"),
    ],
)
def test_what_is_marked_is_marked_as_something(name: str, state: str) -> None:
    read = sense(tool(name, "Mark a book.", ["book_id"], book_id="string"), "")
    ends = [each.noun for each in read.segments if each.preposition == "as"]
    assert ends == [(state,)]


@pytest.mark.parametrize("name", ["turn_off_lamp", "turn_lamp_off"])
def test_what_is_turned_off_is_so_in_one_verb(name: str) -> None:
    read = sense(tool(name, "Turn it off.", ["lamp_id"], lamp_id="string"), "home")
    assert read.verbs == ("turn off",)
    assert "off" not in {word for each in read.segments for word in each.before}
