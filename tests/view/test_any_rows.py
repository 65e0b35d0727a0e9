"""Whatever rows hold, they have a page, and nothing of them is part of it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.view.reading import Reader
from whileai.base.lines import dumps, fresh
from whileai.model.row import RowDict, misfit
from whileai.results import SimulationData
from whileai.results.shown import told_of
from whileai.view import Told, page

pytestmark = pytest.mark.contract("S58", "S61")

TEXT = st.text(max_size=8) | st.sampled_from(["<b>", "</script>", "&amp;", "\x00", "{"])
LEAF = (
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False) | TEXT
)
NAMES = st.sampled_from(
    [
        *("tool", "role", "content", "tool_calls", "function", "name", "id", "mode"),
        *("arguments", "status", "result", "type", "parent", "planned_faults", "text"),
    ]
)
JSON = st.recursive(
    LEAF,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(NAMES | TEXT, inner, max_size=3)
    ),
    max_leaves=8,
)
OBJECTS = st.lists(st.dictionaries(NAMES, JSON, max_size=4), max_size=3)
OBJECT = st.dictionaries(NAMES | TEXT, JSON, max_size=3)
FORMS = {
    **dict.fromkeys(("messages", "steps"), OBJECTS),
    **dict.fromkeys(("scenario_dimensions", "faults", "markers", "lineage"), OBJECT),
    "reward": st.none() | st.floats(0, 1),
}
ROWS = st.fixed_dictionaries(
    {"prompt": TEXT},
    optional={
        name: FORMS.get(name, JSON)
        for name in RowDict.__annotations__
        if name != "prompt"
    },
).filter(lambda row: not misfit(row))


@pytest.fixture(scope="module")
def usual() -> Told:
    return told_of(SimulationData(lines=[dumps({"prompt": "hello"})]))


@pytest.mark.full
@settings(max_examples=100, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(row=ROWS)
def test_any_row_that_loads_has_a_page(row: dict[str, Any], usual: Told) -> None:
    check(row, usual)


@pytest.mark.parametrize(
    "calls", [{"a": "b"}, ["x", None], [{"id": ["1"]}], "x", 7, [{"function": "f"}]]
)
def test_calls_in_a_form_of_their_own_have_a_page(calls: Any, usual: Told) -> None:
    answer = {"role": "tool", "tool_call_id": ["1"], "content": 5}
    check({"prompt": "a", "messages": [{"tool_calls": calls}, answer]}, usual)


def check(row: dict[str, Any], usual: Told) -> None:
    text = page(evolve(usual, rows=[fresh(row)])).decode()
    read = Reader(text)
    assert len(read.scripts) == 1
    assert {name for name, _ in read.tags} <= {*KNOWN.split()}
    assert "\x00" not in text


KNOWN = """
html head meta link title style body a header h1 h2 p main section div dl dt dd svg rect
line table caption thead tbody tr th td ul li details summary span bdi pre strong form
label select option input output button nav footer script
"""
