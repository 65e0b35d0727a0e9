"""A thing may be asked for by its kind alone."""

from __future__ import annotations

import pytest

from whileai.builtin.users.knowledge import Fact, asked_for

pytestmark = pytest.mark.contract("S32")

FACTS = tuple(
    Fact(name=name, value="x")
    for name in ("order_id", "amount", "reason", "customer_id", "status", "date")
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which order is it about?", ["order_id"]),
        ("What order do you mean?", ["order_id"]),
        ("Which of your orders is it?", ["order_id"]),
        ("Which account should I use?", ["customer_id"]),
        ("Which reason applies?", ["reason"]),
        ("What is the status of your order?", ["status"]),
        ("Which city do you live in?", []),
        ("What do you need?", []),
    ],
)
def test_which_one_asks_for_what_names_it(question: str, names: list[str]) -> None:
    """F119."""
    assert [fact.name for fact in asked_for(question, FACTS)] == names
