"""Arguments that repeat the schema instead of holding a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.world.schemas import base_schema, type_of
from whileai.world.words import listed, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from whileai.model import Tool

_ALWAYS = frozenset(
    listed(
        "user@example.com email@example.com name@example.com you@example.com "
        "your.email@example.com yyyy-mm-dd string <string> n/a tbd placeholder "
        "your_value unknown_id example_id"
    )
)


@frozen(kw_only=True)
class Placeholders:
    """What must not be given for the arguments of one tool.

    Args:
        words: argument name to the texts that only repeat its name or title.
    """

    words: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, tool: Tool) -> Placeholders:
        """Collect the placeholders of ``tool``'s text arguments."""
        properties = tool.parameters.get("properties") or {}
        return cls(
            words={
                name: _texts(name, schema)
                for name, schema in properties.items()
                if isinstance(schema, dict) and _is_text(schema)
            }
        )

    def find(self, given: Mapping[str, Any]) -> dict[str, Any] | None:
        """Give the refusal of the first placeholder in ``given``, if there is one."""
        for name, told in given.items():
            texts = self.words.get(name)
            if texts is None or not isinstance(told, str) or len(told) > 60:
                continue
            if told.strip().casefold() in texts:
                return {
                    "error": f"argument {name!r} repeats the schema, got {told!r}; "
                    f"give the actual {' '.join(words(name))}",
                    "code": "invalid_arguments",
                    "field": name,
                    "expected": f"the actual {' '.join(words(name))}",
                }
        return None


def _is_text(schema: Mapping[str, Any]) -> bool:
    inner = base_schema(schema)
    return type_of(inner) == "string" and "enum" not in inner and "enum" not in schema


def _texts(name: str, schema: Mapping[str, Any]) -> frozenset[str]:
    spaced, joined = " ".join(words(name)), "_".join(words(name))
    texts = {joined, spaced, name.casefold()}
    for text in (joined, spaced):
        texts |= {
            f"<{text}>",
            f"{{{text}}}",
            f"[{text}]",
            f"your_{text}",
            f"your {text}",
        }
        texts |= {f"the {text}", f"example_{text}", f"example {text}"}
    return frozenset(texts | _ALWAYS)
