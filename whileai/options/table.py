"""The options of ``simulate``: one class per reader, one row per option.

The reference text, the signature, the aliases and the checks are all derived from
these rows. A stage is handed its group and never all options.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from whileai.base.lines import frozen as read_only
from whileai.options import checks
from whileai.options.checks import Check
from whileai.options.dimensions import dimensions
from whileai.options.option import Option, option, rows_of
from whileai.options.shown import shown, shown_rows, shown_tools


@frozen(kw_only=True)
class Who:
    """Who takes part; read by the registry."""

    agent: Any = option(
        None,
        "What is simulated: a callable message -> trajectory, a backend object, or a "
        "spec such as 'openai:gpt-4.1-mini'.",
        checks.stage(
            "a callable, a backend object such as wai.OpenAI('gpt-4.1-mini'), or a "
            "spec such as 'openai:gpt-4.1-mini'",
            advice="an agent in a file or a dict goes to spec=",
        ),
        unset="the model that wai.configure(agent=...) set, else the hosted one",
    )
    spec: Any = option(
        None,
        "The agent as a file (TOML or JSON) or a dict with agent or backend, tools, "
        "system_prompt, execute, rubric; a keyword beside it fills what it lacks.",
        Check("a path or a dict", lambda _name, value: value),
    )
    tools: Any = option(None, "The agent's tools.", checks.tools())
    system_prompt: str | None = option(
        None,
        "The agent's system prompt, which is its policy.",
        checks.text(blank=True),
        alias=("policy",),
    )
    backend: Any = option(
        None,
        "The model that plays, when agent= is not given.",
        checks.stage("a backend object, or a spec such as 'openai:gpt-4.1-mini'"),
    )
    simulator: Any = option(
        "hosted",
        "Who writes the situations: 'hosted', False for the offline writer, a model, "
        "or a registered writer. Beside tasks= nobody needs to be named.",
        checks.stage(
            "'hosted', False (the offline writer), a model spec, the name of a "
            "registered writer, or an object that writes",
            off=True,
        ),
        optional=True,
    )
    user_model: Any = option(
        None,
        "Who plays the simulated person.",
        checks.stage("a model spec, a registered name, or an object that replies"),
        unset="the writer's model; with simulator=False a model agent's own",
    )
    execute: Any = option(
        None,
        "Your world: (tool, arguments) -> result, sync or async.",
        checks.stage("a callable (tool, arguments) -> result, a name, or a world"),
        unset="the mock world",
    )
    grader: Any = option(
        None,
        "Scores inside the loop and steers the search: a callable row -> verdict.",
        checks.stage("a callable row -> verdict, a registered name, or a grader"),
    )
    plugins: tuple[Any, ...] = option(
        (),
        "Plugins for this run beside those installed.",
        checks.objects("plugins (modules or objects with hooks)"),
        optional=True,
    )


@frozen(kw_only=True)
class Draw:
    """What is drawn; read by the planner."""

    seed: int = option(
        None, "Names every draw of the run.", checks.whole(), unset="0, reported"
    )
    mode: str = option(
        "explore",
        "'explore' spends the budget on new coverage, 'rl' on several repeats of "
        "every ask.",
        checks.choice(
            "explore",
            "rl",
            hints={
                "sft": 'pass mode="explore", repeats=4',
                "adaptive": 'pass mode="explore", repeats=4, or mode="rl"',
            },
        ),
    )
    situations: int | None = option(
        None,
        "Distinct worlds; raised to the number of seeds.",
        checks.whole(1, "situations"),
        unset="as many as the budget pays",
    )
    phrasings: int = option(
        None,
        "Wordings of one situation.",
        checks.whole(1, "wordings"),
        alias=("requests_per_situation",),
        unset="1",
    )
    repeats: int = option(
        None,
        "Independent runs of one wording; under 'successive' a floor for split groups.",
        checks.whole(1, "rollouts"),
        alias=("rollouts_per_request",),
        unset="1 in explore, 8 in rl, as the pinned run has with tasks=",
    )
    repeat_policy: str = option(
        None,
        "'fixed' gives every ask all repeats, 'successive' stops early on unanimous "
        "asks.",
        checks.choice(
            "none",
            "fixed",
            "successive",
            hints={"adaptive": "pass 'successive'", "unique": "unique_situations=True"},
        ),
        unset="'none' in explore, 'successive' in rl, 'fixed' with tasks=",
    )
    unique_situations: bool = option(
        False,
        "Keep picking new worlds: one phrasing and one repeat unless set.",
        checks.flag(),
        alias=("unique",),
    )
    seeds: tuple[str, ...] = option(
        (),
        "Opening asks that are all run, kept and varied.",
        checks.texts("opening asks"),
        optional=True,
    )
    traces: Any = option(
        None,
        "Production traces that the grid aims at: rows or a JSONL path.",
        checks.rows("rows, or the path of a JSONL file"),
    )
    tasks: Any = option(
        None,
        "A previous run whose tasks are replayed instead of drawing new ones.",
        checks.rows("a SimulationData, its rows, its JSONL path, or a list of asks"),
    )
    hard_share: float = option(
        0.40,
        "Share of situations from the ambiguous, boundary and adversarial tiers.",
        checks.share(),
    )
    dimensions: Mapping[str, tuple[str, ...]] = option(
        read_only({}),
        "Axes of the grid pinned to some values; the others are kept.",
        dimensions(),
        unset="no axis pinned",
        optional=True,
    )


@frozen(kw_only=True)
class Play:
    """How one slot is played."""

    concurrency: int = option(
        32,
        "Rollouts in flight at once, never more. A run that follows up failures (with "
        "a grader, or in rl mode) begins about two fifths of its budget together, and "
        "the rows that a failure may lead to once it is known.",
        checks.whole(1),
        optional=True,
    )
    timeout: float = option(
        None,
        "Seconds one agent call may take.",
        checks.number(0, above=True, unit="seconds"),
        unset="max(300, agent_max_tokens / 4)",
    )
    max_turns: int | None = option(
        None,
        "Most user turns of one thread (model-backed and multi-turn agents).",
        checks.whole(1, "turns"),
    )
    avg_turns: float = option(
        None,
        "Turns to aim at, both sides counted, in threads without questions "
        "(model-backed and multi-turn agents); 1 is one user line and one reply.",
        checks.number(1, unit="turns"),
        unset="12, or max_turns where that is less",
    )
    fault_rate: float = option(
        None,
        "Share of rollouts that are scheduled a fault.",
        checks.share(),
        unset="0.10 in explore, 0.40 in rl",
    )
    patience: str | tuple[float, float] = option(
        "normal",
        "How long the person answers questions: 'normal', 'short', 'endless', or the "
        "odds of leaving at the second and at each later one, as wai.fit_patience "
        "measures them.",
        checks.patience(),
    )
    scaffold: str | None = option(
        None,
        "Guidance for a model-backed agent during rollout only.",
        checks.text(blank=True),
    )
    sampling: Mapping[str, Any] | None = option(
        None,
        "Sampling settings to record on the rows of a callable agent.",
        checks.json_object("sampling settings"),
    )
    temperature: float | None = option(
        None, "Sampling temperature of a model agent.", checks.number(0, 2)
    )
    logprobs: bool | str | None = option(
        None,
        "Ask a model agent for log-probabilities.",
        checks.only(True, False, "tokens"),
    )

    @property
    def depth(self) -> int:
        """The most user lines that one thread may have.

        ``max_turns`` where it is set; else half as many again as ``avg_turns`` aims
        at, which counts both sides, but two at least so that a question can be
        answered. With ``avg_turns=1`` it is one line and one reply.
        """
        if self.avg_turns <= 1:
            return 1
        return self.max_turns or max(2, math.ceil(0.75 * self.avg_turns))


def _limits() -> Check:
    return checks.keyed(
        {
            "tokens": checks.whole(1),
            "usd": checks.number(0, above=True),
            "calls": checks.whole(1),
        }
    )


def _prices() -> Check:
    usd = checks.number(0, unit="USD per million tokens")
    return checks.by_model(
        checks.keyed({"input": usd, "output": usd}, all_of_them=True)
    )


@frozen(kw_only=True)
class Stop:
    """When the run ends; read by the limits."""

    budget: int = option(1000, "Rows each run may produce.", checks.whole(1, "rows"))
    time_budget: float | None = option(
        None,
        "Seconds each run may take.",
        checks.number(0, above=True, unit="seconds"),
    )
    until: str = option(
        "budget",
        "'saturation' stops once nothing new is found.",
        checks.choice("budget", "saturation", hints={"compute": "pass 'budget'"}),
    )
    reproducible: bool = option(
        None,
        "Make a seeded run the same at any concurrency.",
        checks.flag(),
        unset="True unless time_budget is set",
    )
    limits: Mapping[str, Any] | None = option(
        None, "Most tokens, USD or model calls of the whole run.", _limits()
    )
    prices: Mapping[str, Any] | None = option(
        None, "USD per million tokens of each model.", _prices()
    )
    dry_run: bool = option(
        False, "Forecast rows, calls, tokens and USD; spend nothing.", checks.flag()
    )


@frozen(kw_only=True)
class Grade:
    """Whether the call grades; read while a slot is played."""

    grade: bool | str = option(
        False,
        "True grades against the rubric with the judge, 'conduct' with the "
        "deterministic conduct check.",
        checks.only(True, False, "conduct"),
    )
    rubric: str | tuple[str, ...] | None = option(
        None,
        "What the judge grades against: text or a list of criteria.",
        checks.text_or_texts("criteria"),
        unset="the policy's rules",
    )


@frozen(kw_only=True)
class Keep:
    """Where rows go and how the run is watched and repeated."""

    output: Any = option(
        None,
        "File for the whole run at its end, or a sink.",
        checks.path_or_stage("a path, the name of a registered sink, or a sink"),
    )
    checkpoint: str | None = option(
        None, "JSONL file that each row is appended to as it lands.", checks.path()
    )
    on_progress: Callable[[dict[str, Any]], Any] | None = option(
        None,
        "Gets the numbers of each progress line as a dict.",
        checks.function("on_progress(numbers)"),
    )
    runs: int = option(1, "How often the same tasks are run.", checks.whole(1, "runs"))
    cassette: str | None = option(
        None, "File that records every model call and replays it.", checks.path()
    )
    executor: Any = option(
        "local",
        "Where slots are played: 'local' (this process), 'processes' or "
        "'processes:N' (others on this machine, one for each core unless N says "
        "otherwise), or a registered executor.",
        checks.stage(
            "'local', 'processes:N', the name of a registered executor, or an executor"
        ),
        optional=True,
    )


@frozen(kw_only=True)
class Advanced:
    """Keys of ``advanced=``; read by the planner and the supply."""

    completions_per_request: int = option(
        1, "Completions asked of a model writer at once.", checks.whole(1)
    )
    seed_prompts: tuple[str, ...] = option(
        (),
        "Openers shown to the writer as examples; not run.",
        checks.texts("openers"),
        optional=True,
    )
    mutate_graded_failures: bool = option(
        True, "Whether a failed grade steers the search.", checks.flag()
    )
    agent_max_tokens: int = option(
        1024,
        "Reply budget of a model agent.",
        checks.whole(64, "tokens"),
        optional=True,
    )
    resume: str = option(
        "refuse",
        "What a checkpoint of another agent or writer does: 'mix' loads it anyway.",
        checks.choice("refuse", "mix"),
    )
    open_rows: int | None = option(
        None,
        "Most rows that wait for an earlier one.",
        checks.whole(1, "rows"),
        unset="4096 in a stream; else all, as they are kept anyway",
    )
    lag: int | None = option(
        None,
        "First rollouts between what is seen and the stop, with until='saturation'.",
        checks.whole(0, "rollouts"),
        unset="256",
    )
    purse: int | None = option(
        None,
        "Most follow-ups of one situation: a re-roll, then mutations.",
        checks.whole(0, "follow-ups"),
        unset="3, 2 with repeat_policy='successive'",
    )
    tail: int | None = option(
        None,
        "Rows at the end of the budget that have no follow-ups.",
        checks.whole(0, "rows"),
        unset="min(budget / 5, 500)",
    )
    wave: int = option(
        32, "Situations asked of the writer at once.", checks.whole(1, "situations")
    )
    strength: int = option(
        2, "Axes whose values are all covered together.", checks.whole(1, "axes", 6)
    )
    model_version: str | None = option(
        None,
        "What rows call the agent's version.",
        checks.text(),
        unset="the agent's name or model",
    )
    replay_only: bool = option(
        False,
        "Make no call of a model: what the cassette does not hold is a miss.",
        checks.flag(),
    )
    fill: bool = option(
        False,
        "Let the offline writer stand in for asks that a model writer did not deliver.",
        checks.flag(),
    )


GROUPS: Mapping[str, type] = read_only(
    {
        "who": Who,
        "draw": Draw,
        "play": Play,
        "stop": Stop,
        "grade": Grade,
        "keep": Keep,
    }
)


OPTIONS: Mapping[str, Option] = read_only(
    {
        name: row
        for group, holder in GROUPS.items()
        for name, row in rows_of(group, holder).items()
    }
)
"""Every keyword of ``simulate`` but ``advanced``, in order."""

ADVANCED: Mapping[str, Option] = read_only(rows_of("advanced", Advanced))
"""Every key of ``advanced=``."""

ALIASES: Mapping[str, str] = read_only(
    {alias: row.name for row in OPTIONS.values() for alias in row.alias}
)
"""Other names of options, each with the name it stands for."""


@frozen(kw_only=True)
class Options:
    """Everything one call asks for, resolved: no ``None`` stands for a rule.

    Where ``None`` is left, it says that there is none of it: no clock, no cap on
    situations, no checkpoint. Two things are known to the planner alone and wait for
    it: ``repeats`` of a replay that did not pass it, and ``lag``, ``purse``, ``tail``.

    Args:
        given: names of the options and ``advanced=`` keys that the user passed.
    """

    who: Who
    draw: Draw
    play: Play
    stop: Stop
    grade: Grade
    keep: Keep
    advanced: Advanced
    given: frozenset[str] = frozenset()

    def resolved(self) -> dict[str, Any]:
        """Give every option with its value as JSON, for a report; no secrets."""
        values = {
            name: _SHOWN.get(name, shown)(getattr(getattr(self, row.group), name))
            for name, row in OPTIONS.items()
        }
        keys = {name: shown(getattr(self.advanced, name)) for name in ADVANCED}
        return {**values, "advanced": keys}


_SHOWN: Mapping[str, Callable[[Any], Any]] = {
    "tools": shown_tools,
    "tasks": shown_rows,
    "traces": shown_rows,
}
