"""Names: misspelled, misplaced, and two for one option."""

from __future__ import annotations

from typing import Any

import pytest

from whileai.options import ALIASES, parse

pytestmark = pytest.mark.contract("S02")

UNKNOWN: list[tuple[dict[str, Any], str]] = [
    ({"concurency": 8}, r"argument 'concurency'; did you mean 'concurrency'\?"),
    ({"sytem_prompt": "x"}, "did you mean 'system_prompt'"),
    ({"polcy": "x"}, "did you mean 'policy'"),
    ({"advance": {}}, "did you mean 'advanced'"),
    ({"zzz": 1}, r"see help\(wai.simulate\)"),
    ({"lag": 3}, r"belongs in advanced=: pass advanced=\{'lag': \.\.\.\}"),
    ({"agent_max_token": 99}, r"did you mean advanced=\{'agent_max_tokens': \.\.\.\}"),
    ({"advanced": {"seed": 1}}, "seed is a keyword of simulate"),
    ({"advanced": {"policy": "x"}}, "policy is a keyword of simulate"),
    ({"advanced": {"seeed": 1}}, r"did you mean 'seed'\? That is a keyword"),
    ({"advanced": {"strenght": 2}}, "did you mean 'strength'"),
    ({"advanced": {"zzz": 2}}, "it takes completions_per_request, "),
    ({"advanced": {5: 2}}, "unexpected key 5"),
    ({"advanced": "lag"}, "advanced='lag' has type str"),
]


@pytest.mark.parametrize(("keywords", "says"), UNKNOWN)
def test_an_unknown_name_is_told_the_nearest_real_one(
    keywords: dict[str, Any], says: str
) -> None:
    """F091, and F071: a seed cannot hide in ``advanced=``."""
    with pytest.raises(TypeError, match=says):
        parse(keywords)


@pytest.mark.parametrize("alias", sorted(ALIASES))
def test_an_alias_is_its_option(alias: str) -> None:
    value: Any = {"policy": "Be kind.", "unique": True}.get(alias, 3)
    name = ALIASES[alias]
    assert parse({alias: value}) == parse({name: value})
    assert parse({alias: value}).given == {name}


@pytest.mark.parametrize("alias", sorted(ALIASES))
def test_two_names_of_one_option_must_agree(alias: str) -> None:
    one: Any = {"policy": "a", "unique": True}.get(alias, 3)
    other: Any = {"policy": "b", "unique": False}.get(alias, 4)
    name = ALIASES[alias]
    assert parse({alias: one, name: one}) == parse({name: one})
    with pytest.raises(TypeError, match=f"{name}=.* and {alias}=.* two names"):
        parse({name: one, alias: other})


def test_the_same_count_in_two_forms_is_no_conflict() -> None:
    assert parse({"repeats": 4, "rollouts_per_request": 4.0}).draw.repeats == 4


def test_an_unset_alias_beside_its_option_is_no_conflict() -> None:
    assert parse({"policy": None, "system_prompt": "a"}).who.system_prompt == "a"
