"""The strength of fire: what each unit brings from each of its hexes (rules 12, 16, 19, 24-26).

A column or general order fires its printed value; lines, skirmishers and squares fire increments
times a multiple; batteries fire by range. The small functions at the top work on plain numbers;
``volley`` gives the itemised strength of an attack on a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.command.weather import artillery_fire, infantry_fire
from grognard.systems.bataille.factors import Factor
from grognard.systems.bataille.fire.sight import weather
from grognard.systems.bataille.movement.stacking import share_in
from grognard.systems.bataille.pieces import (
    Arms,
    BatteryFire,
    Cohesions,
    Forms,
    Piece,
    Printed,
    UnitId,
)
from grognard.systems.bataille.table import Table, stance

ONE = Fraction(1)
PERCENT = 100

CARRE_GUN_CAP = "12"
"""P25.7: so many infantry increments fire together with a battery in their square."""


class FireShare(msgspec.Struct, frozen=True):
    """What one unit brings from one hex: a base, its factors in order, and what comes of them."""

    unit: UnitId
    at: Hex
    value: Fraction
    base: Fraction = Fraction(0)
    reason: str = ""
    clause: str = ""
    factors: tuple[Factor, ...] = ()

    def __str__(self) -> str:
        factors = "".join(f", {factor}" for factor in self.factors)
        return f"{self.value} {self.unit}: {self.base} {self.reason} ({self.clause}){factors}"


# --- plain numbers


@rule("P16.27", "P19.15", "P24.3", "P24.4")
def musketry(increments: int, most: int, multiple: Fraction) -> Fraction:
    """Fire of a line or of skirmishers in one hex: so many increments at most, times a multiple.

    >>> musketry(5, 4, Fraction(3)) + musketry(5, 4, Fraction(3))
    Fraction(24, 1)
    """
    return min(increments, most) * multiple


@rule("P16.48", "P16.50")
def square_fire(increments: int, share: Fraction, multiple: Fraction) -> Fraction:
    """Fire of a square: a third of its increments outward, all of them at horse inside it."""
    return increments * share * multiple


@rule("P12.4", "P26.1", "P26.2", "P26.3")
def battery_fire(cards: Deck, guns: BatteryFire, range_: int, left: int, full: int) -> Fraction:
    """Fire of a battery: the value of its range band, as many parts of it as it has guns left."""
    by_band = {"short": guns.short, "medium": guns.medium, "long": guns.long}
    return by_band[cards.range_band(max(range_, 1))] * left / full


@rule("P19.2", "P19.16", "PR-39")
def skirmish_reach(cards: Deck, printed: Printed) -> int:
    """How far skirmishers fire offensively: as printed, or as the card has it for all."""
    return printed.skirmish_range or cards.skirmish_range("infantry")[0]


@rule("P19.13", "P19.16")
def skirmish_distance(cards: Deck, printed: Printed, range_: int) -> Fraction:
    """What distance does to skirmish fire; riflemen begin to lose later than others."""
    rifles = skirmish_reach(cards, printed) > cards.skirmish_range("infantry")[0]
    half_from = cards.skirmish_range("rifles" if rifles else "infantry")[1]
    if half_from is None or range_ < half_from:
        return ONE
    return cards.factor("rifles_at_three" if rifles else "skirmish_at_two")


@rule("P12.6", "PR-148")
def is_spent(cards: Deck, lost: int, full: int) -> bool:
    """Has cavalry lost so much that its fire is halved?"""
    return lost * PERCENT >= full * cards.count("spent_cavalry_percent")


# --- on the table


@rule("P12.8", "P21.4", "P25.6", "PR-05", "PR-57", "PR-174")
def volley(
    table: Table,
    target: Hex,
    firers: Iterable[Firer],
    times: Callable[[Table], Factor] | None = None,
) -> tuple[FireShare, ...]:
    """The itemised strength of an attack; fractions are kept unless the table drops them.

    ``times`` multiplies every share for the kind of fire.
    """
    firing = sorted(firers)
    drop = table.setting.options.get("fractions") == "drop"
    shares = []
    for firer in firing:
        share = fire_share(table, firer, target, _joined_by_guns(table, firer, firing))
        if times is not None:
            share = multiplied(share, times(table))
        if drop:
            share = msgspec.structs.replace(share, value=Fraction(share.value.__floor__()))
        shares.append(share)
    return tuple(shares)


def multiplied(share: FireShare, factor: Factor) -> FireShare:
    """The share with one more factor."""
    return msgspec.structs.replace(
        share, value=share.value * factor.times, factors=(*share.factors, factor)
    )


def total(shares: Sequence[FireShare]) -> Fraction:
    return sum((share.value for share in shares), Fraction(0))


def _joined_by_guns(table: Table, firer: Firer, firing: Sequence[Firer]) -> bool:
    """Does a battery of the same hex take part?"""
    return any(
        other.at == firer.at and table.printed(other.unit).arm is Arms.ARTILLERY for other in firing
    )


def fire_share(table: Table, firer: Firer, target: Hex, with_guns: bool = False) -> FireShare:
    """What a unit brings from one hex against a target; the right to fire is not asked here."""
    printed, piece = table.printed(firer.unit), table.pieces[firer.unit]
    range_, own = distance(firer.at, target), table.setting.reglement.shares
    if printed.arm is Arms.ARTILLERY:
        return _battery(table, printed, piece, firer.at, range_)
    if printed.arm is Arms.CAVALRY:
        if "mounted" in own:
            return own["mounted"](table, printed, piece, firer.at)
        return _mounted(table, printed, piece, firer.at)
    if piece.cohesion is Cohesions.GOOD:
        if piece.formation in own:
            return own[piece.formation](table, printed, piece, firer.at)
        if piece.formation is Forms.SQUARE:
            return _square(table, printed, piece, range_, with_guns)
        if piece.formation is Forms.LINE:
            return _line(table, printed, piece, firer.at)
        if piece.formation is Forms.SKIRMISH:
            return _skirmishers(table, printed, piece, firer.at, range_)
    return _column(table, printed, piece, firer.at)


def made(
    piece: Piece, at: Hex, base: Fraction, reason: str, clause: str, factors: Iterable[Factor]
) -> FireShare:
    """A share from its base and those factors that change it."""
    counted = tuple(factor for factor in factors if factor.times != ONE)
    value = base
    for factor in counted:
        value *= factor.times
    return FireShare(piece.id, at, value, base, reason, clause, counted)


def infantry_weather(table: Table, side: str, at: Hex) -> Factor:
    """Rain spares some of the powder of those who fire from houses."""
    terrain = table.setting.ground.terrain[at]
    housed = table.setting.cards.terrain(terrain).dwelling
    return Factor(infantry_fire(table, side, in_building=housed), "weather", "P46.2")


@rule("P12.2", "P16.66", "P24.2", "P30.2", "PR-62", "PR-148", "PR-167")
def _column(table: Table, printed: Printed, piece: Piece, at: Hex) -> FireShare:
    """Column, general order and disordered infantry: the printed value, and what cuts it."""
    cards = table.setting.cards
    factors = []
    if printed.increments - piece.lost <= cards.count("low_infantry_increments"):
        cut = cards.factor("infantry_at_one_increment")
        factors.append(Factor(cut, "one increment left", "P12.2"))
    if piece.cohesion is Cohesions.DISORDER:
        factors.append(_disordered(cards))
    factors.append(infantry_weather(table, printed.side, at))
    clause = "P16.66" if stance(table, piece).formation is Forms.GENERAL else "PR-62"
    return made(piece, at, printed.fire, "printed value", clause, factors)


def _disordered(cards: Deck) -> Factor:
    return Factor(cards.factor("disordered_fire"), "disordered", "P30.2")


@rule("P13.9", "P16.27", "P24.3", "P25.5", "PR-178")
def _line(table: Table, printed: Printed, piece: Piece, at: Hex) -> FireShare:
    """A line fires the uppermost increments of the hex, four at most."""
    most = table.setting.cards.count("line_fires")
    firing = uppermost(table, piece, at, most)
    base = musketry(firing, most, printed.line_multiple)
    reason = f"{firing} increments in line x{printed.line_multiple}"
    return made(piece, at, base, reason, "P24.3", [infantry_weather(table, printed.side, at)])


@rule("P19.11", "P19.12", "P19.15", "P24.4")
def _skirmishers(table: Table, printed: Printed, piece: Piece, at: Hex, range_: int) -> FireShare:
    """Skirmishers fire three increments from a hex, and less at a distance."""
    cards = table.setting.cards
    most = cards.count("skirmish_per_hex")
    firing = uppermost(table, piece, at, most)
    multiple = printed.skirmish_multiple or printed.line_multiple
    factors = [
        Factor(skirmish_distance(cards, printed, range_), f"at {range_} hexes", "P19.13"),
        infantry_weather(table, printed.side, at),
    ]
    base = musketry(firing, most, multiple)
    return made(piece, at, base, f"{firing} skirmishers x{multiple}", "P19.15", factors)


def has_musketry(table: Table, piece: Piece, at: Hex) -> bool:
    """Has a line, or have skirmishers, anything to fire with from a hex, before it is cut?"""
    printed, cards = table.setting.roster[piece.id], table.setting.cards
    if piece.formation is Forms.LINE:
        most, multiple = cards.count("line_fires"), printed.line_multiple
    else:
        most = cards.count("skirmish_per_hex")
        multiple = printed.skirmish_multiple or printed.line_multiple
    return bool(multiple) and uppermost(table, piece, at, most) > 0


def uppermost(table: Table, piece: Piece, at: Hex, most: int) -> int:
    """How many of the unit's increments are among the top ones of their formation in the hex."""
    for unit in table.stack(at):
        if unit == piece.id:
            break
        above = table.pieces[unit]
        if above.formation is piece.formation and above.cohesion is Cohesions.GOOD:
            most -= share_in(table, above, at)
    return max(0, min(most, share_in(table, piece, at)))


