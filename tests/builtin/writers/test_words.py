"""The English of the offline writer, a word at a time."""

from __future__ import annotations

import pytest

from whileai.builtin.writers.words import base_verb, is_plural

pytestmark = pytest.mark.contract("S47")
VERBS = """
resizes:resize analyzes:analyze organizes:organize caches:cache uses:use closes:close
fetches:fetch passes:pass fixes:fix goes:go carries:carry ties:tie buzzes:buzz get:get
"""


@pytest.mark.parametrize("pair", VERBS.split())
def test_a_verb_in_the_third_person_has_its_plain_form(pair: str) -> None:
    said, plain = pair.split(":")
    assert base_verb(said) == plain


@pytest.mark.parametrize("noun", ["orders", "lyrics", "menus", "people", "statistics"])
def test_what_is_spoken_of_as_many_is_plural(noun: str) -> None:
    assert is_plural(noun)


@pytest.mark.parametrize("noun", ["order", "bus", "lens", "status", "maths", "series"])
def test_what_is_spoken_of_as_one_is_not(noun: str) -> None:
    assert not is_plural(noun)
