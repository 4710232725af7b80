"""The search for whatever stands in one hex and faces some way, on whole boards at once.

All hexes that can be come to at one cost in one facing are one board; they turn and step together.
A node is a hex and a facing, twice: as it is entered, and as it is left after a turn. Single hexes
are judged only where somebody stands or watches. What it found leads back step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from grognard.mechanics.boards import Board, Stride, Strides, Window, board_of, hexes_in
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex

Onward = list[tuple[int, Board, int, Board, tuple[tuple[int, Board], ...]]]
"""For each step: what it adds to a hex, all hexes from which it can be taken, the usual price, the
hexes from which it has that price, and the other prices with theirs."""

Fronts = tuple[tuple[int, int], ...]
"""By facing, the sides as a mask across which one steps: on open ground, and on rough."""

Dear = tuple[tuple[int, Board], ...]
"""Hexes that ask for more, by how much."""

Sum = Callable[[int, int], int]
Judge = Callable[[Hex], bool]

ANY_FRONT: Fronts = ((0b111111, 0b111111),) * 6
"""Across any side."""

PANE = 8
"""Windows begin and end at every so many columns, so that they are few."""

MANY_WINDOWS = 96
"""So many windows are kept for each country."""


LEAP = 4
"""Approaches are sought for so many points, or twice, thrice as many, so that they are few."""

MANY_TARGETS = 512
"""So many approaches are kept."""


# --- the ground


class Approach:
    """By cost, the hexes from which one may come so cheaply next to a hex; and the cost of each."""

    def __init__(self, within: list[Board]) -> None:
        self.within = within

    @cached_property
    def costs(self) -> dict[Hex, int]:
        """The least cost of every hex; not everybody asks for it."""
        layers = zip((0, *self.within), self.within, strict=False)
        return {
            at: cost
            for cost, (before, board) in enumerate(layers)
            for at in hexes_in(board & ~before)
        }


class Country:
    """What the ground leaves to a kind of movers; what is seen of it through windows is kept."""

    def __init__(self, ground: Ground, strides: Strides, rough: Board = 0) -> None:
        self.ground, self._strides, self._rough = ground, strides, rough
        self._least = min((price for side in strides for price, _, _ in side), default=1)
        self._known: dict[tuple[int, int, Fronts], tuple[Window, list[Onward]]] = {}

    def about(
        self, start: Hex, points: int, fronts: Fronts, dear: Dear = (), more: Sum = max
    ) -> tuple[Window, list[Onward]]:
        """A window on all that so many points can reach and, by facing, the steps within it.

        Some of them cost more by what the hex left and the hex entered ask for, which are ``dear``;
        ``more`` makes one sum of the two.
        """
        far, column = 1 + points // self._least, start // 100
        west, east = (column - far) // PANE * PANE, (column + far) // PANE * PANE + PANE
        known = self._known.get((west, east, fronts))
        if known is None:
            if len(self._known) >= MANY_WINDOWS:
                self._known.clear()
            known = self._known[west, east, fronts] = self._through(west, east, fronts)
        return (known[0], _raised(self, west, east, fronts, dear, more)) if dear else known

    def approach(self, target: Hex, points: int) -> Approach:
        """What the ground alone asks of those who would come next to a hex with so many points."""
        window, onward = self.about(target, points, ANY_FRONT)
        ground, base = self.ground, window.base
        layers = [window.seen(board_of(filter(None, ground.around[target]), ground.size))]
        within = layers[:]
        strides = [
            (price, board, step)
            for step, _, usual, most, others in onward[0]
            for price, board in ((usual, most), *others)
        ]
        for cost in range(1, points + 1):
            found = 0
            for price, board, step in strides:
                ahead = layers[cost - price] if price <= cost else 0
                if ahead:
                    found |= board & (ahead >> step if step > 0 else ahead << -step)
            layers.append(found & ~within[-1])
            within.append(within[-1] | layers[-1])
        return Approach([board << base for board in within])

    def raised(self, west: int, east: int, fronts: Fronts, dear: Dear, more: Sum) -> list[Onward]:
        """The steps of a window that is known, at what they cost where hexes are dear."""
        window, onward = self._known[west, east, fronts]
        asked = [(price, window.seen(board)) for price, board in dear]
        free = window.whole
        for _, board in asked:
            free &= ~board
        asked.append((0, free))
        parts = {step: _sums(asked, step, more) for steps in onward for step, *_ in steps}
        found: dict[tuple[int, Board], Onward] = {}  # a step from the same hexes is in many fronts
        for step in (step for steps in onward for step in steps):
            if step[:2] not in found:
                found[step[:2]] = _onward(_dearer([step], parts))
        return [[each for step in steps for each in found[step[:2]]] for steps in onward]

    def _through(self, west: int, east: int, fronts: Fronts) -> tuple[Window, list[Onward]]:
        window = Window(self.ground, west, east)
        by_side, rough = list(map(window.strides, self._strides)), window.seen(self._rough)
        ways = {front: _onward(_ahead(by_side, front, rough)) for front in fronts}
        return window, [ways[front] for front in fronts]


def _ahead(
    by_side: list[tuple[Stride, ...]], front: tuple[int, int], rough: Board
) -> Iterator[Stride]:
    """The strides across the sides that are front sides on open ground, and on rough."""
    for side, ways in enumerate(by_side):
        on_open, on_rough = (sides >> side & 1 for sides in front)
        for price, board, step in ways:
            if on_open and on_rough:
                yield price, board, step
            elif on_open or on_rough:
                yield price, board & (rough if on_rough else ~rough), step


def _onward(strides: Iterable[Stride]) -> Onward:
    """Strides put together by what they add, as no hex has the same step across two sides."""
    steps: dict[int, dict[int, Board]] = {}
    for price, board, step in strides:
        prices = steps.setdefault(step, {})
        prices[price] = prices.get(price, 0) | board
    found: Onward = []
    for step, prices in steps.items():
        whole = 0
        for board in prices.values():
            whole |= board
        (usual, most), *others = sorted(prices.items(), key=lambda held: -held[1].bit_count())
        found.append((step, whole, usual, most, tuple(others)))
    return found


def approach(country: Country, target: Hex, points: int) -> Approach:
    """What the ground asks for so many points and perhaps a few more; it does not change."""
    return _approach(country, target, -(-points // LEAP) * LEAP)


@lru_cache(maxsize=MANY_TARGETS)
def _approach(country: Country, target: Hex, points: int) -> Approach:
    return country.approach(target, points)


@lru_cache(maxsize=MANY_WINDOWS)
def _raised(
    country: Country, west: int, east: int, fronts: Fronts, dear: Dear, more: Sum
) -> list[Onward]:
    return country.raised(west, east, fronts, dear, more)


def _sums(asked: list[tuple[int, Board]], step: int, more: Sum) -> list[tuple[int, Board]]:
    """What a step costs more, with the hexes from which it does."""
    found: dict[int, Board] = {}
    for entered, board in asked:
        before = board >> step if step > 0 else board << -step
        for left, here in asked:
            if here & before:
                price = more(left, entered)
                found[price] = found.get(price, 0) | here & before
    return list(found.items())


def _dearer(steps: Onward, parts: Mapping[int, list[tuple[int, Board]]]) -> Iterator[Stride]:
    for step, _, usual, most, others in steps:
        for price, board in ((usual, most), *others):
            for added, where in parts[step]:
                if board & where:
                    yield price + added, board & where, step


# --- the search


class Sweep:
    """One search with so many points through a window, from wherever it is told to begin.

    ``onward`` has the steps by facing, ``bends`` the turns that may be made in a hex with their
    prices, none included. Nobody enters what is ``shut``; where somebody stands it is ``unsure``, and
    what somebody watches may be hard to leave. ``open`` and ``loose`` are the hexes that may be
    entered, and left by a step, as far as is known: what is left of the window, not what is gone of
    it, for to negate a board is as dear as five steps on it.
    """

    def __init__(
        self,
        window: Window,
        onward: list[Onward],
        points: int,
        bends: Sequence[tuple[int, int]],
        *,
        unsure: Board,
        watched: Board,
        shut: Board = 0,
    ) -> None:
        self.window, self.base, self.onward = window, window.base, onward
        self.points, self.bends = points, bends
        self.unsure, self.watched = window.seen(unsure), window.seen(watched)
        self.open = self.loose = window.whole
        if shut:
            self.open &= ~window.seen(shut)
        self._coming = [[0] * (points + 1) for _ in range(6)]
        self._going = [[0] * 6 for _ in range(points + 1)]

    def enter(self, at: Hex, facing: int, cost: int) -> None:
        """Begin, among others, by entering a hex."""
        self._coming[facing][cost] |= 1 << at - self.base

    def leave(self, at: Hex, facing: int, cost: int) -> None:
        """Begin, among others, by standing in a hex, or leaving it by a step."""
        if cost <= self.points:
            self._going[cost][facing] |= 1 << at - self.base

    def layers(
        self, enters: Judge, halts: Judge, near: Sequence[Board] = ()
    ) -> Iterator[tuple[int, int, Board]]:
        """Cost, facing and the hexes one can stand in for that; the cheapest first.

        ``enters`` and ``halts`` are asked once for a hex that is unsure or watched: may it be entered,
        must one stop there? ``near`` holds, by the points left, from where it is worth going on.
        """
        bends, points, allowed = self.bends, self.points, self.window.whole
        unseen, unleft = [allowed] * 6, [allowed] * 6  # by facing: nobody has come here, or stood
        for cost, going in enumerate(self._going):
            if near:
                allowed = near[points - cost]
            for facing, boards in enumerate(self._coming):
                board = boards[cost]
                if board:
                    board &= allowed & unseen[facing]
                if board:
                    unseen[facing] ^= board
                    board = self._let_in(board, enters)
                    for turn, more in bends:
                        if cost + more <= points:
                            self._going[cost + more][(facing + turn) % 6] |= board
            for facing, board in enumerate(going):
                if board:
                    board &= allowed & unleft[facing]
                if board:
                    unleft[facing] ^= board
                    yield cost, facing, board
                    board = self._let_go(board, halts)
                    if board:
                        self._step(board, facing, cost)

    def rounds(
        self, hops: int, enters: Judge, halts: Judge, near: Sequence[Board] = ()
    ) -> Iterator[tuple[int, int, Board]]:
        """The same within so many steps: those of no step come first, then those of one, and so on.

        A place is told again where it can be come to with more steps, but cheaper.
        """
        points, whole = self.points, self.window.whole
        come, stood = ([[0] * (points + 1) for _ in range(6)] for _ in range(2))
        for hop in range(hops + 1):
            coming, self._coming = self._coming, [[0] * (points + 1) for _ in range(6)]
            going, self._going = self._going, [[0] * 6 for _ in range(points + 1)]
            for facing in range(6):
                for cost, board in _cheaper(coming[facing], come[facing]):
                    board = self._let_in(board & (near[points - cost] if near else whole), enters)
                    for turn, more in self.bends if board else ():
                        if cost + more <= points:
                            going[cost + more][(facing + turn) % 6] |= board
            for facing in range(6):
                for cost, board in _cheaper([held[facing] for held in going], stood[facing]):
                    yield cost, facing, board
                    board = self._let_go(board, halts) if hop < hops else 0
                    if board:
                        self._step(board, facing, cost)

    def _let_in(self, board: Board, enters: Judge) -> Board:
        """The hexes of a board that may be entered."""
        board &= self.open
        unsure = board & self.unsure
        if unsure:
            self.unsure ^= unsure
            for at in hexes_in(unsure):
                if not enters(at + self.base):
                    self.open ^= 1 << at
        return board & self.open

    def _let_go(self, board: Board, halts: Judge) -> Board:
        """The hexes of a board that may be left by a step."""
        watched = board & self.watched
        if watched:
            self.watched ^= watched
            for at in hexes_in(watched):
                if halts(at + self.base):
                    self.loose &= ~(1 << at)
        return board & self.loose

    def _step(self, board: Board, facing: int, cost: int) -> None:
        """All of a board take every step that they can pay for."""
        coming, points = self._coming[facing], self.points
        for step, whole, usual, most, others in self.onward[facing]:
            some = board & whole
            if not some:
                continue
            many = some & most
            if many and cost + usual <= points:
                coming[cost + usual] |= many << step if step > 0 else many >> -step
            if many == some:
                continue
            for price, where in others:
                few = some & where
                if few and cost + price <= points:
                    coming[cost + price] |= few << step if step > 0 else few >> -step

    def steps(self, at: Hex, facing: int) -> Iterator[tuple[int, int]]:
        """After the search: what each step adds that may be taken out of a hex, and its price."""
        bit = 1 << at - self.base
        for step, whole, usual, most, others in self.onward[facing]:
            if whole & bit & self.loose:
                dear = next((price for price, board in others if board & bit), usual)
                yield step, usual if most & bit else dear


def _cheaper(boards: Sequence[Board], known: list[Board]) -> Iterator[tuple[int, Board]]:
    """By cost, the hexes that were not known for so little; now they are."""
    before = 0
    for cost, board in enumerate(boards) if any(boards) else ():
        before |= known[cost]
        fresh = board & ~before
        if fresh:
            before |= fresh
            known[cost] |= fresh
            yield cost, fresh
