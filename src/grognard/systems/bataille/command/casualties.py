"""Leaders as casualties: whom it strikes, how badly, who checks, who comes back (rule 7).

The dice of a fire attack or a melee, as thrown, decide whether a leader is struck; fire and melee
call ``LeaderCasualty`` then. Those about him check once the result of the same dice stands:
``LossOfLeader``.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec

from grognard.kernel import (
    Action,
    Ask,
    Call,
    Done,
    Draw,
    Flow,
    Goto,
    Item,
    Judged,
    Procedure,
    Reason,
    Roll,
    rule,
    step,
)
from grognard.mechanics.d66 import D66
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.command.leaders import command_of, leaders_in
from grognard.systems.bataille.events.leaders import (
    GRAZED,
    LOSS,
    WOUNDED,
    LeaderCaptured,
    LeaderGrazed,
    LeaderHit,
    LeaderKilled,
    LeaderPicked,
    LeaderReturned,
    LeaderSteadied,
    LeaderStunned,
    LeaderWounded,
)
from grognard.systems.bataille.morale.checks import Checks
from grognard.systems.bataille.ownership import not_ours
from grognard.systems.bataille.pieces import Cohesion, LeaderId, UnitId
from grognard.systems.bataille.table import Table

FIRE: Final = "fire"
MELEE: Final = "melee"
"""By what a leader is struck."""

FACES: Final = 6
OCCASION: Final = "leader"


class Fallen(msgspec.Struct, frozen=True):
    """A leader who was struck, the hex he was in, and his men there, who saw it."""

    leader: LeaderId
    side: str
    at: Hex
    witnesses: tuple[UnitId, ...] = ()


# --- what strikes a leader


@rule("P7.5", "P7.6", "P7.9", "PR-13")
def struck_by_fire(table: Table, target: Hex, side: str, dice: D66) -> LeaderCasualty | None:
    """The casualty among a side's leaders in a hex fired on, by the dice as thrown.

    Opportunity fire is no different from any other.
    """
    if not table.setting.cards.fire_leader_hit(dice.rung) or not leaders_in(table, target, side):
        return None
    return LeaderCasualty(target, FIRE, side, check=False)


@rule("P7.5", "P7.7", "P7.8", "P7.9", "P7.24", "PR-12")
def struck_in_melee(
    table: Table,
    target: Hex,
    side: str,
    dice: D66,
    *,
    attacker: LeaderId = "",
    defender: LeaderId = "",
) -> LeaderCasualty | None:
    """The casualty in a melee, by the dice as thrown; ``side`` attacks.

    ``attacker`` and ``defender`` are the leaders whose bonus was applied. Only such a one leads
    an attack; with the defender it is enough to be there.
    """
    whose = table.setting.cards.melee_leader_hit(dice.rung)
    enemy = table.setting.enemy(side)
    if whose == "attacker" and attacker in table.leaders:
        return LeaderCasualty(table.leaders[attacker], MELEE, side, used=attacker, check=False)
    if whose == "defender" and leaders_in(table, target, enemy):
        return LeaderCasualty(target, MELEE, enemy, used=defender, check=False)
    return None


# --- the casualty


class LeaderCasualty(Procedure, tag=True):
    """P7.10: a leader of ``side`` in a hex is struck by fire or in melee.

    ``used`` is the leader whose bonus was applied to the roll. With ``check`` the units of the
    hex check at once; otherwise the caller sees to it. Result: who fell, or None where nobody
    has to check for it.
    """

    at: Hex
    by: str
    side: str
    used: LeaderId = ""
    check: bool = True
    rest: tuple[LeaderId, ...] = ()
    leader: LeaderId = ""
    hours_dice: int = 0

    @step("P7.6", "P7.8", "P7.23")
    def look_who(self, table: Table) -> Flow:
        self.rest = leaders_in(table, self.at, self.side)
        if not self.rest:
            return Done(None)
        if len(self.rest) == 1:
            self.leader = self.rest[0]
            return Goto("throw")
        return None if self.used in self.rest else Goto("draw")

    @step("P7.23")
    def throw_for_the_used(self, table: Table) -> Flow:
        return Roll("d6", "leader-pick", self.used)

    @step("P7.23", "PR-12")
    def used_or_not(self, table: Table, dice: tuple[int, ...]) -> Flow:
        (die,) = dice
        self.rest = tuple(leader for leader in self.rest if leader != self.used)
        if die <= FACES * table.setting.cards.factor("used_in_combat"):
            return self._pick(table, self.used, die)
        return self._pick(table, self.rest[0], die) if len(self.rest) == 1 else None

    @step("P7.23")
    def draw(self, table: Table) -> Flow:
        return Draw(self.rest, "leader-pick")

    @step("P7.23")
    def drawn(self, table: Table, leader: LeaderId) -> Flow:
        return self._pick(table, leader, 0)

    @step("P7.10")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "leader-casualty", self.leader)

    @step("P7.10", "P7.11", "P7.12", "P7.13", "P7.14", "P7.15", "P7.16", "PR-15")
    def look_up(self, table: Table, dice: tuple[int, ...]) -> Flow:
        (die,) = dice
        card = table.setting.cards.leader_casualty(die)
        again = card.again_if_by_fire and self.by == FIRE
        table.record(LeaderHit(self.leader, self.at, self.by, die, card.wound, again))
        if again:
            return Goto("throw")
        if card.turns_dice:
            return Goto("throw_for_turns")
        if card.fate == "absent":
            self.hours_dice = card.hours_dice
            return None
        if card.fate == "dead":
            table.record(LeaderKilled(self.leader, self.at))
        elif card.fate == "captured":
            table.record(LeaderCaptured(self.leader, self.at, MELEE))
        else:
            return self._graze(table)
        return Goto("shake")

    @step("P7.13", "P7.14")
    def throw_for_hours(self, table: Table) -> Flow:
        return Roll("d6" if self.hours_dice == 1 else "2d6", "leader-hours", self.leader)

    @step("P7.13", "P7.14", "PR-164")
    def carried_off(self, table: Table, dice: tuple[int, ...]) -> Flow:
        hours = sum(dice)
        until = back_on_turn(table, hours)
        table.record(LeaderWounded(self.leader, self.at, dice, hours, until))
        return None

    @step("P7.17", "P31.9", "PR-14", "PR-15")
    def shake(self, table: Table) -> Flow:
        fallen = self._fallen(table)
        return Call(LossOfLeader(fallen), then="over") if self.check else Done(fallen)

    @step("P7.17")
    def over(self, table: Table) -> Flow:
        return Done(self._fallen(table))

    @step("P7.10")
    def throw_for_turns(self, table: Table) -> Flow:
        """An edition may have a wound that costs turns and not hours."""
        return Roll("d6", "leader-turns", self.leader)

    @step("P7.10", "PR-164")
    def stunned(self, table: Table, dice: tuple[int, ...]) -> Flow:
        (turns,) = dice
        table.record(LeaderStunned(self.leader, self.at, turns, table.turn + turns + 1))
        return Goto("shake")

    def _fallen(self, table: Table) -> Fallen:
        here = table.stack(self.at)
        witnesses = tuple(unit for unit in here if table.side_of(unit) == self.side)
        return Fallen(self.leader, self.side, self.at, witnesses)

    def _pick(self, table: Table, leader: LeaderId, die: int) -> Flow:
        self.leader = leader
        table.record(LeaderPicked(leader, self.at, die))
        return Goto("throw")

    @rule("P7.16", "PR-14")
    def _graze(self, table: Table) -> Flow:
        """A flesh wound costs no time; whether his men check for it is the table's choice."""
        if table.setting.options.get("flesh_wound_check", "on") == "off":
            return Done(None)
        table.record(LeaderGrazed(self.leader, self.at))
        return Goto("shake")


