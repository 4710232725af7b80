"""The règlement of Premier: what it does where the editions of La Bataille differ."""

from __future__ import annotations

from grognard.kernel import Procedure
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.horse.charge_end import charge_ended
from grognard.systems.bataille.horse.contacts import make_contact
from grognard.systems.bataille.horse.gallop import Gallop
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.reglement import Reglement
from grognard.systems.premier.horse.caught import caught
from grognard.systems.premier.horse.charge_guns import ChargeGuns
from grognard.systems.premier.horse.contact import Contact
from grognard.systems.premier.horse.square_attempt import SquareAttempt
from grognard.systems.premier.melee.melee_factors import FACTORS
from grognard.systems.premier.morale.settle import SettleStack
from grognard.systems.premier.movement.closing import closing
from grognard.systems.premier.sequence import PlayerSequence


def _contact(gallop: Gallop, target: UnitId, at: Hex, there: Hex, run: bool) -> Procedure:
    return Contact(gallop.units, target, at, there, min(gallop.points), run)


REGLEMENT = Reglement(
    player_sequence=PlayerSequence,
    settle=SettleStack,
    extra_leg=closing,
    melee=FACTORS,
    contact=_contact,
    guns_met=ChargeGuns,
    square=SquareAttempt,
    charge_ended=charge_ended,
    caught=caught,
    met=make_contact,
)
