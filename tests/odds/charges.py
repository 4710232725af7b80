"""Charges weighed and played: the walk, and the whole player sequence in the real battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from grognard.kernel import Action, Ask, Roll, State, answer
from grognard.odds.grouping import fallen
from grognard.odds.keys import state_key
from grognard.odds.officer import Ending
from grognard.systems.an_xxx.marks import assaults
from grognard.systems.an_xxx.officer import AnXXXOfficer
from grognard.systems.bataille.desk.charge_course import has_met
from grognard.systems.bataille.desk.officer import BatailleOfficer
from grognard.systems.premier.desk.officer import PremierOfficer
from tests.odds.enumeration import played

RECOVERY = "recovery"
"""The segment that begins when all that a charge has led to is over."""

OFFICERS: dict[str, type[BatailleOfficer]] = {"premier": PremierOfficer, "an-xxx": AnXXXOfficer}
PACKS = {"premier": ("charge", range(60)), "an-xxx": ("charge-xxx", range(60))}

CHOICES = (
    "form-square", "evade", "reaction-charge", "opportunity-charge", "retreat-before-charge",
)  # fmt: skip
"""Questions in the course of a charge with several answers."""

Spread = dict[Ending, Fraction]


def positions(system: str, wanted: int) -> Iterator[tuple[State, list[Action]]]:
    """States that ask something about a charge, each with the answers that are weighed.

    One charge at a time: nobody else is named or bound to assault, and nobody is in contact already.
    """
    seen: set[Any] = set()
    pack, seeds = PACKS[system]
    for state in played(system, pack, seeds, 4000):
        ask = state.pending
        if not isinstance(ask, Ask) or ask.purpose not in CHOICES or not _is_alone(state):
            continue
        pieces = state.table.pieces.values()
        key = (ask.purpose, frozenset((piece.id, piece.hexes, piece.facing) for piece in pieces))
        often = sum(known[0] == ask.purpose for known in seen)
        if key in seen or (ask.purpose == "opportunity-charge" and often >= wanted // 4):
            continue
        seen.add(key)
        yield state, list(ask.options)[:3]
        if len(seen) == wanted:
            return


def _is_alone(state: State) -> bool:
    if any(getattr(frame.procedure, "named", ()) for frame in state.stack):
        return False
    table = state.table
    bound = any(assaults(piece.marks) is not None for piece in table.pieces.values())
    return not bound and not any(has_met(table, unit) for unit in table.pieces)


def is_over(state: State) -> bool:
    return bool(state.table.segment == RECOVERY)


def sequences(
    officer: BatailleOfficer, state: State, order: Action, target: int, most: int
) -> Spread | None:
    """Every way the rest of the real player sequence can go; alike states are counted together.

    Nothing if there are more than ``most`` states on the way.
    """
    found: Spread = {}
    level: dict[Any, tuple[State, Fraction]] = {}

    def arrive(at: State, chance: Fraction) -> None:
        if is_over(at):
            ending = officer.ending(state.table, at.table, target)
            found[ending] = found.get(ending, Fraction(0)) + chance
            return
        key = state_key(officer, state, at)
        level[key] = (at, chance + (level[key][1] if key in level else 0))

    arrive(answer(state, order), Fraction(1))
    met = 0
    while level:
        waiting, level = list(level.values()), {}
        met += len(waiting)
        if met > most:
            return None
        for at, chance in waiting:
            if isinstance(at.pending, Ask):
                arrive(answer(at, officer.choose(state, at, officer.policy, order)), chance)
                continue
            ways = fallen(officer, at)
            whole = sum(count for _, count in ways)
            for value, count in ways:
                arrive(answer(at, value), chance * Fraction(count, whole))
    return found


class Node:
    """A state of a played sequence that waits for dice, or its end; alike states are one node."""

    def __init__(self, state: State, ending: Ending | None) -> None:
        self.state, self.ending = state, ending
        self.falls = [] if ending is not None else list(_falls(state))
        self.after: dict[Any, Node] = {}


def _falls(state: State) -> Iterator[Any]:
    assert isinstance(state.pending, Roll)
    yield from state.pending.outcomes()


class Played:
    """Sequences played with dice, each to the end of what the charge has led to."""

    def __init__(self, officer: BatailleOfficer, state: State, order: Action, target: int) -> None:
        self.officer, self.root, self.order, self.target = officer, state, order, target
        self.nodes: dict[Any, Node] = {}
        self.first = self._node(answer(state, order))

    def _node(self, at: State) -> Node:
        officer, root = self.officer, self.root
        while not is_over(at) and isinstance(at.pending, Ask):
            at = answer(at, officer.choose(root, at, officer.policy, self.order))
        key = (is_over(at), state_key(officer, root, at))
        if key not in self.nodes:
            over = officer.ending(root.table, at.table, self.target) if is_over(at) else None
            self.nodes[key] = Node(at, over)
        return self.nodes[key]

    def one(self, dice: Random) -> Ending:
        node = self.first
        while node.ending is None:
            value = dice.choice(node.falls)
            if value not in node.after:
                node.after[value] = self._node(answer(node.state, value))
            node = node.after[value]
        return node.ending


# --- compared


def shares(
    officer: BatailleOfficer, before: Any, endings: Mapping[Ending, Any]
) -> dict[str, float]:
    """Every chance that a card tells, by a name: whose the hex is, the states of all units."""
    whole = sum(endings.values())
    told_: dict[str, float] = {}
    for ending, count in endings.items():
        share = float(count / whole) if isinstance(count, int) else float(count)
        changed = {unit: state for unit, _, state in ending.units}
        for unit in before.pieces:
            state = changed.get(unit) or officer.condition(before, unit)
            told_[f"{unit} {state}"] = told_.get(f"{unit} {state}", 0) + share
        told_[f"held {ending.holder}"] = told_.get(f"held {ending.holder}", 0) + share
    return told_


def apart(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """The greatest difference between two such tellings."""
    return max(abs(one.get(name, 0) - other.get(name, 0)) for name in {*one, *other})


def harm(before: Any, side: str, endings: Mapping[Ending, Any]) -> float:
    """What a side suffers more than its enemy, in increments: the measure by which answers are ranked.

    A unit that is broken at the end counts for half of what it has left.
    """
    whole, total = float(sum(endings.values())), 0.0
    for ending, count in endings.items():
        for unit, lost, state in ending.units:
            left = max(0, before.strength(unit) - lost) if unit in before.pieces else 0
            worth = lost + (0 if state == "good" else left / 2)
            total += float(count) / whole * (worth if before.side_of(unit) == side else -worth)
    return total
