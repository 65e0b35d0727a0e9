"""The public names, and what importing them costs."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import whileai
import whileai.simulations as simulations
from whileai.options import OPTIONS

pytestmark = pytest.mark.contract("S01", "S40")


def test_both_addresses_give_the_same_names() -> None:
    assert whileai.__all__ == simulations.__all__
    for name in whileai.__all__:
        assert getattr(whileai, name) is getattr(simulations, name)


def test_the_table_of_names_is_what_is_public() -> None:
    assert {*whileai.NAMES, "__version__"} == set(whileai.__all__)
    assert set(whileai.__all__) <= set(dir(whileai))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="simulat"):
        whileai.simulat  # noqa: B018 - reading it is the test


def test_simulate_is_defined_where_users_know_it() -> None:
    assert whileai.simulate.__module__ == "whileai.simulations.simulation"


@pytest.mark.contract("S02")
def test_the_signature_shows_every_option_with_its_default() -> None:
    for form in (whileai.simulate, whileai.simulate_async, whileai.stream):
        shown = inspect.signature(form).parameters
        assert set(OPTIONS) <= set(shown)
        assert shown["budget"].default == 1000


def test_importing_the_package_loads_neither_the_network_nor_the_engine() -> None:
    code = (
        "import sys, whileai\n"
        "heavy = ('aiohttp', 'anyio', 'pluggy', 'orjson')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert said.stdout.strip() == b"[]"
