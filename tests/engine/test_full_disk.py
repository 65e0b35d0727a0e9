"""A disk that is full stops the run, and costs no row that landed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import orjson
import pytest

import whileai as wai
from tests.support import ok, sim
from whileai.testing import same_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.contract("S29", "S51", "S52")
ROOM = 20_000
"""Bytes that a file may have: some ten rows."""


@contextmanager
def little_room() -> Iterator[None]:
    resource: Any = pytest.importorskip("resource", reason="limits of POSIX systems")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def stopped(**files: Path) -> wai.SimulationData:
    """Give what is left of a run that writes more than there is room for."""
    with little_room(), pytest.raises(wai.RunStopped) as caught:
        sim(ok, budget=60, fault_rate=0, concurrency=2, **files)
    data: wai.SimulationData = caught.value.data
    (path,) = files.values()
    assert caught.value.reason == "not_written"
    assert str(path) in str(caught.value)
    assert f"{len(data)} rows landed and are in .data" in str(caught.value)
    return data


def test_the_rows_that_went_out_whole_are_put_in_place(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    data = stopped(output=path)
    rows = wai.load(path).rows()
    assert 0 < len(rows) <= len(data)
    assert rows == data.rows()[: len(rows)]
    assert list(tmp_path.iterdir()) == [path]


def test_a_checkpoint_stays_whole_and_the_run_goes_on_from_it(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    data = stopped(checkpoint=path)
    assert all(map(orjson.loads, path.read_bytes().splitlines()))
    assert path.read_bytes().endswith(b"\n")
    assert data.stopped_because == "not_written"
    again = sim(ok, budget=60, fault_rate=0, checkpoint=path)
    assert again.search["rollouts"]["resumed"] >= len(data) > 0
    assert same_rows(again, sim(ok, budget=60, fault_rate=0))


def test_a_file_that_was_there_stays_where_no_row_went_out(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("mine\n")
    with little_room(), pytest.raises(wai.RunStopped):
        sim(lambda message: "x" * 2 * ROOM, budget=3, concurrency=1, output=path)
    assert path.read_text() == "mine\n"
    assert list(tmp_path.iterdir()) == [path]
