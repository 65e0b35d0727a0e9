"""JSON values and whole lines."""

from __future__ import annotations

import pickle
from datetime import date
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

from whileai.base.lines import (
    NotJson,
    check_writable,
    dumps,
    fresh,
    frozen,
    misfit,
    read_objects,
    save_lines,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.contract("S38", "S58")


class Colour(Enum):
    RED = "red"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (float("nan"), b"null"),
        (float("inf"), b"null"),
        ("\ud83d", '"\ufffd"'.encode()),
        ({"\ud800": 1}, '{"\ufffd":1}'.encode()),
        (2**70, b'"1180591620717411303424"'),
        ((1, 2), b"[1,2]"),
        ({3: "x"}, b'{"3":"x"}'),
        (MappingProxyType({"a": (1,)}), b'{"a":[1]}'),
        (date(2026, 3, 4), b'"2026-03-04"'),
        (Colour.RED, b'"red"'),
        ({"b", "a"}, b'["a","b"]'),
    ],
)
def test_odd_values_are_written_as_json(value: Any, written: bytes) -> None:
    assert dumps(value) == written


def test_a_value_that_is_no_json_is_refused_with_its_place() -> None:
    with pytest.raises(NotJson, match=r"value.a\[1\] is an object"):
        dumps({"a": [1, object()]})


def test_a_value_that_nests_too_deep_is_refused() -> None:
    value: list[Any] = []
    for _ in range(300):
        value = [value, value]
    with pytest.raises(NotJson, match="200 levels"):
        dumps(value)


def test_a_value_that_contains_itself_is_told_so_with_the_place() -> None:
    value: dict[str, Any] = {"a": [1], "b": [{}, [2]]}
    value["b"][0]["up"] = value["b"]
    with pytest.raises(NotJson, match=r"^value\.b\[0\]\.up contains itself"):
        dumps(value)


def test_a_fresh_value_shares_nothing() -> None:
    inner: list[int] = []
    copy = fresh({"a": inner})
    inner.append(1)
    assert copy == {"a": []}


def test_a_file_of_objects_names_the_line_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"a": 1}\n\n[1]\n')
    with pytest.raises(ValueError, match="line 3: expected an object, got list"):
        read_objects(path)


def test_saving_replaces_the_file_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "rows.jsonl"
    save_lines(path, [b"1"])
    save_lines(path, [b"2", b"3"])
    assert path.read_bytes() == b"2\n3\n"
    assert [each.name for each in path.parent.iterdir()] == ["rows.jsonl"]


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"old\n")

    def lines() -> Iterator[bytes]:
        yield b"new"
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match=r"rows\.jsonl"):
        save_lines(path, lines())
    assert path.read_bytes() == b"old\n"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("name", ["file/rows.jsonl", "x" * 250])
def test_a_save_that_cannot_begin_names_its_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OSError, match=name) as caught:
        save_lines(tmp_path / name, [b"1"])
    assert caught.value.filename == str(tmp_path.resolve() / name)
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_a_folder_is_no_file_to_write(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"output=.* is a folder"):
        check_writable(tmp_path, "output")


def test_a_path_below_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(ValueError, match=r"checkpoint=.* cannot be written"):
        check_writable(tmp_path / "file" / "rows.jsonl", "checkpoint")
    assert (tmp_path / "file").read_text() == "x"


def test_a_read_only_mapping_takes_no_change_and_survives_pickling() -> None:
    first = frozen({"a": 1})
    with pytest.raises(TypeError, match="read only"):
        first["b"] = 2  # type: ignore[index]
    again = pickle.loads(pickle.dumps(first))
    assert (type(again), again) == (type(first), {"a": 1})


def test_nothing_that_changes_a_dictionary_changes_a_read_only_one() -> None:
    mapping: Any = frozen({"a": 1})
    changes: list[Callable[[], object]] = [
        lambda: mapping.update(a=2),
        lambda: mapping.pop("a"),
        lambda: mapping.setdefault("b", 2),
        lambda: mapping.clear(),
        lambda: mapping.popitem(),
        lambda: mapping.__ior__({"b": 2}),
        lambda: mapping.__delitem__("a"),
    ]
    for change in changes:
        with pytest.raises(TypeError, match="read only"):
            change()
    assert mapping == {"a": 1}


def test_what_holds_itself_is_looked_through_once() -> None:
    loop: list[object] = [1.0]
    loop += [loop, {"again": loop}]
    assert misfit(loop) == ""
    loop.append(2**70)
    assert "64 bits" in misfit(loop)


@pytest.mark.parametrize("name", ["x" * 300, "\ud800.jsonl", "a\0b", ""])
def test_a_name_that_no_file_can_have_is_told_with_the_parameter(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"^output="):
        check_writable(name, "output")
    assert not list(tmp_path.iterdir())
