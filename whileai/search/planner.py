"""Decides every row of a run: what is played, in which order, and what follows.

The planner is pure and synchronous. ``ready`` hands out a slot that may be played now,
``wanted`` says what the writer may be asked, ``feed`` takes what it wrote, ``land``
learns how a slot ended. Timing decides when a row is played, never which rows it is.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from attrs import evolve

from whileai.search.ask import MAIN, TAIL, Ask
from whileai.search.counts import Counts, Tally
from whileai.search.lineage import Holding, Lineage, Node, Release, Shape
from whileai.search.loose import Loose
from whileai.search.repeats import Group
from whileai.search.saturation import Saturation
from whileai.search.steering import Steering
from whileai.search.stock import by_situation, stocks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from whileai.model import Outcome, Slot, Task
    from whileai.search.ask import Plan
    from whileai.search.survey import Survey


class Planner:
    """Plans one run.

    Args:
        plan: what fixes the rows.
        survey: draws the situations.
        emit: gets each outcome that has a row, in plan order, once it is final.
    """

    def __init__(
        self, plan: Plan, survey: Survey, emit: Callable[[Outcome], None]
    ) -> None:
        self.plan, self.survey, self.aims = plan, survey, plan.aims
        self.shape = shape = Shape.of(plan, survey.sown)
        self.cap, self.retries = shape.rows, plan.retries
        self._holding, self._release = Holding(), Release(emit)
        self._tally = Tally(None if plan.pinned is not None else survey.coverage())
        self._stocks = stocks_of(plan, shape)
        per_wave = self._stocks[MAIN].wave * shape.wordings * shape.first
        self._saturation = Saturation(plan, per_wave)
        self._roots, self._size = 0, shape.size(0)
        self._lineages: dict[int, Lineage] = {}
        self._heap: list[tuple[int, tuple[int, ...], Slot]] = []
        self._steering = Steering(
            shape=shape, holding=self._holding, survey=survey, aims=plan.aims
        )
        self._flying = self._asked = 0
        self._loose = Loose(
            plan,
            shape,
            stock=self._stocks[TAIL],
            holding=self._holding,
            tally=self._tally,
            release=self._release,
            over=self._over,
        )
        every = plan.open_rows >= shape.rows
        self._root_limit = max(1, plan.open_rows - self._loose.limit * (not every))
        first = "probe" if shape.fill else "plan"
        self._reason = first if plan.pinned is None else "pinned"

    # -------------------------------------------------------------------- what is next

    def ready(self) -> Slot | None:
        """Take a slot to play now: a follow-up, else of a new root, else of the tail.

        Returns:
            The slot, or ``None`` when there is none until something lands or is fed.
        """
        while not self._heap or self._roots < self._heap[0][0]:
            if not self._open_root():
                break
        if self._heap:
            slot: Slot | None = heapq.heappop(self._heap)[2]
        else:
            slot = self._loose.ready(settled=not self._lineages)
        self._flying += slot is not None
        return slot

    def wanted(self) -> list[Ask]:
        """Take what the writer may be asked now; each is to be fed once."""
        asks, self._steering.asks = self._steering.asks, []
        if self.plan.pinned is None:
            while self._main_wants() and self._unsaturated():
                asks.append(self._wave(MAIN))
            while self._loose.wants():
                asks.append(self._wave(TAIL))
        self._asked += len(asks)
        return asks

    def feed(self, ask: Ask, tasks: Sequence[Task]) -> None:
        """Take what was written for ``ask``.

        Args:
            ask: as ``wanted`` gave it.
            tasks: at most ``ask.phrasings`` of each situation, in the order of the
                plots; a situation without a task is left out.
        """
        self._asked -= 1
        if ask.parent is not None:
            self._adopt(ask, by_situation(tasks)[:1])
            return
        zone, number = int(ask.key[1]), int(ask.key[2])
        for wave, count in self._stocks[zone].put(number, by_situation(tasks)):
            if zone == MAIN:
                self._saturation.placed(wave, count)

    def land(self, slot: Slot, outcome: Outcome) -> None:
        """Learn how ``slot`` ended; what follows reads its own lineage only."""
        self._flying -= 1
        if outcome.row is None and slot.attempt < self.plan.retries:
            behind = slot.place[1] if slot.place[0] == MAIN else -1
            again = evolve(slot, attempt=slot.attempt + 1)
            heapq.heappush(self._heap, (behind, slot.place, again))
        elif slot.place[0] == MAIN:
            self._land_main(slot, outcome)
        else:
            self._loose.land(slot, outcome)

    @property
    def done(self) -> bool:
        """Whether nothing is under way and nothing more will be ready."""
        busy = self._flying or self._asked or self._steering.asks or self._heap
        if busy or not self._over() or self._loose.goes_on():
            return False
        return not self._loose.more(settled=not self._lineages)

    @property
    def stopped_because(self) -> str:
        """Why there are no more slots, once there are none."""
        shape, tally, budget = self.shape, self._tally, self.plan.budget
        if sum(tally.lost) >= shape.losses:
            return "losses"
        short = shape.worlds is None or budget < shape.worlds * shape.block
        spent = tally.rows + tally.seeds_lost.total()
        if self.survey.sown.dropped or (short and spent >= budget):
            return "budget"
        if self.plan.pinned is not None:
            return "tasks_done"
        if self._stocks[MAIN].closed and self._holding.ever_fits(shape, *self._size):
            return "saturation"
        if shape.worlds is None:
            left = shape.watched and not self._stocks[MAIN].dry  # under one lineage
            return "budget" if left else "writer_exhausted"
        done = tally.situations >= shape.worlds or spent >= shape.rows
        return "situations_exhausted" if done else "writer_exhausted"

    def counts(self) -> Counts:
        """Give how the budget was spent so far."""
        counts = self._tally.counts(self.survey.sown, self.shape, self._loose.cut)
        return evolve(counts, saturation=self._saturation.seen)

    def flush(self) -> None:
        """Emit every landed row that still waits for an earlier one, in plan order.

        For a run that is stopped before it is done; nothing may land afterwards.
        """
        for lineage in sorted(self._lineages.values(), key=lambda each: each.root):
            self._settle(lineage)
        self._loose.flush()
        self._release.rest()

    # ------------------------------------------------------------------- the main zone

    def _over(self) -> bool:
        """Say whether the main zone opens no further root, whatever happens."""
        if self._release.main_ends >= 0:
            return True
        stock = self._stocks[MAIN]
        empty = stock.ended and not stock.ready
        if not empty and self._holding.ever_fits(self.shape, *self._size):
            return False
        self._release.main_ends = self._roots
        self._release.out()
        return True

    def _open_root(self) -> bool:
        if self._over() or not self._stocks[MAIN].ready:
            return False
        rows, worlds = self._size
        waiting = self._holding.rows - self._release.slots[MAIN] + rows
        behind = self._release.through(MAIN) < self._roots
        if behind and waiting > self._root_limit:
            return False  # too many rows wait for a straggler
        if not self._holding.fits(self.shape, rows, worlds):
            return False
        root, purse = self._roots, self.shape.purse_of(self._roots)
        delivered = self._stocks[MAIN].ready.popleft()
        tasks = delivered.tasks(self.shape.wordings_of(root))
        self._holding.rows += len(tasks) * self.shape.repeats + self.shape.price(purse)
        self._holding.worlds += worlds
        self._roots += 1
        self._size = self.shape.size(self._roots)
        lineage = Lineage(root=root, wave=delivered.wave, purse=purse)
        self._lineages[root] = lineage
        self._open_node(lineage, (), tasks)
        if not self._steering.may_follow(tasks):  # what it holds is of no use
            self._reroll(lineage, lineage.nodes[()], None)
            self._steering.forgo(lineage)
        return True

    def _open_node(
        self, lineage: Lineage, path: tuple[int, ...], tasks: Sequence[Task]
    ) -> None:
        """Open a situation whose rows are held already."""
        first, reason = self.shape.first, "mutation" if path else self._reason
        groups = [Group(task=task, waiting=first, asked=first) for task in tasks]
        node = Node(path=path, groups=groups, waiting=first * len(tasks))
        lineage.nodes[path] = node
        self._holding.worlds_sure += 1
        self._tally.opened(tasks[0].situation, len(tasks))
        for wording in range(len(groups)):
            self._push(lineage, node, wording, range(first), reason)

    def _push(
        self,
        lineage: Lineage,
        node: Node,
        wording: int,
        repeats: range,
        reason: str,
        behind: int = 0,
    ) -> None:
        """Queue repeats for play, ``behind`` roots later; no row depends on that."""
        task = node.groups[wording].task
        for repeat in repeats:
            place = (MAIN, lineage.root, *node.path, wording, repeat)
            slot = self.plan.slot(place, task, repeat, reason, lineage.purse)
            heapq.heappush(self._heap, (lineage.root + behind, place, slot))
        lineage.open += len(repeats)
        lineage.slots += len(repeats)
        self._holding.rows_sure += len(repeats)

    def _land_main(self, slot: Slot, outcome: Outcome) -> None:
        place = slot.place
        lineage = self._lineages[place[1]]
        node = lineage.nodes[place[2:-2]]
        group = node.groups[place[-2]]
        lineage.open -= 1
        if outcome.row is not None:
            lineage.rows.append((place, outcome))
        group.take(slot, outcome, self.aims)
        aim = group.culprit[1] if group.culprit else None
        self._tally.ended(slot, outcome, aim)
        if slot.repeat < self.shape.first:
            group.waiting -= 1
            node.waiting -= 1
            if not group.waiting:
                self._probed(lineage, node, place[-2])
            if not node.waiting:
                self._follow_up(lineage, node)
        if not lineage.open:
            self._settle(lineage)

    def _probed(self, lineage: Lineage, node: Node, wording: int) -> None:
        """Fill a group whose probes disagree; any other stops."""
        shape, group = self.shape, node.groups[wording]
        if not shape.fill:
            return
        if not group.split:
            node.stopped += 1
            return
        group.asked = shape.repeats
        fills = range(shape.first, shape.repeats)
        behind = self.plan.spread if self.plan.reproducible else 0
        self._push(lineage, node, wording, fills, "fill", behind)

    def _follow_up(self, lineage: Lineage, node: Node) -> None:
        """Re-roll a root that failed; mutate what failed last in its lineage."""
        culprit = node.culprit(self.shape.fill)
        if not node.path:
            self._reroll(lineage, node, culprit)
        elif culprit is not None:
            lineage.parent = culprit[1:]
        new = self._steering.follow(lineage, node)
        if new and lineage.parent and (node.path or not self.shape.rerolls):
            self._tally.parents[lineage.parent[1]] += 1

    def _reroll(
        self, lineage: Lineage, node: Node, culprit: tuple[int, Slot, str] | None
    ) -> None:
        """Repeat the first failed row of a root; its mutations are left in the purse.

        Where groups have a size, their own repeats are the re-rolls.
        """
        shape, purse = self.shape, lineage.purse
        lineage.purse = max(0, purse - 1)
        if culprit is None or not purse:
            self._holding.hand_back(bool(purse) * shape.rerolls)
            return
        wording, parent, aim = culprit
        lineage.parent = parent, aim
        if shape.rerolls:
            self._tally.parents[aim] += 1
            repeats = range(shape.repeats, shape.repeats + 1)
            self._push(lineage, node, wording, repeats, "reroll")

    def _adopt(self, ask: Ask, situations: Sequence[tuple[Task, ...]]) -> None:
        """Open the mutation of a failed row."""
        parent, shape = ask.parent, self.shape
        assert parent is not None
        lineage = self._lineages[parent.place[1]]
        lineage.open -= 1
        if situations:
            tasks = situations[0][: shape.wordings]
            missing = shape.wordings - len(tasks)
            self._holding.hand_back(missing * shape.repeats)
            self._open_node(lineage, self._steering.path_of(ask, parent), tasks)
            return
        self._holding.hand_back(shape.block, 1)
        self._steering.forgo(lineage)
        if not lineage.open:
            self._settle(lineage)

    def _settle(self, lineage: Lineage) -> None:
        """Let go of a lineage in which nothing is under way."""
        del self._lineages[lineage.root]
        rows = lineage.final(self.shape)
        for node in lineage.nodes.values():
            for wording, group in enumerate(node.groups):
                self._tally.grouped(group, MAIN, self.shape)
                place = (MAIN, lineage.root, *node.path, wording)
                self._loose.extend(group, place)
        self._release.put(MAIN, lineage.root, lineage.slots, rows)
        if lineage.wave >= 0:
            self._saturation.settled(lineage.wave, lineage.root, rows)
        self._release.out()

    # --------------------------------------------------------------------- the writer

    def _unsaturated(self) -> bool:
        """Say whether the next wave may be asked for; end the supply if it need not."""
        stock = self._stocks[MAIN]
        saturated = self._saturation.before(stock.asked)
        stock.closed = stock.closed or saturated is True
        return saturated is False

    def _main_wants(self) -> bool:
        """Say whether the main zone may use a further wave."""
        stock, shape, sure = self._stocks[MAIN], self.shape, self._holding
        if stock.full or stock.dry or stock.closed or self._over():
            return False
        most = (shape.main - sure.rows_sure) // (shape.wordings * shape.first)
        if shape.main_worlds is not None:
            most = min(most, shape.main_worlds - sure.worlds_sure)
        return len(stock.ready) + stock.pending < max(1, most)

    def _wave(self, zone: int) -> Ask:
        number, span = self._stocks[zone].ask()
        return Ask(
            key=("wave", zone, number),
            plots=tuple(self.survey.plot(zone, index) for index in span),
            phrasings=min(self.shape.wordings, self.shape.rows),  # no more are played
        )
