"""Combat by fire (rules 21 and 22): one attack on one hex, from odds to morale checks.

The functions at the top work on plain numbers: odds, chances, modifiers. ``aimed`` puts an attack
together on a table without rolling, for players and bots who want to know beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from grognard.kernel import Account, Call, Done, Flow, Goto, Item, Procedure, Roll, rule, step
from grognard.mechanics.d66 import D66, RUNGS
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.command.casualties import Fallen, LossOfLeader, struck_by_fire
from grognard.systems.bataille.command.leaders import (
    ARTILLERY,
    UseLeader,
    best,
    bonus_item,
    helpers,
    leaves_a_choice,
)
from grognard.systems.bataille.events.facts import Marked
from grognard.systems.bataille.events.fire import FireLossesNoted, FireResolved
from grognard.systems.bataille.fire.fire_defence import defenders, fire_defence, increments_in
from grognard.systems.bataille.fire.firepower import FireShare, total, volley
from grognard.systems.bataille.fire.firing import OPPORTUNITY, in_square, is_battery
from grognard.systems.bataille.fire.losses import TakeLosses, deal
from grognard.systems.bataille.marks import STUNNED
from grognard.systems.bataille.morale.checks import Checks
from grognard.systems.bataille.morale.retreat import Rout
from grognard.systems.bataille.pieces import LeaderId, UnitId
from grognard.systems.bataille.special import is_stunned_by
from grognard.systems.bataille.table import Table

CHECK = "fire-check"

COSSACK_LIMITS = "cossack_limits"
"""Hagelberg: Cossacks rout on any loss to fire, and check when fire only frightens them."""


# --- plain numbers


@rule("P21.4", "P21.5", "P21.7", "P26.4", "PR-06", "PR-07")
def odds_column(cards: Deck, strength: Fraction | int, defence: int, shift: int = 0) -> int:
    """The column of the fire chart: odds rounded down, then shifted, never off the chart."""
    return cards.fire_column(strength, defence, shift)


@rule("P21.6", "P21.10", "PR-01", "PR-02")
def fire_result(cards: Deck, column: int, dice: D66, modifier: int) -> int:
    """Increments lost; dice modified beyond the chart read its first or last row."""
    return cards.fire_losses(column, (dice + modifier).rung)


def fire_distribution(cards: Deck, column: int, modifier: int = 0) -> dict[int, Fraction]:
    """The chance of every result of a fire attack, exactly."""
    chances: dict[int, Fraction] = {}
    for rung in range(RUNGS):
        result = fire_result(cards, column, D66(rung), modifier)
        chances[result] = chances.get(result, Fraction(0)) + Fraction(1, RUNGS)
    return dict(sorted(chances.items()))


@rule("P10.10", "P22.1", "P22.4")
def massing(cards: Deck, increments: int) -> Iterator[Item]:
    """A crowded hex is easier to hit."""
    dice = cards.density_dice(increments)
    if dice:
        yield Item(dice, f"{increments} increments in the hex", "P22.1")


# --- an attack on the table


class Attack(msgspec.Struct, frozen=True):
    """An attack as it stands before the dice: its strength, the defence, the column, the modifiers."""

    shares: tuple[FireShare, ...]
    defence: Account
    shift: int
    column: int
    modifiers: Account
    artillery: bool
    below_chart: bool

    @property
    def strength(self) -> Fraction:
        return total(self.shares)


def aimed(
    table: Table,
    target: Hex,
    firers: Sequence[Firer],
    leader: LeaderId | None = None,
    kind: str = "",
    side: str = "",
) -> Attack:
    """Put an attack together: everything about it but the dice.

    ``kind`` is that of the fire, where an edition reads it otherwise, and ``side`` the one at whose enemies it is aimed, usually its
    own. ``leader`` is the one whom the owner chose, "" if none; otherwise the best helps the guns.
    """
    cards, side = table.setting.cards, side or table.side_of(firers[0].unit)
    shares = volley(table, target, firers, table.setting.reglement.fire_times.get(kind))
    defence = fire_defence(table, target, [firer.at for firer in firers], side)
    shift, own = canister(table, target, firers), table.setting.reglement.shift
    if shift and own is not None:
        shift = own(table, shares, shift)
    increments = increments_in(table, target, defenders(table, target, side))
    modifiers = (*massing(cards, increments), *artillery_bonus(table, firers, leader))
    strength = total(shares)
    return Attack(
        shares=shares,
        defence=defence,
        shift=shift,
        column=odds_column(cards, strength, defence.total, shift),
        modifiers=Account(modifiers),
        artillery=any(is_battery(table, firer.unit) for firer in firers),
        below_chart=cards.fire_is_below_card(strength, defence.total),
    )


@rule("P16.51", "P26.4", "PR-07", "PR-174")
def canister(table: Table, target: Hex, firers: Sequence[Firer]) -> int:
    """Guns at an adjacent enemy, or at horse inside their square, shift the whole attack once."""
    cards = table.setting.cards
    shifts = [0]
    for firer in firers:
        if is_battery(table, firer.unit) and distance(firer.at, target) <= 1:
            inside = firer.at == target and in_square(table, firer.unit)
            shifts.append(cards.count("square_canister_columns" if inside else "canister_columns"))
    return max(shifts)


@rule("P7.1", "P7.3", "P7.4", "PR-174")
def artillery_bonus(
    table: Table, firers: Sequence[Firer], leader: LeaderId | None = None
) -> Iterator[Item]:
    """The artillery bonus of one leader stacked with firing guns; infantry alone has none of it."""
    used = best(table, gun_leaders(table, firers), ARTILLERY) if leader is None else leader
    if used:
        yield bonus_item(table, used, ARTILLERY)


@rule("P7.3", "P7.4")
def gun_leaders(table: Table, firers: Sequence[Firer]) -> tuple[LeaderId, ...]:
    """Leaders with a number for artillery in the hexes of the guns that fire."""
    if not table.leaders:
        return ()
    guns = [(firer.unit, (firer.at,)) for firer in firers if is_battery(table, firer.unit)]
    return helpers(table, guns, ARTILLERY)


# --- after the losses


@rule("P31.11", "PR-168")
def must_check(table: Table, losses: Sequence[tuple[UnitId, int]]) -> tuple[UnitId, ...]:
    """The units whose losses to this fire reached a number at which they check.

    A regiment that broke down checks by those of its parts that bear losses.
    """
    cards = table.setting.cards
    due: list[UnitId] = []
    for unit, count in losses:
        printed = table.printed(unit)
        heirs = [unit] if unit in table.pieces else list(_parts(table, unit))
        after = sum(table.pieces[heir].lost for heir in heirs)
        if heirs and cards.fire_check_due(printed.fire_check, after - count, after):
            due += heirs
    return tuple(due)


@rule("P33.5")
def _borne(table: Table, losses: Sequence[tuple[UnitId, int]]) -> Iterator[tuple[UnitId, int]]:
    """Losses by those who are left to bear them; of a broken-down regiment by its parts."""
    for unit, count in losses:
        if unit in table.pieces:
            yield unit, count
        else:
            left = {part: table.pieces[part].lost for part in _parts(table, unit)}
            yield from deal(left, count, spread=True).items()


def _parts(table: Table, unit: UnitId) -> Iterator[UnitId]:
    for part in table.printed(unit).parts:
        if part in table.pieces and table.pieces[part].lost:
            yield part


@rule("P46.2")
def is_skittish(table: Table, unit: UnitId) -> bool:
    """Cossacks, where the battle says so, are not to be held under fire."""
    return COSSACK_LIMITS in table.setting.special and "cossack" in table.printed(unit).traits


class FireAttack(Procedure, tag=True):
    """P21: units fire at a hex. ``kind``: defensive, offensive or opportunity fire."""

    target: Hex
    firers: tuple[Firer, ...]
    kind: str
    losses: tuple[tuple[UnitId, int], ...] = ()
    fired_on: tuple[UnitId, ...] = ()
    result: int = 0
    leader: LeaderId | None = None
    fallen: Fallen | None = None

    @step("P21.1", "P21.4", "PR-06")
    def aim(self, table: Table) -> Flow:
        self.fired_on = defenders(table, self.target, self.side_firing(table))
        attack = self.attack(table)
        if attack.below_chart and table.setting.options.get("fire_below_table") == "no_effect":
            self._resolve(table, attack, ())
            return Goto("over")
        return None

    @step("P7.24")
    def see_to_leaders(self, table: Table) -> Flow:
        able = gun_leaders(table, self.firers)
        if not leaves_a_choice(table, able, ARTILLERY, exposes=False):
            return Goto("throw")
        return Call(UseLeader(self.side_firing(table), able, ARTILLERY))

    @step("P7.24")
    def led_by(self, table: Table, leader: LeaderId) -> Flow:
        self.leader = leader
        return None

    @step("P21.6")
    def throw(self, table: Table) -> Flow:
        return Roll("d66", "fire", name(self.target))

    @step("P10.10", "P14.18", "P21.6", "P21.10", "P22.1", "P22.4", "P26.4")
    def resolve(self, table: Table, dice: tuple[int, ...]) -> Flow:
        self._resolve(table, self.attack(table), dice)
        if table.setting.reglement.dice_thrown is not None:
            table.setting.reglement.dice_thrown(table, self, D66.thrown(dice))
        enemy = table.setting.enemy(self.side_firing(table))
        casualty = struck_by_fire(table, self.target, enemy, D66.thrown(dice))
        return None if casualty is None else Call(casualty)

    @step("P7.6", "P7.9", "PR-13")
    def leader_struck(self, table: Table, fallen: Fallen | None) -> Flow:
        self.fallen = fallen
        return None

    @step("P11.1", "P11.2", "P11.3")
    def lose(self, table: Table) -> Flow:
        if not self.result:
            return Goto("flee")
        guns = any(is_battery(table, firer.unit) for firer in self.firers)
        enemy = table.setting.enemy(self.side_firing(table))
        return Call(TakeLosses(self.target, self.result, "fire", guns, enemy))

    @step("P33.5", "P46.2")
    def note_losses(self, table: Table, losses: tuple[tuple[UnitId, int], ...]) -> Flow:
        self.losses = losses
        noted = tuple(_borne(table, losses)) if self.kind != OPPORTUNITY else ()
        if noted:
            table.record(FireLossesNoted(noted))
        guns = any(is_battery(table, firer.unit) for firer in self.firers)
        for unit, _ in losses:
            if unit in table.pieces and is_stunned_by(table, unit, artillery=guns):
                table.record(Marked(unit, STUNNED))
        return None

    @step("P46.2")
    def flee(self, table: Table) -> Flow:
        """Cossacks that lost anything are off at once."""
        for unit, _ in self.losses:
            if unit in table.pieces and is_skittish(table, unit):
                self.losses = tuple(loss for loss in self.losses if loss[0] != unit)
                self.fired_on = tuple(other for other in self.fired_on if other != unit)
                return Call(Rout(unit, "fire", self.target), then="flee")
        return None

    @step("P7.17", "P31.9")
    def mourn(self, table: Table) -> Flow:
        """Those who have seen their leader struck check, once the losses have been taken."""
        return None if self.fallen is None else Call(LossOfLeader(self.fallen))

    @step("P31.11", "P31.15", "PR-50", "PR-168", "PR-180")
    def check(self, table: Table) -> Flow:
        due = list(must_check(table, self.losses))
        for unit in self.fired_on:
            if unit in table.pieces and unit not in due and is_skittish(table, unit):
                due.append(unit)
        if not due:
            return None
        own = table.setting.reglement.fire_checks
        return Call(
            Checks(tuple(due), CHECK, at=self.target) if own is None else own(self, tuple(due))
        )

    @step("PR-50")
    def over(self, table: Table) -> Flow:
        follows = table.setting.reglement.after_fire(table, self)
        return Done() if follows is None else Call(follows)

    @step("PR-50")
    def followed(self, table: Table) -> Flow:
        return Done()

    def attack(self, table: Table) -> Attack:
        """The attack as it stands before the dice."""
        return aimed(
            table, self.target, self.firers, self.leader, self.kind, self.side_firing(table)
        )

    def side_firing(self, table: Table) -> str:
        return table.side_of(self.firers[0].unit)

    def _resolve(self, table: Table, attack: Attack, dice: tuple[int, ...]) -> None:
        cards = table.setting.cards
        if dice:
            modifier = attack.modifiers.total
            self.result = fire_result(cards, attack.column, D66.thrown(dice), modifier)
        table.record(
            FireResolved(
                side=self.side_firing(table),
                kind=self.kind,
                target=self.target,
                shares=attack.shares,
                strength=attack.strength,
                defence=attack.defence,
                column=cards.fire_column_name(attack.column),
                shift=attack.shift,
                dice=dice,
                modifiers=attack.modifiers,
                result=self.result,
                artillery=attack.artillery,
            )
        )
