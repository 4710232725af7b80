"""The melee segment and the assault by melee, step by step (rules 32 and 33).

An assault runs from its declaration through the enemy's retreat, the checks of both sides, the
odds and the dice, to the advance and the breath of the horses. There is no fire in this segment
(P32.1): nothing here asks for any.
"""

from __future__ import annotations

from grognard.kernel import (
    Account,
    Action,
    Ask,
    Call,
    Choices,
    Done,
    Flow,
    Goto,
    Procedure,
    Roll,
    rule,
    step,
)
from grognard.mechanics.d66 import D66
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille.actions import Assault, Pick
from grognard.systems.bataille.command.casualties import Fallen, LossOfLeader, struck_in_melee
from grognard.systems.bataille.command.leaders import MELEE, UseLeader
from grognard.systems.bataille.events.facts import Unmarked
from grognard.systems.bataille.events.melee import AssaultDeclared, MeleeFought
from grognard.systems.bataille.horse.readiness import after_melee, is_horse, may_spare
from grognard.systems.bataille.marks import COMMITTED, RUN, committed_to
from grognard.systems.bataille.melee.advance import AdvanceAfterMelee
from grognard.systems.bataille.melee.assault_options import AssaultOptions
from grognard.systems.bataille.melee.leaving_square import (
    LeaveSquare,
    is_square,
    may_stay,
    riders_upon,
)
from grognard.systems.bataille.melee.melee import (
    attack_leaders,
    attack_strength,
    defence_leaders,
    defence_strength,
    defenders_of,
    units_against,
)
from grognard.systems.bataille.melee.melee_values import Melee, Odds
from grognard.systems.bataille.melee.retreat_before import RetreatBeforeMelee
from grognard.systems.bataille.melee.taking_part import present
from grognard.systems.bataille.pieces import Cohesion, LeaderId, UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import MeleeResult
from grognard.systems.premier.events import AssaultLapsed
from grognard.systems.premier.melee.melee_card import melee_account, melee_odds, routs_unrolled
from grognard.systems.premier.melee.melee_results import LOSS, MAY, MUST, STAY, ApplyResult
from grognard.systems.premier.melee.premelee import PreMeleeChecks

SPARE, SPEND = "spare", "spend"
"""Answers for a cavalry unit: fight with a third and keep its wind, or with all it has."""


