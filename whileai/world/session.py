"""One rollout's world: arguments checked, the store acted on, results as declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.base.lines import dumps, fresh
from whileai.world.answers import Refused, invalid, unknown_tool
from whileai.world.changes import effect_of
from whileai.world.declared import declared
from whileai.world.doing import act
from whileai.world.store import Store

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.model import Scene
    from whileai.world.background import Backgrounds
    from whileai.world.parts import Action, Model


class MockSession:
    """A mock world as one rollout sees it.

    Args:
        model: what the tools were inferred to work on; shared by all rollouts.
        scene: what is true in this one; the same scene, the same answers.
        backgrounds: what is made up for seeds, where rollouts share it.

    Attributes:
        effects: what the calls changed, in order; see ``changes.effect_of``.
    """

    __slots__ = ("_backgrounds", "_model", "_scene", "_store", "effects")

    def __init__(
        self, model: Model, scene: Scene, backgrounds: Backgrounds | None = None
    ) -> None:
        self._model = model
        self._scene = scene
        self._backgrounds = backgrounds
        self._store: Store | None = None
        self.effects: list[dict[str, Any]] = []

    @property
    def store(self) -> Store:
        """The records; nothing is set up before somebody looks."""
        if self._store is None:
            shared = self._backgrounds
            background = None if shared is None else shared.of(self._scene.seed)
            self._store = Store(self._model, self._scene, background)
        return self._store

    def call(self, tool: str, arguments: Mapping[str, Any], /) -> Any:
        """Answer one tool call with a JSON value.

        Args:
            tool: the tool's name as the user spelled it.
            arguments: as the agent gave them; they are checked and never changed.

        Returns:
            An object, unless the tool's declared output schema says otherwise. A
            refused or failed call gives an object with a non-empty ``error``, a
            ``code``, and the ``field`` or ``id`` it is about.
        """
        return self.call_judged(tool, arguments)[0]

    def call_judged(
        self, tool: str, arguments: Mapping[str, Any], /
    ) -> tuple[Any, bool]:
        """Answer one tool call, and tell whether it is refused.

        The answer alone does not tell: a record may have an ``error`` of its own.
        """
        action = self._model.actions.get(tool)
        if action is None:
            return unknown_tool(tool, self._model.actions), True
        given: Any = arguments if isinstance(arguments, dict) else _plain(arguments)
        problems = self._model.checks[tool].problems(given)
        if problems:
            return fresh(invalid(problems)), True
        repeated = self._model.placeholders[tool].find(given)
        if repeated is not None:
            return repeated, True
        store = self._store or self.store
        try:
            answer = act(self._model, store, action, flat(action, given))
        except Refused as refused:
            return fresh(refused.answer), True
        finally:
            if store.changes:
                self._note(action)
        return self._declared(action, given, answer), False

    def _note(self, action: Action) -> None:
        self.effects += [effect_of(each, action) for each in self.store.changes]
        self.store.changes.clear()

    def _declared(self, action: Action, given: Any, answer: dict[str, Any]) -> Any:
        results = self._model.results.get(action.tool)
        if results is None:
            return answer
        schema = self._model.tools[action.tool].output or {}
        key = f"{action.tool} {dumps(given).decode('utf-8', 'replace')}"
        examples = self._model.examples[action.tool]
        entity = self._model.entities.get(action.entity)
        own = "" if entity is None else entity.key
        return declared(answer, schema, results, examples, self._scene.seed, key, own)


def flat(action: Action, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give the arguments by name, those inside an object argument lifted out of it."""
    if not action.lifted:
        return given
    lifted = dict(given)
    for argument in action.lifted:
        inside = given.get(argument.within)
        if isinstance(inside, dict) and argument.name in inside:
            lifted[argument.name] = inside[argument.name]
    return lifted


def _plain(arguments: object) -> object:
    return dict(arguments) if hasattr(arguments, "keys") else arguments  # type: ignore[call-overload]  # a mapping
