"""The options of ``simulate``: keywords in, frozen groups out."""

from whileai.options.describe import reference, signature
from whileai.options.keywords import Keywords, Played
from whileai.options.option import Option
from whileai.options.parse import parse
from whileai.options.table import (
    ADVANCED,
    ALIASES,
    OPTIONS,
    Advanced,
    Draw,
    Grade,
    Keep,
    Options,
    Play,
    Stop,
    Who,
)

__all__ = [
    "ADVANCED",
    "ALIASES",
    "OPTIONS",
    "Advanced",
    "Draw",
    "Grade",
    "Keep",
    "Keywords",
    "Option",
    "Options",
    "Play",
    "Played",
    "Stop",
    "Who",
    "parse",
    "reference",
    "signature",
]
