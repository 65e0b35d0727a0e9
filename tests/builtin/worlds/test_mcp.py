"""Worlds answered by MCP servers, most of them a small one of our own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import whileai as wai
from tests.support import sim

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.contract("S30", "S44")

TINY = str(Path(__file__).with_name("tiny_server.py"))


def tiny(how: str = "well", **options: Any) -> wai.McpWorld:
    return wai.McpWorld([sys.executable, "-S", TINY, how], **options)


def keeping(message: str, world: Any) -> str:
    world.call("add_note", {"text": "milk"})
    return f"Notes: {world.call('list_notes', {})['notes']}"


def calling(tool: str, **arguments: Any) -> Callable[[str, Any], str]:
    def agent(message: str, world: Any) -> str:
        return repr(world.call(tool, arguments))

    return agent


def play(agent: Any, world: wai.McpWorld, **options: Any) -> list[Any]:
    options = {"budget": 1, "fault_rate": 0, "concurrency": 4, **options}
    return list(sim(agent, tools=None, execute=world, **options))


def test_its_tools_are_the_runs_tools() -> None:
    world = tiny()
    assert [each.name for each in world.tools] == [
        "add_note",
        "list_notes",
        "get_folder",
    ]
    data = sim(calling("list_notes"), tools=None, execute=world, budget=1)
    assert data.profile.tools[0]["function"]["name"] == "add_note"


def test_each_rollout_has_a_server_of_its_own() -> None:
    rows = play(keeping, tiny(), budget=3)
    assert {row["final_text"] for row in rows} == {"Notes: ['milk']"}
    assert len({row["steps"][1]["result"]["pid"] for row in rows}) == 3


def test_shared_servers_answer_all_rollouts() -> None:
    rows = play(keeping, tiny(servers=1), budget=3)
    assert max(row["final_text"].count("milk") for row in rows) == 3
    assert len({row["steps"][1]["result"]["pid"] for row in rows}) == 1


async def test_async_agents_and_runs_work_too() -> None:
    async def agent(message: str, world: Any) -> str:
        return str(await world.call_async("add_note", {"text": "tea"}))

    data = await wai.simulate_async(
        agent, execute=tiny(), simulator=False, budget=1, fault_rate=0
    )
    assert data[0]["final_text"] == "kept"


def test_each_rollout_has_a_copy_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("bread ")

    def agent(message: str, world: Any) -> str:
        world.call("add_note", {"text": "milk"})
        return str(world.call("get_folder", {})[0])

    rows = play(agent, tiny(folder=tmp_path), budget=2)
    assert {row["final_text"] for row in rows} == {"bread milk"}
    assert (tmp_path / "notes.txt").read_text() == "bread "


def test_a_server_inherits_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY", "secret")
    assert play(calling("get_folder"), tiny())[0]["final_text"] == "['', None]"
    told = play(calling("get_folder"), tiny(env={"KEY": "told"}))
    assert "told" in told[0]["final_text"]


def test_a_failed_call_is_an_error_in_the_row() -> None:
    step = play(calling("add_note", text="bad"), tiny())[0]["steps"][0]
    assert step["result"] == {"error": "no such note", "code": "tool_error"}
    step = play(calling("add_notes", text="x"), tiny())[0]["steps"][0]
    assert "did you mean 'add_note'?" in step["result"]["error"]


def test_a_call_that_takes_too_long_is_an_error_in_the_row() -> None:
    world = tiny(timeout_s=0.1)
    step = play(calling("add_note", text="sleep"), world)[0]["steps"][0]
    assert step["result"]["code"] == "timeout"
    assert "timeout_s=" in step["result"]["error"]


@pytest.mark.parametrize("servers", [None, 1])
def test_a_server_that_dies_loses_the_rollout_and_not_the_run(
    servers: int | None,
) -> None:
    heard: list[str] = []

    def agent(message: str, world: Any) -> str:
        heard.append(message)
        text = "die" if len(heard) == 1 else "milk"
        return str(world.call("add_note", {"text": text}))

    rows = play(agent, tiny(servers=servers), budget=2, concurrency=1)
    assert [row["final_text"] for row in rows] == ["kept", "kept"]
    assert len(heard) == 3


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A git repository with one commit."""
    (tmp_path / "notes.txt").write_text("milk")
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
    for each in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "First line"]):
        subprocess.run(["git", *each], cwd=tmp_path, check=True)
    return tmp_path


