"""The writer that asks a model for the words; the scenes are those of every writer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
from attrs import evolve, field, frozen

from whileai.base.errors import StageError
from whileai.base.seeds import Dice, derive
from whileai.builtin.writers.parsing import read_asks
from whileai.builtin.writers.rejecting import Reader, required
from whileai.builtin.writers.template import Voice
from whileai.calls import Ask, CallFailed, LateCall, Model
from whileai.model import Turn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from whileai.model import Brief, Task
    from whileai.options import Options
    from whileai.stages import Run, StageSetup

BATCH = 8
"""Situations that one request words."""

COOL, HOT = 0.45, 1.05
"""Between these lies the temperature of a request, drawn for each.

Source: Wang et al. 2022, arXiv:2212.10560, uses 0.7; Xu et al. 2024, arXiv:2406.08464,
uses 1.0.
"""

TOKENS_A_WORDING = 160
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "asks": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "integer"},
                    "wordings": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["id", "wordings"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["asks"],
    "additionalProperties": False,
}
"""What a reply should look like."""

STANCES = {
    "ordinary": "plain and polite",
    "hurried": "in a hurry, very short",
    "retry": "tried before, it did not work",
    "mistaken": "sure of a rule or an event that they have wrong",
    "exploratory": "curious, wants to know how it works",
    "ambiguous": "vague, leaves out what would be needed",
    "unsure": "does not know exactly what they need",
    "boundary": "wants something at the edge of the rules",
    "conflicting": "wants two things that do not go together",
    "adversarial": "pushes, claims to be entitled, will not take no",
}


@frozen(kw_only=True)
class _Style:
    """What every request of a run says.

    Args:
        system: the instructions.
        completions: wanted of each request.
        timeout_s: seconds one request may take.
        fill: whether the offline writer stands in for what the model leaves out.
    """

    system: str
    completions: int
    timeout_s: float
    fill: bool

    @classmethod
    def of(cls, options: Options) -> _Style:
        examples = options.advanced.seed_prompts
        parts = [
            "You write the first messages that people send to an assistant. For each "
            "numbered situation write as many different wordings as it asks for, in "
            "that person's own voice. State every fact under 'says', exactly as "
            "spelled. Never state what is under 'keeps back', never invent an id, a "
            "number, a name, a date or an address. No labels, no greeting by the "
            "assistant, no tool names, no quotes from rules.",
            'Answer with JSON alone: {"asks": [{"id": 1, "wordings": ["..."]}]}.',
            options.play.scaffold or "",
            "\n".join(("Messages people have sent:", *(f"- {e}" for e in examples)))
            if examples
            else "",
        ]
        return cls(
            system="\n\n".join(part for part in parts if part.strip()),
            completions=options.advanced.completions_per_request,
            timeout_s=options.play.timeout,
            fill=options.advanced.fill,
        )


@frozen(kw_only=True, eq=False)
class ModelWriter:
    """Words situations by asking a model; checks each ask against its scene.

    What is refused, or left out, is asked for once more. What is then still missing is
    written offline where ``advanced={"fill": True}`` allows it, and is counted in a
    warning either way.

    Args:
        model: makes the calls; opened and closed with the writer.
        name: what rows record as ``writer_model``.
        style: what every request says.
        reader: refuses what is no ask.
        voice: the offline writer.
        warn: told how much was missing.
    """

    model: Model
    name: str
    style: _Style
    reader: Reader
    voice: Voice
    warn: Any = field(repr=False)

    @classmethod
    def of(cls, setup: StageSetup) -> ModelWriter:
        """Adapt a backend, or the spec of one.

        Raises:
            NotConfigured: if the model needs a key that is not set.
        """
        model = Model.of(setup.value)
        policy = setup.options.who.system_prompt or ""
        return cls(
            model=model,
            name=model.name,
            style=_Style.of(setup.options),
            reader=Reader.of(setup.tools, policy),
            voice=Voice(setup.tools, policy),
            warn=setup.warn,
        )

    async def __aenter__(self) -> ModelWriter:
        await self.model.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.model.__aexit__(*exc)

    async def write(self, briefs: Sequence[Brief], run: Run, /) -> Sequence[Task]:
        """Give the tasks for ``briefs``, batch by batch, side by side.

        Raises:
            StageError: if no request of the wave was answered.
        """
        parts = [briefs[n : n + BATCH] for n in range(0, len(briefs), BATCH)]
        written: list[list[Task]] = [[] for _ in parts]
        failures: list[Exception] = []

        async def one(place: int) -> None:
            try:
                written[place] = await self._batch(parts[place])
            except (CallFailed, LateCall) as error:
                failures.append(error)

        async with anyio.create_task_group() as group:
            for place in range(len(parts)):
                group.start_soon(one, place)
        if failures and len(failures) == len(parts):
            raise StageError("writer", "writing situations", failures[0])
        return [task for tasks in written for task in tasks]

    async def _batch(self, briefs: Sequence[Brief]) -> list[Task]:
        texts: list[list[str]] = [_kept(brief) for brief in briefs]
        objections: dict[int, str] = {}
        for attempt in range(2):
            wanted = [n for n, b in enumerate(briefs) if len(texts[n]) < b.phrasings]
            if not wanted:
                break
            sent = await self._asked(briefs, wanted, texts, objections, attempt)
            objections = self._taken(briefs, wanted, texts, sent)
        self._tell(briefs, texts)
        return [
            brief.task(phrasing, text, writer_model=model)
            for brief, own in zip(briefs, texts, strict=True)
            for phrasing, (text, model) in enumerate(self._named(brief, own))
        ]

    def _named(self, brief: Brief, own: list[str]) -> list[tuple[str, str]]:
        """Give the texts of a brief with who wrote each, filled up where allowed."""
        named = [(text, self.name) for text in own[: brief.phrasings]]
        if not self.style.fill or len(named) >= brief.phrasings:
            return named
        spare = self.voice.word(evolve(brief, avoid=(*brief.avoid, *own)))
        lack = brief.phrasings - len(named)
        fresh = [text for text in spare if text not in own][:lack]
        return named + [(text, "template") for text in fresh]

    async def _asked(
        self,
        briefs: Sequence[Brief],
        wanted: Sequence[int],
        texts: Sequence[Sequence[str]],
        objections: Mapping[int, str],
        attempt: int,
    ) -> list[dict[int, list[str]]]:
        """Ask for the wordings of some briefs; give what each completion holds."""
        seed = derive(briefs[wanted[0]].seed, "model", attempt, len(wanted))
        lines = [
            described(place, briefs[n], texts[n], objections.get(n, ""))
            for place, n in enumerate(wanted, 1)
        ]
        count = sum(briefs[n].phrasings for n in wanted)
        ask = Ask(
            system=self.style.system,
            max_tokens=400 + TOKENS_A_WORDING * count,
            temperature=round(COOL + (HOT - COOL) * Dice(seed).uniform(), 3),
            seed=seed,
            n=self.style.completions,
            schema=SCHEMA,
            role="writer",
            timeout_s=self.style.timeout_s,
        )
        text = "\n\n".join(lines)
        done = await self.model.complete([Turn(role="user", text=text)], ask)
        return [read_asks(each) for each in (done.text, *done.more)]

    def _taken(
        self,
        briefs: Sequence[Brief],
        wanted: Sequence[int],
        texts: Sequence[list[str]],
        sent: Sequence[Mapping[int, Sequence[str]]],
    ) -> dict[int, str]:
        """Keep what is an ask; give what is wrong with the rest, by brief."""
        objections: dict[int, str] = {}
        for place, n in enumerate(wanted, 1):
            brief = briefs[n]
            for text in (each for asks in sent for each in asks.get(place, ())):
                if len(texts[n]) >= brief.phrasings:
                    break
                wrong = self.reader.objection(text, brief)
                if wrong is None and text in (*texts[n], brief.original):
                    wrong = "it is the same again"
                if wrong is None:
                    texts[n].append(text)
                else:
                    objections[n] = wrong
        return objections

    def _tell(self, briefs: Sequence[Brief], texts: Sequence[Sequence[str]]) -> None:
        """Say, once in a run, that something was not delivered."""
        pairs = zip(briefs, texts, strict=True)
        if all(len(own) >= brief.phrasings for brief, own in pairs):
            return
        if self.style.fill:
            way = "they were written offline, as writer_model says on their rows"
        else:
            way = (
                "their places went to other situations; advanced={'fill': True} has "
                "them written offline"
            )
        self.warn(f"the writer {self.name} did not deliver some of its asks: {way}")


def _kept(brief: Brief) -> list[str]:
    """Give what is not the model's to word: a seed is its own first wording."""
    return [] if brief.kept is None else [brief.kept]


