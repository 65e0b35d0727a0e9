"""What this version does not have: its names are refused, and say what there is."""

from __future__ import annotations

import pytest

import whileai as wai
from whileai.options import ADVANCED, parse
from whileai.results import SimulationData

pytestmark = pytest.mark.contract("S02", "S13")

KNOBS = [
    *("hazard_alpha", "hazard_prior", "mixed_alpha", "laplace"),  # F205
    *("boost", "gain", "allocation_weights"),  # F206
    *("closing_window", "closing_median"),  # F207
]


@pytest.mark.parametrize("knob", KNOBS)
def test_there_is_no_knob_for_what_a_run_works_out_itself(knob: str) -> None:
    """F205, F206, F207: hazards, boosts of an allocation, when a run closes."""
    with pytest.raises(TypeError, match=f"advanced= got an unexpected key '{knob}'"):
        parse({"advanced": {knob: 1}})
    with pytest.raises(TypeError, match=f"unexpected keyword argument '{knob}'"):
        parse({knob: 1})


def test_the_refusal_of_a_knob_lists_the_keys_there_are() -> None:
    with pytest.raises(TypeError) as caught:
        parse({"advanced": {"closing_window": 5}})
    assert all(key in str(caught.value) for key in ADVANCED)


@pytest.mark.parametrize("name", ["select", "split", "holdout"])
def test_rows_are_neither_selected_nor_split(name: str) -> None:
    """F081, F082, F214: rows are given whole; what an export takes is for its rules."""
    assert name not in wai.__all__
    assert not hasattr(wai, name)
    assert not hasattr(SimulationData, name)
