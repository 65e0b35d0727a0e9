"""The person who asks, played without a model: knows the scene, and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from attrs import frozen

from whileai.base.seeds import Dice
from whileai.base.text import folded
from whileai.builtin.users import wording
from whileai.builtin.users.knowledge import Fact, asked_for, facts_of
from whileai.builtin.users.patience import Patience
from whileai.builtin.users.telling import is_told, stands_alone, ways
from whileai.model.questions import Question, question_in, refuses
from whileai.stages import Left

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Slot, Turn
    from whileai.stages import StageSetup

T = TypeVar("T")

_CONFIRMED = 2
"""Facts told along with a yes, at most."""


@frozen(kw_only=True)
class OfflinePerson:
    """Answers from the scene in the stance's voice, and leaves as ``patience`` says.

    What the scene does not say, the person does not know. Nothing the agent said is
    repeated, and everything is a function of the slot and the conversation.

    Args:
        patience: when to leave.
    """

    patience: Patience
    name: str = "offline"

    @classmethod
    def of(cls, setup: StageSetup) -> OfflinePerson:
        """Make the person of a run, as patient as its options say."""
        return cls(patience=Patience.of(setup.options))

    async def reply(self, turns: Sequence[Turn], slot: Slot, /) -> str | Left:
        """Answer the agent's last words, or leave."""
        line = _Line.of(turns, slot)
        if line.question:
            return self._answer(line)
        return self._further(line)

    def _answer(self, line: _Line) -> str | Left:
        number = len(line.asked)
        known = line.wanted()
        if self.patience.leaves(line.slot, number):
            return Left("user_left")
        if line.question.secret and not known and not line.question.confirms:
            if self.patience.gives_up(line.slot, number):
                return Left("user_left")
            return line.unknown()
        return line.answer(known)

    def _further(self, line: _Line) -> str | Left:
        """Go on after a reply that asks nothing, or be done."""
        if not self.patience.goes_on(line.slot, line.number):
            return Left("user_done")
        return line.further() or Left("user_done")


