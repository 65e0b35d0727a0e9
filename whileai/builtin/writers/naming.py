"""What the things of a scene are called by those who speak of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whileai.world.naming import name_of

if TYPE_CHECKING:
    from whileai.model import Scene


def names_of(scene: Scene) -> dict[str, str]:
    """Give the name of each thing in a scene that has one, by its id."""
    return {
        str(each.id): name
        for each in scene.records
        if each.id is not None and (name := name_of(each))
    }


def called(value: Any, scene: Scene) -> str:
    """Give the name of the thing with the id ``value``, or an empty text."""
    ids = value if isinstance(value, (list, tuple)) else [value]
    names = names_of(scene)
    return names.get(str(ids[0]), "") if len(ids) == 1 else ""


def holding(value: Any, scene: Scene) -> str:
    """Give the name of something that the thing with the id ``value`` holds."""
    names = names_of(scene)
    for record in scene.records:
        if str(record.id) != str(value):
            continue
        for held in record.fields.values():
            for own in held if isinstance(held, (list, tuple)) else ():
                if str(own) in names:
                    return names[str(own)]
    return ""


def goods_in(scene: Scene) -> str:
    """Give the name of the goods that a scene is about, or an empty text."""
    for record in scene.records:
        if "price" in record.fields and name_of(record):
            return name_of(record)
    return ""
