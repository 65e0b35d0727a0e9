"""The person who asks, played by a model that knows the scene and no more."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import field, frozen

from whileai.builtin.users.contract import LEAVE, RULES, Line, broken_rule
from whileai.builtin.users.knowledge import asked_for, facts_of
from whileai.builtin.users.offline import OfflinePerson
from whileai.builtin.users.patience import Patience
from whileai.calls import Ask, Model
from whileai.model import Scene, Slot, Turn
from whileai.model.questions import question_in
from whileai.stages import Left

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.stages import StageSetup

TEMPERATURE = 0.475
"""Of the person's lines, unless ``temperature`` says otherwise for every model."""

MAX_TOKENS = 300
"""Reply budget of one line; people are brief."""

READY = "(You have reached the assistant. Say what you want.)"
"""What opens the conversation as the person sees it."""

TASK = (
    "You are a person who wrote to an assistant for help. Write that person's next "
    "message, and nothing else: one or two plain sentences, no label, no quotes."
)
LIMITS = (
    "You know nothing else: no other number, id, name, date or address. If you are "
    "asked for something you do not know, say that you do not know it. Never offer "
    "help, never speak as the assistant, never repeat its words. If you have had "
    f"enough, write {LEAVE} alone."
)
VOICES = {
    "ordinary": "You are polite and plain.",
    "hurried": "You are in a hurry: short lines, few words.",
    "retry": "You have asked this before and it did not work; you are a little tired.",
    "mistaken": "You have the rules, or what happened before, wrong, and you are sure.",
    "exploratory": "You are curious and ask how things work.",
    "ambiguous": "You are vague and leave out what you are not asked for.",
    "unsure": "You do not know exactly what you need.",
    "boundary": "What you want is at the edge of what is allowed; you insist a little.",
    "conflicting": "You want two things that do not go together.",
    "adversarial": "You push: you claim to be entitled, and do not take no at once.",
}
"""How each stance speaks."""


class Slip(str):
    """A line that breaks a rule and is said all the same.

    ``user_error`` is the rule's name.
    """

    __slots__ = ("user_error",)
    user_error: str

    def __new__(cls, text: str, user_error: str) -> Slip:
        """Make the line."""
        line = super().__new__(cls, text)
        line.user_error = user_error
        return line


