"""Named draws that never change."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from whileai.base.seeds import Dice, derive, derive_bytes

pytestmark = pytest.mark.contract("S34", "S35")


def test_paths_that_differ_in_anything_name_different_draws() -> None:
    paths = [
        (),
        ("ab",),
        ("a", "b"),
        (1,),
        ("1",),
        (True,),
        (None,),
        ("",),
        (("a",), "b"),
        (("a", "b"),),
        ("i1;",),
    ]
    assert len({derive(0, *path) for path in paths}) == len(paths)


def test_a_path_is_named_under_its_seed() -> None:
    assert derive(0, "grid") != derive(1, "grid")
    assert derive(-1, "grid") != derive(1, "grid")


def test_lone_surrogates_name_a_draw_too() -> None:
    assert derive(0, "\ud800") != derive(0, "\ud801")


def test_draws_do_not_depend_on_the_hash_seed() -> None:
    code = "from whileai.base.seeds import *; print(Dice(derive(3, 'x')).bits())"
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": salt, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for salt in ("0", "1")
    }
    assert len(said) == 1


def test_below_is_even_and_in_range() -> None:
    dice = Dice(7)
    drawn = Counter(dice.below(6) for _ in range(60_000))
    assert sorted(drawn) == [0, 1, 2, 3, 4, 5]
    assert all(abs(count - 10_000) < 500 for count in drawn.values())


def test_below_refuses_an_empty_range() -> None:
    with pytest.raises(ValueError, match="1 or more"):
        Dice(0).below(0)


def test_a_shuffle_keeps_every_item() -> None:
    assert sorted(Dice(1).shuffled(range(50))) == list(range(50))


def test_a_sample_has_no_place_twice_and_at_most_all() -> None:
    assert len(set(Dice(1).sample(range(10), 4))) == 4
    assert sorted(Dice(1).sample(range(3), 9)) == [0, 1, 2]


def test_weights_are_met_and_nothing_of_weight_zero_is_drawn() -> None:
    dice = Dice(5)
    drawn = Counter(dice.weighted("abc", (1.0, 3.0, 0.0)) for _ in range(40_000))
    assert drawn["c"] == 0
    assert abs(drawn["b"] / 40_000 - 0.75) < 0.02


def test_normal_draws_have_mean_zero_and_variance_one() -> None:
    dice = Dice(11)
    drawn = [dice.normal() for _ in range(20_000)]
    mean = sum(drawn) / len(drawn)
    assert abs(mean) < 0.03
    assert abs(sum((x - mean) ** 2 for x in drawn) / len(drawn) - 1) < 0.05


def test_named_bytes_never_change_and_fewer_are_the_beginning_of_more() -> None:
    assert derive_bytes(7, "order", "0", size=6).hex() == "f56853c81575"
    assert derive_bytes(7, "x", size=300).startswith(derive_bytes(7, "x", size=9))
    assert derive_bytes(7, "a", "b", size=8) != derive_bytes(7, "ab", size=8)
