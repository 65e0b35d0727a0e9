"""Who takes part in a run: what the user passed, resolved into stages."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from whileai.base.errors import (
    NotConfigured,
    PluginError,
    WhileAIError,
    describe,
    given,
)
from whileai.calls import Lines, Tap, is_model
from whileai.engine.models import (
    HOSTED,
    METHOD_OF,
    Models,
    no_agent,
    person_of,
    same_model,
)
from whileai.plugins.later import later
from whileai.plugins.registry import OPTION_OF
from whileai.stages import (
    Agent,
    Crew,
    Executor,
    Grader,
    Offload,
    Run,
    Sink,
    StageSetup,
    User,
    World,
    Writer,
    no_crew,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from whileai.plugins import PluginManager

LOCAL = "local"
"""The executor that is none: the run plays slots itself."""

CREW = later("whileai.engine.crew:Crew.of")


@frozen(kw_only=True)
class Company:
    """The stages that play slots, and what rows call them."""

    agent: Agent
    user: User
    world: World
    grader: Grader | None = None
    names: Mapping[str, str] = field(factory=dict)
    models: Models

    @property
    def players(self) -> tuple[Any, ...]:
        """The stages that are opened where slots are played, in that order."""
        return _each_once(self.models.lines, self.world, self.agent, self.user)


@frozen(kw_only=True)
class Cast(Company):
    """The stages of one run, and what rows and headers call them.

    ``executor`` is ``None`` where the run plays slots itself; else agent, user and
    world are there for their names alone, and ``asked`` are the models that workers
    have the run ask.
    """

    writer: Writer
    sinks: tuple[Sink, ...]
    executor: Executor | None = None
    asked: tuple[Any, ...] = ()

    @property
    def stages(self) -> tuple[Any, ...]:
        """Every stage to open here, each object once, in that order."""
        away = (self.models.lines, *self.asked)
        here = self.players if self.executor is None else away
        return _each_once(*here, self.writer, self.grader, *self.sinks, self.executor)


def _each_once(*stages: Any) -> tuple[Any, ...]:
    return tuple({id(each): each for each in stages if each is not None}.values())


@frozen(kw_only=True)
class Casting:
    """Resolves options into stages; nothing is spent while it does.

    Args:
        manager: the plugins of the run.
        run: what ``adapt_stage`` sees.
        offload, warn, crew: handed to the factories.
        lines: what every model of the run is asked through.
    """

    manager: PluginManager
    run: Run
    offload: Offload
    warn: Callable[[str], None] = field(repr=False)
    lines: Lines = field(factory=Lines, repr=False)
    crew: Crew = field(default=no_crew, repr=False)
    models: Models = field(init=False)

    @models.default
    def _models(self) -> Models:
        return Models(
            registry=self.manager.registry,
            setup=self._setup,
            made=self._made,
            lines=self.lines,
        )

    def cast(self) -> Cast:
        """Give every stage of the run.

        Raises:
            TypeError, ValueError: naming the option whose value is no stage.
            NotConfigured: if a model is needed and none was named.
            PluginError: if a plugin's factory raises.
        """
        who, keep = self.run.options.who, self.run.options.keep
        player, words = self._agent(), self._writer()
        person = self.models.resolved(
            "user", person_of(self.run.options, words, player)
        )
        company = self.company(player, person)
        agent = company.agent
        judge = self._grader()
        grader = None if judge is None else self.stage("grader", judge)
        names = {
            "agent": _name(player, agent),
            "model": player.name if is_model(player) else "",
            "user": _name(person, company.user),
            "turns": str(getattr(agent, "turns", "") or "decided by the agent"),
            "writer": _name(words, None),
            "world": "mock" if who.execute is None else _name(who.execute, None),
            "grader": "" if judge is None else _grader_name(judge, grader),
            "grader_version": str(getattr(grader, "version", "")),
        }
        line = same_model(self.run.options, names)
        if line is not None:
            self.warn(line)
        return Cast(
            agent=agent,
            writer=self.stage("writer", words),
            user=company.user,
            world=company.world,
            grader=grader,
            sinks=() if keep.output is None else (self._sink(keep.output),),
            names=names,
            models=self.models,
            executor=self._executor(player, person, company.user),
            asked=tuple(each for each in (player, person) if isinstance(each, Tap)),
        )

    def company(self, player: Any, person: Any) -> Company:
        """Give the stages that play slots.

        Args:
            player, person: who plays, and who asks; backends where they are models.

        Raises:
            TypeError, ValueError: naming the option whose value is no stage.
        """
        execute = self.run.options.who.execute
        return Company(
            agent=self.stage("agent", player),
            user=self.stage("user", person),
            world=self.stage("world", "mock" if execute is None else execute),
            models=self.models,
        )

    def _executor(self, player: Any, person: Any, user: User) -> Executor | None:
        """Give what plays slots elsewhere; ``None`` where the run plays them."""
        value = self.run.options.keep.executor
        if value == LOCAL:
            return None
        crew = partial(
            CREW,
            run=self.run,
            agent=player,
            person=person,
            user=user,
            threads=self.offload,
            warn=self.warn,
        )
        executor: Executor = evolve(self, crew=crew).stage("executor", value)
        return executor

    def stage(self, kind: str, value: Any) -> Any:
        """Resolve one value into a stage of ``kind``."""
        value = self.models.resolved(kind, value)
        if isinstance(value, str):
            entry, argument = self.manager.registry.named(kind, value)
            return self._made(entry, self._setup(value=value, argument=argument))
        if callable(getattr(value, METHOD_OF[kind], None)) and not isinstance(
            value, type
        ):
            self._tell(value)
            return value
        accepting = self.manager.registry.accepting(kind, value)
        if accepting is not None:
            return self._made(accepting, self._setup(value=value))
        adapted = self.manager.adapt(kind, value, self.run)
        if adapted is not None:
            return adapted
        raise TypeError(
            f"{OPTION_OF[kind]}={given(value)} is no {kind}: pass a callable, an "
            f"object with an async {METHOD_OF[kind]}(), or one of the installed names "
            f"({', '.join(map(repr, self.manager.registry.names(kind)))})"
        )

    def _tell(self, stage: Any) -> None:
        """Tell what an object that is a stage says about itself, if it does."""
        said = getattr(stage, "warnings", ())
        for line in said if isinstance(said, tuple) else ():
            self.warn(str(line))

    def _agent(self) -> Any:
        """Give who plays, a model as a backend of the run."""
        who = self.run.options.who
        agent = who.agent if who.agent is not None else who.backend
        if agent is not None:
            return self.models.resolved("agent", agent)
        try:
            return self.models.hosted("agent")
        except NotConfigured as error:
            raise no_agent(error) from None

    def _writer(self) -> Any:
        """Give who writes, a model as a backend of the run."""
        options = self.run.options
        simulator = options.who.simulator
        if simulator is False:
            return "template"
        try:
            return self.models.resolved("writer", simulator or HOSTED)
        except NotConfigured:
            if "simulator" in options.given or options.draw.tasks is None:
                raise
            return "template"  # of a task set nothing is written

    def _grader(self) -> Any:
        """Give who grades: what ``grade=`` names, else what was passed."""
        asked, who = self.run.options.grade.grade, self.run.options.who
        if asked is True:
            return "judge"
        return asked or who.grader

    def _sink(self, output: Any) -> Any:
        if isinstance(output, (str, Path)) and not self._is_sink_name(str(output)):
            entry, _ = self.manager.registry.named("sink", "jsonl")
            return self._made(entry, self._setup(value=output))
        return self.stage("sink", output)

    def _is_sink_name(self, text: str) -> bool:
        return text.partition(":")[0] in self.manager.registry.names("sink")

    def _setup(self, **parts: Any) -> StageSetup:
        return StageSetup(
            options=self.run.options,
            tools=self.run.tools,
            offload=self.offload,
            warn=self.warn,
            judge_model=self.models.judge,
            crew=self.crew,
            **parts,
        )

    def _made(self, entry: Any, setup: StageSetup) -> Any:
        try:
            return entry.factory(setup)
        except (TypeError, ValueError, WhileAIError):
            raise
        except Exception as error:
            raise PluginError(
                f"plugin {entry.owner!r} failed to make the {entry.kind} "
                f"{entry.name!r}: {describe(error)}"
            ) from error


def _grader_name(value: Any, stage: Any) -> str:
    """What headers and reports call who grades; a judge by the name on its rows."""
    return str(stage.name) if getattr(stage, "version", "") else _name(value, None)


def _name(value: Any, stage: Any) -> str:
    """What headers and reports call a stage."""
    if isinstance(value, str):
        return value
    named = getattr(stage, "name", None) or getattr(value, "__name__", None)
    return str(named) if isinstance(named, str) else type(value).__name__
