"""Advice about a battle of An XXX: the shared one, with its own card of assaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Final

import msgspec

from grognard.kernel import Account, Action, State, rule
from grognard.kernel.errors import GrognardError
from grognard.mechanics.hexes import name
from grognard.odds import Budget
from grognard.systems.an_xxx.assault.close import close_items
from grognard.systems.an_xxx.assault.closing import ways
from grognard.systems.an_xxx.assault.declare import hand_of, stands_before, too_far
from grognard.systems.an_xxx.assault.factors import calls_for_the_shift_die, sapeur_columns
from grognard.systems.an_xxx.assault.fight import MeleeRoll
from grognard.systems.an_xxx.assault.stand import (
    attacking_increments,
    odds_item,
    stand_items,
    stands_unasked,
)
from grognard.systems.an_xxx.horse.declare import DECLARATIONS
from grognard.systems.an_xxx.horse.square import RALLY
from grognard.systems.an_xxx.officer import AnXXXOfficer
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.desk.advice import BatailleAdviser
from grognard.systems.bataille.desk.odds import averaged, check
from grognard.systems.bataille.desk.officer import BatailleOfficer
from grognard.systems.bataille.horse.charge_actions import Square
from grognard.systems.bataille.melee.giving_way import defending_increments
from grognard.systems.bataille.melee.melee import attack_strength, defence_strength, defenders_of
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.movement.march import InHand, formation_on
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.table import Table

AT_ONCE: Final = Budget(steps=100, thins=True)
"""For each of the states imagined: an assault has more links here than one waits for."""

WITH_CARE: Final = Budget(steps=400, thins=True)
"""For answers that stand side by side."""


class AnXXXAdviser(BatailleAdviser):
    """Answers from the rules of An XXX."""

    officer: ClassVar[type[BatailleOfficer]] = AnXXXOfficer
    charges: ClassVar[tuple[type[Action], ...]] = DECLARATIONS
    budget: ClassVar[Budget] = AT_ONCE
    asked: ClassVar[Budget] = WITH_CARE
    weighed: ClassVar[frozenset[str]] = BatailleAdviser.weighed | {
        "retreat-before-charge", "form-up", "square-hex", "volley",
    }  # fmt: skip

    def melee_odds(self, tables: Sequence[Table], side: str, order: Assault) -> dict[str, Any]:
        return assault_odds(tables, side, order)

    @rule("X19.7.1")
    def chance(self, state: State, side: str, action: Any) -> float | None:
        """Of a square the chance that it is formed; of others the head of their card."""
        if not isinstance(action, Square):
            return super().chance(state, side, action)
        counted = self.look(state, side, "odds", text=str(action))["chain"]["counted"]
        checks = counted.get(f"{RALLY} {action.unit}", {})
        return 100 * checks.get("passes", 0.0) / sum(checks.values()) if checks else None


def assault_odds(tables: Sequence[Table], side: str, order: Assault) -> dict[str, Any]:
    """The rolls to close and to stand, and the first round if all of them pass and nobody fires."""
    table = tables[0]
    for unit in order.units:
        if unit not in table.pieces:
            raise GrognardError(f"{unit!r} is not on the map")
    attacker = table.side_of(order.units[0]) if order.units else ""
    if not attacker or any(table.side_of(unit) != attacker for unit in order.units):
        raise GrognardError("an assault is made by units of one side")
    if not defenders_of(table, order.target, attacker):
        raise GrognardError(f"there is no enemy to assault in {name(order.target)}")
    near = [closed_up(each, order) for each in tables]
    return {
        "kind": "assault",
        "target": order.target,
        "estimated": True,
        "checks": [*_closing(tables, side, order), *_standing(near, side, order)],
        "melee": _melee(near, side, attacker, order),
    }


def closed_up(table: Table, order: Assault) -> Table:
    """The table with the attackers before their target, each where it would close first."""
    drawn = table.draft()
    for unit in order.units:
        if stands_before(drawn, unit, order.target):
            continue
        far = too_far(drawn, drawn.pieces[unit], order.target)
        if far is not None:
            raise GrognardError(far.text)
        hand = hand_of(drawn, unit)
        poses = ways(drawn, hand, order.target) if isinstance(hand, InHand) else {}
        if not poses:
            raise GrognardError(f"{unit} cannot come before {name(order.target)}")
        (hexes, facing), piece = min(poses, key=poses.__getitem__), drawn.pieces[unit]
        formation = formation_on(drawn, piece, hexes[0]) if len(hexes) == 1 else piece.formation
        if isinstance(formation, Formation):
            drawn.put(
                msgspec.structs.replace(piece, hexes=hexes, facing=facing, formation=formation)
            )
    return drawn


def _closing(tables: Sequence[Table], side: str, order: Assault) -> list[dict[str, Any]]:
    return [
        {
            "role": "attacker",
            **check(tables, side, unit, [close_account(table, unit, order) for table in tables]),
        }
        for unit in order.units
    ]


def close_account(table: Table, unit: str, order: Assault) -> Account:
    items = close_items(table, unit, order.units, order.target, second=False)
    return _weighed(table, unit, items)


def _standing(tables: Sequence[Table], side: str, order: Assault) -> list[dict[str, Any]]:
    attacker, found = tables[0].side_of(order.units[0]), []
    for unit in defenders_of(tables[0], order.target, attacker):
        if not stands_unasked(tables[0], unit):
            accounts = [stand_account(table, unit, order) for table in tables]
            found.append({"role": "defender", **check(tables, side, unit, accounts)})
    return found


def stand_account(table: Table, unit: str, order: Assault) -> Account:
    attacking = attacking_increments(table, order.units, order.target)
    defending = defending_increments(table, order.target, table.side_of(order.units[0]))
    odds = odds_item(table, attacking, defending)
    return _weighed(table, unit, stand_items(table, unit, order.units, order.target, odds))


def _weighed(table: Table, unit: str, items: tuple[Any, ...]) -> Account:
    weighed = table.setting.reglement.weighed
    return Account(items if weighed is None else weighed(table, unit, items))


def _melee(tables: Sequence[Table], side: str, attacker: str, order: Assault) -> dict[str, Any]:
    melee = Melee(order.target, order.units)
    chances = averaged([spread(table, melee) for table in tables])
    columns = {MeleeRoll(melee).reading(table)[0] for table in tables}
    strength = attack_strength if attacker == side else defence_strength
    mine = strength(tables[0], melee)
    return {
        "own_strength": str(mine.total),
        "own": list(mine.fighters),
        "odds": sorted(columns),
        "outcomes": [
            {"result": str(result), "chance": chance} for result, chance in chances.items()
        ],
    }


def spread(table: Table, melee: Melee) -> Mapping[str, Fraction]:
    """How likely each word of the chart is, over the shift die where one is thrown."""
    cards = table.setting.cards
    shifts = list(cards.rows["shift"].values()) if calls_for_the_shift_die(table, melee) else [0]
    chances: dict[str, Fraction] = {}
    for shift in shifts:
        roll = MeleeRoll(melee, left=shift - sapeur_columns(table, melee))
        words = roll.reading(table)[1]
        for word in words:
            share = Fraction(1, len(words) * len(shifts))
            chances[word] = chances.get(word, Fraction(0)) + share
    return chances
