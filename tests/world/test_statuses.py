"""What can be free or not is one of the two that its tools name."""

from __future__ import annotations

import pytest

from tests.world.kit import session, tool
from whileai.world import infer

pytestmark = pytest.mark.contract("S48")


@pytest.mark.parametrize(
    ("take", "give", "free", "taken"),
    [
        ("checkout", "return", "available", "on_loan"),
        ("assign", "release", "free", "taken"),
    ],
)
def test_what_is_taken_and_given_back_has_a_status_of_the_tools(
    take: str, give: str, free: str, taken: str
) -> None:
    choice = {"type": "string", "enum": [free, taken]}
    model = infer(
        (
            tool("list_bikes", "List bikes.", status=choice),
            tool(f"{take}_bike", "Take it.", ["bike_id"], bike_id="string"),
            tool(f"{give}_bike", "Give it back.", ["bike_id"], bike_id="string"),
        )
    )
    assert model.entities["bike"].statuses == (free, taken)
    world = session(model)
    own = world.call("list_bikes", {"status": free})["bikes"][0]["bike_id"]
    for call, status in ((take, taken), (give, free)):
        answer = world.call(f"{call}_bike", {"bike_id": own})
        assert answer["status"] == status
        rows = world.call("list_bikes", {"status": status})["bikes"]
        assert own in [each["bike_id"] for each in rows]
