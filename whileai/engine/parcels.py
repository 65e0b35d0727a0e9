"""Values on their way to another process: pickled, with reasons where they cannot be.

Modules go by name, and errors with all that they hold, whatever their constructors ask.
"""

from __future__ import annotations

import io
import pickle
import sys
from importlib import import_module
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from whileai.base.errors import WhileAIError, describe, given

MAIN = "__main__"


class _Packer(pickle.Pickler):
    """Pickles one value, and notes what it takes from the script itself."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.from_main = ""

    def reducer_override(self, value: Any) -> Any:
        """Say how ``value`` is made again, where it is one of ours to say."""
        if isinstance(value, ModuleType):
            return import_module, (value.__name__,)
        usual: Any = BaseException.__reduce__
        if type(value).__reduce__ is usual:
            return _error, (type(value), value.args, _held(value))
        if isinstance(value, (type, FunctionType, BuiltinFunctionType)):
            own = getattr(value, "__module__", None)
            name = getattr(value, "__qualname__", "")
            self.from_main = self.from_main or (name if own == MAIN else "")
        return NotImplemented


def packed(value: Any) -> bytes:
    """Give ``value`` as bytes.

    Raises:
        Exception: whatever its parts raise when they are pickled.
    """
    file = io.BytesIO()
    _Packer(file).dump(value)
    return file.getvalue()


def unpacked(data: bytes) -> Any:
    """Give what was packed; only for bytes that a part of the same run made."""
    return pickle.loads(data)


def check_travels(name: str, value: Any, executor: Any, *, main: bool) -> None:
    """Make sure that an option can be sent to a worker.

    Args:
        name: the option's.
        value: as the user passed it.
        executor: what ``executor=`` was given, for the message.
        main: whether workers import the script that the run was begun in.

    Raises:
        TypeError: naming the option, what is in the way, and what to do.
    """
    start = (
        f"executor={given(executor)} plays slots in other processes, and {name}="
        f"{given(value)} cannot be sent there"
    )
    file = io.BytesIO()
    packer = _Packer(file)
    try:
        packer.dump(value)
    except Exception as error:  # noqa: BLE001 - parts of users' objects raise anything
        raise TypeError(
            f"{start} ({describe(error)}). A worker imports it by its name: define it "
            "at the top level of a module (no lambda, no function inside another), and "
            "let it open connections, locks and files when it is called, or in a "
            "factory: agent=wai.per_rollout(factory)"
        ) from None
    if packer.from_main and not (main and _is_script()):
        raise TypeError(
            f"{start}: {packer.from_main!r} is defined in __main__ "
            f"({_main_words(main)}). Move it to a module that workers can import"
        )


def _is_script() -> bool:
    """Whether another process can run the module that this one was started with."""
    main = sys.modules[MAIN]
    spec = getattr(main, "__spec__", None)
    path = getattr(main, "__file__", None)
    return spec is not None or bool(path and not path.startswith("<"))


def _main_words(main: bool) -> str:
    if main:
        return "a notebook, a prompt or text on the command line"
    return "the script, which these workers do not run"


def travelling(error: BaseException) -> BaseException:
    """Give ``error`` as it may be sent: itself, else one of its name and words."""
    try:
        if isinstance(unpacked(packed(error)), type(error)):
            return error
    except Exception:  # noqa: BLE001 - users' errors may hold anything
        pass
    return CallError(type(error).__name__, str(error))


class CallError(WhileAIError):
    """An error of a type that could not be sent.

    Args:
        name: of its type.
        text: its message.
    """

    def __init__(self, name: str, text: str) -> None:
        super().__init__(f"{name}: {text}" if text else name)


def _held(error: BaseException) -> dict[str, Any]:
    return dict(getattr(error, "__dict__", {}))


def _error(
    kind: type[BaseException], args: tuple[Any, ...], held: dict[str, Any]
) -> BaseException:
    """Make an error again without its constructor, which may ask for other things."""
    error: BaseException = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(held)
    return error
