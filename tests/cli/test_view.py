"""``wai view``: rows in a browser, served to this machine alone."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

import whileai as wai
from tests.view.reading import Reader
from whileai.cli import main
from whileai.cli.viewing import HOST, Server, Viewer

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.contract("S61")

ROOT = Path(__file__).resolve().parents[2]


def data_of(count: int) -> wai.SimulationData:
    made = [
        {"prompt": f'say "{n}"', "final_text": "caf\u00e9", "extra": n % 4 > 0}
        for n in range(count)
    ]
    made[5]["faults"] = {"tool": {"mode": "timeout"}}
    return wai.grade(made, lambda row: row["extra"])


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(Viewer.of(data_of(250))) as opened:
        thread = threading.Thread(target=opened.serve_forever, args=(0.01,))
        thread.start()
        yield opened
        opened.shutdown()
        thread.join()


def asked(server: Server, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    connection = HTTPConnection(HOST, server.server_port, timeout=10)
    method = headers.pop("method", "GET")
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, dict(answer.getheaders()), body


def shown(server: Server, query: str) -> tuple[list[int], Reader]:
    status, _, body = asked(server, f"/{server.secret}/?{query}")
    assert status == 200
    read = Reader(body)
    return [int(each[4:]) for each in read.ids() if each.startswith("row-")], read


def test_all_rows_are_there_page_by_page(server: Server) -> None:
    first, read = shown(server, "")
    assert first == list(range(100))
    assert "250 of 250 rows, page 1 of 3." in read.text
    assert "?page=2#rows" in read.links()
    last, read = shown(server, "page=3")
    assert last == list(range(200, 250))
    assert [link for link in read.links() if "page=2" in link]
    assert not [link for link in read.links() if "page=4" in link]


def test_rows_are_sought_by_outcome_and_text_as_it_reads(server: Server) -> None:
    failed, read = shown(server, "show=failed")
    assert failed == list(range(0, 250, 4))
    assert "63 of 250 rows that are of the kind: failed" in read.text
    assert shown(server, "show=faulted")[0] == [5]
    assert shown(server, "find=%22" + "17%22")[0] == [17]
    assert len(shown(server, "find=CAF%C3%89&page=2")[0]) == 100
    none, read = shown(server, "find=no+such&show=passed")
    assert none == []
    assert "and hold 'no such'" in read.text


def test_reasons_lead_to_rows_of_other_pages(server: Server) -> None:
    links = shown(server, "page=2")[1].links()
    assert "?page=1#row-0" in links


@pytest.mark.parametrize(
    "query", ["page=-1", "page=x", "page=0", "show=all%00", "page=%C2%B2", "a=b&&=;"]
)
def test_what_nobody_can_ask_for_is_the_first_page(query: str, server: Server) -> None:
    assert shown(server, query)[0] == list(range(100))


def test_a_page_beyond_the_last_is_the_last(server: Server) -> None:
    assert shown(server, "page=99999999999")[0] == list(range(200, 250))


def test_what_is_sought_is_no_part_of_the_page(server: Server) -> None:
    _, read = shown(server, "find=%3Cscript%3Ealert(1)%3C/script%3E%22%3E%00")
    assert len(read.scripts) == 1
    assert "alert" not in read.scripts[0]


@pytest.mark.parametrize("path", ["/", "/x/", "/favicon.ico", "//", "/../etc/passwd"])
def test_without_the_secret_there_is_nothing(path: str, server: Server) -> None:
    status, _, body = asked(server, path)
    assert (status, body) == (404, "Nothing is here.")


def test_a_page_that_had_its_name_changed_reads_nothing(server: Server) -> None:
    path = f"/{server.secret}/"
    port = server.server_port
    assert asked(server, path, Host=f"evil.example:{port}")[0] == 403
    assert asked(server, path, Host="127.0.0.1")[0] == 403
    assert asked(server, path, Host=f"localhost:{port}")[0] == 200


def test_answers_are_kept_by_nobody_and_framed_by_nobody(server: Server) -> None:
    _, headers, body = asked(server, f"/{server.secret}/", method="HEAD")
    assert body == ""
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Origin" not in headers
    assert headers["Server"].strip() == "whileai"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_can_be_changed(method: str, server: Server) -> None:
    assert asked(server, f"/{server.secret}/", method=method)[0] == 501


def test_it_listens_to_this_machine_alone(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"
    assert len(server.secret) >= 32
    with Server(Viewer.of(data_of(6))) as other:
        assert other.secret != server.secret


def test_a_taken_port_is_told_in_a_line(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = data_of(6).save(tmp_path / "rows.jsonl")
    assert main(["view", path, "--no-open", "--port", str(server.server_port)]) == 1
    assert capsys.readouterr().err.startswith("wai: ")


def test_a_browser_is_opened_unless_told_otherwise_and_ctrl_c_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(Server, "serve_forever", stop)
    path = data_of(6).save(tmp_path / "rows.jsonl")
    assert main(["view", path]) == 0
    assert opened == capsys.readouterr().out.split()
    assert main(["view", path, "--no-open"]) == 0
    assert len(opened) == 1


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to one process")
def test_a_viewer_in_a_process_of_its_own_ends_with_ctrl_c(tmp_path: Path) -> None:
    path = data_of(6).save(tmp_path / "rows.jsonl")
    own = subprocess.Popen(
        [sys.executable, "-u", "-m", "whileai", "view", path, "--no-open"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert own.stdout is not None
    address = urlsplit(own.stdout.readline().strip())
    assert re.fullmatch(r"127\.0\.0\.1:\d+", address.netloc)
    connection = HTTPConnection(address.netloc, timeout=10)
    connection.request("GET", address.path)
    assert "6 rows" in connection.getresponse().read().decode()
    own.send_signal(signal.SIGINT)
    _, told = own.communicate(timeout=20)
    assert own.returncode == 0
    assert "Traceback" not in told


@pytest.mark.parametrize("port", ["70000", "-1", "x"])
def test_what_is_no_port_is_refused(
    port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["view", "rows.jsonl", f"--port={port}"]) == 2
    assert f"{port!r} is no port" in capsys.readouterr().err
