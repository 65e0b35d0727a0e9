"""Files as the tools they are for read them; skipped where a tool is not installed."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from tests.exports.rows import OPENAI_TOOLS, call, called, row, source
from tests.support import look, sim
from whileai.exports import export as export_source

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.contract("S58", "S61"),
    pytest.mark.filterwarnings("ignore"),  # of other people's packages
]


def needs(name: str) -> pytest.MarkDecorator:
    missing = find_spec(name) is None
    return pytest.mark.skipif(missing, reason=f"{name} is not installed")


LOOKED = called(call(order_id="A1", on="2026-12-01"), result='{"n": 1}')
PAID = called(call("create_refund", order_id="A1", amount=2**53 + 1, by={"at": []}))
ROWS = [
    row(reply="Plain."),
    row(*LOOKED, reply="Looked."),
    row(*LOOKED, *PAID, reply="Paid."),
    row(*LOOKED, reply="Bad.", reward=0.0),
    row(*PAID, reply="Worse.", reward=0.0),
]


def loaded(path: Path, format: str, *rows: Any, **how: Any) -> Any:
    """Write rows, and have ``datasets`` read the file as trainers do."""
    import datasets  # noqa: PLC0415 - only where it is installed

    export_source(source(*(rows or ROWS)), path / "out.jsonl", format)
    files = {"data_files": str(path / "out.jsonl"), "cache_dir": str(path / "cache")}
    return datasets.load_dataset("json", split="train", **files, **how)


def lines_of(path: Path) -> list[Any]:
    text = (path / "out.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@needs("datasets")
@pytest.mark.parametrize("format", ["sft", "dpo", "kto", "grpo", "openai", "verifiers"])
def test_datasets_gives_the_very_lines_back(format: str, tmp_path: Path) -> None:
    """F168: no key is filled with None, no date and no integer becomes another."""
    read = loaded(tmp_path, format)
    assert list(read) == lines_of(tmp_path)


@needs("datasets")
@pytest.mark.parametrize("format", ["sft", "kto", "dpo"])
def test_tool_calls_after_the_first_chunk_of_a_file_are_read(
    format: str, tmp_path: Path
) -> None:
    plain = [
        each
        for n in range(40)
        for each in (
            row(ask=f"{n}", reply="x" * 2000),
            row(ask=f"{n}", reply="y" * 2000, reward=0.0),
        )
    ]
    read = loaded(tmp_path, format, *plain, *ROWS, chunksize=16 << 10)
    assert list(read) == lines_of(tmp_path)
    assert "tool_calls" in json.dumps(lines_of(tmp_path))


@needs("datasets")
def test_images_are_read_beside_text(tmp_path: Path) -> None:
    parts = [{"type": "image_url", "image_url": {"url": "u"}}]
    shown = row(ask="b")
    shown["messages"][0]["content"] = parts
    read = loaded(tmp_path, "sft", row(ask="a"), shown)
    contents = [line["messages"][1]["content"] for line in read]
    assert contents == [[{"type": "text", "text": "a"}], parts]


@needs("trl")
@pytest.mark.parametrize("format", ["sft", "dpo", "kto", "grpo"])
def test_trl_takes_the_lines_for_conversations(format: str, tmp_path: Path) -> None:
    from trl import is_conversational  # noqa: PLC0415 - only where it is installed

    assert all(map(is_conversational, loaded(tmp_path, format)))


TEMPLATE = """
{%- for tool in tools or [] %}<tool>{{ tool | tojson }}</tool>{% endfor %}
{%- for message in messages %}
<{{ message.role }}>{{ message.content + '' }}
{%- for call in message.tool_calls or [] %}
{{- raise_exception('id') if call.id | length != 9 }}
<call>{{ call.function.name }}({{ call.function.arguments | tojson }})</call>
{%- endfor %}
{%- endfor %}
"""
"""What the chat templates of common models do with a conversation."""


@needs("jinja2")
def test_a_chat_template_spells_the_conversation(tmp_path: Path) -> None:
    import jinja2  # noqa: PLC0415 - only where it is installed

    template = jinja2.Environment().from_string(TEMPLATE)
    export_source(source(*ROWS), tmp_path / "out.jsonl", "sft")
    for line in lines_of(tmp_path):
        tools = json.loads(line["tools"])
        text = template.render(messages=line["messages"], tools=tools)
        assert '<tool>{"function": {' in text
        assert '"{\\"' not in text


@needs("openai")
def test_openai_takes_every_message_and_tool(tmp_path: Path) -> None:
    from openai.types.chat import (  # noqa: PLC0415 - only where it is installed
        ChatCompletionMessageParam,
        ChatCompletionToolParam,
    )
    from pydantic import TypeAdapter  # noqa: PLC0415 - it comes with openai

    export_source(source(*ROWS), tmp_path / "out.jsonl", "openai")
    message = TypeAdapter[Any](ChatCompletionMessageParam)
    tool = TypeAdapter[Any](ChatCompletionToolParam)
    for line in lines_of(tmp_path):
        for each in line["messages"]:
            message.validate_python(each)
        assert [tool.validate_python(each) for each in line["tools"]] == OPENAI_TOOLS


@needs("inspect_ai")
def test_inspect_reads_the_log_and_its_header(tmp_path: Path) -> None:
    from inspect_ai.log import read_eval_log, write_eval_log  # noqa: PLC0415 - as above

    path = str(tmp_path / "log.json")
    export_source(source(*ROWS, row(reward=None, reply="?")), path, "inspect")
    log = read_eval_log(path)
    assert (log.status, log.version, len(log.samples)) == ("success", 2, 6)
    header = read_eval_log(path, header_only=True)
    assert header.results.scores[0].metrics["mean"].value == 0.6
    made = log.samples[1].messages[2].tool_calls[0]
    assert (made.function, made.arguments["order_id"]) == ("lookup_order", "A1")
    write_eval_log(log, str(tmp_path / "log.eval"))
    again = read_eval_log(str(tmp_path / "log.eval"))
    assert [each.scores for each in again.samples] == [
        each.scores for each in log.samples
    ]


@needs("pyarrow")
def test_a_parquet_file_has_every_row_with_its_types(tmp_path: Path) -> None:
    import pyarrow.parquet  # noqa: PLC0415 - only where it is installed

    data = sim(look, budget=12, grader=lambda row: 1 if row["phrasing"] else 0.5)
    data.export(tmp_path / "out", "parquet")
    table = pyarrow.parquet.read_table(tmp_path / "out")
    read = table.to_pylist()
    rows = data.rows()
    assert [each["reward"] for each in read] == [each["reward"] for each in rows]
    assert [json.loads(each["scene"]) for each in read] == [
        each["scene"] for each in rows
    ]
    assert table.schema.field("failure_class").type == pyarrow.string()
    calls = [each["messages"][1]["tool_calls"][0]["function"] for each in read]
    assert {each["name"] for each in calls} == {"lookup_order"}
    assert json.loads(calls[0]["arguments"]) == {"order_id": "A1000"}


@needs("datasets")
def test_datasets_loads_the_folder_by_its_card(tmp_path: Path) -> None:
    import datasets  # noqa: PLC0415 - only where it is installed

    dated = row(reply="2026-12-01", seed=2**64 - 1)
    folder = tmp_path / "data set"
    for _ in "ab":  # an export replaces the one before
        export_source(source(dated), folder, "hf")
    cache = str(tmp_path / "cache")
    [read] = datasets.load_dataset(str(folder), split="train", cache_dir=cache)
    assert read["final_text"] == "2026-12-01"
    assert json.loads(read["seed"]) == 2**64 - 1
    assert [each["role"] for each in read["messages"]] == ["user", "assistant"]
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "Be kind." in card
    assert "lookup_order" in card


@needs("huggingface_hub")
@needs("pyarrow")
def test_the_card_of_a_folder_is_one(tmp_path: Path) -> None:
    from huggingface_hub import DatasetCard  # noqa: PLC0415 - only where it is installed

    export_source(source(*ROWS), tmp_path, "hf")
    about = DatasetCard.load(tmp_path / "README.md").data.to_dict()
    assert about["configs"][0]["data_files"][0]["path"] == "data/train.parquet"
    assert about["size_categories"] == ["n<1K"]
