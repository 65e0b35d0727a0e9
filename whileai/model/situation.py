"""One world: a cell of the grid with the scene that makes it particular."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, fields, frozen

from whileai.base.lines import frozen as read_only
from whileai.model.form import IDS, NUMBER, OBJECT, OWN_ID, TEXT, TEXTS, Fields, Form

TIERS = ("ordinary", "ambiguous", "boundary", "adversarial")
"""From easiest to hardest; all but the first count as hard."""

SIDES = ("within", "at", "beyond")
"""Where a request can stand: allowed by a rule's number, exactly on it, past it."""

_TIER_OF = {
    "ordinary": "ordinary",
    "hurried": "ordinary",
    "retry": "ordinary",
    "mistaken": "ordinary",
    "exploratory": "ordinary",
    "ambiguous": "ambiguous",
    "unsure": "ambiguous",
    "boundary": "boundary",
    "conflicting": "boundary",
    "adversarial": "adversarial",
}


def tier_of(stance: str) -> str:
    """Give the tier a stance belongs to; an unknown stance is ``ordinary``."""
    return _TIER_OF.get(stance, "ordinary")


@frozen(kw_only=True)
class Cell:
    """One point of the axes."""

    tool: str = "unrelated"
    rule: str = "unspecified"
    stance: str = "ordinary"
    world_state: str = "unknown"
    tool_condition: str = "success"
    history: str = "fresh"

    @property
    def tier(self) -> str:
        """How hard the stance makes it: one of ``TIERS``."""
        return tier_of(self.stance)

    def to_json(self) -> dict[str, str]:
        """Give the cell as a row's ``scenario_dimensions``."""
        return {
            "tool": self.tool,
            "rule": self.rule,
            "stance": self.stance,
            "world_state": self.world_state,
            "tool_condition": self.tool_condition,
            "history": self.history,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Cell:
        """Read ``scenario_dimensions``; what is missing or odd takes its default."""
        known = {n: v for n in _AXES if isinstance(v := value.get(n), str)}
        return cls(**known)


_AXES = tuple(each.name for each in fields(Cell))


@frozen(kw_only=True)
class Fault:
    """A failure that is scheduled for one tool.

    Args:
        tool: the tool that fails; ``*`` is whichever is called.
        mode: how it fails (``timeout``, ``permission_denied``, ...).
        call: which of the tool's calls fails first, counted from 1.
        transient: true when only that call fails, false when all from it on do.
    """

    tool: str
    mode: str
    call: int = 1
    transient: bool = False

    def to_json(self) -> dict[str, Any]:
        """Give what a row keeps under the tool's name."""
        return {"mode": self.mode, "call": self.call, "transient": self.transient}


@frozen(kw_only=True)
class Record:
    """One thing that the world holds before the rollout starts.

    Args:
        entity: what kind of thing (``order``).
        id: its identifier, as tools take it; ``None`` where there is but one thing.
        fields: everything else about it, JSON values.
    """

    entity: str = field(metadata={"form": TEXT})
    id: Any = field(metadata={"form": OWN_ID})
    fields: Mapping[str, Any] = field(
        converter=read_only, factory=dict, metadata={"form": OBJECT}
    )


_RECORD = Fields(said="a record", types=(dict, Mapping), owner=Record, closed=True)
_RECORDS = Form(said="a list of records", types=(list, tuple), parts=_RECORD)


@frozen(kw_only=True)
class Scene:
    """What is true in one situation, and what the person knows of it.

    Args:
        seed: of everything the world makes up beyond ``records``.
        person: who asks (``name`` and the like); JSON values.
        goal: what they want, in plain words.
        tools: what the job needs, in order; empty when it needs none.
        facts: what the person knows and may say: argument or field name to value.
        withheld: names of needed arguments that the person does not state at first.
        records: what the store holds that matters here.
        missing: ids that the person may name and the store must not hold.
        done: what was already done, or half done, in plain words; empty if nothing.
        rule: the policy clause at stake; empty if none.
        side: on which side of ``rule`` the request stands: ``within``, ``at``,
            ``beyond``, or empty.
    """

    seed: int = field(metadata={"form": NUMBER})
    person: Mapping[str, Any] = field(
        converter=read_only, factory=dict, metadata={"form": OBJECT}
    )
    goal: str = field(default="", metadata={"form": TEXT})
    tools: tuple[str, ...] = field(default=(), metadata={"form": TEXTS})
    facts: Mapping[str, Any] = field(
        converter=read_only, factory=dict, metadata={"form": OBJECT}
    )
    withheld: tuple[str, ...] = field(default=(), metadata={"form": TEXTS})
    records: tuple[Record, ...] = field(default=(), metadata={"form": _RECORDS})
    missing: tuple[Any, ...] = field(default=(), metadata={"form": IDS})
    done: str = field(default="", metadata={"form": TEXT})
    rule: str = field(default="", metadata={"form": TEXT})
    side: str = field(default="", metadata={"form": TEXT})

    def to_json(self) -> dict[str, Any]:
        """Give the scene as a row's ``scene``."""
        return {
            "seed": self.seed,
            "person": dict(self.person),
            "goal": self.goal,
            "tools": list(self.tools),
            "facts": dict(self.facts),
            "withheld": list(self.withheld),
            "records": [
                {"entity": each.entity, "id": each.id, "fields": dict(each.fields)}
                for each in self.records
            ],
            "missing": list(self.missing),
            "done": self.done,
            "rule": self.rule,
            "side": self.side,
        }

    @classmethod
    def check(cls, value: Any) -> None:
        """Make sure that ``value`` is a row's ``scene``, as ``from_json`` takes it.

        Raises:
            ValueError: naming the field, what it is and what was expected.
        """
        if not _SCENE.fits(value):
            raise ValueError(next(_SCENE.misfits(value, "scene")))

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Scene:
        """Read a row's ``scene``.

        Raises:
            ValueError: naming the field, what it is and what was expected.
        """
        cls.check(value)
        return cls.of_checked(value)

    @classmethod
    def of_checked(cls, value: Mapping[str, Any]) -> Scene:
        """Read a row's ``scene`` that ``check`` has passed."""
        told = value.get
        return cls(
            seed=value["seed"],
            person=told("person", {}),
            goal=told("goal", ""),
            tools=tuple(told("tools", ())),
            facts=told("facts", {}),
            withheld=tuple(told("withheld", ())),
            records=tuple([Record(**each) for each in told("records", ())]),
            missing=tuple(told("missing", ())),
            done=told("done", ""),
            rule=told("rule", ""),
            side=told("side", ""),
        )


_SCENE = Fields(said="an object or null", types=(dict, Mapping), owner=Scene)


@frozen(kw_only=True)
class Situation:
    """One world of the run, before anyone words it.

    Args:
        id: the ``scenario_id`` of its rows.
        cell: where it lies on the axes.
        scene: what is true in it.
        faults: what is scheduled to fail in it.
        origin: ``grid``, ``seed``, ``trace``, ``mutation`` or ``pinned``.
        draw: seed that its scene was drawn from; ``None`` where the scene follows the
            words of an ask, so that it cannot be drawn otherwise.
    """

    id: str
    cell: Cell
    scene: Scene
    faults: tuple[Fault, ...] = ()
    origin: str = "grid"
    draw: int | None = None
