"""An evaluation log that Inspect reads and shows."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timezone
from math import fsum
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

from attrs import define, field

from whileai.base.lines import dumps, replacing, save_lines
from whileai.base.text import fingerprint
from whileai.exports.chat import Chat, Unfit, read_chat
from whileai.exports.exported import Exported

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from whileai.exports.chat import Message
    from whileai.exports.source import Choice, Line, Source

VERSION = 2
"""The version of the log's form."""
PACKED = ".eval"
"""The ending of a log whose samples are files of their own, packed."""
SCORE = "reward"
_BESIDE = (
    *("scenario_id", "scenario_dimensions", "tier", "stance", "arm", "faults"),
    *("effects", "markers", "user_error", "finish_reason", "ended_by", "group_cut"),
    *("model_version", "judge_status", "failure_class"),
)
"""What a sample has as its metadata."""


def check(path: str) -> None:
    """Make sure of the ending by which the reader knows its file.

    Raises:
        ValueError: if it is another.
    """
    if not path.endswith((PACKED, ".json")):
        raise ValueError(
            f"path={path!r}: Inspect knows its logs by their ending; pass a path that "
            f"ends with {PACKED} or .json"
        )


def write(source: Source, _choice: Choice, path: str) -> Exported:
    """Write a sample for each row: its chat, what was expected, and its reward.

    A path that ends with ``.eval`` gets the packed form, of which the viewer reads a
    sample at a time; one that ends with ``.json`` gets one JSON object.

    Repeats of a task are the epochs of its sample. ``target`` says what a good agent
    does. A row that nothing graded has no score.
    """
    log = _Log(source)
    log.count()
    if path.endswith(PACKED):
        with replacing(path) as file:
            log.pack(file)
    else:
        save_lines(path, log.lines())
    return Exported(
        path=path,
        format="inspect",
        rows=len(source.lines),
        examples=log.samples,
        left_out=dict(log.left_out),
    )