def described(number: int, brief: Brief, have: Sequence[str], objection: str) -> str:
    """Put one situation in words for the model."""
    scene, cell = brief.situation.scene, brief.situation.cell
    keeps = [str(name).replace("_", " ") for name in scene.withheld]
    says = {
        name: value for name, value in scene.facts.items() if name not in scene.withheld
    }
    lack = brief.phrasings - len(have)
    parts = [
        f"{number}. {lack} wording{'s' if lack > 1 else ''}.",
        f"Wants: {scene.goal}." if scene.goal else "Wants something quite unrelated.",
        f"Person: {STANCES.get(cell.stance, 'plain')}.",
        f"Background: {scene.done}." if scene.done else "",
        "Says: "
        + "; ".join(f"{n.replace('_', ' ')} {v}" for n, v in says.items())
        + "."
        if says
        else "",
        f"Must be spelled exactly: {', '.join(required(brief))}." if says else "",
        f"Keeps back: {', '.join(keeps)}." if keeps else "",
        f"Say it anew, the same facts: {brief.original!r}." if brief.original else "",
        "Not again: " + " | ".join(map(repr, (*brief.avoid, *have)))
        if brief.avoid or have
        else "",
        f"Last time it was refused because {objection}." if objection else "",
    ]
    return "\n".join(part for part in parts if part)
