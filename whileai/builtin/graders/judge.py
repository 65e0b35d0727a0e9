"""The grader that asks a model: a rubric, a model and a scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from whileai.base.errors import describe, given
from whileai.base.numbers import checked_count, is_number
from whileai.builtin.graders.judgement import (
    Form,
    Judgement,
    NoVerdict,
    read_judgement,
)
from whileai.builtin.graders.payload import Payload, payload_of
from whileai.builtin.graders.questions import (
    Question,
    Rubric,
    markers_of,
    rubric_of,
)
from whileai.builtin.graders.scales import BINARY, Scale
from whileai.calls import Ask, CallFailed, Completion, LateCall, Model
from whileai.model import Turn, Verdict

if TYPE_CHECKING:
    from whileai.model import Row
    from whileai.stages import StageSetup

REASON = 2000
"""Characters of a judge's reason that rows keep."""


def _criteria(value: Any) -> str | tuple[str, ...] | None:
    """Read ``rubric=``."""
    if value is None:
        return None
    several = isinstance(value, Sequence) and not isinstance(value, (str, bytes))
    texts = list(value) if several else [value]
    if not all(isinstance(each, str) for each in texts):
        raise TypeError(
            f"Judge(rubric={given(value)}): pass what to grade against as text, or as "
            "a list of criteria"
        )
    if not texts or not all(each.strip() for each in texts):
        raise ValueError(
            f"Judge(rubric={given(value)}) says nothing to grade against; leave it out "
            "to grade against the system prompt"
        )
    return tuple(texts) if several else texts[0]


def _whole(least: int) -> Any:
    def check(_judge: Any, attribute: Any, value: Any) -> None:
        checked_count(value, "Judge()", attribute.name, least)

    return check


def _seconds(_judge: Any, _attribute: Any, value: Any) -> None:
    if value is not None and not (is_number(value) and 0 < value < float("inf")):
        kind = ValueError if is_number(value) else TypeError
        raise kind(f"Judge(timeout={given(value)}): expected seconds, above 0")


@frozen
class Judge:
    """A model that grades rows against a rubric.

    It goes wherever a grader goes: ``simulate(grader=...)``, ``data.grade(...)``,
    ``wai.grade``, ``wai.run_judge``. A row gets ``reward``, ``reason``,
    ``judge_status`` and ``judge_meta`` (``model``, tokens, what was cut for length);
    what the judge did not say clearly leaves ``reward`` empty.

    Args:
        rubric: what to grade against. Text gets one number; of a list each criterion
            is judged by itself, the reward is their mean, and ``markers`` have each.
            Unset, the ``rubric=`` of the run, else the assistant's system prompt.
        model: a backend such as ``wai.OpenAI(...)`` or a spec such as
            ``"openai:gpt-4.1-mini"``. Unset, ``wai.configure(judge=...)``, else
            ``WHILEAI_JUDGE``, else the hosted model.
        scale: ``"binary"``, 0 or 1; ``"unit"``, any number from 0 to 1; or the lowest
            and highest number, such as ``(1, 5)``, which become 0 and 1.
        name: what rows record as ``judge_name``; ``judge:`` and the model unless given.
        temperature: of the model; ``None`` leaves it to the server.
        max_tokens: reply budget, 64 or more.
        max_chars: characters of a row that the judge gets to see, about, 1,000 or more;
            what is cut is counted in ``judge_meta["payload_cuts"]``.
        timeout: seconds one verdict may take, retries included; that of the call
            unless given.

    Raises:
        TypeError, ValueError: naming the argument.
    """

    rubric: str | tuple[str, ...] | None = field(default=None, converter=_criteria)
    model: Any = None
    scale: Any = field(default=BINARY)
    name: str = field(default="", kw_only=True)
    temperature: float | None = field(default=0.0, kw_only=True)
    max_tokens: int = field(default=1024, kw_only=True, validator=_whole(64))
    max_chars: int = field(default=24_000, kw_only=True, validator=_whole(1000))
    timeout: float | None = field(default=None, kw_only=True, validator=_seconds)

    @scale.validator
    def _scale(self, _attribute: Any, value: Any) -> None:
        Scale.of(value)


