"""The file of recorded calls: whole lines, one for each call, and nobody's key."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from whileai.base.lines import loads
from whileai.calls import Ask, CallFailed, Cassette, Completion, LateCall, WireCall
from whileai.calls.completion import TokenLogprob
from whileai.calls.content import Asked, Content
from whileai.calls.errand import Errand
from whileai.calls.failures import answered
from whileai.model import ToolCall, ToolResult, Turn

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.contract("S57")

ASK = Ask(system="Be kind.", seed=7)
TURNS = [Turn(role="user", text="Where is it?")]


def content(turns: Any = TURNS, ask: Ask = ASK, model: str = "openai:m") -> Content:
    return Content.of(model, turns, ask)


def asked(slot: str, call: int) -> Asked:
    return Asked(
        content=content(), role="agent", model="openai:m", slot=slot, call=call
    )


def opened(path: Path, warned: list[str] | None = None) -> Cassette:
    return Cassette(path, (warned if warned is not None else []).append)


def record(path: Path, *ends: Any, slot: str = "t/0/0") -> list[Any]:
    """Record calls of one content in one slot, and give what the run saw."""
    tape, own, seen = opened(path), Errand(slot), []
    for ended in ends:
        key, call = tape.place(content(), "agent", own)
        assert tape.recall(key, ASK) is None
        assert tape.why_not() == ""
        seen.append(tape.keep(key, asked(slot, call), ended))
    tape.close()
    return seen


def replay(path: Path, number: int, ask: Ask = ASK, slot: str = "t/0/0") -> list[Any]:
    tape, own = opened(path), Errand(slot)
    keys = [tape.place(content(ask=ask), "agent", own)[0] for _ in range(number)]
    ends = [tape.recall(key, ask) for key in keys]
    tape.close()
    return ends


FULL = Completion(
    text="It is on\nits way \u2028 \U0001f600",
    calls=(WireCall(id="c", name="look", arguments={"a": [1, None]}),),
    reasoning="hm",
    finish_reason="tool",
    more=("another",),
    input_tokens=0,
    output_tokens=5,
    logprobs=(TokenLogprob(token="It", logprob=-0.1, id=3),),
    temperature=0.2,
    max_tokens=64,
)


@pytest.mark.parametrize("done", [Completion(), FULL, Completion(text="x" * 3_000_000)])
def test_a_completion_comes_back_as_it_was(tmp_path: Path, done: Completion) -> None:
    path = tmp_path / "new" / "calls.jsonl"
    assert record(path, done) == [done]
    assert replay(path, 1) == [done]


def test_the_run_sees_what_a_replay_will(tmp_path: Path) -> None:
    """What JSON cannot carry is changed before the run goes on, not at the replay."""
    odd = WireCall(name="look", arguments={"n": 2**70, "s": "\ud800"})
    seen = record(tmp_path / "c", Completion(calls=(odd,)))
    assert replay(tmp_path / "c", 1) == seen


def test_the_same_content_is_told_apart_by_occurrence_and_slot(tmp_path: Path) -> None:
    one, two = Completion(text="one"), Completion(text="two")
    record(tmp_path / "c", one, two)
    assert replay(tmp_path / "c", 3) == [one, two, None]
    assert replay(tmp_path / "c", 1, slot="t/1/0") == [None]


CHANGES: list[Any] = [
    ({"model": "openai:n"}, False),
    ({"ask": evolve(ASK, system="Be blunt.")}, False),
    ({"ask": evolve(ASK, seed=8)}, False),
    ({"ask": evolve(ASK, temperature=0.0)}, False),
    ({"ask": evolve(ASK, max_tokens=9)}, False),
    ({"ask": evolve(ASK, tools=({"type": "function"},))}, False),
    ({"ask": evolve(ASK, schema={"type": "object"})}, False),
    ({"turns": [*TURNS, Turn(role="assistant", text="")]}, False),
    ({"ask": evolve(ASK, timeout_s=1.0)}, True),
    ({"ask": evolve(ASK, role="judge")}, True),
]


@pytest.mark.parametrize(("change", "same"), CHANGES)
def test_the_address_is_the_content(change: dict[str, Any], same: bool) -> None:
    assert (content(**change).digest == content().digest) is same


def test_a_tools_answer_is_part_of_the_content() -> None:
    def turn(value: Any) -> Turn:
        call = ToolCall(tool="look", id="c")
        return Turn(role="assistant", calls=(call,), results=(ToolResult(value=value),))

    first, second = (content([*TURNS, turn(value)]) for value in (1, 2))
    assert first.digest != second.digest


def test_a_failure_is_an_ending_too(tmp_path: Path) -> None:
    """F272: a retried call is one line, and so is one that was given up."""
    failure = answered("h", 500, "boom")
    record(tmp_path / "c", failure, LateCall("agent", 300.0, "waiting"))
    failed, late = replay(tmp_path / "c", 2)
    assert isinstance(failed, CallFailed)
    assert (str(failed), failed.kind, failed.status) == (str(failure), "server", 500)
    assert str(late) == str(LateCall("agent", 300.0, "waiting"))


def test_a_call_that_may_take_longer_now_is_asked_anew(tmp_path: Path) -> None:
    record(tmp_path / "c", LateCall("agent", 300.0, "waiting"))
    assert replay(tmp_path / "c", 1, evolve(ASK, timeout_s=301.0)) == [None]


def test_a_torn_last_line_is_dropped_wherever_it_was_cut(tmp_path: Path) -> None:
    """F286."""
    path = tmp_path / "c"
    record(path, Completion(text="one"), Completion(text="two"))
    whole = path.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for cut in range(start + 1, len(whole)):
        path.write_bytes(whole[:cut])
        warned: list[str] = []
        assert opened(path, warned).calls == 1
        assert "cut off" in warned[0]


def test_recording_goes_on_after_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "c"
    record(path, Completion(text="one"), Completion(text="two"))
    path.write_bytes(path.read_bytes()[:-9])
    record(path, Completion(text="other"), slot="t/1/0")
    assert opened(path).calls == 2


def test_two_runs_may_append_to_one_file(tmp_path: Path) -> None:
    """F290: whole lines, and the first under a key holds."""
    path = tmp_path / "c"
    tapes, owns = [opened(path), opened(path)], [Errand("a"), Errand("a")]
    for number in range(6):
        tape, own = tapes[number % 2], owns[number % 2]
        key, call = tape.place(content(), "agent", own)
        assert tape.why_not() == ""
        tape.keep(key, asked("a", call), Completion(text=str(number)))
    for tape in tapes:
        tape.close()
    texts = [each.text for each in replay(path, 3, slot="a")]
    assert texts == ["0", "2", "4"]


@pytest.mark.parametrize(
    "text", [b"{}\n", b"prompt\n", b'{"prompt": "x"}\n', b"\x00\xff", b"{"]
)
def test_another_file_is_refused_and_left_alone(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "c"
    path.write_bytes(text)
    if text == b"{":
        assert opened(path).calls == 0  # a header that a kill cut short
        return
    with pytest.raises(ValueError, match="is no cassette of this library"):
        opened(path)
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    ("line", "why"), [(b"{]\n", "not JSON"), (b"5\n", "no call"), (b"{}\n", "no call")]
)
def test_a_damaged_line_is_named_by_number(
    tmp_path: Path, line: bytes, why: str
) -> None:
    path = tmp_path / "c"
    record(path, Completion())
    path.write_bytes(path.read_bytes() + line + b"{}\n")
    with pytest.raises(ValueError, match=f"line 3: .*{why}"):
        opened(path)


def test_a_file_that_can_only_be_read_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(tmp_path / "c", Completion(text="one"))

    def closed(*_: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", closed)
    assert replay(tmp_path / "c", 1) == [Completion(text="one")]
    assert "cannot be written" in opened(tmp_path / "c").why_not()


def test_a_folder_is_no_cassette(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cassette=.*is a folder"):
        opened(tmp_path)


def test_a_name_that_no_file_can_have_is_no_cassette(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cassette=.*cannot be written"):
        opened(tmp_path / ("x" * 300))


def test_nothing_is_written_before_a_call_is_recorded(tmp_path: Path) -> None:
    opened(tmp_path / "c").close()
    assert not (tmp_path / "c").exists()


def test_a_full_disk_ends_the_recording_and_not_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F282."""
    warned: list[str] = []
    tape = opened(tmp_path / "c", warned)
    assert tape.why_not() == ""

    def full(*_: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    done = tape.keep("k", asked("", 0), Completion(text="x"))
    assert done == Completion(text="x")
    assert "No space left" in warned[0]
    assert tape.why_not() == ""


def test_a_line_says_whose_call_it_is(tmp_path: Path) -> None:
    record(tmp_path / "c", Completion(text="one"))
    header, line = map(loads, (tmp_path / "c").read_bytes().splitlines())
    assert header == {"whileai_cassette": 1}
    assert (line["role"], line["slot"], line["call"]) == ("agent", "t/0/0", 0)
    assert line["words"] == "Where is it?"
