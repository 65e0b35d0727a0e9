"""A whileai executor for a Ray cluster: ``executor="ray"``, ``"ray:ADDRESS"``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai import hookimpl
from whileai_ray.settings import Ray, executor

if TYPE_CHECKING:
    from whileai.stages import Register

__all__ = ["Ray", "register_executors"]


def _is_ray(value: Any) -> bool:
    return isinstance(value, Ray)


@hookimpl
def register_executors(register: Register) -> None:
    """Register ``ray``."""
    register("ray", executor, accepts=_is_ray)