@define
class _Log:
    """Spells the log; rows are counted before, because the counts stand first.

    Args:
        source: the rows.
        left_out: rows that are no chat, by reason.
        rewards: of the rows that are.
    """

    source: Source
    left_out: Counter[str] = field(factory=Counter)
    rewards: list[float] = field(factory=list)
    samples: int = 0
    _ids: dict[str, None] = field(factory=dict)
    _judge: str = "grader"

    def count(self) -> None:
        """Count the rows.

        Raises:
            ValueError: if none is a chat.
        """
        for row in self.source.rows():
            try:
                self._chat(row)
            except Unfit as unfit:
                self.left_out[unfit.reason] += 1
                continue
            self.samples += 1
            self._ids[_id(row)] = None
            if row.get("reward") is not None:
                self.rewards.append(float(row["reward"]))
                self._judge = str(row.get("judge_name") or self._judge)
        if not self.samples:
            raise ValueError(
                f"nothing to export as inspect: none of {len(self.source.lines)} rows "
                "is a chat that ends on a reply; pass other rows"
            )

    def _chat(self, row: Line) -> Chat:
        return read_chat(row, self.source.system_prompt)

    def lines(self) -> Iterator[bytes]:
        """Give the log line by line; a sample is a line."""
        yield dumps(self._head())[:-1] + b',"samples":['
        left = self.samples
        for sample in self._each():
            left -= 1
            yield dumps(sample) + (b"," if left else b"")
        yield b"]}"

    def pack(self, file: IO[bytes]) -> None:
        """Write the log into ``file``, packed."""
        head = self._head()
        with ZipFile(file, "w", ZIP_DEFLATED) as packed:
            start = {name: head[name] for name in ("version", "eval", "plan")}
            packed.writestr("_journal/start.json", dumps(start))
            with TemporaryFile() as listed:
                for sample in self._each():
                    name = f"samples/{sample['id']}_epoch_{sample['epoch']}.json"
                    packed.writestr(name, dumps(sample))
                    listed.write(b"," if listed.tell() else b"[")
                    listed.write(dumps(_summary(sample)))
                listed.write(b"]")
                listed.seek(0)
                with packed.open("summaries.json", "w", force_zip64=True) as summaries:
                    copyfileobj(listed, summaries)
            packed.writestr("header.json", dumps(head))

    def _head(self) -> Line:
        """Give what stands before the samples."""
        now = datetime.now(timezone.utc).isoformat(timespec="seconds")
        return {
            "version": VERSION,
            "status": "success",
            "eval": self._spec(now),
            "plan": {"name": "plan", "steps": [], "config": {}},
            "results": self._results(),
            "stats": {"started_at": now, "completed_at": now, "model_usage": {}},
        }

    def _each(self) -> Iterator[Line]:
        """Give the samples; repeats of a task are its epochs."""
        epochs: Counter[str] = Counter()
        for row in self.source.rows():
            try:
                chat = self._chat(row)
            except Unfit:
                continue
            epochs[_id(row)] += 1
            yield self._sample(row, chat, epochs[_id(row)])

    def _spec(self, now: str) -> Line:
        model = self.source.model_version or "unknown"
        name = f"whileai/{fingerprint(f'{model} {list(self._ids)}')}"
        return {
            "task": "whileai",
            "task_id": name,
            "run_id": name,
            "eval_id": name,
            "created": now,
            "dataset": {"name": "whileai", "samples": len(self._ids)},
            "model": model,
            "config": {},
            "metadata": {"tools": self.source.tools},
        }

    def _results(self) -> Line:
        scores = []
        if self.rewards:
            mean = fsum(self.rewards) / len(self.rewards)
            metric = {"name": "mean", "value": mean}
            scored = {"name": SCORE, "scorer": self._judge, "metrics": {"mean": metric}}
            counts = {"scored_samples": len(self.rewards)}
            counts["unscored_samples"] = self.samples - len(self.rewards)
            scores.append(scored | counts)
        done = {"total_samples": self.samples, "completed_samples": self.samples}
        return {**done, "scores": scores}

    def _sample(self, row: Line, chat: Chat, epoch: int) -> Line:
        messages = list(map(_message, chat.messages))
        sample: Line = {
            "id": _id(row),
            "epoch": epoch,
            "input": messages[: chat.opening],
            "target": self.source.expected(row),
            "messages": messages,
            "output": _output(messages[-1], row),
            "metadata": {name: row[name] for name in _BESIDE if name in row},
        }
        if row.get("reward") is not None:
            score = {"value": row["reward"], "answer": messages[-1]["content"]}
            sample["scores"] = {SCORE: score | {"explanation": row.get("reason")}}
        return sample


def _id(row: Mapping[str, Any]) -> str:
    named = row.get("task_id") or row.get("scenario_id")
    return str(named or fingerprint(str(row.get("prompt"))))


def _summary(sample: Line) -> Line:
    """Give what a list of samples shows of one."""
    shown = {name: sample[name] for name in ("id", "epoch", "input", "target")}
    scored = {"scores": sample["scores"]} if "scores" in sample else {}
    count = len(sample["messages"])
    return {**shown, **scored, "completed": True, "message_count": count}


def _output(message: Message, row: Mapping[str, Any]) -> Line:
    stop = "max_tokens" if row.get("finish_reason") == "length" else "stop"
    choice = {"message": message, "stop_reason": stop}
    model = str(row.get("model_version") or "")
    return {"model": model, "choices": [choice], "completion": message["content"]}


def _message(message: Message) -> Message:
    """Give a message in the log's form: calls are flat, images have their own part."""
    told = {"role": message["role"], "content": message["content"]}
    if isinstance(told["content"], list):
        told["content"] = list(map(_part, told["content"]))
    if message["role"] == "tool":
        told["tool_call_id"] = message["tool_call_id"]
        told["function"] = message["name"]
    if "tool_calls" in message:
        told["tool_calls"] = [
            {"id": call["id"], "type": "function"}
            | {"function": call["function"]["name"]}
            | {"arguments": call["function"]["arguments"]}
            for call in message["tool_calls"]
        ]
    return told


def _part(part: Message) -> Message:
    """Give a content part in the log's form; of one it does not know, its JSON."""
    if part["type"] == "text":
        return {"type": "text", "text": part["text"]}
    image = part.get("image_url")
    url = image.get("url") if isinstance(image, dict) else image
    if isinstance(url, str):
        return {"type": "image", "image": url}
    return {"type": "text", "text": dumps(part).decode()}
