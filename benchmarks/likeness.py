"""How like real asks ours are: n-grams, a classifier, and simple figures of style."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from math import exp, log, log2
from typing import TYPE_CHECKING

import numpy as np

from whileai.base.seeds import Dice, derive

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_VALUE = re.compile(r"'[^'\n]{2,}'|\"[^\"\n]+\"|\S*[\d@_/#]\S*|(?<=[a-z,] )[A-Z]\w+")
_RUN = re.compile(r"#(?:[ ,]+#)+")
_END = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"[#\w']+")
_FOLDS = 5


def masked(ask: str, nouns: frozenset[str] = frozenset()) -> str:
    """Give ``ask`` in lower case, runs of values, names and ``nouns`` as one ``#``."""
    flat = _VALUE.sub("#", ask)
    words = (
        "#" if word.strip(".,?!():").lower() in nouns else word for word in flat.split()
    )
    return _RUN.sub("#", " ".join(words).lower())


def sentences(text: str) -> list[str]:
    """Give the sentences of a masked ask."""
    return [each for each in _END.split(text) if each]


def _bleu(words: list[str], others: Sequence[list[str]]) -> float:
    """BLEU-4 of one text against the others, add-one smoothed, without brevity."""
    total = 0.0
    for size in range(1, 5):
        own = Counter(zip(*(words[k:] for k in range(size)), strict=False))
        best: Counter[tuple[str, ...]] = Counter()
        for other in others:
            best |= Counter(zip(*(other[k:] for k in range(size)), strict=False))
        hits = sum(min(n, best[gram]) for gram, n in own.items())
        total += log((hits + 1) / (sum(own.values()) + 1))
    return exp(total / 4)


def self_bleu(asks: Sequence[str], *, sample: int = 20, rounds: int = 50) -> float:
    """Give the mean self-BLEU-4 of samples of masked ``asks``."""
    found = []
    for number in range(rounds):
        dice = Dice(derive(7, "bleu", number))
        texts = [_WORD.findall(each) for each in dice.sample(list(asks), sample)]
        found += [
            _bleu(text, texts[:at] + texts[at + 1 :]) for at, text in enumerate(texts)
        ]
    return statistics.fmean(found)


def auc(
    real: Sequence[str], ours: Sequence[str], *, size: int = 20, rounds: int = 50
) -> float:
    """Give how well a classifier tells masked asks apart: 0.5 not at all, 1 always.

    Logistic regression on character 3- to 5-grams, 5 folds, the mean of ``rounds``
    draws of ``size`` asks from each side.
    """
    found = []
    for number in range(rounds):
        dice = Dice(derive(11, "auc", number))
        texts = [*dice.sample(list(real), size), *dice.sample(list(ours), size)]
        labels = np.array([1.0] * (len(texts) - size) + [0.0] * size)
        found.append(_area(_scores(texts, labels, dice), labels))
    return statistics.fmean(found)


def _grams(text: str) -> Counter[str]:
    return Counter(
        text[at : at + size] for size in (3, 4, 5) for at in range(len(text) - size + 1)
    )


def _scores(texts: Sequence[str], labels: np.ndarray, dice: Dice) -> np.ndarray:
    """Give each text the score of the fold that did not see it."""
    counts = [_grams(f" {text} ") for text in texts]
    names = sorted(set().union(*counts))
    place = {name: at for at, name in enumerate(names)}
    table = np.zeros((len(texts), len(names)))
    for row, count in enumerate(counts):
        for name, number in count.items():
            table[row, place[name]] = 1 + log(number)
    idf = np.log((1 + len(texts)) / (1 + (table > 0).sum(axis=0))) + 1
    table *= idf
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    order = [
        each
        for label in (0.0, 1.0)
        for each in dice.shuffled([int(k) for k in np.flatnonzero(labels == label)])
    ]
    scores = np.zeros(len(texts))
    for fold in range(_FOLDS):
        held = order[fold::_FOLDS]
        kept = [each for each in order if each not in held]
        weights = _fitted(table[kept], labels[kept])
        scores[held] = table[held] @ weights
    return scores


def _fitted(table: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Give the weights of a logistic regression with a small ridge."""
    weights = np.zeros(table.shape[1])
    for _ in range(300):
        error = 1 / (1 + np.exp(-(table @ weights))) - labels
        weights -= 2.0 * (table.T @ error / len(labels) + 1e-3 * weights)
    return weights


def _area(scores: np.ndarray, labels: np.ndarray) -> float:
    """Give the share of pairs that are in the right order, ties by half."""
    high, low = scores[labels == 1.0], scores[labels == 0.0]
    wins = (high[:, None] > low).sum() + 0.5 * (high[:, None] == low).sum()
    return float(wins / (len(high) * len(low)))


def length(asks: Sequence[str]) -> float:
    """Give the median length in characters."""
    return float(statistics.median(map(len, asks)))


def questions(asks: Sequence[str]) -> float:
    """Give the share with a question mark."""
    return sum("?" in ask for ask in asks) / len(asks)


def openings(asks: Sequence[str]) -> float:
    """Give the entropy of the first word in bits."""
    counts = Counter(ask.split()[0].lower().strip("\"',.:!-") for ask in asks)
    return -sum(n / len(asks) * log2(n / len(asks)) for n in counts.values())


def lower(asks: Sequence[str]) -> float:
    """Give the share without a capital."""
    return sum(ask == ask.lower() for ask in asks) / len(asks)


STYLE: dict[str, Callable[[Sequence[str]], float]] = {
    "median length": length,
    "questions": questions,
    "first-word entropy": openings,
    "lower case": lower,
}
"""The figures of style, by name."""


def span(
    asks: Sequence[str], figure: Callable[[Sequence[str]], float], rounds: int = 1000
) -> tuple[float, float]:
    """Give the ends of the central 90% of ``figure`` in bootstrap samples."""
    found = sorted(
        figure([dice.pick(asks) for _ in asks])
        for dice in (Dice(derive(13, "span", number)) for number in range(rounds))
    )
    return found[rounds // 20], found[-1 - rounds // 20]


def drawn(
    asks: Sequence[str],
    figure: Callable[[Sequence[str]], float],
    size: int,
    rounds: int = 100,
) -> float:
    """Give the mean of ``figure`` over samples of ``size`` asks."""
    return statistics.fmean(
        figure(Dice(derive(17, "drawn", number)).sample(list(asks), size))
        for number in range(rounds)
    )
