"""What a report shows of a battle of La Bataille."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from grognard.desks.reporting import Luck, Reporting, Stand, Throws
from grognard.kernel import Event, State
from grognard.mechanics.d66 import RUNGS, rung_of
from grognard.systems.bataille.battle import BattleEnded
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.events.charge import Trampled
from grognard.systems.bataille.events.command import LevelsSet
from grognard.systems.bataille.events.facts import LostIncrements, Removed, Routed
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.events.leaders import LeaderCaptured, LeaderKilled, LeaderWounded
from grognard.systems.bataille.events.melee import MeleeFought
from grognard.systems.bataille.events.morale import MoraleChecked, RanOffMap, Surrendered
from grognard.systems.bataille.fire.fire import fire_distribution
from grognard.systems.bataille.outcome import fates, outcome
from grognard.systems.bataille.pieces import Cohesion
from grognard.systems.bataille.table import Table

WEIGHTS: Final[dict[type[Event], int]] = {
    BattleEnded: 100, LeaderKilled: 9, LeaderCaptured: 9, Surrendered: 8, LeaderWounded: 6,
    Removed: 6, Trampled: 5, RanOffMap: 5, MeleeFought: 4, Routed: 3,
}  # fmt: skip
"""How much an event matters in a report."""


def stands(state: State) -> Iterator[Stand]:
    """Every unit on the map."""
    table: Table = state.table
    for unit, piece in table.pieces.items():
        printed = table.printed(unit)
        yield Stand(
            unit, printed.name, printed.side, piece.hexes, printed.arm.value, piece.facing,
            piece.cohesion is not Cohesion.GOOD,
        )  # fmt: skip


def weight(event: Event) -> int:
    """What a report tells of: the end, leaders, units lost, melees, heavy losses, low spirits."""
    if isinstance(event, LostIncrements):
        return 2 * event.count if event.count > 1 else 0
    if isinstance(event, LevelsSet):
        return 4 if any(count.level for count in event.counts) else 0
    return WEIGHTS.get(type(event), 0)


# --- luck


def luck(setting: Any, event: Event) -> Luck | None:
    """A throw against its mean: increments by fire, checks passed, how high the dice of a melee."""
    cards: Deck = setting.cards
    match event:
        case FireResolved() if event.dice:
            spread = _fire_mean(cards, event.column, event.modifiers.total)
            return Luck(event.side, "fire", event.result, spread)
        case MoraleChecked() if event.value:
            chance = (RUNGS - rung_of(event.needed)) / RUNGS if event.needed else 0.0
            return Luck(event.side, "morale", float(event.passed), chance)
        case MeleeFought() if event.dice:
            return Luck(event.sides[0], "melee", rung_of(event.dice) / (RUNGS - 1), 0.5)
        case _:
            return None


def _fire_mean(cards: Deck, column: str, modifier: int) -> float:
    """The increments that such fire takes on average."""
    spread = fire_distribution(cards, cards.fire_odds.names.index(column), modifier)
    return float(sum(result * chance for result, chance in spread.items()))


THROWS: Final = {
    "fire": Throws("Fire", "increments taken"),
    "melee": Throws("Melee, as attacker", "how high the dice fell, 0 to 1", "{:.2f}", each=True),
    "morale": Throws("Checks of morale", "passed"),
}

FIRST: Final = frozenset({"french"})
"""Who is blue, as on the map."""

REPORT: Final = Reporting(
    first=FIRST, stands=stands, outcome=outcome, fates=fates, luck=luck, throws=THROWS
)