def real(command: str, **options: Any) -> wai.McpWorld:
    program = command.split()[0]
    beside = Path(sys.executable).with_name(program)
    if not beside.exists() and shutil.which(program) is None:
        pytest.skip(f"{program} is not installed: pip install 'whileai[mcp]'")
    return wai.McpWorld(command, **options)


@pytest.mark.mcp
def test_the_reference_time_server_is_a_world() -> None:
    def agent(message: str, world: Any) -> str:
        told = {"source_timezone": "UTC", "target_timezone": "Asia/Tokyo"}
        good = world.call("convert_time", {**told, "time": "05:30"})
        bad = world.call("get_current_time", {"timezone": "Mars/Olympus"})
        return f"{good['target']['datetime'][11:16]} {bad['error']}"

    world = real("mcp-server-time", servers=2)
    assert [each.name for each in world.tools] == ["get_current_time", "convert_time"]
    for row in play(agent, world, budget=6):
        assert row["final_text"].startswith("14:30 ")
        assert "Mars/Olympus" in row["final_text"]


@pytest.mark.mcp
def test_the_reference_git_server_is_a_world_with_state(repository: Path) -> None:
    def agent(message: str, world: Any) -> str:
        told = {"repo_path": "."}
        made = world.call("git_create_branch", {**told, "branch_name": "mine"})
        again = world.call("git_create_branch", {**told, "branch_name": "mine"})
        log = world.call("git_log", told)
        return f"{made} | {again} | {'First line' in str(log)}"

    world = real("mcp-server-git --repository {folder}", folder=repository)
    for row in play(agent, world, budget=3):
        made, again, log = row["final_text"].split(" | ")
        assert "Created branch 'mine'" in made
        assert "already exists" in again
        assert log == "True"


def test_a_dead_server_is_named_with_what_it_said() -> None:
    heard: list[Any] = []

    def agent(message: str, world: Any) -> str:
        heard.append(world.call("add_note", {"text": "milk" if heard else "die"}))
        return "kept"

    play(agent, tiny())
    assert "ended with status 3 before it answered 'tools/call'" in heard[0]["error"]
    assert "out of paper" in heard[0]["error"]


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("dies", "status 1 .*cannot read its settings"),
        ("silent", "no answer to 'initialize' within 0.2 s; raise start_timeout_s="),
        ("chats", "no JSON-RPC: Welcome"),
        ("refuses", "refused to start: not today"),
        ("odd", "answered 'tools/list' with"),
    ],
)
def test_a_server_that_cannot_be_used_is_named(how: str, says: str) -> None:
    with pytest.raises(wai.WhileAIError, match=says):
        tiny(how, start_timeout_s=0.2 if how == "silent" else 20)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"command": "no-such-server-xyz --fast"}, "no program 'no-such-server-xyz'"),
        ({"command": ""}, "command line"),
        ({"command": sys.executable, "servers": 0}, "servers=0"),
        ({"command": sys.executable, "timeout_s": 0}, "timeout_s=0"),
        ({"command": sys.executable, "folder": "/no/such"}, "no such folder"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_starts(
    options: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        wai.McpWorld(**options)


def test_the_name_alone_does_not_stand_for_a_world() -> None:
    with pytest.raises(ValueError, match="McpWorld"):
        sim(keeping, execute="mcp:some-server", budget=1)


@pytest.mark.skipif(shutil.which("ps") is None, reason="processes are listed by ps")
def test_no_process_is_left_behind(tmp_path: Path) -> None:
    mark = str(tmp_path)
    play(keeping, wai.McpWorld([sys.executable, "-S", TINY, "child", mark]), budget=2)
    listed = subprocess.run(
        ["ps", "-eo", "args"], capture_output=True, text=True, check=True
    )
    assert "ps -eo" in listed.stdout
    assert mark not in listed.stdout
