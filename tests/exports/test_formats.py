"""The call itself: formats, options, paths, and what is never written."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.builtin.agents.chatting import FakeChat, played, said
from tests.exports.rows import row, source
from tests.support import TOOLS2, look, sim
from whileai.base.errors import NotConfigured
from whileai.exports import FORMATS
from whileai.exports import export as export_source

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S61")


@pytest.fixture(scope="module")
def data() -> wai.SimulationData:
    return sim(look, budget=6, grader=lambda _row: 1)


@pytest.mark.parametrize(
    ("format", "options", "error", "says"),
    [
        ("stf", {}, ValueError, "did you mean 'sft'"),
        (None, {}, TypeError, "pass one of sft, dpo"),
        ("csv", {"pairs": 2}, TypeError, "takes no pairs= .* it is for dpo"),
        ("kto", {"ungraded": True}, TypeError, "for sft and openai"),
        ("sft", {"min_reward": 2}, ValueError, "min_reward=2; pass a number from 0"),
        ("sft", {"min_reward": "x"}, TypeError, "min_reward='x'"),
        ("sft", {"min_reward": True}, TypeError, "min_reward=True"),
        ("sft", {"ungraded": 1}, TypeError, "ungraded=1; pass True or False"),
        ("dpo", {"pairs": 0}, ValueError, "pairs=0; pass a whole number"),
        ("dpo", {"pairs": 1.5}, TypeError, "pairs=1.5"),
    ],
)
@pytest.mark.contract("S02")
def test_a_wrong_argument_is_refused_before_anything_is_written(
    format: Any,
    options: Any,
    error: type[Exception],
    says: str,
    data: wai.SimulationData,
    tmp_path: Path,
) -> None:
    with pytest.raises(error, match=says):
        data.export(tmp_path / "out", format, **options)
    assert list(tmp_path.iterdir()) == []


def test_no_rows_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there are no rows"):
        wai.export([], tmp_path / "out", "csv")


def test_a_path_that_cannot_be_written_is_named(
    data: wai.SimulationData, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=r"path=.* is a folder"):
        data.export(tmp_path, "sft")
    with pytest.raises(TypeError, match="path="):
        data.export(5, "sft")  # type: ignore[arg-type]


def test_missing_folders_are_made(data: wai.SimulationData, tmp_path: Path) -> None:
    data.export(tmp_path / "a" / "b.jsonl", "sft")
    assert (tmp_path / "a" / "b.jsonl").stat().st_size > 0


def test_a_file_that_is_there_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("before")

    def fails(_row: Any) -> str:
        raise RuntimeError("half way")

    broken = source(row())
    object.__setattr__(broken, "expected", fails)
    with pytest.raises(RuntimeError, match="half way"):
        export_source(broken, target, "grpo")
    assert target.read_text() == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


def test_rows_and_files_are_exported_as_data_is(
    data: wai.SimulationData, tmp_path: Path
) -> None:
    data.save(tmp_path / "rows.jsonl")
    told: dict[str, Any] = {
        "tools": TOOLS2,
        "system_prompt": data.profile.system_prompt,
    }
    data.export(tmp_path / "a", "sft")
    wai.export(tmp_path / "rows.jsonl", tmp_path / "b", "sft")
    wai.export(data.rows(), tmp_path / "c", "sft", **told)
    wai.export(data, tmp_path / "d", "sft")
    assert len({(tmp_path / name).read_bytes() for name in "abcd"}) == 1


def test_the_file_of_the_rows_is_never_replaced_by_what_is_made_of_them(
    data: wai.SimulationData, tmp_path: Path
) -> None:
    rows = tmp_path / "rows.jsonl"
    data.save(rows)
    before = rows.read_bytes()
    with pytest.raises(ValueError, match="the file of the rows themselves"):
        wai.export(rows, tmp_path / "." / "rows.jsonl", "sft")
    assert rows.read_bytes() == before


def test_what_is_no_source_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"export\(\) takes a SimulationData"):
        wai.export(5, tmp_path / "out", "sft")
    with pytest.raises(TypeError, match="system_prompt=5"):
        wai.export([row()], tmp_path / "out", "sft", system_prompt=5)  # type: ignore[arg-type]


@pytest.mark.anyio
@pytest.mark.contract("S33")
async def test_the_scaffold_is_in_no_file(tmp_path: Path) -> None:
    chat = FakeChat([said("Done.")])
    data = await played(chat, scaffold="Think twice.", grader=lambda _row: 1)
    for format in ("sft", "openai", "kto", "grpo", "verifiers", "csv", "inspect"):
        data.export(tmp_path / "out.json", format)
        text = (tmp_path / "out.json").read_text(encoding="utf-8")
        assert "Think twice" not in text
        assert format == "csv" or "manager's approval" in text


@pytest.mark.parametrize("format", ["parquet", "hf"])
def test_without_pyarrow_the_extra_is_named_and_nothing_written(
    format: str,
    data: wai.SimulationData,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(NotConfigured, match=r"pip install 'whileai\[parquet\]'"):
        data.export(tmp_path / "out", format)
    assert list(tmp_path.iterdir()) == []


def test_a_card_that_somebody_wrote_is_never_replaced(
    data: wai.SimulationData, tmp_path: Path
) -> None:
    (tmp_path / "README.md").write_text("# Mine", encoding="utf-8")
    with pytest.raises(ValueError, match=r"a README\.md that no export wrote"):
        data.export(tmp_path, "hf")
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="is a file; format='hf' writes a folder"):
        data.export(tmp_path / "file", "hf")


def test_every_format_says_what_it_is() -> None:
    listed = "sft dpo kto grpo openai verifiers inspect hf parquet csv"
    assert set(FORMATS) == set(listed.split())
    assert all(each.about for each in FORMATS.values())