@rule("P3.1", "P7.13", "P7.14", "PR-164")
def back_on_turn(table: Table, hours: int) -> int:
    """The first turn that begins after the hours have run out, counted from the turn in progress."""
    per_hour: int = table.setting.cards.count("turns_per_hour")
    return table.turn + hours * per_hour + 1


class LossOfLeader(Procedure, tag=True):
    """P7.17, P31.9: the units in the hex of a fallen leader check, his morale bonus taken off.

    They check wherever the result of the same dice has driven them; who has routed is past it.
    A bonus below nothing is taken off, too, and helps (PR-14). One who was only grazed does not
    hearten them in this check; after it he is himself again.
    """

    fallen: Fallen

    @step("P7.17", "P31.9", "PR-14", "PR-15")
    def check(self, table: Table) -> Flow:
        printed = table.setting.leaders[self.fallen.leader]
        units = tuple(
            unit
            for unit in self.fallen.witnesses
            if unit in table.pieces and table.pieces[unit].cohesion is not Cohesion.ROUT
        )
        harms = printed.morale > 0 or (printed.morale and table.setting.reglement.loss_may_help)
        items = (Item(-printed.morale, f"{printed.name} struck", LOSS),) if harms else ()
        return Call(Checks(units, OCCASION, items, at=self.fallen.at)) if units else None

    @step("P7.16")
    def steady(self, table: Table) -> Flow:
        if table.removed.get(self.fallen.leader) == GRAZED:
            table.record(LeaderSteadied(self.fallen.leader))
        return Done()


# --- coming back


@rule("P7.13", "P7.14", "PR-164")
def returning_leaders(table: Table) -> tuple[LeaderId, ...]:
    """The wounded whose hours have run out by this turn, by id."""
    return tuple(
        leader
        for leader, fate in sorted(table.removed.items())
        if fate.startswith(WOUNDED) and int(fate.removeprefix(WOUNDED)) <= table.turn
    )


class LeadersReturn(Procedure, tag=True):
    """PR-164: at the start of a turn the healed come back, each on a unit of his command.

    The owner chooses the unit; a leader who finds none waits.
    """

    waiting: tuple[LeaderId, ...] = ()
    looked: bool = False

    @step("P7.13", "P7.14", "PR-164")
    def look(self, table: Table) -> Flow:
        if not self.looked:
            self.waiting, self.looked = returning_leaders(table), True
        while self.waiting:
            units = command_of(table, self.waiting[0])
            if len(units) > 1:
                return None
            if units:
                table.record(LeaderReturned(self.waiting[0], units[0]))
            self.waiting = self.waiting[1:]
        return Done()

    @step("PR-164")
    def ask(self, table: Table) -> Flow:
        leader = self.waiting[0]
        picks = map(Pick, sorted(command_of(table, leader)))
        options = Judged(partial(self._against, table), picks, Pick, sifted=True)
        return Ask(table.setting.leaders[leader].side, options, "leader-returns")

    def _against(self, table: Table, order: Pick) -> Reason | None:
        leader = table.setting.leaders[self.waiting[0]]
        if order.choice in command_of(table, leader.id):
            return None
        barred = not_ours(table, order.choice, leader.side, "PR-164")
        return barred or Reason(f"it is not of the command of {leader.name}", "PR-164")

    @step("PR-164")
    def come_back(self, table: Table, choice: Action) -> Flow:
        assert isinstance(choice, Pick)
        leader, self.waiting = self.waiting[0], self.waiting[1:]
        table.record(LeaderReturned(leader, choice.choice))
        return Goto("look")
