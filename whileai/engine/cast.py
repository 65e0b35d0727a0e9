"""Who takes part in a run: what the user passed, resolved into stages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from whileai.base.errors import (
    NotConfigured,
    PluginError,
    WhileAIError,
    describe,
    given,
)
from whileai.calls import Lines, is_model
from whileai.engine.models import (
    HOSTED,
    METHOD_OF,
    Models,
    no_agent,
    person_of,
    same_model,
)
from whileai.plugins.registry import OPTION_OF
from whileai.stages import (
    Agent,
    Grader,
    Offload,
    Run,
    Sink,
    StageSetup,
    User,
    World,
    Writer,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from whileai.plugins import PluginManager


@frozen(kw_only=True)
class Cast:
    """The stages of one run, and what rows and headers call them."""

    agent: Agent
    user: User
    writer: Writer
    world: World
    grader: Grader | None
    sinks: tuple[Sink, ...]
    names: dict[str, str]
    models: Models

    @property
    def stages(self) -> tuple[Any, ...]:
        """Every stage, each object once, in the order they are opened."""
        every = (
            self.models.lines,
            self.world,
            self.agent,
            self.user,
            self.writer,
            self.grader,
            *self.sinks,
        )
        return tuple({id(each): each for each in every if each is not None}.values())


@frozen(kw_only=True)
class Casting:
    """Resolves options into stages; nothing is spent while it does.

    Args:
        manager: the plugins of the run.
        run: what ``adapt_stage`` sees.
        offload, warn: handed to the factories.
        lines: what every model of the run is asked through.
    """

    manager: PluginManager
    run: Run
    offload: Offload
    warn: Callable[[str], None] = field(repr=False)
    lines: Lines = field(factory=Lines, repr=False)
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
        person = person_of(self.run.options, words, player)
        agent, user = self.stage("agent", player), self.stage("user", person)
        judge = self._grader()
        grader = None if judge is None else self.stage("grader", judge)
        names = {
            "agent": _name(player, agent),
            "model": player.name if is_model(player) else "",
            "user": _name(person, user),
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
            user=user,
            world=self.stage("world", "mock" if who.execute is None else who.execute),
            grader=grader,
            sinks=() if keep.output is None else (self._sink(keep.output),),
            names=names,
            models=self.models,
        )

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
        simulator = self.run.options.who.simulator
        if simulator is False:
            return "template"
        return self.models.resolved("writer", simulator or HOSTED)

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
