"""One unit's fate after a melee: reading the matrix and suffering what it says (rule 34).

The fate of the attackers is read in the row of the top defender; every defender reads his own row;
guns with infantry share the infantry's.
"""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.kernel import Call, Done, Flow, Item, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.command.leader_escape import after_loss
from grognard.systems.bataille.events.facts import FormationChanged, LostIncrements, Removed
from grognard.systems.bataille.fire.losses import close_ranks
from grognard.systems.bataille.melee.giving_way import disorder_in_place
from grognard.systems.bataille.melee.melee import attacking_side, guns_with_foot, units_against
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.melee.taking_part import (
    TakePrisoner,
    attackers_in_order,
    defending_top,
)
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.morale.retreat import Disorder, GiveGround, Rout
from grognard.systems.bataille.morale.retreat_move import Retreat
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import MatrixEffect
from grognard.systems.premier.events import BrokeSquare, FateRead
from grognard.systems.premier.morale.step_back import StepBack

BLANK: Final = "blank"
STANDOFF: Final = (2, 7, 11)
"""Codes of a blank that are only steps back, which a table may leave out (PR-159)."""

OCCASION: Final = "melee-check"


class Fate(msgspec.Struct, frozen=True):
    """What the matrix says becomes of one unit, and the hex it suffers it in.

    ``guns`` share it; ``ignored`` cavalry does not turn it into a rout; ``exempt`` comrades do
    not check as the unit passes, because the result is theirs as well (PR-75).
    """

    unit: UnitId
    at: Hex
    code: int
    deed: str
    back: int = 0
    zone_loss: int = 0
    loss: int = 0
    check: int | None = None
    failure: str = ""
    guns: tuple[UnitId, ...] = ()
    ignored: tuple[UnitId, ...] = ()
    exempt: tuple[UnitId, ...] = ()
    stays_disordered: bool = False


# --- reading the matrix


@rule("P14.23", "P14.30", "P30.17", "P34.1", "P35.15", "PR-141", "PR-147")
def matrix_row(table: Table, unit: UnitId) -> str:
    """The row of the matrix for a defender, such as "infantry/good" or "limbered/rout"."""
    piece, arm = table.pieces[unit], table.printed(unit).arm
    kind = arm.value
    if arm is Arm.ARTILLERY:
        unlimbered = piece.formation is Formation.UNLIMBERED
        kind = "unlimbered" if unlimbered else "limbered"  # on the road too
    elif piece.formation is Formation.SQUARE and piece.cohesion is Cohesion.GOOD:
        kind = "square"
    return f"{kind}/{piece.cohesion.value}"


def effect_on(table: Table, unit: UnitId, kind: str) -> tuple[int, MatrixEffect]:
    cards = table.setting.cards
    code = cards.matrix_code(matrix_row(table, unit), kind)
    return code, cards.matrix_effect(code)


@rule("P34.2", "PR-159")
def is_left_out(table: Table, kind: str, code: int) -> bool:
    off = table.setting.options.get("standoff_step") == "off"
    return off and kind == BLANK and code in STANDOFF


@rule("P16.59", "P34.2", "P34.3", "P34.4", "P35.14", "PR-93", "PR-161")
def attacker_fates(table: Table, melee: Melee, kind: str) -> tuple[Fate, ...]:
    """What becomes of every attacker, by the row of the top defender."""
    top = defending_top(table, melee)
    if top is None:
        return ()
    code, effect = effect_on(table, top, kind)
    if is_left_out(table, kind, code):
        return ()
    fates = []
    for unit, at in attackers_in_order(table, melee):
        horse = table.printed(unit).arm is Arm.CAVALRY
        deed = effect.cavalry if horse else effect.infantry
        back = effect.cavalry_back if horse else effect.infantry_back
        # Code 14's increment for each attacking hex is that of the first hex left (P14.24).
        loss = max(effect.zone_loss, effect.attacker_loss)
        if deed != "stay":
            fates.append(Fate(unit, at, code, deed, back or 0, loss))
    return tuple(fates)


@rule("P16.56", "P19.22", "P32.10", "P34.3", "P34.4", "P34.5", "PR-128", "PR-144", "PR-160")
def defender_fates(table: Table, melee: Melee, kind: str) -> tuple[Fate, ...]:
    """What becomes of every defender, each by his own row; guns go with their infantry."""
    side = attacking_side(table, melee)
    guns = waiting = guns_with_foot(table, melee.target, side)
    on_top = tuple(u for u in melee.attackers if melee.target in table.pieces[u].hexes)
    fates = []
    for unit in units_against(table, melee.target, side):
        code, effect = effect_on(table, unit, kind)
        if unit in guns or is_left_out(table, kind, code):
            continue
        fate = _defender_fate(table, unit, melee.target, code, effect)
        if fate is None:
            continue
        if table.printed(unit).arm is Arm.INFANTRY and waiting:
            fate, waiting = msgspec.structs.replace(fate, guns=waiting), ()
        fates.append(msgspec.structs.replace(fate, ignored=on_top))
    return tuple(fates)


