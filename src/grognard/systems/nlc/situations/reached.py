"""Which cells of the cards a battle has reached, read from its events.

For the soak: a cell that no battle ever reaches is a rule that nobody has seen at work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from grognard.kernel import Event
from grognard.kernel.questions import FACES
from grognard.systems.nlc import fire
from grognard.systems.nlc.cards import Cards
from grognard.systems.nlc.combat.assault_fight import AssaultFired
from grognard.systems.nlc.command.order_events import (
    ComplianceTested,
    ConfidenceTested,
    DecisionTested,
    DelayTested,
)
from grognard.systems.nlc.fire import Volley
from grognard.systems.nlc.guns.bombardment import Bombarded
from grognard.systems.nlc.hidden.marching import DiscoveryRolled
from grognard.systems.nlc.horse.fight import ChargeFought
from grognard.systems.nlc.horse.pursuit import PursuitTested
from grognard.systems.nlc.leaders import LeaderTested
from grognard.systems.nlc.morale import MoraleTested
from grognard.systems.nlc.table import Table

TWO_DICE: Final = range(2, 13)
DECISION: Final = "local-decision"


def cells(table: Table, event: Event) -> Iterator[str]:
    """The cells an event was read from; ``table`` is as it was before the event."""
    match event:
        case AssaultFired() | ChargeFought():
            yield from _fire(table, event.attack)
            yield from _fire(table, event.defence)
        case Bombarded():
            yield from _fire(table, event.volley)
        case ComplianceTested():
            yield f"compliance {event.column} {sum(event.dice)}"
        case DelayTested():
            yield f"delay {event.state} {event.die}"
        case ConfidenceTested():
            yield f"confidence {event.die}"
        case DecisionTested():
            rolled = min(max(event.account.total, TWO_DICE[0]), TWO_DICE[-1])
            yield f"{DECISION} {event.result} {rolled}"
        case LeaderTested():
            yield f"leader-loss {sum(event.dice)}"
        case MoraleTested():
            yield f"morale {event.morale} {event.die}"
        case PursuitTested():
            yield f"pursuit {event.value} {event.die}"
        case DiscoveryRolled():
            yield f"hidden {event.die}"
        case _:
            return


def _fire(table: Table, volley: Volley) -> Iterator[str]:
    """The rows read with two dice; with six to hit nobody reads the table."""
    if len(volley.dice) == 2 and not table.setting.on("six_to_hit"):
        for row in fire.rows(table.setting.cards, volley.strength):
            yield f"fire {row} {sum(volley.dice)}"


def all_cells(settings: Iterable[Any]) -> list[str]:
    """Every cell that battles of these settings could read."""
    found: dict[str, None] = {}
    for setting in settings:
        found.update(dict.fromkeys(_of_the_cards(setting.cards)))
        values = sorted({unit.pursuit for unit in setting.roster.values() if unit.arm.cavalry})
        found.update(dict.fromkeys(f"pursuit {value} {die}" for value in values for die in FACES))
    return list(found)


def _of_the_cards(cards: Cards) -> Iterator[str]:
    for row in range(1, cards.strongest_row + 1):
        yield from (f"fire {row} {roll}" for roll in TWO_DICE)
    for column in sorted(cards.columns):
        yield from (f"compliance {column} {roll}" for roll in TWO_DICE)
    for state in cards.ints["compliance/later"]:
        yield from (f"delay {state} {die}" for die in FACES)
    results = {
        (held.value, roll)
        for row in cards.decisions
        for held, roll in zip(row, TWO_DICE, strict=True)
    }
    yield from (f"{DECISION} {result} {roll}" for result, roll in sorted(results))
    yield from (f"leader-loss {roll}" for roll in TWO_DICE)
    low, high = cards.morale_limits
    for value in range(low, high + 1):
        yield from (f"morale {value} {die}" for die in FACES)
    yield from (f"{kind} {die}" for kind in ("confidence", "hidden") for die in FACES)
