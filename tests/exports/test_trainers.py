"""Trainers train on the files: one step each, of a model with a few weights."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import whileai as wai
from tests.exports.rows import varied
from tests.support import by_prompt, sim

TRL = find_spec("trl") is not None and find_spec("torch") is not None
pytestmark = [
    pytest.mark.contract("S61"),
    pytest.mark.full,
    pytest.mark.filterwarnings("ignore"),  # of other people's packages
    pytest.mark.skipif(not TRL, reason="trl or torch is not installed"),
]


def speller() -> Any:
    """Give a tokenizer of bytes with the chat template of a common model."""
    import trl  # noqa: PLC0415 - only where it is installed
    from tokenizers import (  # noqa: PLC0415 - it comes with trl
        Tokenizer,
        models,
        pre_tokenizers,
    )
    from transformers import PreTrainedTokenizerFast  # noqa: PLC0415 - as above

    letters = [*sorted(pre_tokenizers.ByteLevel.alphabet()), "<|im_end|>", "<pad>"]
    words = models.BPE(vocab={each: n for n, each in enumerate(letters)}, merges=[])
    spelled = Tokenizer(words)
    spelled.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    marks = {"eos_token": "<|im_end|>", "pad_token": "<pad>"}
    made = PreTrainedTokenizerFast(tokenizer_object=spelled, **marks)
    template = Path(trl.__file__).parent / "chat_templates" / "qwen2_5.jinja"
    made.chat_template = template.read_text(encoding="utf-8")
    return made


def model(words: int) -> Any:
    from transformers import Qwen2Config, Qwen2ForCausalLM  # noqa: PLC0415 - as above

    heads = {"num_attention_heads": 2, "num_key_value_heads": 2}
    size = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1}
    return Qwen2ForCausalLM(Qwen2Config(vocab_size=words, **heads, **size))


def opinion(row: Any) -> float:
    """Grade so that repeats of one ask disagree."""
    return float(row["rollout_index"] % 2)


@pytest.mark.parametrize("format", ["sft", "dpo", "kto", "grpo"])
def test_a_trainer_trains_on_the_file(format: str, tmp_path: Path) -> None:
    import datasets  # noqa: PLC0415 - it comes with trl
    import trl  # noqa: PLC0415 - only where it is installed

    data = sim(varied, budget=16, mode="rl", repeats=4, grader=opinion)
    done = data.export(tmp_path / "rows.jsonl", format)
    assert done.examples >= 2
    name, words = format.upper(), speller()
    how: dict[str, Any] = {"max_steps": 1, "per_device_train_batch_size": 2}
    more: dict[str, Any]
    if format == "grpo":
        how |= {"max_completion_length": 4, "num_generations": 2}
        more = {"reward_funcs": [wai.reward_function(by_prompt, data)]}
    else:
        how["max_length"] = 8192  # a letter is a token here
        more = {} if format == "sft" else {"ref_model": model(len(words))}
    settings = getattr(trl, f"{name}Config")(
        output_dir=str(tmp_path), use_cpu=True, bf16=False, report_to=[], **how
    )
    files = {"data_files": str(tmp_path / "rows.jsonl"), "cache_dir": str(tmp_path)}
    trainer = getattr(trl, f"{name}Trainer")(
        model=model(len(words)),
        args=settings,
        train_dataset=datasets.load_dataset("json", split="train", **files),
        processing_class=words,
        **more,
    )
    assert len(trainer.train_dataset) == done.examples
    assert trainer.train().global_step == 1