@rule("PR-147")
def _defender_fate(
    table: Table, unit: UnitId, at: Hex, code: int, effect: MatrixEffect
) -> Fate | None:
    """The fate of one defender; where the matrix has disorder for the disordered, it is no worse."""
    if effect.defender == "stay" and effect.defender_check is None:
        return None
    return Fate(
        unit,
        at,
        code,
        effect.defender,
        effect.defender_back or 0,
        effect.zone_loss,
        effect.defender_loss,
        effect.defender_check,
        effect.defender_failure or "",
        stays_disordered=table.pieces[unit].cohesion is Cohesion.DISORDER,
    )


# --- one unit's fate


class SufferFate(Procedure, tag=True):
    """P34: one unit takes what the matrix gives it."""

    fate: Fate

    @step("P34.6", "P34.7")
    def pay(self, table: Table) -> Flow:
        fate = self.fate
        if fate.unit not in table.pieces:
            return Done()
        table.record(FateRead(fate.unit, fate.code, fate.deed))
        if fate.loss:
            table.record(LostIncrements(fate.unit, fate.loss, "melee", "P14.23"))
            close_ranks(table, fate.unit)
        return None if fate.unit in table.pieces else Done()

    @step("P14.24", "P14.29", "P34.3", "P34.4", "P34.5", "PR-67", "PR-73", "PR-74", "PR-158")
    def suffer(self, table: Table) -> Flow:
        fate = self.fate
        guns, ignored = fate.guns, fate.ignored
        match fate.deed:
            case "disorder" if fate.stays_disordered:
                retreat = Retreat(fate.unit, "melee", exempt=fate.exempt, ignored=ignored)
                return Call(retreat, then="over")
            case "disorder":
                way = Disorder(fate.unit, "melee", fate.at, guns=guns, ignored=ignored)
                way.exempt = fate.exempt
                return Call(way, then="over")
            case "rout":
                loss = max(1, fate.zone_loss)
                rout = Rout(fate.unit, "melee", fate.at, loss_per_hex=loss, guns=guns)
                rout.exempt = fate.exempt
                return Call(rout, then="over")
            case "surrender":
                return Call(TakePrisoner((fate.unit, *guns)), then="over")
            case "eliminated":
                hexes = table.pieces[fate.unit].hexes
                table.record(Removed(fate.unit, "destroyed"))
                after_loss(table, fate.unit, hexes)
                return Done()
            case _:
                return None

    @step("P34.2", "PR-159", "PR-160", "PR-161")
    def go_in_order(self, table: Table) -> Flow:
        fate = self.fate
        if fate.deed == "step_back":
            return Call(StepBackWithGuns(fate.unit, fate.back, fate.guns))
        if fate.deed == "fall_back":
            loss = max(1, fate.zone_loss)  # P34.7: leaving the field costs at least an increment
            return Call(GiveGround(fate.unit, fate.back, loss, fate.exempt))
        if fate.deed == "disorder_in_place":
            disorder_in_place(table, fate.unit, fate.at)
        return None

    @step("P31.10", "PR-159")
    def check(self, table: Table) -> Flow:
        fate = self.fate
        if fate.check is None or fate.unit not in table.pieces:
            return Done()
        items = (Item(fate.check, "after the melee", "P34.1"),) if fate.check else ()
        return Call(CheckMorale(fate.unit, OCCASION, items))

    @step("P34.2", "PR-159", "PR-161")
    def checked(self, table: Table, passed: bool) -> Flow:
        if passed:
            return Done()
        if self.fate.failure == "rout":
            return Call(Rout(self.fate.unit, "rules"))
        table.record(BrokeSquare(self.fate.unit, table.pieces[self.fate.unit].facing))
        return Done()

    @step("P34.1")
    def over(self, table: Table) -> Flow:
        return Done()


class StepBackWithGuns(Procedure, tag=True):
    """PR-159: a step back in a stand-off; guns with the infantry limber up and follow it."""

    unit: UnitId
    hexes_count: int
    guns: tuple[UnitId, ...] = ()

    @step("P34.2", "PR-159")
    def step_back(self, table: Table) -> Flow:
        return Call(StepBack(self.unit, self.hexes_count))

    @step("PR-128", "PR-159")
    def bring_guns(self, table: Table, moved: bool) -> Flow:
        return None if moved else Done()

    @step("PR-128", "PR-159")
    def next_gun(self, table: Table) -> Flow:
        if not self.guns:
            return Done()
        gun, self.guns = self.guns[0], self.guns[1:]
        piece = table.pieces[gun]
        if piece.formation is Formation.UNLIMBERED:
            limbered = Formation.LIMBERED
            table.record(FormationChanged(gun, limbered, piece.facing, piece.hexes))
        return Call(StepBack(gun, self.hexes_count), then="next_gun")
