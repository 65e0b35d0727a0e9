"""What a landed rollout becomes, and how a slot can end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypedDict

from attrs import evolve, field, frozen

from whileai.base.lines import dumps, loads, objects_in
from whileai.model.form import ID, OBJECT, OBJECTS, OWN_ID, REWARD, TEXT, Fields
from whileai.model.verdict import passes

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from whileai.model.slot import Slot
    from whileai.model.verdict import Verdict

SCHEMA_VERSION = "2"
HEADER = "whileai_checkpoint"
"""The key by which the first line of a checkpoint is known."""
LOST = "lost"
"""The key by which a checkpoint's line of a lost slot is known."""


TOLD = (
    *("scenario_id", "task_id", "prompt", "steps", "arm", "selection_reason"),
    *("behavior_signature", "user_error", "finish_reason", "reward", "reason"),
    *("judge_status", "judge_meta", "group_cut"),
)
"""The fields that are counted while rows land: by rewards and by what went wrong."""


@frozen(kw_only=True)
class _Lineage:
    """What statistics read of where a row comes from."""

    eval_run: object = field(default=None, metadata={"form": OWN_ID})


LINEAGE = Fields(said="an object", types=(dict, Mapping), owner=_Lineage)

_FORMS = {
    **dict.fromkeys(("scenario_id", "task_id"), ID),
    **dict.fromkeys(("tier", "stance", "selection_reason", "behavior_signature"), TEXT),
    **dict.fromkeys(("user_model", "user_error", "judge_status"), TEXT),
    **dict.fromkeys(("scenario_dimensions", "faults", "markers"), OBJECT),
    "lineage": LINEAGE,
    **dict.fromkeys(("messages", "steps"), OBJECTS),
    "reward": REWARD,
}
"""What a field is if a row has it and it is not null; others are read as they are."""
_LOOKS = [
    (name, form, form.types[0], form.plain is None) for name, form in _FORMS.items()
]


def misfit(row: Mapping[str, Any], *, graded: bool = True) -> str:
    """Say which field of a row is not what rows have there; empty if all are.

    Args:
        row: as somebody wrote it.
        graded: whether its reward is looked at too. Statistics take what is no number
            for no reward.
    """
    for name, form, kind, nested in _LOOKS:
        value = row.get(name)
        if value is None or (type(value) is kind and not (nested and value)):
            continue
        if form.fits(value):
            continue
        if graded or form is not REWARD:
            return f"{next(form.misfits(value, name))}, or null"
    return ""


def is_bookkeeping(line: Mapping[str, Any]) -> bool:
    """Tell whether a line of a file is a checkpoint's own: its header, or a loss."""
    return HEADER in line or LOST in line


