"""The règlement of An XXX: what it does where the editions of La Bataille differ."""

from __future__ import annotations

from grognard.kernel import Reason
from grognard.systems.an_xxx import fire
from grognard.systems.an_xxx.assault.assaulting import ORDER
from grognard.systems.an_xxx.assault.closing import note_fire_offered
from grognard.systems.an_xxx.assault.declare import duty, order_begun
from grognard.systems.an_xxx.assault.factors import FACTORS
from grognard.systems.an_xxx.companies import COMPANIES
from grognard.systems.an_xxx.drill import DRILL, stays_down
from grognard.systems.an_xxx.guns.ammunition import out_of_ammunition, take_wagons
from grognard.systems.an_xxx.guns.burning import burning
from grognard.systems.an_xxx.guns.howitzers import has_lobbed
from grognard.systems.an_xxx.guns.ricochet import after_fire
from grognard.systems.an_xxx.guns.things import lone_wagons
from grognard.systems.an_xxx.horse.caught import caught
from grognard.systems.an_xxx.horse.contact import Pursued, contact
from grognard.systems.an_xxx.horse.figures import charge_zone, counter_rows, reaction_reach
from grognard.systems.an_xxx.horse.grand import led
from grognard.systems.an_xxx.horse.square import RallyingSquare
from grognard.systems.an_xxx.horse.windows import ChargeWindows, ride_opens
from grognard.systems.an_xxx.marks import JUST_CAME
from grognard.systems.an_xxx.morale.retreat import horse_disorders, pays_zones, rout_hexes
from grognard.systems.an_xxx.morale.rows import ROWS, passers, weighed
from grognard.systems.an_xxx.morale.violation import Violation
from grognard.systems.an_xxx.movement import allowance, every_other, mover
from grognard.systems.an_xxx.rulebook import read_concordance
from grognard.systems.an_xxx.sequence import PlayerSequence
from grognard.systems.bataille.actions import Assault, Drill
from grognard.systems.bataille.horse.charge_end import charge_ended
from grognard.systems.bataille.horse.contacts import make_contact
from grognard.systems.bataille.morale.morale import LEADER
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.reglement import Reglement
from grognard.systems.bataille.table import Table


def bound(table: Table, hand: InHand) -> Reason | None:
    """What keeps a unit from other orders: it lies down, or it is bound to assault."""
    if not table.pieces[hand.unit].marks:
        return None
    return stays_down(table, hand) or duty(table, hand)


REGLEMENT = Reglement(
    concordance=read_concordance(),
    player_sequence=PlayerSequence,
    segments=(
        "declaration",
        "charge",
        "movement",
        "defensive-fire",
        "offensive-fire",
        "assault",
        "recovery",
    ),
    charge_zone=charge_zone,
    reaction_reach=reaction_reach,
    counter_rows=counter_rows,
    ride_opens=ride_opens,
    ride_windows=ChargeWindows,
    contact=contact,
    square=RallyingSquare,
    squares_from=frozenset({"column", "line", "road"}),
    charge_ended=charge_ended,
    caught=caught,
    met=make_contact,
    pursued=Pursued,
    shared_hex=frozenset({"charge", "movement", "assault"}),
    rows={**ROWS, LEADER: led},
    weighed=weighed,
    passers=passers,
    settle=Violation,
    horse_disorders=horse_disorders,
    loss_may_help=False,
    rout_hexes=rout_hexes,
    pays_zones=pays_zones,
    allowance=allowance,
    mover=mover,
    arriving=(JUST_CAME,),
    entered=take_wagons,
    halts_upon_squares=False,
    every_other=every_other,
    companies=COMPANIES,
    squares_march=True,
    closed=burning,
    dice_thrown=fire.dice_thrown,
    after_fire=after_fire,
    fire_times=fire.FIRE_TIMES,
    shares=fire.SHARES,
    silences=(fire.in_a_pair, fire.lying_down, out_of_ammunition, has_lobbed),
    shift=fire.adjacent_shift,
    spared=(fire.spares_the_prone, fire.spares_wagons),
    bare_targets=lone_wagons,
    fire_offered=note_fire_offered,
    defence_rows=(fire.prone_rows,),
    fire_checks=fire.fire_checks,
    orders={Assault: ORDER, Drill: DRILL},
    duty=bound,
    order_begun=order_begun,
    melee=FACTORS,
)
