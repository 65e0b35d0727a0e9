"""What a world is inferred to be made of: entities with fields, and actions on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from attrs import Factory, evolve, field, frozen

from whileai.world import nouns
from whileai.world.deck import Deck
from whileai.world.schemas import catchalls
from whileai.world.values import Recipe, recipe_of
from whileai.world.words import listed, plural

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.base.examples import Examples
    from whileai.model import Tool
    from whileai.world.arguments import Arguments, Results
    from whileai.world.placeholders import Placeholders
    from whileai.world.shapes import Shape

VERBS = (
    "create",
    "read",
    "list",
    "search",
    "update",
    "delete",
    "transition",
    "transfer",
    "compute",
    "send",
    "unknown",
)
"""What a tool can do to the store."""


_SPEAKING = ("title", "name", "product", "text")
"""Kinds of fields that speak of what a thing is about."""


Born: TypeAlias = Literal["", "may", "made", "null"]
"""What a new record has in a field of which nobody says anything."""


@frozen(kw_only=True)
class Field:
    """One field of an entity's records.

    Args:
        name: as the tools spell it.
        kind: what its values are (``email``, ``amount``, ``date``, ``ref``, ...).
        schema: JSON Schema of its values, where a tool declares one.
        recipe: how its values are made up, read off the schema once.
        entity: which entity it points to, for kind ``ref``.
        many: true for a list of such values.
        about: the category of the things that have it, where words depend on it.
        born: what a new record has in it where nobody says: ``null`` where it may be,
            ``made`` for what an answer must show, ``may`` where it may stay away;
            empty where no answer is declared to have it.
    """

    name: str
    kind: str
    schema: Mapping[str, Any] = field(factory=dict)
    entity: str = ""
    many: bool = False
    about: str = ""
    born: Born = ""
    recipe: Recipe = field(init=False, eq=False, repr=False)

    @recipe.default
    def _recipe(self) -> Recipe:
        return recipe_of(self.kind, self.schema, about=self.about)


@frozen(kw_only=True)
class Entity:
    """One kind of thing that the tools deal with.

    Args:
        name: singular, snake case.
        key: the field that holds its id in results.
        shapes: what its ids look like, one or more.
        fields: everything else that its records hold.
        statuses: the values of its status, in order of life; empty without one.
        status_field: the field that holds the status.
        named: ids that the tool texts say exist; if any, no others do at first.
        closed: true when a tool takes no ids but named ones.
        spare: ids that a tool takes and no text says exist, where things are made: at
            first, one of them is free.
        taken: true when some tool takes its ids.
        invented: true when no tool says what its ids look like, so that we chose.
        addressed: true when its fields hold a person's or an address's parts.
        variants: sets of fields that no record has together with the rest: of each
            record one set is left out.
        pairs: fields that keep an order, (earlier or smaller, later or larger).
        sums: fields that add up what a list of things costs: (the sum's field, the
            list's field, the field of the things that is added up).
        single: true when there is one of it and no id: the caller's own account.
        located: true when tools find it by names and dates instead of an id.
        natural: the fields of which one alone finds a thing for some tool.
        shown: true when a tool lists or makes such things: what is found by name is
            one of those that are listed.
        deck: what the fields of its records are dealt from.
        hidden: fields that no tool shows.
        plural: the name of many of it.
        topic: the field that speaks of the words of a search.
        turns_up: true when a search by place, date or words turns up more than is
            there at first.
    """

    name: str
    key: str
    shapes: tuple[Shape, ...]
    fields: tuple[Field, ...] = ()
    statuses: tuple[str, ...] = ()
    status_field: str = "status"
    named: tuple[Any, ...] = ()
    closed: bool = False
    spare: tuple[Any, ...] = ()
    taken: bool = False
    invented: bool = False
    addressed: bool = False
    variants: tuple[frozenset[str], ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    sums: tuple[tuple[str, str, Field], ...] = ()
    single: bool = False
    located: bool = False
    natural: tuple[str, ...] = ()
    shown: bool = False
    deck: Deck = field(init=False, eq=False, repr=False)
    hidden: frozenset[str] = field(init=False, eq=False, repr=False)
    plural: str = field(init=False, eq=False, repr=False)
    topic: str = field(init=False, eq=False, repr=False)
    turns_up: bool = field(init=False, eq=False, repr=False)

    @deck.default
    def _deck(self) -> Deck:
        return Deck(self)

    @hidden.default
    def _hidden(self) -> frozenset[str]:
        return frozenset(each.name for each in self.fields if each.kind == "password")

    @plural.default
    def _plural(self) -> str:
        return plural(self.name)

    @topic.default
    def _topic(self) -> str:
        named = [each.name for each in self.fields if each.kind in _SPEAKING]
        return named[0] if named else "title"

    @turns_up.default
    def _turns_up(self) -> bool:
        return not self.named and not nouns.personal(self.name)

    @property
    def lone(self) -> bool:
        """True when its records are made up on sight and stand in no list."""
        return self.single or (self.located and not self.shown)

    def fits(self, value: object) -> bool:
        """Tell whether ``value`` could be one of its ids."""
        return any(shape.fits(value) for shape in self.shapes)

    @property
    def loose(self) -> bool:
        """True when any word could be one of its ids."""
        return any(shape.loose for shape in self.shapes)


@frozen(kw_only=True)
class Argument:
    """One argument of a tool, and what the world does with it.

    Args:
        name: as the tool spells it.
        role: ``target`` (id of the thing acted on), ``ref`` (id of another thing),
            ``key`` (the id of the thing created), ``swap`` (ids that replace those of
            ``field``), ``field``, ``locator`` (a name, place
            or date that finds things), ``filter`` (must equal the record's field),
            ``least``, ``most``, ``limit``, ``page``, ``offset``, ``cursor``,
            ``option``.
        kind: what its values are, as of fields.
        field: the field of the record it stands for.
        entity: whose id it takes, for ``target``, ``ref`` and ``key``.
        many: true when it takes a list.
        required: true when a call must have it.
        schema: its JSON Schema.
        within: name of the object argument that holds it; empty at the top level.
        seeks: true for the words of a search, which may stand anywhere in a record.
    """

    name: str
    role: str
    kind: str
    field: str
    entity: str = ""
    many: bool = False
    required: bool = False
    schema: Mapping[str, Any] = Factory(dict)
    within: str = ""
    seeks: bool = False


@frozen(kw_only=True)
class Link:
    """How one thing is put into another, or taken out.

    Args:
        member: the argument with the id of the thing that moves.
        holder: the argument with the id of the thing that holds it.
        field: the list field of the holder.
        joins: true when the tool adds, false when it takes away.
    """

    member: str
    holder: str
    field: str
    joins: bool = True


_OPEN = frozenset(
    listed(
        "city place airport date datetime time country state query category "
        "year month language currency symbol exchange repo org branch company "
        "product url path sha text latitude longitude city_state substance "
        "channel version song enum"
    )
)
"""Kinds of locators for which a search turns up things that fit."""


@frozen(kw_only=True)
class Action:
    """What one tool does.

    Args:
        tool: its name.
        verb: one of ``VERBS``.
        word: the verb as the name spells it (``cancel``).
        entity: what it acts on; empty for computations and unknown tools.
        arguments: with their roles, in the order of the schema.
        plural: true when it answers with many records, or changes all that fit.
        status: what the record's status is afterwards; empty if it stays.
        said: true when the tool's own texts name that status.
        flag: the yes-or-no field of the record that it sets, and to what, if one.
        needs: the status that the record must have before; empty if any.
        clears: the fields that hold nothing any more once it is done.
        asks_id: true when it is asked for an id and for nothing else of the record.
        newest: true when it answers with the latest first.
        order: the field by which it says that its answer is sorted; empty if by none.
        falling: true when the largest or last of these comes first.
        link: for tools that add one thing to another or take it away.
        includes: entities whose ids, where they point to the record, it answers too.
        lifted: the arguments that stand inside an object argument.
        by_role: the arguments of each role that one has, in order.
        locating: the arguments that tell which thing without an id is meant.
        telling: the arguments that are fields of the record.
        sorting: the arguments that a record must fit to be listed.
        places: the arguments by which a search turns up things that fit.
        pointing: the arguments that take ids of other things.
        catchalls: argument to those of its choices that leave nothing out of a list.
        paged: true when it answers page by page.
        one: what it does to each of the things, where it is about several.
    """

    tool: str
    verb: str
    word: str = ""
    entity: str = ""
    arguments: tuple[Argument, ...] = ()
    plural: bool = False
    status: str = ""
    said: bool = False
    flag: tuple[str, bool] | None = None
    needs: str = ""
    clears: tuple[str, ...] = ()
    asks_id: bool = False
    newest: bool = False
    order: str = ""
    falling: bool = False
    link: Link | None = None
    includes: tuple[str, ...] = ()
    lifted: tuple[Argument, ...] = field(init=False, eq=False, repr=False)
    by_role: Mapping[str, tuple[Argument, ...]] = field(
        init=False, eq=False, repr=False
    )

    locating: tuple[Argument, ...] = field(init=False, eq=False, repr=False)
    telling: tuple[Argument, ...] = field(init=False, eq=False, repr=False)
    sorting: tuple[Argument, ...] = field(init=False, eq=False, repr=False)
    places: tuple[Argument, ...] = field(init=False, eq=False, repr=False)
    pointing: tuple[Argument, ...] = field(init=False, eq=False, repr=False)
    catchalls: Mapping[str, frozenset[str]] = field(init=False, eq=False, repr=False)
    paged: bool = field(init=False, eq=False, repr=False)
    one: Action | None = field(init=False, eq=False, repr=False)

    @lifted.default
    def _lifted(self) -> tuple[Argument, ...]:
        return tuple(each for each in self.arguments if each.within)

    @by_role.default
    def _by_role(self) -> dict[str, tuple[Argument, ...]]:
        roles = dict.fromkeys(each.role for each in self.arguments)
        return {
            role: tuple(each for each in self.arguments if each.role == role)
            for role in roles
        }

    @locating.default
    def _locating(self) -> tuple[Argument, ...]:
        return self.role("locator", "ref")

    @telling.default
    def _telling(self) -> tuple[Argument, ...]:
        return self.role("field", "filter", "locator", "ref", "least", "most")

    @sorting.default
    def _sorting(self) -> tuple[Argument, ...]:
        roles = ("ref", "filter", "locator", "least", "most", "key", "target")
        several = [each for each in self.role("target") if each.many]
        return tuple(each for each in self.role(*roles) if each not in several)

    @places.default
    def _places(self) -> tuple[Argument, ...]:
        return tuple(
            each for each in self.role("locator") if each.seeks or each.kind in _OPEN
        )

    @pointing.default
    def _pointing(self) -> tuple[Argument, ...]:
        return self.role("ref", "swap")

    @catchalls.default
    def _catchalls(self) -> dict[str, frozenset[str]]:
        if self.verb not in ("list", "search"):
            return {}
        told = {a.name: catchalls(a.schema) for a in self.role("filter", "locator")}
        return {name: found for name, found in told.items() if found}

    @paged.default
    def _paged(self) -> bool:
        return bool(self.role("page", "offset", "cursor"))

    @one.default
    def _one(self) -> Action | None:
        told = self.role("target")
        several = told[0].many if told else self.plural
        if self.verb not in ON_ONE or self.link is not None or not several:
            return None
        target = evolve(told[0], many=False) if told else _ITSELF
        others = tuple(each for each in self.arguments if each.role != "target")
        return evolve(self, arguments=(target, *others), plural=False)

    def role(self, *roles: str) -> tuple[Argument, ...]:
        """Give the arguments that have one of ``roles``, in order."""
        if len(roles) == 1:
            return self.by_role.get(roles[0], ())
        return tuple(each for each in self.arguments if each.role in roles)

    @property
    def writes(self) -> bool:
        """True when the tool changes the store."""
        return self.verb in WRITES


_ITSELF = Argument(name=" ", role="target", kind="ref", field=" ")
"""Takes the id of a thing of which no argument tells the id."""
WRITES = frozenset({"create", "update", "delete", "transition", "transfer", "send"})
"""Verbs that change the store."""
MAKES = ("create", "send", "transfer")
"""Verbs that add a record."""
LOOKS = ("read", "list", "search")
"""Verbs that show records and change nothing."""
ON_ONE = ("read", "update", "delete", "transition")
"""Verbs that are about one record."""
DAYS = ("date", "datetime", "past_date")
"""Kinds of fields that say when."""
ID_ROLES = ("target", "ref", "key", "swap")
"""Roles of arguments that take ids."""


@frozen(kw_only=True, eq=False)
class Model:
    """A world as inferred from tools: what there is and what each tool does.

    Args:
        tools: by name.
        entities: by name, in the order in which the tools bring them up.
        actions: by tool name.
        checks: what validates the arguments of each tool, compiled once.
        placeholders: texts that each tool refuses for repeating its schema.
        results: what validates results, for tools with an output schema.
        examples: what draws results, for the same tools.
    """

    tools: Mapping[str, Tool]
    entities: Mapping[str, Entity]
    actions: Mapping[str, Action]
    checks: Mapping[str, Arguments] = field(repr=False)
    placeholders: Mapping[str, Placeholders] = field(repr=False)
    results: Mapping[str, Results] = field(factory=dict, repr=False)
    examples: Mapping[str, Examples] = field(factory=dict, repr=False)
