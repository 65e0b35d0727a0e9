"""``wai doctor``: what is installed and configured; never a key."""

from __future__ import annotations

import json
import sys
from importlib import metadata
from typing import TYPE_CHECKING

import pytest

from whileai.base.errors import PluginError
from whileai.cli import doctor, main
from whileai.cli.doctor import GOOD, OFF, WRONG, endpoints, libraries, plugins, system
from whileai.plugins import PluginManager

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.contract("S61")


def test_it_tells_what_there_is_and_that_nothing_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WHILEAI_PLUGINS", "")
    assert main(["doctor", "--json"]) == 0
    told = {each["about"]: each for each in json.loads(capsys.readouterr().out)}
    assert told["Python"]["told"].startswith("CPython 3.")
    assert {"whileai", "machine", "model openai", "plugins"} <= told.keys()
    assert main(["doctor"]) == 0
    assert "ok  whileai" in capsys.readouterr().out


def test_keys_and_what_is_secret_in_addresses_are_never_shown() -> None:
    environment = {
        "OPENAI_API_KEY": "sk-secret1",
        "OPENAI_BASE_URL": "https://me:secret2@models.example:8443/v1?key=secret3",
        "WHILEAI_API_KEY": "secret4",
        "WHILEAI_TOKEN": "secret5",
        "WHILEAI_PLUGINS": "rules",
        "WHILEAI_JUDGE": "openai:gpt-4.1-mini",
    }
    text = " ".join(f"{each.about} {each.told}" for each in endpoints(environment))
    assert "secret" not in text
    assert "OPENAI_API_KEY is set" in text
    assert "OPENAI_BASE_URL is https://models.example:8443/v1" in text
    assert "WHILEAI_PLUGINS rules WHILEAI" not in text
    assert "WHILEAI_JUDGE openai:gpt-4.1-mini" in text


def test_a_model_without_a_key_is_off_and_not_wrong() -> None:
    found = {each.about: each for each in endpoints({})}
    assert found["model openai"].state == OFF
    assert "OPENAI_API_KEY is not set" in found["model openai"].told
    assert found["model ollama"].state == GOOD


@pytest.mark.parametrize("address", ["http://[", "http://x:port/"])
def test_an_address_that_is_none_is_told(address: str) -> None:
    text = " ".join(each.told for each in endpoints({"OPENAI_BASE_URL": address}))
    assert "OPENAI_BASE_URL is (no address)" in text


NEEDED = [
    "attrs>=24.2",
    'rich>=13.7; extra == "cli"',
    "trio>=0.26 ; extra == 'testing'",
]


def versions(there: dict[str, str]) -> Callable[[str], str]:
    def version(name: str) -> str:
        if name not in there:
            raise metadata.PackageNotFoundError(name)
        return there[name]

    return version


def test_libraries_are_told_by_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "requires", lambda _name: NEEDED)
    monkeypatch.setattr(metadata, "version", versions({"attrs": "25.1", "trio": "1"}))
    assert [(each.about, each.state, each.told) for each in libraries()] == [
        ("libraries", GOOD, "attrs 25.1"),
        ("extra cli", OFF, "without rich; pip install 'whileai[cli]' adds them"),
        ("extra testing", GOOD, "trio 1"),
    ]
    monkeypatch.setattr(metadata, "version", versions({}))
    assert next(libraries()).state == WRONG


def test_a_folder_that_is_not_installed_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent(name: str) -> list[str]:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", absent)
    assert [each.state for each in libraries()] == [OFF]


def test_a_plugin_that_is_broken_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    manager = PluginManager([], ["plugin 'x' could not be imported and is left out"])
    monkeypatch.setattr(doctor, "installed", lambda: manager)
    assert [each.state for each in plugins()] == [WRONG]
    assert main(["doctor"]) == 1

    def clash() -> PluginManager:
        raise PluginError("two of a name")

    monkeypatch.setattr(doctor, "installed", clash)
    assert [each.told for each in plugins()] == ["PluginError: two of a name"]


def test_a_system_without_limits_of_files_is_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    found = {each.about: each for each in system()}
    assert found["open files"].told == "not limited by this system"
