"""What a report shows of a battle of Napoleon's Later Campaigns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from grognard.desks.reporting import Luck, Reporting, Sketch, Stand, sketch
from grognard.kernel import Event, State
from grognard.systems.nlc import fire
from grognard.systems.nlc.combat.advance import Advanced
from grognard.systems.nlc.combat.assault_fight import AssaultFired
from grognard.systems.nlc.combat.guard import GuardRecoiled
from grognard.systems.nlc.demoralization import SpiritChanged
from grognard.systems.nlc.desk.formulas import TWO_DICE
from grognard.systems.nlc.events import LostStep, Removed
from grognard.systems.nlc.hidden.revealing import MarchRevealed
from grognard.systems.nlc.horse.fight import ChargeDecided, ChargeFought
from grognard.systems.nlc.leaders import HeadquartersDestroyed, LeaderTested
from grognard.systems.nlc.outcome import fates, outcome
from grognard.systems.nlc.sequence import BattleEnded
from grognard.systems.nlc.setting import Setting
from grognard.systems.nlc.table import Table

WEIGHTS: Final[dict[type[Event], int]] = {
    BattleEnded: 100, GuardRecoiled: 20, SpiritChanged: 10, HeadquartersDestroyed: 9, Removed: 6,
    MarchRevealed: 5, ChargeDecided: 4, AssaultFired: 3, Advanced: 3, LostStep: 2,
}  # fmt: skip
"""How much an event matters in a report."""


def sketched(setting: Setting) -> Sketch:
    """The map of the battle with its towns."""
    towns = (place for place in setting.places if place.kind.value in ("town", "chateau"))
    return sketch(setting.ground, {place.name: place.hexes for place in towns})


def stands(state: State) -> Iterator[Stand]:
    """Every unit on the map."""
    table: Table = state.table
    for unit, piece in table.pieces.items():
        printed = table.printed(unit)
        yield Stand(
            unit, printed.name, printed.side, piece.hexes, printed.arm.value,
            shaken=piece.disrupted,
        )  # fmt: skip


def weight(event: Event) -> int:
    if isinstance(event, LeaderTested):
        return 8 if event.lost else 0
    return WEIGHTS.get(type(event), 0)


def luck(setting: Setting, event: Event) -> Luck | None:
    """The hits of an attack against what its strength could expect."""
    if not isinstance(event, AssaultFired | ChargeFought) or not event.attack.dice:
        return None
    return Luck(
        event.side, "hits", event.attack.hits, expected_hits(setting, event.attack.strength)
    )


@lru_cache(maxsize=256)
def expected_hits(setting: Setting, strength: int) -> float:
    """The mean of the hits over all throws of two dice."""
    return sum(fire.hits(setting.cards, strength, roll) for roll in TWO_DICE) / len(TWO_DICE)


REPORT: Final = Reporting(
    first=frozenset({"french", "blue"}),
    sketch=sketched,
    stands=stands,
    outcome=outcome,
    fates=fates,
    luck=luck,
)
