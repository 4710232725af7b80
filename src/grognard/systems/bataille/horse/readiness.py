"""The breath of the horses: what tires cavalry, and how it rests (rule 36).

Fatigue is a marker with the side in whose sequence it arose and the turn. Beside it lies what the
unit has done since, so that everybody can see when the complete turn of rest ends and whether it
will count. Fire and movement never tire horses; they only spoil their rest (PR-155).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.kernel import Done, Flow, Procedure, rule, step
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.events.horse import Fatigued, HorsesRested, RestBegan, RestBroken
from grognard.systems.bataille.marks import (
    CHARGED,
    CONTACT,
    DECLINED,
    FATIGUE,
    FELL_BACK,
    FELL_BACK_HORSE,
    FIRED_FIRST,
    FOUGHT,
    MOVED_HALF,
    MOVED_MORE,
    OPP_CHARGED,
    REACTED,
    REST,
    RUN,
    STOOD,
    TRIED_OPPCHARGE,
    TRIED_REACTION,
    TRIED_SQUARE,
    UNRECALLED,
)
from grognard.systems.bataille.pieces import Arms, Cohesions, Piece, Readiness, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table

LEVELS: Final = (Readiness.FRESH, Readiness.TIRED, Readiness.EXHAUSTED)

PASSING: Final = (
    CHARGED,
    RUN,
    STOOD,
    UNRECALLED,
    REACTED,
    OPP_CHARGED,
    TRIED_REACTION,
    TRIED_OPPCHARGE,
    TRIED_SQUARE,
    FIRED_FIRST,
)
"""Markers of charges that are lifted when the player-sequence ends."""


def is_horse(table: Table, unit: UnitId) -> bool:
    return table.printed(unit).arm is Arms.CAVALRY


# --- losing readiness


@rule("P36.10", "PR-96")
def may_spare(table: Table, unit: UnitId) -> bool:
    """May the unit hold back and fight with a third?

    Routed cavalry has nothing left to hold back. Cavalry that charged or reacted may not, unless
    the table says so; an opportunity charge may.
    """
    piece = table.pieces[unit]
    if piece.cohesion is not Cohesions.GOOD:
        return False
    if table.setting.options.get("one_third_in_charge") == "on":
        return True
    return CHARGED not in piece.marks and REACTED not in piece.marks


@rule("P36.3", "P36.6", "PR-94")
def tired(readiness: Readiness) -> Readiness:
    """One level down.

    >>> tired(Readiness.FRESH), tired(Readiness.TIRED)
    (<Readiness.TIRED: 'tired'>, <Readiness.EXHAUSTED: 'exhausted'>)
    """
    return Readiness.TIRED if readiness is Readiness.FRESH else Readiness.EXHAUSTED


@rule("P36.3", "P36.6", "P36.10", "P39.18", "P40.15", "PR-94", "PR-96", "PR-126")
def readiness_after_melee(table: Table, unit: UnitId, *, spared: bool) -> Readiness:
    """What a melee leaves of a cavalry unit's wind.

    A charge or a reaction followed by melee exhausts, and so does an opportunity charge unless
    it spared its horses: then it is tired. Any other melee costs one level, or none if spared.
    """
    piece, card = table.pieces[unit], table.setting.cards.keyed("charge", "readiness")
    if OPP_CHARGED in piece.marks:
        row = "opportunity_charge_sparing" if spared else "opportunity_charge"
        return worse(piece.readiness, Readiness(str(card.cell(row))))
    if spared:
        return piece.readiness
    if CHARGED in piece.marks or REACTED in piece.marks:
        return worse(piece.readiness, Readiness(str(card.cell("charge_and_melee"))))
    return tired(piece.readiness)


def worse(one: Readiness, other: Readiness) -> Readiness:
    """The lower of two levels: nobody becomes fresher by fighting."""
    return LEVELS[max(LEVELS.index(one), LEVELS.index(other))]


@rule("P36.3", "P36.6", "P36.10", "P36.15", "PR-94", "PR-98")
def after_melee(table: Table, unit: UnitId, *, spared: bool = False) -> None:
    """The melee is over: cavalry is tired by it, or at least has not rested."""
    if unit not in table.pieces or not is_horse(table, unit):
        return
    before, charged = table.pieces[unit].readiness, OPP_CHARGED in table.pieces[unit].marks
    now = readiness_after_melee(table, unit, spared=spared)
    if not spared or now is not before or charged:
        table.record(Fatigued(unit, now))
    else:
        note(table, unit, FOUGHT)


@rule("P36.6", "P39.16", "P40.22", "PR-113", "PR-122", "PR-126")
def fatigue(table: Table, unit: UnitId, to: Readiness) -> None:
    """A charge leaves a unit tired, or exhausted; whoever is worse off already stays so."""
    if unit in table.pieces and is_horse(table, unit):
        table.record(Fatigued(unit, worse(table.pieces[unit].readiness, to)))


class Fatigue(Procedure, tag=True):
    """P36.3: the same as ``fatigue``, for those who call it."""

    unit: UnitId
    to: Readiness

    @step("P36.3", "P36.6")
    def tire(self, table: Table) -> Flow:
        fatigue(table, self.unit, self.to)
        return Done()


# --- what spoils the rest


@rule("PR-155")
def note(table: Table, unit: UnitId, mark: str) -> None:
    """Remember something that tired cavalry did; fresh cavalry has nothing to recover."""
    piece = table.pieces.get(unit)
    if piece is None or piece.readiness is Readiness.FRESH or mark in piece.marks:
        return
    table.record(Marked(unit, mark))


@rule("P36.14", "P36.18", "PR-98")
def note_march(table: Table, unit: UnitId, spent: int) -> None:
    """Tired cavalry has spent so many half points in its movement segment."""
    if spent > 0 and unit in table.pieces and is_horse(table, unit):
        half = HALVES * table.printed(unit).movement // 2
        note(table, unit, MOVED_MORE if spent > half else MOVED_HALF)


@rule("P36.19", "P36.23", "PR-98")
def note_fall_back(table: Table, unit: UnitId, foes: Sequence[UnitId]) -> None:
    """Tired cavalry retreated before combat from these enemies."""
    if is_horse(table, unit):
        note(table, unit, FELL_BACK)
        if any(is_horse(table, foe) for foe in foes):
            note(table, unit, FELL_BACK_HORSE)


# --- recovering it


@rule("P36.24", "PR-97")
def fatigue_of(table: Table, unit: UnitId) -> tuple[str, int]:
    """Side and turn of the last fatigue; whoever began the battle tired counts from before it."""
    found = [
        (int(turn), table.setting.index(side), side)
        for mark in table.pieces[unit].marks
        if mark.startswith(FATIGUE)
        for side, _, turn in [mark.removeprefix(FATIGUE).rpartition(":")]
    ]
    if not found:
        return table.side_of(unit), 0
    turn, _, side = max(found)
    return side, turn


def _rest(piece: Piece, since: str) -> int | None:
    """The increments a unit had lost when this rest began; None if it has not been noted."""
    for mark in piece.marks:
        if mark.startswith(f"{REST}{since}:"):
            return int(mark.rpartition(":")[2])
    return None


@rule("P36.12", "P36.13", "P36.17", "P36.21", "PR-97")
def is_due(table: Table, unit: UnitId, side: str) -> bool:
    """Has the unit's complete turn of rest come round in this side's recovery segment?

    It has at the point of the turn at which it tired, one full turn later; or, where the table
    says so, in the next recovery segment of its own side.
    """
    since, turn = fatigue_of(table, unit)
    if table.setting.options.get("readiness_clock") == "own_segment":
        return table.side_of(unit) == side and (since, turn) != (side, table.turn)
    return since == side and turn < table.turn


@rule("P36.14", "P36.15", "P36.16", "P36.18", "P36.19", "P36.20", "P36.22", "P36.23", "PR-98")
def levels_rested(table: Table, unit: UnitId) -> tuple[int, tuple[str, ...]]:
    """How many levels a unit's rest has earned, and what stands against more."""
    piece = table.pieces[unit]
    side, turn = fatigue_of(table, unit)
    lost = _rest(piece, f"{side}:{turn}")
    spoilt = [word for mark, word in _SPOILS.items() if mark in piece.marks]
    if lost is not None and piece.lost > lost:
        spoilt.append("lost increments")
    if spoilt:
        return 0, tuple(spoilt)
    eased = [word for mark, word in _EASES.items() if mark in piece.marks]
    return (1, tuple(eased)) if eased else (2, ())