class MeleeSegment(Procedure, tag=True):
    """P2.10, P33.1: compulsory assaults, then those the side declares, one at a time.

    ``compulsory`` assaults are handed in by charges; lines that closed up through a zone are
    bound by the mark they carry (P16.35), horse by the square it stands upon (P18.11).
    ``attacked`` units and ``struck`` hexes have had their turn; ``declared`` assaults wait where
    the table declares all of them first.
    """

    side: str
    compulsory: tuple[Assault, ...] = ()
    attacked: tuple[UnitId, ...] = ()
    struck: tuple[Hex, ...] = ()
    declared: tuple[Assault, ...] = ()
    bound: UnitId = ""
    target: Hex = 0

    @step("P2.10", "P32.8")
    def fight_compulsory(self, table: Table) -> Flow:
        if not self.compulsory:
            return None
        order, self.compulsory = self.compulsory[0], self.compulsory[1:]
        return self._fight(table, order, "fight_compulsory")

    @step("P16.35", "P18.11", "PR-26")
    def find_bound(self, table: Table) -> Flow:
        for unit in table.units_of(self.side):
            target = committed_to(table.pieces[unit].marks)
            if target is not None:
                mark = next(m for m in table.pieces[unit].marks if m.startswith(COMMITTED))
                table.record(Unmarked(unit, mark))
                self.bound, self.target = unit, target
                if self._bound_options(table).any_assault():
                    return None
                table.record(AssaultLapsed(target, (unit,)))
        for unit, target in riders_upon(table, self.side):
            if unit not in self.attacked and target not in self.struck:
                self.bound, self.target = unit, target
                if self._bound_options(table).any_assault():
                    return None
        return Goto("see_who_can")

    @step("P16.35")
    def ask_bound(self, table: Table) -> Flow:
        return Ask(self.side, self._bound_options(table), "compulsory-assault")

    @step("P16.35")
    def bound_declared(self, table: Table, order: Action) -> Flow:
        assert isinstance(order, Assault)
        return self._fight(table, order, "find_bound")

    @step("P32.8", "PR-83")
    def see_who_can(self, table: Table) -> Flow:
        if self._options(table).any_assault():
            return None
        return Goto("next_declared")

    @step("P32.1", "P32.8", "P33.1", "PR-83")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, self._options(table), "declare-assault")

    @step("P33.1", "PR-83")
    def assault_declared(self, table: Table, order: Action) -> Flow:
        if not isinstance(order, Assault):
            return Goto("next_declared")
        if table.setting.options.get("declare_all_first") == "on":
            self.declared = (*self.declared, order)
            self.attacked = (*self.attacked, *order.units)
            self.struck = (*self.struck, order.target)
            return Goto("see_who_can")
        return self._fight(table, order, "see_who_can")

    @step("PR-83")
    def next_declared(self, table: Table) -> Flow:
        if not self.declared:
            return None
        order, self.declared = self.declared[0], self.declared[1:]
        return self._fight(table, order, "next_declared")

    @step("P18.11", "PR-93")
    def clear_squares(self, table: Table) -> Flow:
        """Nobody stays upon a square that he could not fight."""
        for unit, at in riders_upon(table, self.side):
            rests = unit in self.attacked and may_stay(table) and is_square(table, at)
            if table.pieces[unit].cohesion is Cohesion.GOOD and not rests:
                return Call(LeaveSquare(unit), then="clear_squares")
        return Done()

    def _options(self, table: Table) -> AssaultOptions:
        return AssaultOptions(table, self.side, spent=self.attacked, struck=self.struck)

    def _bound_options(self, table: Table) -> AssaultOptions:
        return AssaultOptions(
            table, self.side, spent=self.attacked, bound=self.bound, target=self.target
        )

    @rule("P37.11", "PR-83", "PR-103")
    def _fight(self, table: Table, order: Assault, then: str) -> Flow:
        """Begin an assault with those who can still make it; nobody can: it lapses."""
        options = AssaultOptions(table, self.side)
        able = tuple(u for u in order.units if options.against(u, order.target) is None)
        self.attacked = (*self.attacked, *order.units)
        self.struck = (*self.struck, order.target)
        if not able:
            table.record(AssaultLapsed(order.target, order.units))
            return Goto(then)
        running = tuple(unit for unit in able if RUN in table.pieces[unit].marks)
        return Call(AssaultByMelee(self.side, order.target, able, running=running), then=then)


