"""Files as the tools they are for read them; skipped where a tool is not installed."""

from __future__ import annotations

import json
from importlib.metadata import version as installed
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.exports.rows import OPENAI_TOOLS, call, called, row, source
from tests.support import look, sim
from whileai.exports import export as export_source

pytestmark = [
    pytest.mark.contract("S58", "S61"),
    pytest.mark.filterwarnings("ignore"),  # of other people's packages
]


def needs(name: str, version: str = "") -> pytest.MarkDecorator:
    """Skip a test where a package is not installed, or an older version of it."""
    reason = f"{name} is not installed"
    if find_spec(name) is None or not version:
        return pytest.mark.skipif(find_spec(name) is None, reason=reason)
    there, least = (
        tuple(map(int, text.split(".")[:2])) for text in (installed(name), version)
    )
    return pytest.mark.skipif(there < least, reason=f"{name} is older than {version}")


TYPED = "4.7"
"""The version of datasets from which objects keep their own keys; TRL asks for it."""


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


@needs("datasets", TYPED)
@pytest.mark.parametrize("format", ["sft", "dpo", "kto", "grpo", "openai", "verifiers"])
def test_datasets_gives_the_very_lines_back(format: str, tmp_path: Path) -> None:
    """F168: no key is filled with None, no date and no integer becomes another."""
    read = loaded(tmp_path, format)
    assert list(read) == lines_of(tmp_path)


@needs("datasets", TYPED)
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


@needs("datasets", TYPED)
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


@needs("trl")
@pytest.mark.parametrize("model", ["qwen2_5", "qwen3", "glm4moe", "qwen3_5_nothink"])
@pytest.mark.parametrize("format", ["sft", "dpo", "kto"])
def test_chat_templates_of_models_spell_every_line(
    format: str, model: str, tmp_path: Path
) -> None:
    import trl  # noqa: PLC0415 - only where it is installed
    from trl.data_utils import apply_chat_template  # noqa: PLC0415 - as above

    folder = Path(trl.__file__).parent / "chat_templates"
    template = (folder / f"{model}.jinja").read_text(encoding="utf-8")
    for line in loaded(tmp_path, format):
        tools = json.loads(line["tools"])
        text = "".join(
            str(part)
            for part in apply_chat_template(line, speller(template), tools).values()
        )
        assert '"lookup_order"' in text
        assert '"{\\"' not in text, "arguments are spelled twice"
        assert ("2026-12-01" in text) is ("2026-12-01" in json.dumps(line))


def speller(template: str) -> Any:
    """Give a tokenizer that knows a chat template and no word."""
    from tokenizers import Tokenizer, models  # noqa: PLC0415 - it comes with trl
    from transformers import PreTrainedTokenizerFast  # noqa: PLC0415 - as above

    made = PreTrainedTokenizerFast(tokenizer_object=Tokenizer(models.BPE()))
    made.chat_template = template
    return made


@needs("verifiers")
@pytest.mark.anyio
async def test_an_environment_of_verifiers_begins_with_the_prompt(
    tmp_path: Path,
) -> None:
    import verifiers as vf  # noqa: PLC0415 - only where it is installed

    if not hasattr(vf, "SingleTurnEnv"):
        pytest.skip("this verifiers has no environments made of a dataset")
    prompts = loaded(tmp_path, "verifiers")
    env = vf.SingleTurnEnv(dataset=prompts, rubric=vf.Rubric(), system_prompt="x")
    [begun] = env.get_dataset()
    state = await env.init_state(begun, client=vf.ClientConfig(), model="m")
    said = [(each.role, each.content) for each in state["prompt"]]
    assert said == [("system", "Be kind."), ("user", "Hello?")]
    assert [tool.name for tool in state["tool_defs"]] == [
        *("lookup_order", "create_refund"),
    ]
    assert state["info"]["situation"]["prompt"] == "Hello?"


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
@pytest.mark.parametrize("name", ["log.json", "log.eval"])
def test_inspect_reads_the_log_its_header_and_its_list(
    name: str, tmp_path: Path
) -> None:
    from inspect_ai.log import (  # noqa: PLC0415 - only where it is installed
        read_eval_log,
        read_eval_log_sample,
        read_eval_log_sample_summaries,
    )

    path = str(tmp_path / name)
    rows = [*ROWS, row(reward=None, reply="?")]
    export_source(source(*rows), path, "inspect")
    log = read_eval_log(path)
    assert (log.status, log.version, len(log.samples)) == ("success", 2, 6)
    header = read_eval_log(path, header_only=True)
    assert header.results.scores[0].metrics["mean"].value == 0.6
    listed = read_eval_log_sample_summaries(path)
    assert [each.message_count or 3 for each in listed][:2] == [3, 5]
    sample = read_eval_log_sample(path, "sc-1/0", 2)
    made = sample.messages[2].tool_calls[0]
    assert (made.function, made.arguments["order_id"]) == ("lookup_order", "A1")
    assert sample.scores["reward"].value == 1
    assert [each.scores for each in log.samples] == [each.scores for each in listed]


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
