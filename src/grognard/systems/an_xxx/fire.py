"""Fire in An XXX, what differs (rules 12 and 15): shares, kinds of fire, prone targets, First Fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from grognard.kernel import Item, Procedure, Reason, rule
from grognard.mechanics.d66 import D66
from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx.guns.ammunition import RICOCHET, spend, still_there
from grognard.systems.an_xxx.guns.burning import HOWITZERS, note_fire
from grognard.systems.an_xxx.guns.caisson import note_caisson
from grognard.systems.an_xxx.guns.howitzers import howitzer_factor
from grognard.systems.an_xxx.guns.ricochet import ricochet_factor
from grognard.systems.an_xxx.marks import ASSAULTED, CLOSED, FIRST_FIRED, PRONE
from grognard.systems.an_xxx.morale.rows import EventChecks, lost_now
from grognard.systems.bataille.events.facts import Marked
from grognard.systems.bataille.factors import Factor
from grognard.systems.bataille.fire.fire import CHECK, FireAttack
from grognard.systems.bataille.fire.firepower import (
    FireShare,
    infantry_weather,
    made,
    musketry,
    total,
    uppermost,
)
from grognard.systems.bataille.fire.firing import OPPORTUNITY
from grognard.systems.bataille.fire.sight import weather
from grognard.systems.bataille.pieces import Arm, Formation, Piece, Printed, UnitId
from grognard.systems.bataille.table import Table

VOLLEY: Final = "volley"
"""The kind of fire that is given within an assault or against a charge."""

AT_HORSE: Final = "square-volley"
"""The same from a square at horse, where a table lets it fire undivided."""

GENERAL: Final = ("defensive-fire", "offensive-fire")
"""The segments in which everybody fires who is in no assault."""


# --- kinds of fire


@rule("X15.6.1")
def _opportunity(table: Table) -> Factor:
    return Factor(table.setting.cards.factor("opportunity"), "opportunity fire", "X15.6.1")


@rule("X15.8")
def _volley(table: Table) -> Factor:
    return Factor(table.setting.cards.factor("assault_volley"), "volley at close quarters", "X15.8")


@rule("X12.9.8")
def _undivided(table: Table) -> Factor:
    """Where a table has it so, a square fires all it has at horse, and does not double it."""
    return Factor(1 / table.setting.cards.factor("square_share"), "undivided at horse", "X12.9.8")


FIRE_TIMES: Final = {
    OPPORTUNITY: _opportunity,
    VOLLEY: _volley,
    AT_HORSE: _undivided,
    RICOCHET: ricochet_factor,
    HOWITZERS: howitzer_factor,
}


# --- what formations bring


@rule("X15.3.1", "X15.3.2")
def multiple_of(table: Table, piece: Piece, multiple: Fraction) -> Fraction:
    """One more for the first volley of the battle, where the table plays with it."""
    if table.setting.options.get("first_fire") == "on" and FIRST_FIRED not in piece.marks:
        more: int = table.setting.cards.row("fire", "first_fire")
        return multiple + more
    return multiple


@rule("X12.6.5.1", "X18.5.2")
def line_share(table: Table, printed: Printed, piece: Piece, at: Hex) -> FireShare:
    """A line fires four increments a hex, less the increments of guns that stand there."""
    most = max(0, table.setting.cards.count("line_fires") - _guns_in(table, printed, at))
    firing, multiple = (
        uppermost(table, piece, at, most),
        multiple_of(table, piece, printed.line_multiple),
    )
    base = musketry(firing, most, multiple)
    reason = f"{firing} increments in line x{multiple}"
    return made(piece, at, base, reason, "X12.6.5.1", [infantry_weather(table, printed.side, at)])


def _guns_in(table: Table, printed: Printed, at: Hex) -> int:
    return sum(
        table.strength(unit)
        for unit in table.stack(at)
        if table.printed(unit).arm is Arm.ARTILLERY and table.side_of(unit) == printed.side
    )


@rule("X12.9.6", "X12.9.8")
def square_share(table: Table, printed: Printed, piece: Piece, at: Hex) -> FireShare:
    """Nine increments at most, a third of them into each hex, also at horse within the square."""
    cards = table.setting.cards
    firing = uppermost(table, piece, at, cards.row("fire", "square_fires"))
    multiple, share = (
        multiple_of(table, piece, printed.square_multiple),
        cards.factor("square_share"),
    )
    reason = f"{firing} increments in square x{multiple} x{share}"
    base = firing * multiple * share
    return made(piece, at, base, reason, "X12.9.6", [infantry_weather(table, printed.side, at)])


@rule("X12.10.8", "X17.2.2")
def mounted_share(table: Table, printed: Printed, piece: Piece, at: Hex) -> FireShare:
    """The printed skirmish value, one less for every three increments lost."""
    lost = piece.lost // table.setting.cards.row("fire", "lost_for_one")
    base = max(Fraction(0), printed.skirmish_fire - lost)
    factors = [Factor(weather(table, printed.side).skirmish_fire, "weather", "P46.2")]
    return made(piece, at, base, "mounted skirmishers", "X12.10.8", factors)


SHARES: Final = {
    Formation.LINE: line_share,
    Formation.SQUARE: square_share,
    "mounted": mounted_share,
}


@rule("X18.8", "X18.8.1")
def adjacent_shift(table: Table, shares: Sequence[FireShare], shift: int) -> int:
    """Guns next to their target shift the whole attack; a table may want them to be half of it."""
    if table.setting.options.get("adjacent_guns_share") != "half":
        return shift
    guns = [share for share in shares if table.printed(share.unit).battery is not None]
    return shift if 2 * total(guns) >= total(shares) else 0


# --- silence, and the prone


@rule("X2.4")
def in_a_pair(table: Table, unit: UnitId, at: Hex) -> Reason | None:
    """Closers and their targets keep their fire for the assault."""
    marks = table.pieces[unit].marks
    if table.segment in GENERAL and (CLOSED in marks or ASSAULTED in marks):
        return Reason("it is in an assault and keeps its fire for it", "X2.4")
    return None


@rule("X12.13.8")
def lying_down(table: Table, unit: UnitId, at: Hex) -> Reason | None:
    if PRONE in table.pieces[unit].marks:
        return Reason("it lies down and does not fire", "X12.13.8")
    return None


@rule("X12.13.6.2")
def spares_the_prone(table: Table, unit: UnitId, target: Hex) -> Reason | None:
    """Only skirmishers and guns hit those who lie down."""
    if not all_prone(table, target, table.side_of(unit)):
        return None
    loose = table.pieces[unit].formation is Formation.SKIRMISH
    if loose or table.printed(unit).arm is Arm.ARTILLERY:
        return None
    return Reason("only skirmishers and guns fire at those who lie down", "X12.13.6.2")


@rule("X18.14.5")
def spares_wagons(table: Table, unit: UnitId, target: Hex) -> Reason | None:
    """Only guns fire at a wagon that stands alone."""
    if target in table.stacks or table.printed(unit).arm is Arm.ARTILLERY:
        return None
    return Reason("only guns fire at a wagon that stands alone", "X18.14.5")


def all_prone(table: Table, at: Hex, side: str) -> bool:
    """Do all enemies of this side in the hex lie down?"""
    foes = [unit for unit in table.stack(at) if table.side_of(unit) != side]
    return bool(foes) and all(PRONE in table.pieces[unit].marks for unit in foes)


@rule("X12.13.6.1")
def prone_rows(table: Table, target: Hex, units: Sequence[UnitId]) -> Iterator[Item]:
    """Those who lie down are harder to hit; it follows the top unit, as the defence does."""
    if PRONE in table.pieces[units[0]].marks:
        yield Item(table.setting.cards.row("fire", "prone_defence"), "lying down", "X12.13.6.1")


# --- dice and checks


@rule("X15.3.2", "X18.14.4", "X18.6.1")
def dice_thrown(table: Table, fire: FireAttack, dice: D66) -> None:
    """What the dice of a fire call for before its losses: shots are counted, first volleys noted,
    caissons hit."""
    spend(table, fire)
    note_caisson(table, fire, dice)
    note_fire(table, fire, dice)
    if table.setting.options.get("first_fire") == "on":
        for unit in still_there(table, fire):
            piece = table.pieces[unit]
            if piece.formation in WITH_MULTIPLE and FIRST_FIRED not in piece.marks:
                if table.printed(unit).arm is Arm.INFANTRY:
                    table.record(Marked(unit, FIRST_FIRED))


WITH_MULTIPLE: Final = (Formation.LINE, Formation.SQUARE, Formation.SKIRMISH)
"""Formations that fire with a multiple."""


@rule("X15.10", "X17.3.4")
def fire_checks(fire: FireAttack, due: tuple[UnitId, ...]) -> Procedure:
    """As in the base book; half of a battalion lost at one fire weighs on its check."""
    return FireChecks(due, CHECK, at=fire.target, lost=fire.losses)


class FireChecks(EventChecks, tag=True):
    """The checks after a fire: ``lost`` are its losses, which are one event."""

    lost: tuple[tuple[UnitId, int], ...] = ()

    def _example(self, table: Table, unit: UnitId) -> tuple[Item, ...]:
        now = tuple(item for other, item in lost_now(table, self.lost) if other == unit)
        return (*now, *super()._example(table, unit))