def read_rows(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """Give the rows of a JSONL file; what a checkpoint holds beside them is left out.

    Raises:
        OSError: if the file cannot be read.
        ValueError: naming file and line, if a line is not a JSON object.
    """
    return [row for row, _ in row_lines(path)]


def row_lines(
    path: str | os.PathLike[str],
) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Give the rows of a JSONL file one by one, each with its line.

    Raises:
        OSError, ValueError: as ``read_rows`` does, once the iteration comes there.
    """
    return (each for each in objects_in(path) if not is_bookkeeping(each[0]))


class RowDict(TypedDict, total=False):
    """One row as ``data.rows()`` gives it; absent values are ``None``."""

    schema_version: str
    prompt: str
    messages: list[dict[str, Any]]
    steps: list[dict[str, Any]]
    final_text: str
    scenario_id: str
    task_id: str
    scenario_dimensions: dict[str, str]
    tier: str
    stance: str
    world_state: str
    history: str
    scene: dict[str, Any]
    faults: dict[str, Any]
    effects: list[dict[str, Any]] | None
    arm: str
    selection_reason: str
    phrasing: int
    rollout_index: int
    group_cut: bool | None
    seed: int
    model_version: str
    policy_version: str
    writer_model: str | None
    user_model: str | None
    user_error: str | None
    sampling: dict[str, Any] | None
    usage: dict[str, Any] | None
    finish_reason: str
    ended_by: str | None
    tools_used: list[str]
    behavior_signature: str
    reward: float | None
    reason: str | None
    judge_status: str | None
    judge_name: str | None
    judge_meta: dict[str, Any] | None
    markers: dict[str, Any] | None
    failure_class: str | None
    label_source: str | None
    lineage: dict[str, Any]
    timing: dict[str, Any]
    extra: dict[str, Any]


@frozen(kw_only=True)
class Row:
    """One landed rollout: a line of JSON, with what the run itself reads of it.

    Args:
        line: the row as JSON; what ``rows()``, files and graders see is read from
            it afresh, so rows never alias each other.
        scenario_id: the task of every statistic.
        prompt: the opening ask.
        reward: the verdict's, once graded.
        faulted: true when a scheduled fault fired.
        signature: which behaviour the rollout showed.
        calls_tools: true when the rollout called a tool.
        ending: how a conversation with a person ended: ``user_left``, ``question``
            or ``other``; empty where there was no person.
        user_error: the rule that the person broke, if it broke one.
        told: the fields that are counted while rows land, to be read only.
    """

    line: bytes = field(repr=False)
    scenario_id: str
    prompt: str
    reward: float | None = None
    faulted: bool = False
    signature: str = ""
    calls_tools: bool = False
    ending: str = ""
    user_error: str | None = None
    told: Mapping[str, Any] = field(factory=dict, repr=False, eq=False)

    @property
    def passed(self) -> bool | None:
        """Whether it passed; ``None`` where nothing graded it."""
        return passes(self.reward)

    @classmethod
    def of(cls, fields: dict[str, Any]) -> Row:
        """Make a row of its fields.

        Raises:
            NotJson: if a field holds something that is no JSON value.
        """
        return cls.read(fields, dumps(fields))

    @classmethod
    def read(cls, fields: dict[str, Any], line: bytes) -> Row:
        """Make a row of its fields and the line that they were read from."""
        return cls(
            line=line,
            scenario_id=fields.get("scenario_id") or "",
            prompt=fields["prompt"],
            reward=fields.get("reward"),
            faulted=bool(fields.get("faults")),
            signature=fields.get("behavior_signature") or "",
            calls_tools=bool(fields.get("tools_used")),
            ending=_ending(fields) if fields.get("user_model") else "",
            user_error=fields.get("user_error"),
            told=_told(fields),
        )

    def to_json(self) -> dict[str, Any]:
        """Give a fresh dictionary of the row."""
        value: dict[str, Any] = loads(self.line)
        return value

    def cut(self) -> Row:
        """Give the row as one of a group that the run did not finish."""
        cut = {"group_cut": True}
        line, told = dumps(self.to_json() | cut), dict(self.told) | cut
        return evolve(self, line=line, told=told)


def _told(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Keep what is counted, and no more: rows may wait for an earlier one for long."""
    told = {name: fields.get(name) for name in TOLD}
    lineage = fields.get("lineage") or {}
    if lineage.get("eval_run") is not None:
        told["lineage"] = {"eval_run": lineage["eval_run"]}
    return told


def _ending(fields: Mapping[str, Any]) -> str:
    if fields.get("ended_by") == "user_left":
        return "user_left"
    said = str(fields.get("final_text") or "").rstrip(" \n\t\"')]*_")
    return "question" if said.endswith("?") else "other"


@frozen(kw_only=True)
class Outcome:
    """How one try of a slot ended: with a row, or lost for a reason.

    Args:
        slot: the try.
        row: what landed; ``None`` if it was lost.
        lost: ``agent_error``, ``empty_reply``, ``tool_markup``, ...; ``None`` if a
            row landed.
        error: what went wrong, in words.
        timed_out: true when the agent ran past its time.
        verdict: the grader's, if one ran.
        resumed: true when the outcome was read from a checkpoint.
        cost: ``calls``, ``tokens`` and ``usd`` of every call that it took, the
            person's and the judge's too; ``None`` where nobody kept count.
    """

    slot: Slot
    row: Row | None = None
    lost: str | None = None
    error: str = ""
    timed_out: bool = False
    verdict: Verdict | None = None
    resumed: bool = False
    cost: Mapping[str, float] | None = None

    def __attrs_post_init__(self) -> None:
        if (self.row is None) == (self.lost is None):
            raise ValueError("an outcome has either a row or a loss, and not both")

    def cut(self) -> Outcome:
        """Give the outcome with its row marked as one of an unfinished group."""
        return self if self.row is None else evolve(self, row=self.row.cut())

    @property
    def failed_by(self) -> str | None:
        """What the row failed by: ``graded_failure``, ``world_fault``, or nothing."""
        if self.row is None:
            return None
        if self.row.passed is False:
            return "graded_failure"
        return "world_fault" if self.row.faulted else None
