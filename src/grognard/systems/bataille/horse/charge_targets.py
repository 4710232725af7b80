"""What a charge may be aimed at, and the naming of targets (rules 37 and 38).

Weather and light set the frame of a charge; ground is open to it or closed; every enemy that comes
within two hexes and in sight is either the target or passed by, and at most one target stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

import msgspec

from grognard.kernel import Ask, Done, Flow, Goto, Judged, Procedure, Reason, rule, step
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, Side, distance, name, side_towards, within
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.command.leaders import has_cavalry_bonus, is_fit
from grognard.systems.bataille.events.charge import TargetDeclared
from grognard.systems.bataille.events.facts import Marked
from grognard.systems.bataille.fire.fire import COSSACK_LIMITS
from grognard.systems.bataille.fire.sight import sees
from grognard.systems.bataille.fronts import side_class
from grognard.systems.bataille.horse.charge_actions import Decline, Target
from grognard.systems.bataille.marks import BALKED, DARED, DECLINED, REACTING
from grognard.systems.bataille.movement.terrain import features
from grognard.systems.bataille.pieces import Arms, Cohesions, Forms, LeaderId, Readiness, UnitId
from grognard.systems.bataille.table import Table

# --- weather and light


class Conditions(msgspec.Struct, frozen=True):
    """What weather and light make of charges: allowed at all, points, squares."""

    charges: bool
    movement: int
    bonus: int
    square_from: int


@rule("P37.3", "P38.9", "P46.1")
def conditions(table: Table) -> Conditions:
    """The figures of the turn; a battle whose weather is not on the cards charges as usual."""
    return table.of_turn("conditions", lambda: _conditions(table))


def _conditions(table: Table) -> Conditions:
    cards, sky = table.setting.cards, weather.under(table)
    bonus = cards.count("charge_bonus")
    if sky in cards.lights:
        light = cards.light(sky)
        return Conditions(light.charges, light.cavalry_movement, bonus, light.carre_from)
    if sky in cards.weathers:
        wet = cards.weather(sky)
        return Conditions(wet.charges, wet.horse_movement, wet.charge_bonus, wet.carre_from)
    return Conditions(True, 0, bonus, cards.count("carre_from"))


# --- who may charge


@rule("P37.2", "P20.12", "P36.5", "P36.8", "P46.1")
def may_charge(table: Table, unit: UnitId) -> Reason | None:
    """Why a unit cannot make a Charge a Cheval now; None if it can."""
    piece, printed = table.pieces[unit], table.printed(unit)
    if printed.arm is not Arms.CAVALRY:
        return Reason(f"{printed.name} is not cavalry", "P37.1")
    if piece.cohesion is not Cohesions.GOOD:
        return Reason(f"{printed.name} is not in good order", "P37.2")
    if piece.readiness is Readiness.EXHAUSTED:
        return Reason(f"{printed.name} is exhausted", "P36.8")
    if piece.readiness is Readiness.TIRED:
        return Reason(f"{printed.name} is tired", "P37.2")
    if piece.formation is Forms.SKIRMISH:
        return Reason("mounted skirmishers do not charge", "P20.12")
    if piece.formation is Forms.ROAD:
        return Reason(f"{printed.name} is in Road March", "P37.2")
    if not conditions(table).charges:
        return Reason("nobody charges in this weather or light", "P46.1")
    return None


# --- leaders of horse


@rule("P37.5", "PR-165")
def cavalry_leader(table: Table, at: Hex, nation: str = "", side: str = "") -> LeaderId | None:
    """A leader with a cavalry bonus in the hex, of this nation and side where one is named."""
    for leader, where in sorted(table.leaders.items()):
        printed = table.setting.leaders[leader]
        if where != at or nation not in ("", printed.nation) or side not in ("", printed.side):
            continue
        if has_cavalry_bonus(table, leader) and is_fit(table, leader):
            return leader
    return None


# --- ground and troops


@rule("P37.9", "P32.9", "PR-114")
def closed(table: Table, at: Hex, side: Side) -> Reason | None:
    """Why a charge may not cross this hexside into the next hex; None where it is open."""
    ground, cards = table.setting.ground, table.setting.cards
    there = ground.around[at][side]
    if not there:
        return Reason("the map ends there", "P37.9")
    if cards.terrain(ground.terrain[there]).charge == "no":
        return Reason(f"{name(there)} is closed to charges", "P37.9")
    for feature in features(ground, at, side):
        if not cards.hexside(feature).allows_charge:
            return Reason(f"a charge cannot cross the {feature.replace('_', ' ')}", "P37.9")
    return None


@lru_cache(maxsize=64)
def _known_open(ground: Ground, cards: Deck) -> dict[tuple[Hex, Side], bool]:
    """Which hexsides of a map are open to charges; filled as they are asked for."""
    return {}


def is_open(table: Table, at: Hex, side: Side) -> bool:
    """May a charge cross this hexside, as ``closed`` has it? Worked out once for a map."""
    known = _known_open(table.setting.ground, table.setting.cards)
    found = known.get((at, side))
    if found is None:
        found = known[at, side] = closed(table, at, side) is None
    return found


@rule("P37.9", "PR-114")
def is_sheltered(table: Table, unit: UnitId) -> bool:
    """Does the unit stand wholly on ground that is closed to charges?"""
    ground, cards = table.setting.ground, table.setting.cards
    hexes = table.pieces[unit].hexes
    return all(cards.terrain(ground.terrain[at]).charge == "no" for at in hexes)


def are_limited(table: Table, units: Sequence[UnitId]) -> bool:
    """Are there Cossacks among the units, in a battle where they do not dare everything?"""
    if COSSACK_LIMITS not in table.setting.special:
        return False
    return any("cossack" in table.printed(unit).traits for unit in units)


@rule("P46.1")
def is_bold(table: Table, units: Sequence[UnitId], foe: UnitId, from_hex: Hex) -> bool:
    """Is this more than Cossacks usually dare: steady infantry, or the muzzles of guns?

    ``from_hex`` is the hex from which they strike.
    """
    if not are_limited(table, units):
        return False
    piece, arm = table.pieces[foe], table.printed(foe).arm
    if arm is Arms.INFANTRY:
        return piece.cohesion is Cohesions.GOOD and piece.formation is not Forms.SKIRMISH
    if piece.formation is not Forms.UNLIMBERED:
        return False
    side = side_towards(piece.at, from_hex)
    return side is not None and side_class(table, foe, piece.at, side) == "front"


def dares(table: Table, units: Sequence[UnitId], foe: UnitId, from_hex: Hex) -> bool:
    """Will the units charge this enemy from that hex? Cossacks do the bold thing only once."""
    if not is_bold(table, units, foe, from_hex):
        return True
    return not any(DARED in table.pieces[unit].marks for unit in units)


# --- declarations


def stack_of(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """The unit and its comrades in its hexes: a charge has them all for its target, or none."""
    side = table.side_of(unit)
    found = [unit]
    for at in table.pieces[unit].hexes:
        for other in table.stack(at):
            if other not in found and table.side_of(other) == side:
                found.append(other)
    return tuple(found)


@rule("P38.11", "P38.12", "PR-104")
def due(table: Table, units: Sequence[UnitId], target: UnitId) -> tuple[UnitId, ...]:
    """The enemies now within two hexes and in sight, about whom nothing has been said.

    It takes the charger's eyes, not theirs. Of each stack the top unit stands for all.
    """
    lead = units[0]
    piece, side = table.pieces[lead], table.side_of(lead)
    far = table.setting.cards.count("declare_target_at")
    settled = stack_of(table, target) if target in table.pieces else ()
    found: list[UnitId] = []
    for origin in piece.hexes:
        for there in within(origin, far):
            if there not in table.stacks:
                continue
            top = _top_enemy(table, there, side)
            if top is None or top in found or top in settled or is_declined(table, units, top):
                continue
            if _comes_to_meet_it(table, top):
                continue
            if there == origin or sees(table, lead, origin, there).clear:
                found.append(top)
    return tuple(found)


def _comes_to_meet_it(table: Table, unit: UnitId) -> bool:
    """Is the unit on a reaction charge? Then touching it is contact, declared or not (P39.14)."""
    return any(mark.startswith(REACTING) for mark in table.pieces[unit].marks)


def _top_enemy(table: Table, at: Hex, side: str) -> UnitId | None:
    foes = [unit for unit in table.stacks.get(at, ()) if table.side_of(unit) != side]
    return foes[0] if foes else None


@rule("P38.13")
def is_declined(table: Table, units: Sequence[UnitId], foe: UnitId) -> bool:
    """Did this cavalry pass the enemy by in this player turn?"""
    mark = DECLINED + foe
    return any(mark in table.pieces[unit].marks for unit in units)


@rule("P38.13", "P46.1")
def may_assault(table: Table, unit: UnitId, target: Hex) -> Reason | None:
    """Why its charge bars a unit from assaulting a hex: it passed them by, or would not charge."""
    marks, printed = table.pieces[unit].marks, table.printed(unit)
    if BALKED in marks:
        return Reason(f"{printed.name} would not charge and does not attack", "P46.1")
    for foe in table.stack(target):
        if DECLINED + foe in marks:
            return Reason(f"{printed.name} passed {table.printed(foe).name} by", "P38.13")
    return None


def pass_by(table: Table, units: Sequence[UnitId], foe: UnitId) -> None:
    """Remember on each charger that the enemy and his stack are not to be attacked."""
    for unit in units:
        for other in stack_of(table, foe):
            if DECLINED + other not in table.pieces[unit].marks:
                table.record(Marked(unit, DECLINED + other))


@rule("P38.11", "PR-104", "PR-114")
def may_be_target(table: Table, units: Sequence[UnitId], foe: UnitId) -> bool:
    """May the enemy be declared? Not on closed ground, nor where Cossacks will not go again."""
    if is_sheltered(table, foe):
        return False
    if table.printed(foe).arm is Arms.ARTILLERY:
        return True  # it depends on the side from which they come
    return dares(table, units, foe, table.pieces[units[0]].at)


class Declarations(Procedure, tag=True):
    """P38.11: for each enemy that has come near: is he the target? Result: the target, or "".

    While a target stands, everybody else is passed by without a question.
    """

    units: tuple[UnitId, ...]
    target: UnitId = ""
    foe: UnitId = ""

    @step("P38.11", "P38.12", "P38.13", "PR-104", "PR-114")
    def look(self, table: Table) -> Flow:
        for foe in due(table, self.units, self.target):
            if not self.target and may_be_target(table, self.units, foe):
                self.foe = foe
                return None
            pass_by(table, self.units, foe)
        return Done(self.target)

    @step("P38.11")
    def ask(self, table: Table) -> Flow:
        choices = [Decline(self.foe), Target(self.foe)]
        options = Judged(partial(self._against, table), choices, Decline, Target, sifted=True)
        return Ask(table.side_of(self.units[0]), options, "declare-target")

    @step("P38.11", "P38.13")
    def hear(self, table: Table, answer: Target | Decline) -> Flow:
        if isinstance(answer, Target):
            self.target = answer.unit
            table.record(TargetDeclared(self.units, answer.unit))
        else:
            pass_by(table, self.units, answer.unit)
        return Goto("look")

    @rule("P38.11", "P38.13")
    def _against(self, table: Table, order: Target | Decline) -> Reason | None:
        """It is said of one enemy after the other, and never twice."""
        if order.unit == self.foe:
            return None
        if order.unit in table.pieces and is_declined(table, self.units, order.unit):
            return Reason(f"{table.printed(order.unit).name} was passed by", "P38.13")
        return Reason(f"it is {table.printed(self.foe).name} of whom it must be said", "P38.11")


def apart(table: Table, one: UnitId, other: UnitId) -> int:
    """How many hexes lie from one unit to another, at the nearest."""
    return min(
        distance(at, there) for at in table.pieces[one].hexes for there in table.pieces[other].hexes
    )
