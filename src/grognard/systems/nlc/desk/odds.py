"""The chances of what is planned: assault, charge, bombardment, compliance, confidence (exact).

Each is a list of cards; a card has a title, the account it follows from, and the chance of every
result. Figures are worked out from the cards, never sampled.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from grognard.desks.wording import number
from grognard.kernel import Account
from grognard.kernel.questions import FACES
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc import fire
from grognard.systems.nlc.combat.assault_options import Assault
from grognard.systems.nlc.combat.assault_strength import attack_parts, defence_parts
from grognard.systems.nlc.combat.flanking import flanked
from grognard.systems.nlc.desk.formulas import TWO_DICE
from grognard.systems.nlc.fire import Part
from grognard.systems.nlc.guns.bombardment import Bombard
from grognard.systems.nlc.guns.bombardment_strength import bombardment_part, strength
from grognard.systems.nlc.horse.charge_actions import Charge, React
from grognard.systems.nlc.horse.charge_strength import charge_parts, flanking, stand_parts
from grognard.systems.nlc.kinds import Arm
from grognard.systems.nlc.morale import Occasion, account_of, level, tester
from grognard.systems.nlc.movement.extended import hex_towards
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

DIGITS: Final = 6

Spread = dict[Any, Fraction]


def spread(results: Iterable[Any]) -> Spread:
    """The chance of each result, all being equally likely."""
    listed = list(results)
    found: Spread = {}
    for result in listed:
        found[result] = found.get(result, Fraction(0)) + Fraction(1, len(listed))
    return dict(sorted(found.items(), key=lambda held: held[0]))


def outcomes(found: Spread) -> list[dict[str, Any]]:
    return [
        {"result": str(result), "chance": round(float(chance), DIGITS)}
        for result, chance in found.items()
    ]


def shares(parts: Iterable[Part]) -> list[dict[str, Any]]:
    """The account of a volley, unit by unit and factor by factor."""
    lines: list[dict[str, Any]] = []
    for part in parts:
        lines.append({"amount": part.strength, "reason": part.unit, "clause": ""})
        lines += [
            {"amount": f"x{number(why.factor)}", "reason": why.reason, "clause": why.clause}
            for why in part.whys
        ]
    return lines


def items(account: Account) -> list[dict[str, Any]]:
    return [
        {"amount": item.amount, "reason": item.reason, "clause": item.clause} for item in account
    ]


def hits(table: Table, total: int) -> Spread:
    """The chance of each number of hits at a strength."""
    if not total:
        return {0: Fraction(1)}
    cards = table.setting.cards
    return spread(fire.hits(cards, total, roll) for roll in TWO_DICE)


def fire_card(table: Table, title: str, parts: tuple[Part, ...]) -> dict[str, Any]:
    total = fire.total(parts, table.setting)
    return {
        "title": title,
        "total": total,
        "account": shares(parts),
        "outcomes": outcomes(hits(table, total)),
    }


def morale_card(
    table: Table, title: str, units: tuple[UnitId, ...], occasion: Occasion
) -> dict[str, Any]:
    unit = tester(table, units, occasion)
    account = account_of(table, unit, occasion)
    morale = level(table.setting, account)
    found = spread("holds" if die <= morale else "fails" for die in FACES)
    return {"title": title, "total": morale, "account": items(account), "outcomes": outcomes(found)}


# --- what is planned


def assault_odds(table: Table, order: Assault) -> dict[str, Any]:
    """The fire of both sides, and the test that each would make after losses."""
    side = table.side_of(order.units[0])
    enemy = table.setting.enemy(side)
    defenders = table.units_in(order.target, enemy)
    hexes = tuple(dict.fromkeys(hex_towards(table, unit, order.target) for unit in order.units))
    horse = any(table.arm(unit).cavalry for unit in order.units)
    ours = tuple(attack_parts(table, order.units, order.target))
    theirs = tuple(defence_parts(table, defenders, hexes))
    in_flank = flanked(table, order.target, hexes, horse)
    by_guns = any(table.arm(unit).artillery for unit in order.units)
    guns_on_us = any(table.arm(part.unit).artillery for part in theirs)
    cards = [
        fire_card(table, "attack", ours),
        fire_card(table, "defence", theirs),
        morale_card(
            table, "attackers' morale after losses", order.units,
            Occasion("assault", attacking=True, by_guns=guns_on_us),
        ),
    ]  # fmt: skip
    if defenders:
        occasion = Occasion("assault", flanked=in_flank, by_guns=by_guns)
        cards.append(morale_card(table, "defenders' morale after losses", defenders, occasion))
    return {"kind": "assault", "target": order.target, "cards": cards}


def charge_odds(table: Table, order: Charge | React) -> dict[str, Any]:
    """The square, both sides' fire with and without it, and who would win."""
    side, target = table.side_of(order.unit), order.path[-1]
    defenders = table.units_in(target, table.setting.enemy(side))
    entry: Hex = order.path[-2] if len(order.path) > 1 else table.pieces[order.unit].at
    entries = ((order.unit, entry),)
    foot = [unit for unit in defenders if table.arm(unit) is Arm.INFANTRY]
    may_square = bool(foot) and not any(table.pieces[unit].disrupted for unit in foot)
    cards = []
    if may_square:
        cards.append(morale_card(table, "they form square", defenders, Occasion("square")))
    for formed in (False, True) if may_square else (False,):
        flanks = flanking(table, entries, target, formed)
        ours = tuple(charge_parts(table, entries, target, formed, flanks, False))
        theirs = tuple(stand_parts(table, defenders, entries, flanks, ()))
        suffix = ", against a square" if formed else ""
        attack, defence = fire.total(ours, table.setting), fire.total(theirs, table.setting)
        cards.append(fire_card(table, f"charge{suffix}", ours))
        cards.append(fire_card(table, f"defence{suffix}", theirs))
        cards.append(
            {
                "title": f"the charge carries{suffix}",
                "total": "",
                "account": [],
                "outcomes": outcomes(_who_wins(table, attack, defence)),
            }
        )
    return {"kind": "charge", "target": target, "cards": cards}


def _who_wins(table: Table, attack: int, defence: int) -> Spread:
    """Who loses more, if every hit finds a whole step to take."""
    ours, theirs = hits(table, attack), hits(table, defence)
    found: Spread = {"beaten off": Fraction(0), "carries": Fraction(0)}
    for dealt, chance in ours.items():
        for taken, other in theirs.items():
            found["carries" if dealt > taken else "beaten off"] += chance * other
    return found


def bombardment_odds(table: Table, order: Bombard) -> dict[str, Any]:
    parts = tuple(bombardment_part(table, unit, order.target) for unit in order.units)
    total = strength(table, parts, order.target)
    found = outcomes(hits(table, total))
    card = {"title": "bombardment", "total": total, "account": shares(parts), "outcomes": found}
    return {"kind": "bombardment", "target": order.target, "cards": [card]}


def compliance_card(table: Table, account: Account, demoralized: bool) -> dict[str, Any]:
    """What a leader would make of an order in the column that the account gives."""
    cards = table.setting.cards
    found = spread(
        (cards.demoralized(result) if demoralized else result).value
        for roll in TWO_DICE
        for result in (cards.compliance(account.total, roll),)
    )
    return {
        "title": "compliance",
        "total": account.total,
        "account": items(account),
        "outcomes": outcomes(found),
    }


def confidence_card(account: Account) -> dict[str, Any]:
    found = spread("goes on" if die <= account.total else "gives up" for die in FACES)
    return {
        "title": "confidence",
        "total": account.total,
        "account": items(account),
        "outcomes": outcomes(found),
    }
