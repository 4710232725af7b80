"""The search over nodes, one by one: whatever the caller's node is, with a price for every step.

``Search`` finds what each node costs and the node before it, no further than somebody asks.
``first_ways`` finds, of all ways to a node that cost no more, the shortest, and of these the first in
the order of its words. What stands in one hex and faces some way is found sooner by ``sweep``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

Node = TypeVar("Node")

NO_LIMIT = 10**6
"""More than any way costs."""

Steps = Iterable[tuple[Node, int, int]]
"""Where steps lead, what they cost, and the rank of the word for each."""


class Search(Generic[Node]):
    """Cheapest first, from some nodes for nothing.

    ``onward`` gives the steps out of a node; nobody enters what is ``closed``. ``limit`` is the most that may be spent, ``guide`` what it takes at least to go on
    from a node to where one would be: such nodes come first that lie on the way. Equals come in the
    order in which they were found or, ``in_order``, in their own.

    ``costs`` holds the nodes that are settled, ``before`` the node from which each was found.
    """

    def __init__(
        self,
        starts: Iterable[Node],
        onward: Callable[[Node], Steps[Node]],
        limit: int = NO_LIMIT,
        *,
        closed: Container[Node] = (),
        guide: Callable[[Node], int] | None = None,
        in_order: bool = False,
    ) -> None:
        self.costs: dict[Node, int] = {}
        self.before: dict[Node, Node] = {}
        self._closed, self._reached = closed, 0
        self._settling = _settle(
            self.costs, self.before, tuple(starts), onward, limit, closed, guide, in_order
        )

    def __iter__(self) -> Iterator[tuple[Node, int]]:
        """The nodes that were not settled yet, each with its cost, as they are settled."""
        return self._settling

    def all(self) -> dict[Node, int]:
        """What every node costs that can be come to, the cheapest first."""
        deque(self._settling, maxlen=0)
        return self.costs

    def cost(self, wanted: Node, limit: int = NO_LIMIT) -> int | None:
        """What it costs to come to a node; None if that is not to be had within a limit."""
        found = self.costs.get(wanted)
        if found is None and self._reached <= limit and wanted not in self._closed:
            for node, cost in self._settling:
                self._reached = cost
                if node == wanted or cost > limit:
                    found = self.costs.get(wanted)
                    break
        return found if found is None or found <= limit else None

    def way(self, end: Node) -> tuple[Node, ...]:
        """The nodes of the way that was found to a settled one, the start left out."""
        nodes: list[Node] = []
        while end in self.before:
            nodes.append(end)
            end = self.before[end]
        return tuple(reversed(nodes))


def _settle(
    costs: dict[Node, int],
    before: dict[Node, Node],
    starts: tuple[Node, ...],
    onward: Callable[[Node], Steps[Node]],
    limit: int,
    closed: Container[Node],
    guide: Callable[[Node], int] | None,
    in_order: bool,
) -> Iterator[tuple[Node, int]]:
    """Go on, cheapest first. No method, so that a search that is done with goes at once."""
    found, too_much = dict.fromkeys(starts, 0), limit + 1
    waiting: dict[int, list[Any]] = {}
    for node in starts:
        waiting.setdefault(guide(node) if guide else 0, []).append(node)
    heap = sorted(waiting)
    while heap:
        nodes = waiting.pop(heappop(heap))
        if in_order:
            nodes.sort()
        for node in nodes:
            if node in costs:
                continue
            cost = costs[node] = found[node]
            yield node, cost
            for there, price, _ in onward(node):
                total = whole = cost + price
                if total >= found.get(there, too_much) or there in closed:
                    continue
                if guide:
                    whole += guide(there)
                    if whole > limit:
                        continue
                found[there], before[there] = total, node
                if whole in waiting:
                    waiting[whole].append(there)
                else:
                    waiting[whole] = [there]
                    heappush(heap, whole)


def flood(
    starts: Iterable[Node],
    around: Callable[[Node], Iterable[Node]],
    limit: int = NO_LIMIT,
    closed: Container[Node] = (),
) -> dict[Node, int]:
    """How many steps it takes to every node, those ``around`` a node being one away."""
    onward = lambda node: [(there, 1, 0) for there in around(node)]  # noqa: E731
    return Search(starts, onward, limit, closed=closed).all()


def first_ways(
    start: Node, onward: Callable[[Node], Steps[Node]], costs: Mapping[Node, int]
) -> dict[Node, tuple[int, ...]]:
    """The first of the cheapest ways to every node, as the ranks of its words.

    Of those that cost what they must, ``costs``, it is the shortest, then the first by its ranks.
    """
    best: dict[Any, tuple[int, tuple[int, ...]]] = {start: (0, ())}
    waiting: list[tuple[int, int, tuple[int, ...], Any]] = [(0, 0, (), start)]
    while waiting:
        cost, words, ranks, node = heappop(waiting)
        if best[node] != (words, ranks):
            continue
        for there, price, rank in onward(node):
            if costs.get(there) == cost + price:
                longer = (words + 1, (*ranks, rank))
                if there not in best or longer < best[there]:
                    best[there] = longer
                    heappush(waiting, (cost + price, *longer, there))
    return {node: ranks for node, (_, ranks) in best.items()}