class AssaultByMelee(Procedure, tag=True):
    """P33: one hex is assaulted, from the declaration to the advance.

    ``follow_up``: made out of a hex that the enemy left (P29.10); then units in ``barred`` may
    not slip away again, and there is no further pursuit (PR-153). ``pinned``: nobody retreats
    before this melee. The last fields are what a charge brings to it.
    """

    side: str
    target: Hex
    attackers: tuple[UnitId, ...]
    follow_up: bool = False
    barred: tuple[UnitId, ...] = ()
    pinned: bool = False
    running: tuple[UnitId, ...] = ()
    unrecalled: tuple[UnitId, ...] = ()
    counter_charging: tuple[UnitId, ...] = ()
    waiting: tuple[UnitId, ...] = ()
    sparing: tuple[UnitId, ...] = ()
    horses: tuple[UnitId, ...] = ()
    exchanged: bool = False
    attack_leader: LeaderId = ""
    defence_leader: LeaderId = ""
    fallen: Fallen | None = None
    kind: str = ""
    losses: tuple[int, int] = (0, 0)
    checks: tuple[bool, bool] = (False, False)
    duty: str = STAY

    @step("P33.1")
    def declare(self, table: Table) -> Flow:
        table.record(AssaultDeclared(self.side, self.target, self.attackers, self.follow_up))
        return None

    @step("P29.1", "P33.2")
    def let_them_retreat(self, table: Table) -> Flow:
        if self.pinned:
            return Goto("check_morale")
        return Call(RetreatBeforeMelee(self.target, self.attackers, self.barred))

    @step("P29.10", "P33.3", "PR-153")
    def see_who_stayed(self, table: Table, gone: tuple[UnitId, ...]) -> Flow:
        self.barred = (*self.barred, *gone)
        if units_against(table, self.target, self.side):
            return Goto("check_morale")
        if self.follow_up:
            return Done()
        return Call(AdvanceAfterMelee(self.attackers, self.target, False))

    @step("P29.10", "PR-153")
    def entered(self, table: Table, entered: tuple[UnitId, ...]) -> Flow:
        self.attackers = entered
        return None if entered and self._pursuit(table).any_assault() else Done()

    @step("P29.10", "P29.11", "PR-153")
    def ask_pursuit(self, table: Table) -> Flow:
        return Ask(self.side, self._pursuit(table), "follow-up-assault")

    @step("P29.10", "P29.11", "P33.3", "PR-153")
    def pursue(self, table: Table, order: Action) -> Flow:
        if not isinstance(order, Assault):
            return Done()
        again = AssaultByMelee(self.side, order.target, order.units, True, self.barred)
        return Call(again, then="over")

    @step("P33.3", "P33.4", "P33.5", "P33.6")
    def check_morale(self, table: Table) -> Flow:
        return Call(PreMeleeChecks(self.target, self.attackers))

    @step("P32.6", "P33.10", "P33.11", "PR-85", "PR-90")
    def see_who_is_steady(self, table: Table, steady: tuple[UnitId, ...]) -> Flow:
        self.attackers = steady
        if not steady:
            return Done()
        if not units_against(table, self.target, self.side):
            return Call(AdvanceAfterMelee(steady, self.target, False), then="over")
        defenders = defenders_of(table, self.target, self.side)
        self.horses = tuple(u for u in (*steady, *defenders) if is_horse(table, u))
        self.waiting = tuple(u for u in self.horses if may_spare(table, u))
        return None

    @step("P36.10")
    def next_horse(self, table: Table) -> Flow:
        return None if self.waiting else Goto("see_who_leads")

    @step("P36.10", "PR-95")
    def ask_to_spare(self, table: Table) -> Flow:
        unit = self.waiting[0]
        options = Choices([Pick(SPARE), Pick(SPEND)], "P36.10")
        return Ask(table.side_of(unit), options, "spare-horses")

    @step("P36.10", "P36.11")
    def told_to_spare(self, table: Table, choice: Action) -> Flow:
        unit, self.waiting = self.waiting[0], self.waiting[1:]
        if choice == Pick(SPARE):
            self.sparing = (*self.sparing, unit)
        return Goto("next_horse")

    @step("P7.24", "PR-12")
    def see_who_leads(self, table: Table) -> Flow:
        able = attack_leaders(table, self._melee())
        return Call(UseLeader(self.side, able, MELEE, exposes=True))

    @step("P7.24", "PR-12")
    def attack_led(self, table: Table, leader: LeaderId) -> Flow:
        self.attack_leader = leader
        able = defence_leaders(table, self._melee())
        return Call(UseLeader(table.setting.enemy(self.side), able, MELEE))

    @step("P7.24")
    def defence_led(self, table: Table, leader: LeaderId) -> Flow:
        self.defence_leader = leader
        return None

    @step("P33.12", "PR-06", "PR-76")
    def form_odds(self, table: Table) -> Flow:
        if not routs_unrolled(table, self._odds(table), self._melee()):
            return None
        self._record(table, 0, 0, "AR", Account())
        return Call(ApplyResult(self._melee(), "AR"), then="mourn")

    @step("P33.13")
    def throw(self, table: Table) -> Flow:
        return Roll("d66", "melee", name(self.target))

    @step("P33.12", "P33.13", "PR-01", "PR-02")
    def resolve(self, table: Table, dice: tuple[int, ...]) -> Flow:
        odds = self._odds(table)
        account = melee_account(table, self._melee(), odds)
        thrown = D66.thrown(dice)
        modified = thrown + account.total
        result: MeleeResult = table.setting.cards.melee_result(odds.column, modified.rung)
        self._record(table, int(thrown), int(modified), result.printed, account)
        result = strengthened(table, self.target, result)
        self.exchanged, self.kind = result.kind == LOSS, result.kind
        self.losses = (result.attacker_loss, result.defender_loss)
        self.checks = (result.attacker_checks, result.defender_checks)
        return self._strike_leaders(table, thrown)

    @step("P7.7", "P7.8", "P33.13")
    def apply(self, table: Table, fallen: Fallen | None) -> Flow:
        """A leader may have been struck; the result of the same dice comes before his men check."""
        self.fallen = fallen
        return Call(ApplyResult(self._melee(), self.kind, self.losses, self.checks))

    @step("P7.17", "P31.9")
    def mourn(self, table: Table, duty: str) -> Flow:
        self.duty = duty
        return None if self.fallen is None else Call(LossOfLeader(self.fallen))

    @step("P33.14", "PR-90", "PR-159")
    def advance(self, table: Table) -> Flow:
        if units_against(table, self.target, self.side):
            return None
        duty = MAY if self.duty == STAY and self.fallen is not None else self.duty
        if duty == STAY:
            return None
        able = tuple(
            unit
            for unit in present(table, self.attackers)
            if table.pieces[unit].cohesion is not Cohesion.ROUT
        )
        return Call(AdvanceAfterMelee(able, self.target, duty == MUST), then="clear_square")

    @step("P16.59", "P18.11", "PR-93")
    def clear_square(self, table: Table) -> Flow:
        for unit in present(table, self.attackers):
            piece = table.pieces[unit]
            if self.target in piece.hexes and units_against(table, self.target, self.side):
                rests = self.exchanged and may_stay(table) and is_square(table, self.target)
                if piece.cohesion is Cohesion.GOOD and not rests:
                    return Call(LeaveSquare(unit), then="clear_square")
        return None

    @step("P36.3", "P36.6", "PR-94")
    def tire_horses(self, table: Table) -> Flow:
        for unit in self.horses:
            after_melee(table, unit, spared=unit in self.sparing)
        return None

    @step("P33.14")
    def over(self, table: Table) -> Flow:
        return Done()

    def _melee(self) -> Melee:
        return Melee(
            self.target,
            self.attackers,
            self.sparing,
            self.running,
            self.unrecalled,
            self.counter_charging,
            self.attack_leader,
            self.defence_leader,
        )

    @rule("P7.7", "P7.8", "P7.9", "PR-12")
    def _strike_leaders(self, table: Table, thrown: D66) -> Flow:
        casualty = struck_in_melee(
            table,
            self.target,
            self.side,
            thrown,
            attacker=self.attack_leader,
            defender=self.defence_leader,
        )
        return None if casualty is None else Call(casualty)

    def _pursuit(self, table: Table) -> AssaultOptions:
        return AssaultOptions(table, self.side, only=self.attackers, pursuit=True)

    def _odds(self, table: Table) -> Odds:
        attack = attack_strength(table, self._melee())
        defence = defence_strength(table, self._melee())
        return melee_odds(table.setting.cards, attack.total, defence.total)

    def _record(
        self, table: Table, thrown: int, modified: int, result: str, account: Account
    ) -> None:
        attack = attack_strength(table, self._melee())
        defence = defence_strength(table, self._melee())
        table.record(
            MeleeFought(
                self.target,
                (self.side, table.setting.enemy(self.side)),
                attack,
                defence,
                attack.total,
                defence.total,
                melee_odds(table.setting.cards, attack.total, defence.total).name,
                account,
                thrown,
                modified,
                result,
            )
        )


@rule("P33.17")
def strengthened(table: Table, target: Hex, result: MeleeResult) -> MeleeResult:
    """In a strong building a defeat costs an increment and a check, but not the hex (charts 29)."""
    work = table.setting.cards.works.get(table.setting.ground.terrain[target])
    if result.kind != "DD" or work is None or work.dd_loss is None:
        return result
    return MeleeResult("loss", result.printed, 0, work.dd_loss, False, True)