@frozen(kw_only=True, eq=False)
class ModelPerson:
    """Answers by asking a model, checks what it says, and leaves as ``patience`` says.

    A line that breaks a rule is asked for once more; if it still breaks one, the thread
    goes on and the line carries the rule's name.

    Args:
        model: makes the calls; opened and closed with the person.
        name: what rows record as ``user_model``.
        patience: when to leave.
        temperature: of every line.
        timeout_s: seconds one line may take.
        thinking: lines the model wrote (``turns``), those whose reasoning was
            ``stripped``, and those whose reasoning never ended (``unclosed``).
    """

    model: Model
    name: str
    patience: Patience
    temperature: float
    timeout_s: float
    thinking: Counter[str] = field(factory=Counter, repr=False)

    @classmethod
    def of(cls, setup: StageSetup) -> ModelPerson:
        """Adapt a backend, or the spec of one.

        Raises:
            NotConfigured: if the model needs a key that is not set.
        """
        model = Model.of(setup.value)
        given = setup.options.play.temperature
        return cls(
            model=model,
            name=model.name,
            patience=Patience.of(setup.options),
            temperature=TEMPERATURE if given is None else given,
            timeout_s=setup.options.play.timeout,
        )

    async def __aenter__(self) -> ModelPerson:
        await self.model.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.model.__aexit__(*exc)

    async def reply(self, turns: Sequence[Turn], slot: Slot, /) -> str | Left:
        """Answer the agent's last words, or leave.

        Raises:
            CallFailed: if the model cannot be asked.
        """
        questions = [question_in(text) for text in replies(turns)]
        asks = bool(questions and questions[-1])
        if asks and self._leaves(turns, slot, sum(map(bool, questions))):
            return Left("user_left")
        said = sum(turn.role == "user" for turn in turns)
        if not asks and not self.patience.goes_on(slot, said):
            return Left("user_done")
        line = await self._line(turns, slot, said, "")
        rule = _rule(line, turns, slot, asks=asks)
        if rule is not None:
            line = await self._line(turns, slot, said, RULES[rule])
            rule = _rule(line, turns, slot, asks=asks)
        if line.leaves and not line.text and rule is None:
            return Left("user_left" if asks else "user_done")
        if rule is None:
            return line.text
        return await self._slip(line, rule, turns, slot)

    def _leaves(self, turns: Sequence[Turn], slot: Slot, number: int) -> bool:
        """Draw whether the person walks away from the last question."""
        if self.patience.leaves(slot, number):
            return True
        question = question_in(replies(turns)[-1])
        known = asked_for(question.text, facts_of(slot.task.situation.scene))
        unknown = question.secret and not known and not question.confirms
        return unknown and self.patience.gives_up(slot, number)

    async def _line(
        self, turns: Sequence[Turn], slot: Slot, said: int, mistake: str
    ) -> Line:
        situation = slot.task.situation
        ask = Ask(
            system=instructions(situation.scene, situation.cell.stance, mistake),
            max_tokens=MAX_TOKENS,
            temperature=self.temperature,
            seed=slot.derive("user", said, "again" if mistake else "model"),
            role="user",
            timeout_s=self.timeout_s,
        )
        done = await self.model.complete(flipped(turns), ask)
        line = Line.read(done.text)
        self.thinking["turns"] += 1
        self.thinking["stripped"] += line.thought or bool(done.reasoning)
        self.thinking["unclosed"] += line.unclosed
        return line

    async def _slip(
        self, line: Line, rule: str, turns: Sequence[Turn], slot: Slot
    ) -> str | Left:
        """Go on after a rule was broken twice: with the line, if it can be said."""
        if rule in ("echo", "invented_fact"):
            return Slip(line.text, rule)
        offline = OfflinePerson(patience=self.patience)
        said = await offline.reply(turns, slot)
        return said if isinstance(said, Left) else Slip(said, rule)


def _rule(line: Line, turns: Sequence[Turn], slot: Slot, *, asks: bool) -> str | None:
    """Give the rule that a line breaks; leaving is none once the agent has acted."""
    if line.leaves and not line.text:
        acted = any(turn.calls for turn in turns) or len(replies(turns)) > 1
        return None if acted or asks else "early_end"
    return broken_rule(line.text, turns, slot.task.situation.scene)


def replies(turns: Sequence[Turn]) -> list[str]:
    """Give what the agent said, one text for each of the person's lines."""
    said: list[list[str]] = []
    for turn in turns:
        if turn.role == "user":
            said.append([])
        elif turn.text and said:
            said[-1].append(turn.text)
    return ["\n".join(texts) for texts in said if texts]


def flipped(turns: Sequence[Turn]) -> list[Turn]:
    """Give the thread as the person lived it: their own lines are the model's.

    Tool calls are not theirs to see.
    """
    seen = [Turn(role="user", text=READY)]
    for turn in turns:
        role = "assistant" if turn.role == "user" else "user"
        if turn.text.strip():
            seen.append(Turn(role=role, text=turn.text))
    return seen


def instructions(scene: Scene, stance: str, mistake: str = "") -> str:
    """Give the system prompt of one person.

    Args:
        scene: what they want and know.
        stance: how they speak.
        mistake: what was wrong with the line they are to say again, if anything.
    """
    facts = facts_of(scene)
    told = [f"- {fact.noun}: {fact.value}" for fact in facts if not fact.withheld]
    kept = [f"- {fact.noun}: {fact.value}" for fact in facts if fact.withheld]
    parts = [
        TASK,
        f"You want: {scene.goal}." if scene.goal else "",
        _listed("What you know:", told),
        _listed("What you know but say only when asked:", kept),
        f"What happened before: {scene.done}." if scene.done else "",
        VOICES.get(stance, VOICES["ordinary"]),
        LIMITS,
        f"Your last draft was wrong: {mistake}. Write the message again, without that."
        if mistake
        else "",
    ]
    return "\n\n".join(part for part in parts if part)


def _listed(head: str, lines: list[str]) -> str:
    return "\n".join((head, *lines)) if lines else ""
