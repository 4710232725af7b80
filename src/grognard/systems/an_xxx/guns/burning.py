"""Burning houses (X18.15.5, X18.15.7): how a fire starts, whom it drives out, how it goes on.

A burning hex is written among the fates, ``fire:0405``. Houses bar sight whether they burn or not.
"""

from __future__ import annotations

from typing import Final

from grognard.kernel import Call, Done, Flow, Goto, Procedure, Roll, rule, step
from grognard.mechanics.d66 import D66
from grognard.mechanics.hexes import Hex, name, parse_hex
from grognard.systems.an_xxx.events.guns import HexBurntOut, HexCaughtFire
from grognard.systems.an_xxx.guns.things import FIRE
from grognard.systems.an_xxx.guns.weather import is_wet
from grognard.systems.an_xxx.morale.rows import EventChecks
from grognard.systems.bataille.command.leader_escape import after_loss
from grognard.systems.bataille.events.facts import Removed
from grognard.systems.bataille.fire.fire import FireAttack
from grognard.systems.bataille.morale.overstack import displace, room_for
from grognard.systems.bataille.table import Table

HOWITZERS: Final = "howitzers"
"""The kind of fire that is given with shells."""

HOUSES: Final = ("village", "town")
OCCASION: Final = "burning"
NOWHERE: Final[frozenset[Hex]] = frozenset()


@rule("X18.15.7")
def burning(table: Table) -> frozenset[Hex]:
    """The hexes that burn; nobody enters them."""
    if not table.removed:
        return NOWHERE
    found: frozenset[Hex] | None = table.cache.get("burning")  # asked for every step of a march
    if found is None:
        fires = [thing for thing in table.removed if thing.startswith(FIRE)]
        found = frozenset([parse_hex(fire.removeprefix(FIRE)) for fire in fires])
        table.cache["burning"] = found
    return found


@rule("X18.15.5", "X18.15.7")
def note_fire(table: Table, fire: FireAttack, dice: D66) -> None:
    """Shells in a village or town set it on fire, by the dice as thrown; not in the rain."""
    if fire.kind != HOWITZERS or dice.rung not in table.setting.cards.natural["fire_in_houses"]:
        return
    if table.setting.ground.terrain[fire.target] in HOUSES and not is_wet(table):
        light(table, fire.target)


def light(table: Table, at: Hex) -> None:
    if at not in burning(table):
        table.record(HexCaughtFire(at))


class DriveOut(Procedure, tag=True):
    """X18.15.7: the units of a burning hex check, and whoever is still there goes back a hex."""

    at: Hex

    @step("X18.15.7")
    def check(self, table: Table) -> Flow:
        units = table.stack(self.at)
        return Call(EventChecks(units, OCCASION, at=self.at)) if units else Done()

    @step("X18.15.7")
    def leave(self, table: Table) -> Flow:
        units = table.stack(self.at)
        if not units:
            return Done()
        to = room_for(table, units[0], self.at)
        if to is not None:
            displace(table, units[0], self.at, to)
        else:
            hexes = table.pieces[units[0]].hexes
            table.record(Removed(units[0], "destroyed"))
            after_loss(table, units[0], hexes)
        return Goto("leave")


class Fires(Procedure, tag=True):
    """X18.15.7: in a reorganise phase every fire rolls: it spreads, goes on or burns out. One that
    was lit in this phase waits for the next."""

    waiting: tuple[Hex, ...] = ()
    begun: bool = False

    @step("X18.15.7")
    def throw(self, table: Table) -> Flow:
        if not self.begun:
            self.waiting, self.begun = tuple(sorted(burning(table))), True
        return Roll("d6", "fire-spreads", name(self.waiting[0])) if self.waiting else Done()

    @step("X18.15.7")
    def go_on(self, table: Table, dice: tuple[int, ...]) -> Flow:
        at, self.waiting = self.waiting[0], self.waiting[1:]
        becomes = table.setting.cards.burning[dice[0]]
        if becomes == "burns_out":
            table.record(HexBurntOut(at))
        to = _next_house(table, at) if becomes == "spreads" else 0
        if to:
            light(table, to)
            return Call(DriveOut(to), then="throw")
        return Goto("throw")


def _next_house(table: Table, at: Hex) -> Hex:
    """The adjacent hex of houses to which a fire spreads: the lowest that does not burn yet."""
    ground = table.setting.ground
    found = [
        there
        for there in ground.around[at]
        if there and ground.terrain[there] in HOUSES and there not in burning(table)
    ]
    return min(found, default=0)
