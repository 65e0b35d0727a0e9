"""What a worker is sent, and the stages that it makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from whileai.calls import Tap
from whileai.engine.cast import Casting
from whileai.engine.parcels import check_travels
from whileai.options.table import Draw, Grade, Keep, Options, Stop, Who
from whileai.plugins import installed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from whileai.calls import Ask, Completion
    from whileai.engine.cast import Company
    from whileai.engine.threads import Threads
    from whileai.model import Turn
    from whileai.stages import Run


@frozen(kw_only=True)
class Absent:
    """A model that the run asks: what stands for it on its way to a worker.

    Args:
        part: who asks it, ``agent`` or ``user``.
        name: as rows record it.
    """

    part: str
    name: str

    @classmethod
    def of(cls, part: str, value: Any) -> Any:
        """Give what stands for a model of the run; anything else stays as it is."""
        return cls(part=part, name=value.name) if isinstance(value, Tap) else value


@frozen(kw_only=True)
class Distant:
    """A model that the run asks, as a worker's stages have it.

    Args:
        part, name: as ``Absent`` has them.
        asked: has the run ask it.
    """

    part: str
    name: str
    asked: Callable[[str, Sequence[Turn], Ask], Awaitable[Completion]] = field(
        repr=False
    )

    async def complete(self, turns: Sequence[Turn], ask: Ask, /) -> Completion:
        """Give the model's next words; see ``Backend``."""
        return await self.asked(self.part, turns, ask)


@frozen(kw_only=True)
class Recipe:
    """Everything that a worker makes its stages of.

    Args:
        run: what hooks and stages see; of its options those that playing needs, with
            what stands for the models.
    """

    run: Run

    @classmethod
    def of(
        cls, run: Run, agent: Any, person: Any, executor: Any, *, main: bool
    ) -> Recipe:
        """Take what playing needs, and make sure that it can be sent.

        Args:
            run: the whole.
            agent, person: who plays; backends of the run where they are models.
            executor: as the user passed it, for messages.
            main: whether workers import the script that the run was begun in.

        Raises:
            TypeError: naming what cannot be sent, why, and what to do.
        """
        options = run.options
        who = Who(
            agent=Absent.of("agent", agent),
            user_model=Absent.of("user", person),
            system_prompt=options.who.system_prompt,
            execute=options.who.execute,
            plugins=options.who.plugins,
            simulator=False,
        )
        sent = {
            "agent": who.agent,
            "user_model": who.user_model,
            "execute": who.execute,
            "plugins": list(who.plugins),
        }
        for name, value in sent.items():
            if value:
                check_travels(name, value, executor, main=main)
        playing = Options(
            who=who,
            draw=Draw(seed=options.draw.seed, mode=options.draw.mode),
            play=options.play,
            stop=Stop(budget=options.stop.budget),
            grade=Grade(),
            keep=Keep(),
            advanced=options.advanced,
            given=options.given,
        )
        tools = tuple(evolve(tool, call=None) for tool in run.tools)
        return cls(run=evolve(run, tools=tools, options=playing))

    def company(
        self,
        asked: Callable[[str, Sequence[Turn], Ask], Awaitable[Completion]],
        warn: Callable[[str], None],
        threads: Threads,
    ) -> Company:
        """Make the stages that play slots, in a worker.

        Args:
            asked: has the run ask a model.
            warn: takes lines for the run's warnings.
            threads: for blocking calls.

        Raises:
            Exception: what making them here raises; it ends the worker.
        """
        who = self.run.options.who
        casting = Casting(
            manager=installed().with_plugins(who.plugins),
            run=self.run,
            offload=threads,
            warn=warn,
        )

        def there(value: Any) -> Any:
            if not isinstance(value, Absent):
                return value
            return Distant(part=value.part, name=value.name, asked=asked)

        return casting.company(there(who.agent), there(who.user_model))