@frozen(kw_only=True, eq=False)
class ModelJudge:
    """Grades each row with one call of a model.

    Args:
        judge: as the user described it.
        model: makes the calls; opened and closed with the judge.
        rubric: what is graded against.
        name: what rows record as ``judge_name``.
        tools: names of the declared ones.
        policy: the assistant's system prompt.
        timeout_s: seconds one verdict may take.
    """

    judge: Judge
    model: Model
    rubric: Rubric
    name: str
    tools: tuple[str, ...]
    policy: str
    timeout_s: float

    @classmethod
    def of(cls, setup: StageSetup) -> ModelJudge:
        """Prepare a ``wai.Judge``, or the one that ``judge:model`` names.

        Raises:
            ValueError: if there is nothing to grade against.
            NotConfigured: if its model needs a key that is not set.
        """
        said = setup.value
        judge = said if isinstance(said, Judge) else Judge(model=setup.argument or None)
        options = setup.options
        policy = options.who.system_prompt or ""
        asked = options.grade.rubric if judge.rubric is None else judge.rubric
        rubric = rubric_of(asked, policy, Scale.of(judge.scale))
        if rubric is None:
            raise ValueError(
                "a judge needs something to grade against: pass wai.Judge(rubric=...), "
                "or rubric= or a policy as system_prompt= to the run"
            )
        model = Model.of(setup.judge_model(judge.model))
        return cls(
            judge=judge,
            model=model,
            rubric=rubric,
            name=judge.name or f"judge:{model.name}",
            tools=tuple(tool.name for tool in setup.tools),
            policy="" if rubric.policy else policy,
            timeout_s=judge.timeout or options.play.timeout,
        )

    @property
    def version(self) -> str:
        """Differs where verdicts may: the model's name and the rubric."""
        return f"{self.model.name} {self.rubric.version}"

    async def __aenter__(self) -> ModelJudge:
        await self.model.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.model.__aexit__(*exc)

    async def grade(self, row: Row, /) -> Verdict:
        """Give the verdict; what is none leaves the row without a reward."""
        judge = self.judge
        payload = payload_of(row.to_json(), self.tools, self.policy, judge.max_chars)
        question = self.rubric.question(payload)
        ask = Ask(
            system=question.system,
            max_tokens=judge.max_tokens,
            temperature=judge.temperature,
            seed=question.seed,
            schema=self.rubric.schema,
            role="judge",
            timeout_s=self.timeout_s,
        )
        meta: dict[str, Any] = {
            "model": self.model.name,
            "rubric": self.rubric.version,
            "payload_cuts": dict(payload.cuts),
        }
        try:
            done = await self.model.complete(
                [Turn(role="user", text=question.text)], ask
            )
        except LateCall as late:
            return self._none("timeout", describe(late.error), meta)
        except CallFailed as failure:
            return self._none("error", describe(failure), meta)
        meta |= {
            "input_tokens": done.input_tokens,
            "output_tokens": done.output_tokens,
        }
        return self._verdict(done, question, payload, meta)

    def _verdict(
        self,
        done: Completion,
        question: Question,
        payload: Payload,
        meta: dict[str, Any],
    ) -> Verdict:
        rubric = self.rubric
        form = Form(
            scale=rubric.scale, criteria=len(rubric.criteria) if rubric.listed else 0
        )
        try:
            said = read_judgement(done.text, form, question.check, payload.evidence)
        except NoVerdict as nothing:
            cut = done.finish_reason == "length"
            way = f" (cut at max_tokens={self.judge.max_tokens})" if cut else ""
            meta["said"] = done.text[:300]
            why = f"the judge's answer is no verdict{way}: {nothing}"
            return self._none(nothing.status, why, meta)
        return self._graded(said, {**said.rest, **meta, "checked": said.checked})

    def _graded(self, said: Judgement, meta: dict[str, Any]) -> Verdict:
        markers = dict(markers_of(self.rubric, said.met))
        told, named = said.said.get("markers"), said.said.get("failure_class")
        reason = said.said.get("reason")
        failed = next((name for name in markers if markers[name] < 0.5), "")
        if said.reward >= 0.5:
            named, failed = "", failed if said.reward < 1 else ""
        return Verdict(
            reward=said.reward,
            reason=reason[:REASON] if isinstance(reason, str) else "",
            markers={**(told if isinstance(told, dict) else {}), **markers},
            failure_class=named[:80] if isinstance(named, str) and named else failed,
            judge=self.name,
            meta=meta,
        )

    def _none(self, status: str, why: str, meta: dict[str, Any]) -> Verdict:
        return Verdict(
            status=status, reason=why, judge=self.name, meta={**meta, "error": why}
        )
