"""Scenes: who asks, what is true, what they know, which rule is at stake."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import evolve

from whileai.base.seeds import Dice, derive
from whileai.model import Record, Scene
from whileai.world import nouns, people
from whileai.world.background import Backgrounds
from whileai.world.facts import Teller, agreed, can_withhold
from whileai.world.goals import OFF_TOPIC, goal_of
from whileai.world.infer import infer
from whileai.world.mentions import mentioned
from whileai.world.naming import by_name, named_goods
from whileai.world.rules import Threshold, clause_of, side_of, threshold_of
from whileai.world.session import MockSession
from whileai.world.stakes import afford, can_stand, stand
from whileai.world.states import Draft, settle
from whileai.world.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whileai.model import Cell, Tool
    from whileai.world.parts import Action, Argument, Entity, Model

    Row = dict[str, Any]


class Stage:
    """Sets scenes for one list of tools and one policy; prepared once for a run.

    Args:
        tools: of the agent.
        policy: the system prompt; its clauses are what ``Cell.rule`` names.
    """

    def __init__(self, tools: Sequence[Tool], policy: str = "") -> None:
        self._tools, self._policy = tools, policy
        self._clauses: dict[str, tuple[str, Threshold | None]] = {}
        self._sided: dict[tuple[str, str], bool] = {}

    @cached_property
    def model(self) -> Model:
        """What the tools deal in; a replay of scenes that are there never asks."""
        return infer(self._tools, [self._policy] if self._policy else [])

    @cached_property
    def _backgrounds(self) -> Backgrounds:
        return Backgrounds.shared(self.model)

    def scene(self, cell: Cell, seed: int, side: str = "") -> Scene:
        """Give the scene of one situation.

        Args:
            cell: where it lies on the axes; its world state is true in the scene.
            seed: everything is drawn from it; the same cell and seed, the same scene.
            side: of the rule's threshold, where it has one; unset, the stance decides.
        """
        dice = Dice(derive(seed, "scene"))
        base = Scene(seed=derive(seed, "world"))
        store = Store(self.model, base, self._backgrounds.of(base.seed))
        person, asker = self._person(store, dice)
        actions = self._actions(cell, seed)
        rule, threshold = self._clause(cell.rule)
        side = (side or _side(cell, seed)) if threshold else ""
        if not actions:
            return evolve(
                base,
                person=person,
                goal=OFF_TOPIC if cell.tool == "unrelated" else "get help",
                rule="" if cell.tool == "unrelated" else rule,
            )
        teller = Teller(self.model, store, person, dice)
        draft = self._draft(actions[0], teller, store, dice, asker)
        if threshold is not None and not stand(
            draft, threshold, rule, side, store, dice
        ):
            side = ""
        afford(draft, self.model, store)
        settle(cell.world_state, draft, self.model, store)
        self._second(actions[1:], draft, teller, store, dice)
        goods = named_goods(draft, self.model, store)
        records = _once([*draft.records, *asker, *goods])
        held = [*_withheld(cell, actions[0], draft.facts, dice)]
        later = [a for action in actions[1:] for a in action.arguments]
        held += [a.name for a in later if a.name in draft.facts and _pays(a)]
        named = by_name(actions, self.model, records, draft.facts, dice)
        return evolve(
            base,
            person=person,
            goal=" and then ".join(goal_of(action) for action in actions),
            tools=tuple(action.tool for action in actions),
            facts=draft.facts,
            withheld=tuple(dict.fromkeys((*held, *named))),
            records=records,
            missing=tuple(draft.missing),
            done=draft.done,
            rule=rule,
            side=side,
        )

    def varied(self, cell: Cell) -> bool:
        """Tell whether ``stakes`` may differ from seed to seed."""
        return cell.tool == "multi_tool" or self._clause(cell.rule)[1] is not None

    def stakes(self, cell: Cell, seed: int) -> tuple[tuple[str, ...], str]:
        """Tell what the scene of a situation will be about, without setting it.

        Args:
            cell: where it lies on the axes.
            seed: of the scene.

        Returns:
            The tools that the person will need, and the side of the rule on which they
            will stand; an empty one where nothing they ask for can stand on a side.
        """
        actions = self._actions(cell, seed)
        tools = tuple(action.tool for action in actions)
        rule, threshold = self._clause(cell.rule)
        if threshold is None or not actions:
            return tools, ""
        known = (tools[0], cell.rule)
        if known not in self._sided:
            entity = self.model.entities.get(actions[0].entity)
            self._sided[known] = can_stand(actions[0], entity, threshold, rule)
        return tools, _side(cell, seed) if self._sided[known] else ""

    def open(self, scene: Scene) -> MockSession:
        """Open a world in which ``scene`` is true."""
        return MockSession(self.model, scene, self._backgrounds)

    def _clause(self, label: str) -> tuple[str, Threshold | None]:
        if label not in self._clauses:
            clause = clause_of(self._policy, label)
            self._clauses[label] = (clause, threshold_of(clause) if clause else None)
        return self._clauses[label]

    def _person(self, store: Store, dice: Dice) -> tuple[Row, list[Record]]:
        """Who asks, and their own record where the tools know people."""
        made = people.person(dice)
        for entity in self.model.entities.values():
            if not nouns.personal(entity.name) or entity.located:
                continue
            row = (store.own(entity) if entity.single else None) or {}
            ids = [] if entity.single else store.ids(entity)
            own = dice.pick(ids) if ids else None
            if own is not None:
                row = store.record(entity, own) or {}
            known = {
                each.kind: row[each.name] for each in entity.fields if each.name in row
            }
            person = {
                **made,
                **{k: known[k] for k in made if isinstance(known.get(k), str)},
            }
            person = _named_alike(person, row)
            if own is None:
                return person, []
            fields = {k: v for k, v in row.items() if k != entity.key}
            record = Record(entity=entity.name, id=own, fields=fields)
            return {**person, entity.key: own}, [record]
        return made, []

    def _actions(self, cell: Cell, seed: int) -> list[Action]:
        """The tools that the person needs: one, or two for ``multi_tool``."""
        if cell.tool in self.model.actions:
            return [self.model.actions[cell.tool]]
        if cell.tool != "multi_tool" or not self.model.actions:
            return []
        everything, dice = (
            list(self.model.actions.values()),
            Dice(derive(seed, "tools")),
        )
        first = dice.pick([a for a in everything if a.entity] or everything)
        others = [a for a in everything if a is not first]
        if not others:
            return [first]
        second = dice.pick(_related(first, others, dice) or others)
        pair = [first, second]
        return sorted(pair, key=lambda action: action.writes)

    def _draft(
        self,
        action: Action,
        teller: Teller,
        store: Store,
        dice: Dice,
        asker: list[Record],
    ) -> Draft:
        """The facts for one tool and the record that they are about."""
        entity = self.model.entities.get(action.entity)
        row: Row = {}
        if entity is not None and entity.single:
            row = store.own(entity) or {}
        elif entity is not None and not entity.lone:
            row = self._row(action, entity, store, dice, asker)
        facts = teller.facts(action, row)
        if entity is not None and entity.located and entity.lone:
            told = {
                a.field: facts[a.name]
                for a in action.role("locator", "ref")
                if a.name in facts
            }
            row = store.located(entity, told) or {}
        elif entity is not None and row:
            row = agreed(action, entity, row, facts)
        return Draft(action=action, entity=entity, row=row, facts=facts)

    def _row(
        self,
        action: Action,
        entity: Entity,
        store: Store,
        dice: Dice,
        asker: list[Record],
    ) -> Row:
        """The record that the person means: one of theirs, where things have owners."""
        mine = asker[0] if asker else None
        if mine is not None and mine.entity == entity.name and action.verb != "create":
            return {entity.key: mine.id, **mine.fields}
        ids = store.ids(entity)
        row = (store.record(entity, dice.pick(ids)) if ids else None) or {}
        if mine is not None and row:
            self._owned(mine, entity, row, store)
        if row and action.needs and entity.statuses:
            row[entity.status_field] = action.needs
        return row

    def _owned(self, mine: Record, entity: Entity, row: Row, store: Store) -> None:
        """Make the record the person's, and nobody's both ends theirs."""
        links = [e for e in entity.fields if e.entity == mine.entity and not e.many]
        known = store.ids(self.model.entities[mine.entity])
        others = [each for each in known if each != mine.id]
        for place, each in enumerate(links):
            if place == 0:
                row[each.name] = mine.id
            elif row.get(each.name) == mine.id and others:
                row[each.name] = others[place % len(others)]

    def _second(
        self,
        actions: Sequence[Action],
        draft: Draft,
        teller: Teller,
        store: Store,
        dice: Dice,
    ) -> None:
        """Add the facts of a further tool; what both take is the same for both."""
        for action in actions:
            entity = self.model.entities.get(action.entity)
            row = draft.row if action.entity == draft.action.entity else {}
            if not row and entity is not None and not entity.lone:
                row = self._row(action, entity, store, dice, [])
                if row and action.role("target"):
                    draft.keep(entity, row)
            for name, told in teller.facts(action, row).items():
                draft.facts.setdefault(name, told)


def _related(first: Action, others: Sequence[Action], dice: Dice) -> list[Action]:
    """Give those of ``others`` that a person would want along with ``first``.

    Most are about the same kind of thing, or about one that both calls name.
    """
    named = _named(first)
    alike = [a for a in others if a.entity and a.entity == first.entity]
    linked = [a for a in others if not named.isdisjoint(_named(a))]
    if alike and dice.chance(0.6):
        return alike
    return linked if dice.chance(0.85) else []


def _named(action: Action) -> frozenset[str]:
    """Give the kinds of things that a call is about or points to."""
    pointed = (a.entity for a in action.arguments if a.entity)
    return frozenset((*pointed, action.entity)) - {""}


def _side(cell: Cell, seed: int) -> str:
    return side_of(cell.stance, Dice(derive(seed, "side")))


def _named_alike(person: Row, row: Row) -> Row:
    """Make the full name and its parts agree with what the record holds."""
    if "first_name" in row and "last_name" in row:
        return {**person, "name": f"{person['first_name']} {person['last_name']}"}
    first, _, last = str(person["name"]).partition(" ")
    return {**person, "first_name": first, "last_name": last or person["last_name"]}


def _once(records: list[Record]) -> tuple[Record, ...]:
    """The records without later ones of the same id."""
    kept: dict[tuple[str, str], Record] = {}
    for record in records:
        kept.setdefault((record.entity, str(record.id)), record)
    return tuple(kept.values())


def _withheld(cell: Cell, action: Action, facts: Row, dice: Dice) -> tuple[str, ...]:
    """What is left out at first: by a vague person one or two things they could say.

    How to pay goes by a code that hardly anyone has in mind, so most leave it out.
    """
    if cell.stance not in ("ambiguous", "unsure"):
        return tuple(
            each.name
            for each in action.arguments
            if each.name in facts and _pays(each) and dice.chance(0.95)
        )
    names = can_withhold(action, facts)
    count = 2 if len(names) > 2 and dice.chance(0.4) else 1
    left = dice.sample(names, count)
    return tuple(name for name in names if name in left)


def _pays(argument: Argument) -> bool:
    return argument.name.startswith("payment") and argument.role in ("ref", "target")


def scene_for_prompt(stage: Stage, prompt: str, cell: Cell, seed: int) -> Scene:
    """Give the scene of an ask that the user wrote.

    Args:
        stage: of the run.
        prompt: the ask, word for word. Ids in it that fit an entity exist in the
            scene's world; under ``entity missing`` they are what is missing.
        cell: where the ask lies on the axes, as far as it is known.
        seed: of everything else.
    """
    scene = stage.scene(cell, seed)
    found = mentioned(stage.model, prompt, cell.tool)
    ids = {(name, str(own)) for name, own in found}
    kept = [
        record
        for record in scene.records
        if stage.model.entities[record.entity].key in scene.person
        and (record.entity, str(record.id)) not in ids
    ]
    missing = cell.world_state == "entity missing"
    records = [] if missing else [_told(scene, name, own) for name, own in found]
    facts = {stage.model.entities[name].key: own for name, own in found}
    return evolve(
        scene,
        goal=prompt if len(prompt) <= 200 else f"{prompt[:197]}...",
        facts=facts,
        withheld=(),
        records=(*records, *kept),
        missing=tuple(own for _, own in found) if missing else (),
        done=scene.done if records and not missing and len(found) == 1 else "",
    )


def _told(scene: Scene, name: str, own: Any) -> Record:
    """The record of an id in the ask: in the state that the scene has for its kind."""
    for record in scene.records:
        if record.entity == name:
            return Record(entity=name, id=own, fields=record.fields)
    return Record(entity=name, id=own)