@frozen(kw_only=True)
class _Line:
    """The person's next line in one thread: what was said, and what is left to say.

    Args:
        slot: the rollout.
        replies: the agent's messages so far, the last of them to be answered.
        said: the person's lines so far, the opening ask first.
        question: what the last reply asks.
        asked: which of the replies asked something, by place.
        facts: everything the person knows.
        dice: every draw of this line.
    """

    slot: Slot
    replies: tuple[str, ...]
    said: tuple[str, ...]
    question: Question
    asked: tuple[int, ...]
    facts: tuple[Fact, ...]
    dice: Dice

    @classmethod
    def of(cls, turns: Sequence[Turn], slot: Slot) -> _Line:
        """Look at a conversation that the agent spoke last in."""
        replies = tuple(_replies(turns))
        questions = [question_in(reply) for reply in replies]
        said = tuple(turn.text for turn in turns if turn.role == "user")
        return cls(
            slot=slot,
            replies=replies,
            said=said,
            question=questions[-1] if questions else Question(),
            asked=tuple(n for n, question in enumerate(questions) if question),
            facts=facts_of(slot.task.situation.scene),
            dice=Dice(slot.derive("user", len(said))),
        )

    @property
    def number(self) -> int:
        """How many lines the person has said."""
        return len(self.said)

    @property
    def voice(self) -> str:
        """Which voice the stance speaks in."""
        return wording.VOICES.get(self.slot.task.situation.cell.stance, "plain")

    def wanted(self) -> list[Fact]:
        """Give the facts that answer the question."""
        found = asked_for(self.question.text, self.facts)
        if self.question.confirms:
            found = [fact for fact in found if fact.value not in self.question.text]
        if self.question.prefers:
            found = []
        if found or not self.question.is_open:
            return found
        return [fact for fact in self.facts if fact.withheld and not self._told(fact)][
            :2
        ]

    def answer(self, known: list[Fact]) -> str:
        """Answer the question with what is ``known`` of it."""
        if self.question.confirms and not (known and self._names_unsaid(known)):
            return self.drawn(wording.YES[self.voice]) + self._pick(
                wording.AFTER_YES[self.voice]
            )
        if known:
            return self._facts(known)
        choice = self._choice()
        if choice is not None:
            return self._facts([choice])
        if self.question.is_open:
            return self._goal()
        if self.question.either:
            return self.drawn(wording.EITHER)
        if self.question.yes_no:
            return self.drawn(wording.MAYBE)
        return self.unknown()

    def unknown(self) -> str:
        """Say that they do not know."""
        return self.drawn(wording.UNKNOWN[self.voice]) + self._pick(
            wording.AFTER_UNKNOWN[self.voice]
        )

    def further(self) -> str:
        """Say something more; empty when there is nothing left to say."""
        left = [fact for fact in self.facts if fact.withheld and not self._told(fact)]
        pool: tuple[str, ...] = wording.FURTHER
        if refuses(self.replies[-1]):
            insists = self.voice == "pushy"
            pool = wording.INSISTED if insists else wording.PUSHED
        elif left:
            told = self._pick(ways(left[0], asked=False))
            return self._pick(wording.VOLUNTEERED).format(told=told)
        order = Dice(self.slot.derive("user", "further")).shuffled(pool)
        spent = folded(" ".join((*self.said, self.replies[-1])))
        for words in order:
            if folded(words) not in spent:
                return self._pick(wording.LEAD[self.voice]) + words
        return ""

    def drawn(self, pool: Sequence[str]) -> str:
        """Draw one of ``pool`` that was not said before, while there is one."""
        spent = {folded(each) for each in (*self.said, self.replies[-1])}
        unsaid = [each for each in pool if folded(each) not in spent]
        return self._pick(unsaid or pool)

    def _names_unsaid(self, known: list[Fact]) -> bool:
        """Tell whether a question that could be a yes needs a value to be told."""
        return any(fact.value not in self.replies[-1] for fact in known[:_CONFIRMED])

    def _facts(self, facts: list[Fact]) -> str:
        told = [self._pick(ways(fact, asked=len(facts) == 1)) for fact in facts]
        clause = told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"
        if all(self._told(fact) for fact in facts) and len(self.said) > 1:
            before, clause = "", self._pick(wording.AGAIN).format(told=clause)
        else:
            before = self._pick(wording.BEFORE[self.voice])
            before = "" if stands_alone(clause) else before
        if not before or before.rstrip().endswith((".", ":", "!")):
            clause = _capital(clause)
        return f"{before}{clause}.{self._pick(wording.AFTER[self.voice])}"

    def _choice(self) -> Fact | None:
        """Give the fact whose value is one of the options that the question names."""
        text = self.question.text.lower()
        return next(
            (
                fact
                for fact in self.facts
                if len(fact.value) > 2 and fact.value.lower().replace("_", " ") in text
            ),
            None,
        )

    def _goal(self) -> str:
        if self.slot.task.situation.cell.tool == "unrelated":
            return self.drawn(wording.ASIDE)
        goal = self.slot.task.situation.scene.goal.strip().rstrip(".")
        if not goal or len(goal) > 150 or goal[:1].isupper():
            return self.unknown()
        return self.drawn([each.format(goal=goal) for each in wording.GOAL])

    def _told(self, fact: Fact) -> bool:
        return is_told(fact, self.said)

    def _pick(self, pool: Sequence[T]) -> T:
        return self.dice.pick(pool)


def _capital(clause: str) -> str:
    """Give a clause as a sentence begins; an id or an address stays as it is."""
    first = clause.split(" ", 1)[0]
    coded = any(sign.isdigit() or sign in "@_/" for sign in first)
    return clause if coded else clause[:1].upper() + clause[1:]


def _replies(turns: Sequence[Turn]) -> list[str]:
    """Give the agent's messages: the last thing said before each of the person's."""
    replies: list[str] = []
    last = ""
    for turn in turns[1:]:
        if turn.role == "user":
            replies.append(last)
            last = ""
        elif turn.text:
            last = turn.text
    return [*replies, last]
