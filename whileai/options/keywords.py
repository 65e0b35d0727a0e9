"""The keywords of ``simulate`` as a type, so that a checker and an editor know them."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal

if sys.version_info >= (3, 11):
    from typing import TypedDict
else:
    from typing_extensions import TypedDict


class Played(TypedDict, total=False):
    """What ``simulate`` takes for a run beside ``agent``."""

    spec: str | PathLike[str] | Mapping[str, Any] | None
    tools: Iterable[Any] | None
    system_prompt: str | None
    policy: str | None
    backend: Any
    simulator: Any
    user_model: Any
    execute: Any
    grader: Any
    plugins: Sequence[Any] | None
    seed: int | None
    mode: Literal["explore", "rl"]
    situations: int | None
    phrasings: int | None
    requests_per_situation: int | None
    repeats: int | None
    rollouts_per_request: int | None
    repeat_policy: Literal["none", "fixed", "successive"] | None
    unique_situations: bool
    unique: bool
    seeds: Sequence[str] | None
    traces: Any
    tasks: Any
    hard_share: float
    dimensions: Mapping[str, Iterable[str]] | None
    concurrency: int | None
    timeout: float | None
    max_turns: int | None
    avg_turns: float | None
    fault_rate: float | None
    patience: str | tuple[float, float] | Mapping[str, float] | Any
    scaffold: str | None
    sampling: Mapping[str, Any] | None
    temperature: float | None
    logprobs: bool | Literal["tokens"] | None
    budget: int
    time_budget: float | None
    until: Literal["budget", "saturation"]
    reproducible: bool | None
    limits: Mapping[str, float] | None
    prices: Mapping[str, Mapping[str, float]] | None
    grade: bool | Literal["conduct"]
    rubric: str | Sequence[str] | None
    output: Any
    checkpoint: str | PathLike[str] | None
    on_progress: Callable[[dict[str, Any]], Any] | None
    runs: int
    cassette: str | PathLike[str] | None
    executor: Any
    advanced: Mapping[str, Any] | None


class Keywords(Played, total=False):
    """What ``simulate`` takes beside ``agent``; ``reference()`` says what each does."""

    dry_run: bool
