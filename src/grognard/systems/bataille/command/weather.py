"""Weather and light of the turn (charts 31 and 32): the calendar's, or the die's (P46.1).

A battle may have kinds of weather of its own. One whose calendar names weather of the general card
has all its effects; one that writes ``variable`` rolls for it at the start of every hour. Dusk and
night come from the calendar, or from the clock where the battle uses the card of night and dusk.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import msgspec

from grognard.kernel import Done, Flow, Procedure, Roll, rule, step
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.cards.values import LightCard, WeatherCard
from grognard.systems.bataille.events.command import WeatherTurned
from grognard.systems.bataille.pieces import Arm, Printed
from grognard.systems.bataille.setting import TurnInfo, Weather
from grognard.systems.bataille.table import Table

VARIABLE: Final = "variable"
"""What a calendar writes where the die decides."""

CLEAR: Final = "clear"
WET: Final = ("light_rain", "heavy_rain")
"""Weather after which the next hour is rolled on the other row (charts 32)."""

DAY: Final = "day"
DUSK: Final = "dusk"
NIGHT: Final = "night"

NIGHT_AND_DUSK: Final = "night_and_dusk"
"""A switch: the light follows the clock."""

CLEAR_SKY: Final = Weather()
NEAR: Final = 1
"""How far guns fire at night."""


def calendar(table: Table) -> TurnInfo | None:
    """The line of the calendar for this turn."""
    turns = table.setting.turns
    return turns[table.turn - 1] if 1 <= table.turn <= len(turns) else None


# --- weather


@rule("P46.1")
def word(table: Table) -> str:
    """The weather now, by name; of variable weather what was rolled last."""
    info = calendar(table)
    said = info.weather if info is not None else ""
    if said != VARIABLE:
        return said
    for side in table.setting.sides:
        rolled = table.secrets.get(side, {}).get("weather")
        if rolled is not None:
            return rolled
    return CLEAR


def sky(table: Table) -> WeatherCard | None:
    """The general card for the weather now, if that is what the battle uses."""
    cards: Deck = table.setting.cards
    return cards.weathers.get(word(table))


@rule("P46.1", "P46.2")
def effects(table: Table, side: str = "") -> Weather:
    """What weather and light do to a side in this turn."""
    here = table.setting.weather.get(word(table))
    if here is None:
        card = sky(table)
        here = CLEAR_SKY if card is None else of_card(card)
    if here.only and here.only != side:
        here = CLEAR_SKY
    dark = light(table)
    if dark.sight is None:
        return here
    return msgspec.structs.replace(
        here,
        sight=min(here.sight, dark.sight),
        long_range=here.long_range and dark.artillery == "full",
    )


def of_card(card: WeatherCard) -> Weather:
    """Weather of the general card as the rules of fire, sight and movement ask for it."""
    return Weather(
        infantry_fire=card.infantry_fire,
        skirmish_fire=card.cavalry_skirmish_fire,
        long_range=card.artillery_long,
        sight=CLEAR_SKY.sight if card.sight is None else card.sight,
        building_fire=card.building_fire,
        artillery_fire=card.artillery_fire,
        foot_movement=card.foot_movement,
        horse_movement=card.horse_movement,
        stream=card.stream,
    )


@rule("P46.1")
def infantry_fire(table: Table, side: str = "", *, in_building: bool) -> Fraction:
    """The share of infantry fire that the weather leaves; houses keep some powder dry."""
    here = effects(table, side)
    if in_building and here.building_fire is not None:
        return here.building_fire
    return here.infantry_fire


@rule("P46.1")
def artillery_fire(table: Table, side: str = "") -> Fraction:
    """The share of gun fire that the weather leaves."""
    return effects(table, side).artillery_fire


@rule("P46.1")
def gun_reach(table: Table, reach: int, side: str = "") -> int:
    """How far guns may fire: at night only at the next hex, in some weather not at long range."""
    if light(table).artillery == "adjacent":
        return min(reach, NEAR)
    if effects(table, side).long_range:
        return reach
    cards: Deck = table.setting.cards
    return min(reach, dict(cards.ranges)["long"] - 1)


@rule("P46.1")
def movement(table: Table, printed: Printed) -> int:
    """Movement points that weather and dark take from a unit; never more than nought."""
    here, dark = effects(table, printed.side), light(table)
    horse = printed.arm is Arm.CAVALRY or printed.is_horse_artillery
    points = here.horse_movement if horse else here.foot_movement
    if printed.arm is Arm.CAVALRY:
        points += dark.cavalry_movement
    elif printed.is_horse_artillery:
        points += dark.horse_artillery_movement
    return points


def stream_points(table: Table) -> int:
    """Movement points that swollen streams add to every crossing, whoever crosses."""
    here = table.setting.weather.get(word(table))
    if here is not None:
        return here.stream
    card = sky(table)
    return 0 if card is None else card.stream


# --- light


@rule("P46.1")
def light_word(table: Table) -> str:
    """Day, dusk or night."""
    said, info = word(table), calendar(table)
    cards: Deck = table.setting.cards
    if said in cards.lights:
        return said
    if info is None or NIGHT_AND_DUSK not in table.setting.special:
        return DAY
    return by_clock(cards, info.time)


def under(table: Table) -> str:
    """What rules the turn: the weather by day, else dusk or night."""
    dark = light_word(table)
    return word(table) if dark == DAY else dark


def light(table: Table) -> LightCard:
    """The card of the light in this turn."""
    cards: Deck = table.setting.cards
    return cards.light(light_word(table))


def by_clock(cards: Deck, time: str) -> str:
    """The light at an hour written as 19:20; hours so written sort as they pass."""
    hours = cards.keyed("night", "clock")
    dawn, sunrise = str(hours.cell("dawn", "from")), str(hours.cell("dawn", "to"))
    sunset, dark = str(hours.cell("evening", "from")), str(hours.cell("evening", "to"))
    if sunrise <= time < sunset:
        return DAY
    return DUSK if dawn <= time < sunrise or sunset <= time < dark else NIGHT


# --- variable weather


@rule("P46.1")
def is_due(table: Table) -> bool:
    """Is the weather rolled in this turn? At every full hour, and once at the very start."""
    info = calendar(table)
    if info is None or info.weather != VARIABLE:
        return False
    known = any("weather" in table.secrets.get(side, {}) for side in table.setting.sides)
    return info.time.endswith(":00") or not known


class WeatherRoll(Procedure, tag=True):
    """Charts 32: one die for the coming hour, on the row of the hour that ends. Result: None."""

    @step("P46.1")
    def roll(self, table: Table) -> Flow:
        return Roll("d6", "weather")

    @step("P46.1")
    def turn(self, table: Table, dice: tuple[int, ...]) -> Flow:
        (die,) = dice
        cards: Deck = table.setting.cards
        change = cards.charts["weather"].ladder("change")
        row = change.index("wet" if word(table) in WET else "dry")
        table.record(WeatherTurned(change.cells[row][die - 1], die))
        return Done()
