"""Seeds and mutations: the same wish and the same values in other words."""

from __future__ import annotations

import re

import pytest

from whileai.base.seeds import Dice, derive
from whileai.builtin.writers.template import Voice
from whileai.builtin.writers.texture import TEXTURES, textured
from whileai.builtin.writers.values import kept
from whileai.model import Brief, Cell, Scene, Situation
from whileai.world import infer
from whileai.world.mentions import mentioned

pytestmark = pytest.mark.contract("S21", "S47")
SEEDS = (
    "Hi, can you please cancel order USE-8481? I want my card ending 4412.",
    "refund mia_lopez_4821 for #W2378156, mail sofia.thomas3019@example.com",
    "Please tell me about order 12B, and also 'Can you Read Me' in src/App.py",
    "I need to move $45.20 to GB29NWBK60161331926819 on 2026-03-04",
    "What is the slope of y = 3x + 2?",
    "Hello.",
    "line one please\n\n  line two: A-1001",
)
CODES = re.compile(r"'[^']+'|\S*[\d@_#$]\S*\w|[A-Z]{2,}\S*")


def variations(original: str, count: int, parent: str | None = None) -> list[str]:
    """Give ``count`` wordings of a seed, or of a mutation of ``parent``."""
    out = []
    for stance in ("ordinary", "hurried", "adversarial", "conflicting"):
        own = Situation(
            id="s",
            cell=Cell(stance=stance),
            scene=Scene(seed=1),
            origin="seed" if parent is None else "mutation",
        )
        each = Brief(
            situation=own, seed=9, phrasings=count, original=original, parent=parent
        )
        out += Voice([]).word(each)
    return out


@pytest.mark.parametrize("original", SEEDS)
def test_the_first_phrasing_of_a_seed_is_the_seed(original: str) -> None:
    assert variations(original, 3)[0] == original


@pytest.mark.parametrize("original", SEEDS)
def test_no_variation_damages_a_code(original: str) -> None:
    """F009."""
    codes = CODES.findall(original)
    for text in variations(original, 40):
        assert all(code in text for code in codes), text


@pytest.mark.parametrize("original", SEEDS)
def test_a_mutation_is_never_its_parent_again(original: str) -> None:
    texts = variations(original, 5, parent="s0/0")
    assert original not in texts
    assert len(texts) == 20


def test_variations_differ_from_each_other() -> None:
    texts = variations(SEEDS[0], 10)[:10]
    assert len(set(texts)) == 10


def test_variations_of_variations_do_not_grow_without_end() -> None:
    text = SEEDS[0]
    for _ in range(30):
        text = variations(text, 1, parent="s0/0")[0]
    assert len(text) < 900
    assert "USE-8481" in text


@pytest.mark.parametrize("texture", TEXTURES)
@pytest.mark.parametrize(
    "value", ["USE-8481", "mia_lopez_4821", "a.b@C.org", "“Keep, THIS.”", "please you"]
)
def test_a_texture_leaves_a_marked_value_alone(texture: str, value: str) -> None:
    """F009."""
    text = f"Could you please, really, look up {kept(value)}. Thank you! And more."
    for seed in range(50):
        assert kept(value) in textured(text, texture, Dice(derive(seed, texture)))


@pytest.mark.parametrize("texture", TEXTURES)
def test_a_texture_changes_how_an_ask_is_typed(texture: str) -> None:
    text = "I'd like to know, please, about that. Could you message me back? You can."
    assert textured(text, texture, Dice(3)) != text


@pytest.mark.parametrize(
    "kept", ["i have heard nothing", "leave it as it is, and wait"]
)
def test_no_wording_shortens_a_verb_that_carries_the_sentence(kept: str) -> None:
    for text in variations(f"well, {kept}", 60):
        assert "got heard" not in text.lower()
        assert not re.search(r"as it'?s\b", text.lower())


def test_a_word_of_a_hundred_thousand_letters_is_read_at_once() -> None:
    word = "x" * 100_000  # a regex that tries each of its letters takes minutes
    text = textured(f"{word} I am", "abbreviations", Dice(1), marked=False)
    assert mentioned(infer([]), text) == []
    assert text.startswith(word)
