"""Which states of the world a tool can meet."""

from __future__ import annotations

import pytest

from tests.world.kit import SHOP, tool
from whileai.world.possible import possible_states

pytestmark = pytest.mark.contract("S24", "S48")

STATES = possible_states((*SHOP, tool("calculate", "", expression="string")))


def test_a_computation_meets_no_state() -> None:
    assert STATES["calculate"] == ("unknown",)


def test_what_is_created_without_an_id_cannot_be_missing() -> None:
    assert "entity missing" not in STATES["create_ticket"]
    assert "entity missing" in STATES["create_refund"]


def test_what_is_read_cannot_have_been_done_already() -> None:
    assert "entity already acted on" not in STATES["get_order"]
    assert "entity already acted on" in STATES["close_ticket"]
