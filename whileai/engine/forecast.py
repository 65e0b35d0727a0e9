"""What a run would come to: rows, calls, tokens and USD, before anything is spent."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from whileai.base.lines import dumps
from whileai.calls import Cost, Model, Price

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from whileai.engine.cast import Cast
    from whileai.search.lineage import Shape
    from whileai.stages import Run

CHARS_A_TOKEN = 4
STEP_TOKENS = 150
"""Tokens that one more call of an agent finds in its conversation."""

BATCH = 8
"""Situations that a model writer words in one request."""

SPLIT = 1 / 3
"""Share of groups whose probes are expected to disagree."""


@frozen
class Range:
    """A number that is not known yet.

    Args:
        low: if everything is as short as it may be.
        expected: in between, by the assumptions that ``Forecast`` names.
        high: if everything is long; a run may still pass it.
    """

    low: float
    expected: float
    high: float

    def __add__(self, other: Range) -> Range:
        return Range(
            self.low + other.low,
            self.expected + other.expected,
            self.high + other.high,
        )

    def __mul__(self, other: Range | float) -> Range:
        by = other if isinstance(other, Range) else Range(other, other, other)
        return Range(
            self.low * by.low, self.expected * by.expected, self.high * by.high
        )

    @property
    def points(self) -> tuple[float, float, float]:
        """Low, expected and high, in order."""
        return self.low, self.expected, self.high

    def ordered(self) -> Range:
        """Give this with the least of its points as low and the most as high."""
        return Range(min(self.points), self.expected, max(self.points))

    def to_json(self) -> dict[str, float]:
        """Give the three numbers by name."""
        names = ("low", "expected", "high")
        return dict(zip(names, self.points, strict=True))


NONE = Range(0, 0, 0)


@frozen(kw_only=True)
class RoleForecast:
    """What one role's model would be asked.

    Args:
        model: its name.
        calls: how often.
        input_tokens, output_tokens: of all calls together.
        usd: their price; ``None`` without one.
    """

    model: str
    calls: Range
    input_tokens: Range
    output_tokens: Range
    usd: Range | None = None

    @property
    def tokens(self) -> Range:
        """Input and output together."""
        return self.input_tokens + self.output_tokens

    def priced(self, price: Price | None) -> RoleForecast:
        """Give this with what it costs."""
        if price is None:
            return self
        pairs = zip(self.input_tokens.points, self.output_tokens.points, strict=True)
        return evolve(self, usd=Range(*(price.of(i, o) for i, o in pairs)))

    def times(self, number: Range | float) -> RoleForecast:
        """Give what so many of this come to."""
        return evolve(
            self,
            calls=(self.calls * number).ordered(),
            input_tokens=(self.input_tokens * number).ordered(),
            output_tokens=(self.output_tokens * number).ordered(),
            usd=None if self.usd is None else (self.usd * number).ordered(),
        )

    def to_json(self) -> dict[str, Any]:
        """Give the numbers as JSON."""
        return {
            "model": self.model,
            "calls": self.calls.to_json(),
            "input_tokens": self.input_tokens.to_json(),
            "output_tokens": self.output_tokens.to_json(),
            "usd": None if self.usd is None else self.usd.to_json(),
        }


@frozen(kw_only=True)
class Forecast:
    """What ``simulate(..., dry_run=True)`` gives: what the run would come to.

    Nothing is called, written or spent for it. ``low``, ``expected`` and ``high`` are
    no bounds but what short, usual and long conversations would come to; ``notes`` says
    what they take for granted and what is not in them. Printed, it is a table.

    Args:
        rows: of all runs together, those that a checkpoint has included.
        roles: what each role's model would be asked.
        priced: whether ``usd`` is known for every model.
        limits: what no total passes.
        notes: assumptions and what is left out, in plain words.
    """

    rows: Range
    roles: Mapping[str, RoleForecast] = field(factory=dict)
    priced: bool = False
    limits: Mapping[str, float] = field(factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def calls(self) -> Range:
        """Calls of every model together."""
        return self._total("calls", (each.calls for each in self.roles.values()))

    @property
    def tokens(self) -> Range:
        """Input and output tokens of every model together."""
        return self._total("tokens", (each.tokens for each in self.roles.values()))

    @property
    def usd(self) -> Range | None:
        """What all calls cost; ``None`` if a model's price is not known."""
        if not self.priced:
            return None
        return self._total("usd", (each.usd or NONE for each in self.roles.values()))

    def _total(self, name: str, ranges: Iterable[Range]) -> Range:
        total, most = NONE, self.limits.get(name, math.inf)
        for each in ranges:
            total += each
        return Range(*(min(most, point) for point in total.points))

    def to_json(self) -> dict[str, Any]:
        """Give everything as JSON."""
        usd = self.usd
        return {
            "rows": self.rows.to_json(),
            "calls": self.calls.to_json(),
            "tokens": self.tokens.to_json(),
            "usd": None if usd is None else usd.to_json(),
            "roles": {role: each.to_json() for role, each in self.roles.items()},
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        lines = [f"{'':<24}{'low':>12}{'expected':>12}{'high':>12}"]
        lines.append(_line("rows", self.rows))
        for role, each in self.roles.items():
            lines.append(_line(f"calls of the {role}", each.calls))
        lines += [_line("tokens", self.tokens)]
        if self.usd is not None:
            lines.append(_line("USD", self.usd, ".2f"))
        return "\n".join([*lines, *(f"- {note}" for note in self.notes)])


def _line(name: str, span: Range, form: str = ",.0f") -> str:
    return f"{name:<24}" + "".join(f"{point:>12{form}}" for point in span.points)


@frozen(kw_only=True)
class Reckoning:
    """Reckons what one rollout, and what a whole run, would come to.

    Args:
        run: its options and tools.
        cast: who takes part; nothing of it is called.
        prices: what models charge.
    """

    run: Run
    cast: Cast
    prices: Mapping[str, Price]

    def rollout(self) -> dict[str, RoleForecast]:
        """Give what one rollout would ask of each role's model."""
        lines, roles = self._lines(), {}
        agent = _asked(self.cast.agent)
        calls = lines * (Range(1, 2, 4) if self.run.tools else 1)
        if agent:
            roles["agent"] = self._agent(agent, calls)
        person = _asked(self.cast.user)
        if person and lines.high > 1:
            again = Range(lines.low - 1, lines.expected - 1, lines.high - 1)
            asked = again * Range(1, 1.1, 2)
            sent = Range(400, 700, 1500)
            roles["user"] = _role(person, asked, sent, Range(15, 30, 100))
        judge = _asked(self.cast.grader)
        if judge:
            sent = calls * STEP_TOKENS + Range(1, 1, 1) * (self._fixed() + 300)
            roles["judge"] = _role(judge, Range(1, 1, 1), sent, Range(30, 120, 500))
        return {role: each.priced(self._price(each)) for role, each in roles.items()}

    def cost(self) -> Cost:
        """Give what one rollout is expected to cost."""
        every = self.rollout().values()
        return Cost(
            sum(each.calls.expected for each in every),
            sum(each.tokens.expected for each in every),
            sum(each.usd.expected for each in every if each.usd is not None),
        )

    def forecast(self, shape: Shape, *, pinned: bool, on_disk: int = 0) -> Forecast:
        """Give what the run would come to.

        Args:
            shape: the counts that its plan fixes.
            pinned: whether tasks are replayed, and none written.
            on_disk: rows that a checkpoint has, which cost nothing.
        """
        stop, runs = self.run.options.stop, self.run.options.keep.runs
        rows = _rows(shape) * runs
        fresh = Range(*(max(0, point - on_disk) for point in rows.points))
        roles = {role: one.times(fresh) for role, one in self.rollout().items()}
        writer = None if pinned else _asked(self.cast.writer)
        if writer:
            roles["writer"] = self._writer(writer, shape)
        unpriced = {e.model for e in roles.values() if e.model not in self.prices}
        made = Forecast(
            rows=rows,
            roles=roles,
            priced=bool(roles) and not unpriced,
            notes=tuple(self._notes(roles, unpriced, on_disk)),
        )
        return _limited(made, stop.limits or {})

    def _lines(self) -> Range:
        """Give how many lines the person says in a thread that asks nothing."""
        play = self.run.options.play
        if self.cast.names["turns"] == "single" or play.avg_turns <= 1:
            return Range(1, 1, 1)
        wanted = max(1.0, play.avg_turns / 2)
        return Range(1, min(float(play.depth), wanted), play.depth)

    def _fixed(self) -> float:
        """Give the tokens of the system prompt and the tools."""
        who, tools = self.run.options.who, self.run.tools
        texts = (who.system_prompt or "", self.run.options.play.scaffold or "")
        listed = len(dumps([tool.as_openai() for tool in tools])) if tools else 0
        return (sum(map(len, texts)) + listed) / CHARS_A_TOKEN + 50

    def _agent(self, model: str, calls: Range) -> RoleForecast:
        most = self.run.options.advanced.agent_max_tokens
        said = Range(20, min(80, most), min(400, most))
        grown = [count * (count - 1) / 2 * STEP_TOKENS for count in calls.points]
        sent = calls * self._fixed() + Range(*grown)
        return RoleForecast(
            model=model, calls=calls, input_tokens=sent, output_tokens=calls * said
        )

    def _writer(self, model: str, shape: Shape) -> RoleForecast:
        """Give what wording every situation takes; a seed words itself."""
        rows = shape.rows / max(1, shape.wordings * shape.repeats)
        worlds = min(rows, shape.worlds or rows)
        own = len(shape.seeds) if shape.wordings == 1 else 0
        batches = -(-max(0, worlds - own) // BATCH)
        calls = Range(batches, batches * 1.25, batches * 2)
        several = self.run.options.advanced.completions_per_request
        sent = Range(1, 1, 1) * (300 + BATCH * 90)
        said = Range(30, 60, 160) * (BATCH * shape.wordings * several)
        made = _role(model, calls, sent, said)
        return made.priced(self._price(made))

    def _price(self, role: RoleForecast) -> Price | None:
        return self.prices.get(role.model)

    def _notes(
        self, roles: Mapping[str, RoleForecast], unpriced: set[str], on_disk: int
    ) -> Iterable[str]:
        options = self.run.options
        if "agent" not in roles:
            yield "what your own agent calls and spends is not counted"
        if roles:
            yield (
                "conversations are taken to have about "
                f"{self._lines().expected:.1f} lines of the person, one tool call "
                "each where there are tools; no call is taken to be retried"
            )
        if unpriced and (options.stop.prices or options.stop.limits):
            names = ", ".join(sorted(unpriced))
            yield f"no USD, because prices= does not name {names}"
        if on_disk:
            yield f"{on_disk} rows are on the checkpoint and cost nothing"
        if options.keep.cassette is not None:
            yield "calls that the cassette holds are counted, and cost nothing"
        if options.stop.time_budget is not None:
            yield f"time_budget={options.stop.time_budget:g} may end the run before"


def _asked(stage: Any) -> str:
    """Give the name of the model that a stage asks; empty if it asks none."""
    model = getattr(stage, "model", None)
    return model.name if isinstance(model, Model) else ""


def _role(model: str, calls: Range, sent: Range, said: Range) -> RoleForecast:
    """Give what ``calls`` come to, each with so many tokens."""
    return RoleForecast(
        model=model, calls=calls, input_tokens=calls * sent, output_tokens=calls * said
    )


def _rows(shape: Shape) -> Range:
    """Give how many rows one run has; stopping early gives some back."""
    if not shape.successive or shape.worlds is None:
        return Range(shape.rows, shape.rows, shape.rows)
    share = shape.first / max(1, shape.repeats)
    usual = min(1.0, (1 - SPLIT) * share + SPLIT * 2)
    return Range(round(shape.rows * share), round(shape.rows * usual), shape.rows)


def _limited(made: Forecast, limits: Mapping[str, float]) -> Forecast:
    """Cut a forecast to what the limits let through."""
    totals = {"calls": made.calls, "tokens": made.tokens, "usd": made.usd}
    low, expected, high = 1.0, 1.0, 1.0
    first = ""
    for name, most in limits.items():
        total = totals[name]
        if total is None:
            continue
        parts = [min(1.0, most / point) if point else 1.0 for point in total.points]
        if parts[1] < expected:
            first = name
        low, expected, high = map(min, (low, expected, high), parts)
    if high == 1.0:
        return made
    share = Range(low, expected, high)
    rows = made.rows
    kept = Range(rows.low * high, rows.expected * expected, rows.high * low)
    where = f"after about {kept.expected:.0f} rows" if first else "if it runs long"
    note = f"limits={dict(limits)} would end the run {where}"
    return evolve(
        made,
        rows=Range(*(float(int(point)) for point in kept.points)),
        roles={role: each.times(share) for role, each in made.roles.items()},
        limits=dict(limits),
        notes=(*made.notes, note),
    )
