"""``wai view``: rows in the browser, served to this machine alone."""

from __future__ import annotations

import secrets
import sys
import webbrowser
from argparse import ArgumentTypeError
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import parse_qs, urlencode, urlsplit

from attrs import field, frozen

from whileai.base.lines import dumps
from whileai.cli.rows import add_rows, loaded
from whileai.cli.terminal import write
from whileai.results.shown import told_of
from whileai.view import KINDS, Paging, page

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from whileai.results import SimulationData
    from whileai.view import Told

PAGE = 100
"""Rows on one page."""
HOST = "127.0.0.1"
MAX_PORT = 65535
SECRET_BYTES = 24
"""Bytes of chance in the address, without which nothing is served."""


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_rows(parser)
    parser.add_argument(
        "--port",
        type=_port,
        default=0,
        metavar="N",
        help="of this machine (any free one)",
    )
    parser.add_argument(
        "--no-open", action="store_true", help="print the address and open no browser"
    )


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > MAX_PORT:
        raise ArgumentTypeError(f"{text!r} is no port; pass 0 to {MAX_PORT}")
    return int(text)


def run(given: Namespace) -> int:
    """Serve rows until Ctrl-C.

    Raises:
        OSError: if the port is taken.
    """
    with Server(Viewer.of(loaded(given.rows)), given.port) as server:
        write(server.address, sys.stdout)
        write("serves this machine alone; Ctrl-C ends it", sys.stderr)
        if not given.no_open:
            webbrowser.open(server.address)
        try:
            server.serve_forever(poll_interval=0.1)
        except KeyboardInterrupt:
            write("", sys.stderr)
    return 0


@frozen(kw_only=True)
class Viewer:
    """Pages of the rows of one run.

    Args:
        told: what pages tell of the run.
        lines: its rows as JSON, to seek in.
    """

    told: Told
    lines: list[bytes] = field(repr=False)

    @classmethod
    def of(cls, data: SimulationData) -> Viewer:
        """Read ``data``."""
        return cls(told=told_of(data), lines=data.lines)

    def page(self, query: str) -> bytes:
        """Give the page that a query asks for: ``page``, ``show``, ``find``.

        What it cannot be is read as what is nearest: the last page, all rows.
        """
        asked = {name: values[-1] for name, values in parse_qs(query).items()}
        show, find = asked.get("show", "all"), asked.get("find", "").strip()
        show = show if show in KINDS else "all"
        found = self._numbers(show, find)
        pages = max(1, -(-len(found) // PAGE))
        number = asked.get("page", "1")
        at = min(pages, max(1, int(number) if number.isdecimal() else 1))
        kept = {
            name: v for name, v in (("show", show), ("find", find)) if asked.get(name)
        }
        return page(
            self.told,
            paging=Paging(
                numbers=found[(at - 1) * PAGE : at * PAGE],
                found=len(found),
                page=at,
                pages=pages,
                show=show,
                find=find,
                before=_address(at - 1, kept) if at > 1 else "",
                after=_address(at + 1, kept) if at < pages else "",
                address=lambda row: f"?page={row // PAGE + 1}#row-{row}",
            ),
        )

    def _numbers(self, show: str, find: str) -> list[int]:
        seen = self.told.seen
        numbers: Any = range(len(self.lines))
        if show == "faulted":
            numbers = (n for n in numbers if seen.faulted[n])
        elif show != "all":
            numbers = (n for n in numbers if seen.ended[n] == show)
        if find:
            sought = dumps(find).decode()[1:-1].lower()  # as it is spelled in a line
            numbers = (n for n in numbers if sought in self.lines[n].decode().lower())
        return list(numbers)


def _address(number: int, kept: dict[str, str]) -> str:
    return f"?{urlencode({**kept, 'page': number})}#rows"


class Server(ThreadingHTTPServer):
    """Serves a viewer to browsers of this machine that know its address.

    Args:
        viewer: what is served.
        port: of this machine; 0 is any that is free.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(self, viewer: Viewer, port: int = 0) -> None:
        self.viewer = viewer
        self.secret = secrets.token_urlsafe(SECRET_BYTES)
        super().__init__((HOST, port), _Handler)

    @property
    def address(self) -> str:
        """Where the viewer is, with the secret that opens it."""
        return f"http://{HOST}:{self.server_port}/{self.secret}/"

    @property
    def hosts(self) -> tuple[str, str]:
        """The names by which a browser may call this server.

        Another name that leads here is that of a page which had its name changed to
        read what is served.
        """
        return f"{HOST}:{self.server_port}", f"localhost:{self.server_port}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Pass over a browser that hung up."""


class _Handler(BaseHTTPRequestHandler):
    server: Server
    server_version = "whileai"
    sys_version = ""
    timeout: ClassVar[float] = 30
    """Seconds that a connection may say nothing."""

    def do_GET(self) -> None:
        """Answer one request."""
        status, body = self._found()
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_GET

    def _found(self) -> tuple[HTTPStatus, bytes]:
        if self.headers.get("Host") not in self.server.hosts:
            return HTTPStatus.FORBIDDEN, b"This server has another name."
        asked = urlsplit(self.path)
        known = f"/{self.server.secret}/".encode()
        if not secrets.compare_digest(asked.path.encode("utf-8", "replace"), known):
            return HTTPStatus.NOT_FOUND, b"Nothing is here."
        return HTTPStatus.OK, self.server.viewer.page(asked.query)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the terminal is not the place for requests."""


_HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
