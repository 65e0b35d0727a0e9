"""The trial that every stage goes through, whatever its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
from attrs import frozen

from whileai.base.errors import given
from whileai.testing.conformance.cutting import Cut, places
from whileai.testing.conformance.promise import BrokenPromise, Promise, promised

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from whileai.engine.opening import Opening
    from whileai.testing.conformance.samples import Sample
    from whileai.testing.conformance.stand import Place, Stand

_SHOWN = 200
_BEFORE = 40
_READ = 1_000_000


@frozen(kw_only=True)
class Trial:
    """How one kind of stage is asked, and what its answers are to be.

    Args:
        ask: puts a sample to the stage.
        holds: raises ``BrokenPromise`` for an answer that no stage of the kind gives.
        samples: what it is asked.
        hostile: what it is asked to survive.
        repeatable: whether the same sample gets the same answer.
        refuses: whether it may fail on what is hostile.
        together: whether a run asks it again while it still answers.
    """

    ask: Callable[[Place, Any], Awaitable[Any]]
    holds: Callable[[Place, Sample, Any], None]
    samples: Callable[[Opening], Sequence[Sample]]
    hostile: Callable[[Opening], Sequence[Sample]]
    repeatable: bool = True
    refuses: bool = False
    together: bool = True

    def prove(self, stand: Stand) -> None:
        """Put the stage to the trial, in runs of its own.

        Raises:
            BrokenPromise: for the first promise that it breaks.
        """
        answers = stand.run(self._first_run)

        async def second(place: Place) -> None:
            await self._second_run(place, answers)

        stand.run(second)
        stand.fails_elsewhere()

    async def _first_run(self, place: Place) -> list[Any]:
        samples = self.samples(place.opening)
        answers = [await self._asked(place, each, Promise.ANSWERS) for each in samples]
        for sample, answer in [*zip(samples, answers, strict=True)][::-1]:
            again = await self._asked(place, sample, Promise.ALIKE)
            self._alike(Promise.ALIKE, sample, answer, again)
        if self.together:
            await self._at_once(place, samples, answers)
        await self._hostile(place, samples[0], answers[0])
        return answers

    async def _at_once(
        self, place: Place, samples: Sequence[Sample], answers: Sequence[Any]
    ) -> None:
        """Ask everything at once: each has its own answer, as when asked alone."""
        found: dict[int, Any] = {}

        async def one(number: int) -> None:
            found[number] = await self.ask(place, samples[number].value)

        given_ = f"{len(samples)} at once: {samples[0].said} and others"
        with place.doing.step(Promise.APART, given_):
            async with anyio.create_task_group() as group:
                for number in range(len(samples)):
                    group.start_soon(one, number)
        for number, sample in enumerate(samples):
            try:
                self.holds(place, sample, found[number])
            except BrokenPromise as error:
                raise BrokenPromise(
                    Promise.APART, f"{error.given}, others in flight", error.came
                ) from error
            self._alike(Promise.APART, sample, answers[number], found[number])

    async def _hostile(self, place: Place, sample: Sample, answer: Any) -> None:
        """Ask what is hostile, and then something ordinary again."""
        for each in self.hostile(place.opening):
            try:
                await self._asked(place, each, Promise.HOSTILE)
            except BrokenPromise as error:
                refused = isinstance(error.__cause__, Exception)
                if not (self.refuses and refused and error.promise is Promise.HOSTILE):
                    raise
            again = await self._asked(place, sample, Promise.HOSTILE)
            after = f"{sample.said}, after {each.said}"
            self._alike(Promise.HOSTILE, sample, answer, again, after)

    async def _second_run(self, place: Place, answers: Sequence[Any]) -> None:
        samples = self.samples(place.opening)
        for sample, answer in zip(samples, answers, strict=True):
            again = await self._asked(place, sample, Promise.SECOND_RUN)
            self._alike(Promise.SECOND_RUN, sample, answer, again)
        if self.together:
            await self._cancelled(place, samples, answers)

    async def _cancelled(
        self, place: Place, samples: Sequence[Sample], answers: Sequence[Any]
    ) -> None:
        """Cancel calls at their waits, while another is in flight beside each."""
        whole = Cut(self.ask(place, samples[0].value))
        with place.doing.step(Promise.SECOND_RUN, samples[0].said):
            await whole
        for at in places(whole.waits):
            said = f"{samples[0].said}, cancelled at wait {at} of {whole.waits}"
            beside = f"{samples[-1].said}, beside a call that is cancelled"
            cut = Cut(self.ask(place, samples[0].value), at)
            with place.doing.step(Promise.CANCELLED, said):
                found = await _beside(cut, self.ask(place, samples[-1].value), beside)
            if cut.swallowed:
                raise BrokenPromise(Promise.CANCELLED, said, "an answer all the same")
            self._alike(Promise.UNHARMED, samples[-1], answers[-1], found, beside)
            again = await self._asked(place, samples[0], Promise.UNHARMED)
            after = f"{samples[0].said}, after a call that was cancelled"
            self._alike(Promise.UNHARMED, samples[0], answers[0], again, after)

    async def _asked(self, place: Place, sample: Sample, promise: Promise) -> Any:
        with place.doing.step(promise, sample.said):
            answer = await self.ask(place, sample.value)
        self.holds(place, sample, answer)
        return answer

    def _alike(
        self, promise: Promise, sample: Sample, first: Any, then: Any, said: str = ""
    ) -> None:
        if self.repeatable and first != then:
            came = "{}, where it was {}".format(*apart(then, first))
            raise BrokenPromise(promise, said or sample.said, came)


def apart(first: object, second: object) -> tuple[str, str]:
    """Show two values from a little before where they begin to differ."""
    shown = [given(each, _READ) for each in (first, second)]
    pairs = enumerate(zip(*shown, strict=False))
    same = next((at for at, (a, b) in pairs if a != b), min(map(len, shown)))
    start = max(same - _BEFORE, 0) if max(map(len, shown)) > _SHOWN else 0
    cut = [each[start : start + _SHOWN] for each in shown]
    one, other = [f"...{each}" if start else each for each in cut]
    return one, other


async def _beside(cut: Cut, other: Awaitable[Any], said: str) -> Any:
    """Await both at once; give what ``other`` gives."""
    found: list[Any] = []

    async def one() -> None:
        with promised(Promise.UNHARMED, said):
            found.append(await other)

    async def cutting() -> None:
        await cut

    async with anyio.create_task_group() as group:
        group.start_soon(one)
        group.start_soon(cutting)
    return found[0]
