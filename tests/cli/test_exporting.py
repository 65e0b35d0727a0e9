"""``wai export``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.exports.rows import OPENAI_TOOLS
from tests.support import POLICY, look, sim
from whileai.cli import main

if TYPE_CHECKING:
    from pathlib import Path

    import whileai as wai

pytestmark = pytest.mark.contract("S61")


@pytest.fixture(scope="module")
def data() -> wai.SimulationData:
    return sim(look, budget=6, grader=lambda _row: 1)


@pytest.fixture
def rows(data: wai.SimulationData, tmp_path: Path) -> str:
    return data.save(tmp_path / "rows.jsonl")


def test_it_writes_the_file_and_says_what_was_left_out(
    rows: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out.jsonl")
    assert main(["export", rows, out, "--format", "sft"]) == 0
    assert capsys.readouterr().out.startswith(f"{out}: 6 rows as sft, from 6 rows")
    assert len((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()) == 6


def test_the_account_is_json_on_demand(
    rows: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out")
    assert main(["export", rows, out, "--format", "kto", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["examples"], told["left_out"]) == ("kto", 6, {})


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--format", "stf"], 2, "did you mean 'sft'"),
        (["--format", "csv", "--pairs", "2"], 2, "takes no pairs="),
        ([], 2, "--format"),
        (["--format", "sft", "--tools", "nowhere:tools"], 2, "no module 'nowhere'"),
        (["--format", "sft", "--min-reward", "7"], 1, "from 0 to 1"),
        (["--format", "dpo"], 1, "Play each task several times"),
    ],
)
def test_what_will_not_do_is_told_with_its_exit_code(
    words: list[str],
    code: int,
    told: str,
    rows: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["export", rows, str(tmp_path / "out"), *words]) == code
    assert told in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_what_a_file_of_rows_alone_lacks_is_passed(
    data: wai.SimulationData, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """F166."""
    tools, prompt, rows = (tmp_path / name for name in ("t.json", "p.md", "r.jsonl"))
    rows.write_bytes(b"\n".join(data.lines))
    tools.write_text(json.dumps(OPENAI_TOOLS), encoding="utf-8")
    prompt.write_text(POLICY, encoding="utf-8")
    words = ["export", str(rows), str(tmp_path / "out"), "--format", "sft"]
    assert main([*words, "--tools", str(tools), "--system-prompt", f"@{prompt}"]) == 0
    assert "note" not in capsys.readouterr().out
    data.export(tmp_path / "same", "sft")
    assert (tmp_path / "out").read_bytes() == (tmp_path / "same").read_bytes()
