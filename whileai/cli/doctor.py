"""``wai doctor``: what is installed and configured, and what is wrong with it."""

from __future__ import annotations

import os
import platform
import re
import sys
from importlib import metadata
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from attrs import asdict, frozen

from whileai._version import __version__
from whileai.base.errors import PluginError, describe
from whileai.builtin.backends.specs import PROVIDERS, Hosted, HttpModel
from whileai.cli.terminal import aligned, say, tell_json
from whileai.plugins import installed

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Mapping

GOOD, OFF, WRONG = "ok", "-", "!"
"""How something stands: it is well, it is not there and need not be, it is wrong."""
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_EXTRA = re.compile(r"extra\s*==\s*['\"]([^'\"]+)['\"]")
_STYLES = {GOOD: "", OFF: "dim", WRONG: "red"}


@frozen(kw_only=True)
class Finding:
    """One thing that was looked at.

    Args:
        about: what it is.
        state: one of ``ok``, ``-``, ``!``.
        told: what was found, in plain words; never a key.
    """

    about: str
    state: str
    told: str


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--json", action="store_true", help="print it as JSON, and only that"
    )


def run(given: Namespace) -> int:
    """Print what was found.

    Returns:
        0 where nothing is wrong, else 1.
    """
    found = [*system(), *libraries(), *endpoints(os.environ), *plugins()]
    if given.json:
        tell_json([asdict(each) for each in found])
    else:
        lines = aligned([(each.state, each.about, each.told) for each in found])
        for each, line in zip(found, lines, strict=True):
            say(line, _STYLES[each.state])
    return int(any(each.state == WRONG for each in found))


def system() -> Iterator[Finding]:
    """Look at Python, the machine and the terminal."""
    yield Finding(about="whileai", state=GOOD, told=__version__)
    version = platform.python_version()
    fits = sys.version_info[:2] >= (3, 10)
    yield Finding(
        about="Python",
        state=GOOD if fits else WRONG,
        told=f"{platform.python_implementation()} {version}"
        + ("" if fits else "; 3.10 or later is needed"),
    )
    cores = os.cpu_count() or 1
    told = f"{platform.system()} {platform.machine()}, {cores} cores"
    yield Finding(about="machine", state=GOOD, told=told)
    yield _open_files()
    coding = getattr(sys.stdout, "encoding", None) or "none"
    yield Finding(about="terminal", state=GOOD, told=f"writes {coding}")


def _open_files() -> Finding:
    """Tell how many connections and files may be open at once."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return Finding(about="open files", state=OFF, told="not limited by this system")
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = 0 <= soft < 256
    told = "not limited" if soft < 0 else f"{soft} at once"
    more = "; raise it (ulimit -n 4096) to have many calls in flight" if few else ""
    return Finding(about="open files", state=WRONG if few else GOOD, told=told + more)


def libraries() -> Iterator[Finding]:
    """Look at what the core needs, and at each extra."""
    try:
        needed = metadata.requires("whileai") or []
    except metadata.PackageNotFoundError:
        told = "is run from a folder and not installed: pip install -e ."
        yield Finding(about="libraries", state=OFF, told=told)
        return
    extras: dict[str, list[str]] = {}
    for line in needed:
        named, of = _NAME.match(line), _EXTRA.search(line)
        if named is not None:
            extras.setdefault(of[1] if of else "", []).append(named[0])
    for extra, names in extras.items():
        yield _group(extra, names)


def _group(extra: str, names: list[str]) -> Finding:
    found = {name: _version(name) for name in names}
    missing = [name for name, version in found.items() if version is None]
    about = f"extra {extra}" if extra else "libraries"
    if missing:
        way = f"; pip install 'whileai[{extra}]' adds them" if extra else ""
        state = OFF if extra else WRONG
        told = f"without {', '.join(missing)}{way}"
        return Finding(about=about, state=state, told=told)
    told = ", ".join(f"{name} {version}" for name, version in found.items())
    return Finding(about=about, state=GOOD, told=told)


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def endpoints(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Look at the variables that name models; keys are never shown."""
    kinds: dict[str, type[HttpModel]] = {**PROVIDERS, "hosted": Hosted}
    for name, kind in kinds.items():
        key, url = _set(environment, kind.key_variable), kind.url_variable
        address = _set(environment, url)
        parts = [f"{kind.key_variable} is {'set' if key else 'not set'}"]
        if not kind.key_variable:
            parts = ["needs no key"]
        if address:
            parts.append(f"{url} is {_shown(address)}")
        elif kind.usual_url:
            parts.append(f"at {_shown(kind.usual_url)}")
        ready = bool(key or address or not kind.key_variable)
        state = GOOD if ready else OFF
        yield Finding(about=f"model {name}", state=state, told=", ".join(parts))
    for name in sorted(environment):
        if name.startswith("WHILEAI_") and not _is_secret(name):
            told = _shown(environment[name]) or "empty"
            yield Finding(about=name, state=GOOD, told=told)


def _is_secret(name: str) -> bool:
    return any(word in name for word in ("KEY", "TOKEN", "SECRET", "PASSWORD"))


def _set(environment: Mapping[str, str], name: str) -> str:
    return environment.get(name, "").strip() if name else ""


def _shown(address: str) -> str:
    """Give an address without a user, a password or a query, which may be secrets."""
    try:
        parts = urlsplit(address)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "(no address)"
    if not parts.netloc:
        return address
    return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"


def plugins() -> Iterator[Finding]:
    """Look at the plugins that are installed."""
    try:
        manager = installed()
    except PluginError as error:
        yield Finding(about="plugins", state=WRONG, told=describe(error))
        return
    names: Any = [name for name in manager.versions if not name.startswith("whileai.")]
    for name in names:
        told = manager.versions[name]
        yield Finding(about=f"plugin {name}", state=GOOD, told=told)
    for warning in manager.warnings:
        yield Finding(about="plugins", state=WRONG, told=warning)
    if not names and not manager.warnings:
        yield Finding(about="plugins", state=OFF, told="none beside the library's own")
