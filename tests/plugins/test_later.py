"""Stages are imported when a run first needs them."""

from __future__ import annotations

import sys
from collections import OrderedDict
from subprocess import check_output
from typing import Any

import pytest

from whileai.plugins.later import is_from, later

UNUSED = (
    "whileai.builtin.agents.http",
    "whileai.builtin.agents.langchain",
    "whileai.engine.remote",
    "whileai.builtin.agents.chat",
    "whileai.builtin.graders.conduct",
    "whileai.builtin.writers.model",
    "whileai.world.conduct",
    "whileai.builtin.worlds.mcp",
    "whileai.builtin.graders.judge",
    "whileai.base.schema",
    "whileai.builtin.backends.specs",
    "whileai.engine.forecast",
    "whileai.engine.grading",
    "whileai.engine.pinned",
    "whileai.engine.resume",
    "whileai.results.report",
    "whileai.search.replay",
    "whileai.stats.comparison",
    "whileai.stats.delta",
    "whileai.stats.passing",
    "whileai.stats.patience",
    "whileai.traces",
    "aiohttp",
    "jsonschema",
    "referencing",
    "statistics",
    "structlog",
)
RUN = f"""
import sys, whileai
whileai.simulate(lambda message: "Done.", simulator=False, budget=1)
print([name for name in {UNUSED!r} if name in sys.modules])
"""


def test_what_it_names_is_imported_and_called() -> None:
    made = later("collections:OrderedDict.fromkeys")
    assert made("ab", 1) == OrderedDict(a=1, b=1)


def test_a_name_that_is_not_there_fails_when_it_is_called() -> None:
    made = later("collections:NoSuchThing")
    with pytest.raises(AttributeError, match="NoSuchThing"):
        made()


@pytest.mark.contract("S31", "S40")
def test_a_run_loads_no_stage_that_it_does_without() -> None:
    said = check_output([sys.executable, "-W", "ignore", "-c", RUN], text=True)
    assert said.strip() == "[]"


@pytest.mark.parametrize(
    ("value", "found"), [(OrderedDict, True), (OrderedDict(), True), (5, False)]
)
def test_what_a_module_made_is_told_without_importing_it(
    value: Any, found: bool
) -> None:
    assert is_from("collections", value) is found