@rule("P16.48", "P16.49", "P16.50", "P25.7", "PR-38")
def _square(
    table: Table, printed: Printed, piece: Piece, range_: int, with_guns: bool
) -> FireShare:
    """A third of the square into each hex; all of it at horse that stands in its own hex."""
    cards, at = table.setting.cards, piece.hexes[0]
    firing = printed.increments - piece.lost
    if with_guns:
        cap = int(table.setting.options.get("carre_gun_cap", CARRE_GUN_CAP))
        firing = uppermost(table, piece, at, cap)
    name, clause = (
        ("square_share", "P16.48") if range_ else ("square_with_cavalry_inside", "P16.50")
    )
    base = square_fire(firing, cards.factor(name), printed.square_multiple)
    reason = f"{firing} increments in square x{printed.square_multiple} x{cards.factor(name)}"
    return made(piece, at, base, reason, clause, [infantry_weather(table, printed.side, at)])


BANDS: Final = {"short": "P26.1", "medium": "P26.2", "long": "P26.3"}
"""The clause of each band of range."""


@rule("P12.4", "P16.51", "P16.52", "P26.1", "P26.2", "P26.3", "P30.18", "PR-38")
def _battery(table: Table, printed: Printed, piece: Piece, at: Hex, range_: int) -> FireShare:
    """Guns fire by range and strength left; in a square a third, or double at horse inside it."""
    cards = table.setting.cards
    assert printed.battery is not None
    left = printed.increments - piece.lost
    band = cards.range_band(max(range_, 1))
    base = battery_fire(cards, printed.battery, range_, printed.increments, printed.increments)
    factors = [
        Factor(Fraction(left, printed.increments), "guns left", "P12.4"),
        Factor(artillery_fire(table, printed.side), "weather", "P46.1"),
    ]
    if stance(table, piece).formation is Forms.SQUARE:
        if range_:
            factors.append(Factor(cards.factor("guns_in_square"), "guns in square", "P16.52"))
        else:
            inside = cards.factor("guns_in_square_cavalry_inside")
            factors.append(Factor(inside, "horse inside the square", "P16.51"))
    if piece.cohesion is Cohesions.DISORDER:
        factors.append(_disordered(cards))
    share = made(piece, at, base, f"guns at {band} range", BANDS[band], factors)
    if piece.cohesion is not Cohesions.DISORDER:
        return share
    least = Fraction(cards.count("artillery_least"))  # P30.18: disordered guns keep at least this
    return msgspec.structs.replace(share, value=max(share.value, least))


@rule("P12.6", "P20.11", "PR-148")
def _mounted(table: Table, printed: Printed, piece: Piece, at: Hex) -> FireShare:
    """Mounted skirmishers fire their whole skirmish value, whichever hex it comes from."""
    cards = table.setting.cards
    factors = [Factor(weather(table, printed.side).skirmish_fire, "weather", "P46.2")]
    if is_spent(cards, piece.lost, printed.increments):
        factors.append(Factor(cards.factor("spent_cavalry"), "three quarters lost", "P12.6"))
    return made(piece, at, printed.skirmish_fire, "mounted skirmishers", "P20.11", factors)
