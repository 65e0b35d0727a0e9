"""A limit of open files that is too low is told before anything is spent."""

from __future__ import annotations

import resource
from typing import TYPE_CHECKING

import pytest

import whileai as wai
from whileai.calls.files import SPARE, check_open_files

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.contract("S54")


@pytest.fixture
def few_files() -> Iterator[int]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    yield 256
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_what_fits_is_let_pass(few_files: int) -> None:
    check_open_files(few_files - SPARE)


def test_a_model_with_more_places_than_files_is_refused_with_the_way_on(
    few_files: int,
) -> None:
    model = wai.OpenAI("m", "http://127.0.0.1:9")
    with pytest.raises(ValueError, match=r"concurrency=256 .* at most 192, .*ulimit"):
        wai.simulate(model, simulator=False, budget=1, concurrency=few_files)


def test_a_callable_needs_no_connections(few_files: int) -> None:
    data = wai.simulate(
        lambda message: "Done.", simulator=False, budget=1, concurrency=few_files
    )
    assert len(data) == 1
