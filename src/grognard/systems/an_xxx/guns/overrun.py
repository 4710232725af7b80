"""Guns lost in an assault or to a charge, spiked or not, and crewed again (X18.4, X18.12)."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Procedure, Roll, rule, step
from grognard.systems.an_xxx.events.guns import GunsCrewed, GunsOverrun, ThingPlaced
from grognard.systems.an_xxx.guns.ammunition import shots_left
from grognard.systems.an_xxx.guns.things import DESTROYED, SPIKED, Lying, lying_guns
from grognard.systems.bataille.command.leader_escape import after_loss
from grognard.systems.bataille.pieces import Arm, UnitId
from grognard.systems.bataille.table import Table

INFANTRY = "infantry"
CAVALRY = "cavalry"
UNCOUNTED = -1


class LoseGuns(Procedure, tag=True):
    """X18.4, X18.12: unlimbered guns that would have to go are lost; one die each says whether they
    are spiked. ``by`` is the arm that took them. Unspiked guns stay where they were."""

    guns: tuple[UnitId, ...]
    by: str = INFANTRY

    @step("X18.4", "X18.12.1", "X18.12.2")
    def throw(self, table: Table) -> Flow:
        self.guns = tuple(gun for gun in self.guns if gun in table.pieces)
        return Roll("d6", "spike-guns", self.guns[0]) if self.guns else Done()

    @step("X18.12.1", "X18.12.2", "X18.12.3")
    def lose(self, table: Table, dice: tuple[int, ...]) -> Flow:
        gun, self.guns = self.guns[0], self.guns[1:]
        piece = table.pieces[gun]
        spiked = table.setting.cards.spiked[dice[0], self.by]
        shots = shots_left(table, gun)
        lying = Lying(piece.at, piece.lost, UNCOUNTED if shots is None else shots)
        fate = SPIKED if spiked else str(lying)
        table.record(GunsOverrun(gun, piece.at, dice[0], spiked, fate))
        after_loss(table, gun, piece.hexes)
        return Goto("throw")


class LyingGuns(Procedure, tag=True):
    """X18.12.3: in a side's reorganise phase, who has been alone with guns since the last one crews
    them again if they are his, and does away with them if they are not."""

    side: str

    @step("X18.12.3")
    def look(self, table: Table) -> Flow:
        for gun, lying in list(lying_guns(table.removed)):
            if lying.watched == self.side and self._is_alone(table, lying):
                self._end(table, gun, lying)
                if gun in table.pieces:
                    return Call(table.setting.reglement.settle(lying.at, (gun,)), then="look")
            elif self._is_alone(table, lying) and not lying.watched:
                table.record(ThingPlaced(gun, str(_watched(lying, self.side))))
            elif lying.watched == self.side:
                table.record(ThingPlaced(gun, str(_watched(lying, ""))))
        return Done()

    @rule("X18.12.3")
    def _is_alone(self, table: Table, lying: Lying) -> bool:
        """Infantry of the side in the hex and no enemy next to it."""
        units = table.stack(lying.at)
        foot = any(
            table.side_of(unit) == self.side and table.printed(unit).arm is Arm.INFANTRY
            for unit in units
        )
        return foot and not table.is_near((lying.at,), 1, table.setting.enemy(self.side))

    def _end(self, table: Table, gun: UnitId, lying: Lying) -> None:
        printed = table.printed(gun)
        left = printed.increments - lying.lost
        crewed = -int(-left * table.setting.cards.shares["crewed_again"] // 1)
        if printed.side != self.side:
            table.record(ThingPlaced(gun, DESTROYED))
        else:
            shots = lying.shots // 2 if lying.shots > 0 else lying.shots
            facing = table.pieces[table.stack(lying.at)[0]].facing
            table.record(GunsCrewed(gun, lying.at, facing, printed.increments - crewed, shots))


def _watched(lying: Lying, side: str) -> Lying:
    return Lying(lying.at, lying.lost, lying.shots, side)