_SPOILS = {
    FOUGHT: "fought",
    MOVED_MORE: "moved more than half",
    FELL_BACK_HORSE: "retreated before cavalry",
}
_EASES = {MOVED_HALF: "moved", FELL_BACK: "retreated before combat"}


class ReadinessRecovery(Procedure, tag=True):
    """P36.13: at the end of a recovery segment the cavalry of both sides whose turn of rest is over.

    Cavalry that tired in this very sequence begins its rest here, if nobody noted it before.
    """

    side: str

    @step("P36.13", "P36.17", "P36.21", "P36.22", "P36.23", "PR-97", "PR-98", "PR-99")
    def rest(self, table: Table) -> Flow:
        for unit in table.setting.roster:
            piece = table.pieces.get(unit)
            if piece is None or piece.cohesion is not Cohesions.GOOD or not is_horse(table, unit):
                continue
            if piece.readiness is Readiness.FRESH:
                continue
            if is_due(table, unit, self.side):
                self._recover(table, unit)
            elif fatigue_of(table, unit) == (self.side, table.turn):
                since = f"{self.side}:{table.turn}"
                if _rest(piece, since) is None:
                    table.record(RestBegan(unit, since))
        return Done()

    def _recover(self, table: Table, unit: UnitId) -> None:
        levels, reasons = levels_rested(table, unit)
        if not levels:
            side, turn = fatigue_of(table, unit)
            table.record(RestBroken(unit, f"{side}:{turn}", reasons))
            return
        place = LEVELS.index(table.pieces[unit].readiness)
        table.record(HorsesRested(unit, LEVELS[max(0, place - levels)]))


# --- the end of a player-sequence


@rule("P39.16", "P40.15", "PR-122", "PR-126")
def close_sequence(table: Table) -> None:
    """Reactions and opportunity charges that came to no melee have tired the horses all the same.

    Then the markers of charges are lifted.
    """
    now = (table.phasing, table.turn)
    for unit in table.setting.roster:
        piece = table.pieces.get(unit)
        if piece is None:
            continue
        rode = REACTED in piece.marks or OPP_CHARGED in piece.marks
        if rode and (piece.readiness is Readiness.FRESH or fatigue_of(table, unit) != now):
            fatigue(table, unit, Readiness.TIRED)
        for mark in table.pieces[unit].marks:
            if mark in PASSING or mark.startswith((CONTACT, DECLINED)):
                table.record(Unmarked(unit, mark))
