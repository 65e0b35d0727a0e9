"""A verdict read out of what a judge's model wrote, and out of nothing it quotes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from attrs import frozen

from whileai.base.errors import given
from whileai.calls.reasoning import split

if TYPE_CHECKING:
    from whileai.builtin.graders.scales import Scale

LONGEST = 100_000
"""Characters of a judge's answer that are read at most."""

TRIES = 2000
"""Places in an answer at which an object is looked for, at most."""

_FENCED = re.compile(r"\A```[\w-]*[ \t]*\n(.*)\n[ \t]*```\Z", re.DOTALL)
_NAMES = ("reward", "score", "criteria")
_OWN = (*_NAMES, "reason", "check", "failure_class", "markers", "judge_meta")
_BLANK = " \t\r\n\ufeff\u200b\u200c\u200d\u2060"
_CODED = re.compile(r"\\u([0-9a-fA-F]{4})")
_UNWORDED = re.compile(r"[\W_]+")


class NoVerdict(ValueError):
    """What the judge wrote holds no verdict; the message says why.

    Args:
        why: what is there instead.
        status: what rows record of it.
    """

    def __init__(self, why: str, status: str = "invalid_result") -> None:
        super().__init__(why)
        self.status = status


@frozen(kw_only=True)
class Form:
    """What a verdict has to look like.

    Args:
        scale: of each number.
        criteria: how many of them are judged one by one; 0 for one number alone.
    """

    scale: Scale
    criteria: int = 0


@frozen(kw_only=True)
class Judgement:
    """What a judge said.

    Args:
        reward: in ``[0, 1]``.
        met: the reward of each criterion, where each was judged.
        checked: whether it carries the mark of its request.
        said: everything that was in it.
    """

    reward: float
    met: tuple[float, ...]
    checked: bool
    said: Mapping[str, Any]

    @property
    def rest(self) -> dict[str, Any]:
        """What it says beside the verdict."""
        more = self.said.get("judge_meta")
        told = dict(more) if isinstance(more, Mapping) else {}
        return told | {name: self.said[name] for name in self.said if name not in _OWN}


def read_judgement(text: str, form: Form, check: str, quotable: str) -> Judgement:
    """Read the one verdict in ``text``.

    An answer that is one JSON object, in a code fence or not, is the verdict. Among
    other words an object counts if it carries ``check``, which only the judge was told,
    or if nothing that the judge was shown says the same.

    Args:
        text: the judge's answer.
        form: what a verdict looks like.
        check: the mark of the request.
        quotable: what the judge was shown of the row, as JSON.

    Raises:
        NoVerdict: saying what is there instead.
    """
    if len(text) > LONGEST:
        raise NoVerdict(f"the answer has {len(text)} characters and was not read")
    spoken = split(text).text.strip(_BLANK)
    fenced = _FENCED.match(spoken)
    whole = _read((fenced.group(1) if fenced else spoken).strip(_BLANK))
    said = whole or _among_words(spoken, check, quotable)
    mark = said.get("check")
    if mark is not None and mark != check:
        raise NoVerdict(f"its check is {given(mark, 40)}, not that of this request")
    return _judged(said, form, checked=mark == check)


def _read(text: str) -> dict[str, Any] | None:
    """Read ``text`` as one object; ``None`` if it is anything else.

    Raises:
        NoVerdict: if the object says a name twice.
    """
    if not text.startswith("{"):
        return None
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except NoVerdict:
        raise
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NoVerdict(f"it says {given(twice, 40)} twice")
    return value


def _no_number(name: str) -> Any:
    raise NoVerdict(f"it says {name}, which is no number")


def _among_words(text: str, check: str, quotable: str) -> dict[str, Any]:
    """Give the verdict that stands among other words."""
    found = [each for each in _objects(text) if any(n in each for n in _NAMES)]
    marked = [each for each in found if each.get("check") == check]
    if not marked:
        shown = _squeezed(" ".join(_texts(json.loads(quotable))))
        marked = [
            each
            for each in found
            if "check" not in each
            and _squeezed(json.dumps(each, ensure_ascii=False)) not in shown
        ]
    if not marked:
        beside = "only what it quotes" if found else given(text, 80)
        raise NoVerdict(f"it holds no verdict: {beside}")
    if any(each != marked[0] for each in marked):
        raise NoVerdict(f"it holds {len(marked)} verdicts that differ")
    return marked[0]


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Give every JSON object in ``text`` that is no part of another."""
    decoder = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)
    place = text.find("{")
    tries = 0
    while place >= 0 and tries < TRIES:
        tries += 1
        try:
            value, end = decoder.raw_decode(text, place)
        except ValueError:  # no JSON, or NoVerdict: not to be read
            end = place + 1
        except RecursionError:
            raise NoVerdict("it nests too deeply to be read") from None
        else:
            if isinstance(value, dict):
                yield value
        place = text.find("{", end)


def _squeezed(text: str) -> str:
    """Give letters and digits alone, however they were quoted and escaped."""
    read = _CODED.sub(lambda found: chr(int(found.group(1), 16)), text)
    plain = normalize("NFKC", read.replace("\\n", ""))
    return _UNWORDED.sub("", plain).casefold()


def _texts(value: Any) -> Iterator[str]:
    """Give every text in a JSON value, names included."""
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield name
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif value is not None:
        yield str(value)


def _judged(said: Mapping[str, Any], form: Form, *, checked: bool) -> Judgement:
    met = _criteria(said.get("criteria"), form)
    reward = fsum(met) / len(met) if met else _one_number(said, form)
    return Judgement(reward=reward, met=met, checked=checked, said=said)


def _one_number(said: Mapping[str, Any], form: Form) -> float:
    numbers = [said[name] for name in ("reward", "score") if name in said]
    if not numbers:
        wanted = "'criteria'" if form.criteria else "'reward'"
        raise NoVerdict(
            f"it has no {wanted}: {given(dict(said), 120)}", "missing_reward"
        )
    rewards = [form.scale.reward(each) for each in numbers]
    for reward, number in zip(rewards, numbers, strict=True):
        if reward is None:
            what = f"its reward is {given(number, 40)}, not {form.scale.words}"
            raise NoVerdict(what)
    if len(set(rewards)) > 1:
        raise NoVerdict(f"its reward and score differ: {numbers[0]} and {numbers[1]}")
    return rewards[0] or 0.0


def _criteria(said: Any, form: Form) -> tuple[float, ...]:
    """Give the reward of each criterion; none where they were not judged."""
    if not form.criteria or said is None:
        return ()
    listed = list(said) if isinstance(said, list) else []
    if isinstance(said, Mapping):
        listed = [said.get(str(number)) for number in range(1, form.criteria + 1)]
    if len(listed) != form.criteria:
        raise NoVerdict(
            f"it judges {len(listed)} criteria of {form.criteria}: {given(said, 80)}"
        )
    rewards = tuple(form.scale.reward(each) for each in listed)
    for number, (reward, each) in enumerate(zip(rewards, listed, strict=True), 1):
        if reward is None:
            raise NoVerdict(
                f"it gives criterion {number} {given(each, 40)}, not {form.scale.words}"
            )
    return tuple(each for each in rewards if each is not None)
