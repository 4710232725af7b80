"""Every cell of every table, reached through the rule that reads it."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import msgspec
import pytest

from grognard.systems.nlc import fire, morale
from grognard.systems.nlc.cards import CardCell, cards, half_up
from grognard.systems.nlc.combat.assault_strength import attack_parts, terrain_whys
from grognard.systems.nlc.combat.duty import bar_to_attack
from grognard.systems.nlc.command.complying import is_there
from grognard.systems.nlc.fire import Part, Why
from grognard.systems.nlc.guns.bombardment import bar_to_fire
from grognard.systems.nlc.guns.bombardment_strength import bombardment_part
from grognard.systems.nlc.guns.sight import visibility
from grognard.systems.nlc.horse.charge_paths import bar_to_last_step
from grognard.systems.nlc.kinds import Combat, Compliance, Mover, OrderType
from grognard.systems.nlc.leaders import LeaderLosses, LeaderTested
from grognard.systems.nlc.morale import Occasion, account_of
from grognard.systems.nlc.movement.movement import MovementBegan
from grognard.systems.nlc.movement.reach import Walker
from grognard.systems.nlc.movement.stacking import room
from grognard.systems.nlc.movement.zones import bar_to_leaving, bar_to_zone
from grognard.systems.nlc.packs.troops import morale_of_initiative
from grognard.systems.nlc.pieces import Fate
from grognard.systems.nlc.table import Table
from tests.systems.nlc.kit import field, happened, leader, order, play, unit

DECK = cards()


def cells(card: str, table: str) -> list[CardCell]:
    found = [cell for cell in DECK.cells() if (cell.card, cell.table) == (card, table)]
    assert found
    return found


def named(cell: CardCell) -> str:
    return f"{cell.row}-{cell.column}"


@pytest.mark.rule("NT.9", "N7.1.1")
@pytest.mark.parametrize("cell", cells("fire", "hits"), ids=named)
def test_hits_come_from_the_fire_table(cell: CardCell) -> None:
    strength, roll = int(cell.row), int(cell.column)
    assert fire.hits(DECK, strength, roll) == DECK.cell(cell)
    doubled = fire.hits(DECK, strength + DECK.strongest_row, roll)
    assert doubled == fire.hits(DECK, strength, roll) + fire.hits(DECK, DECK.strongest_row, roll)


@pytest.mark.rule("NT.8", "N7.6.5")
@pytest.mark.parametrize("cell", cells("reduction", "strengths"), ids=named)
def test_a_group_under_one_reduction_is_worth_what_the_table_says(cell: CardCell) -> None:
    table = field([unit("F1", "french", 101)])
    factor = Fraction(100 - int(cell.column), 100)
    part = Part("F1", int(cell.row), (Why(factor, "ground", "N7.6.4"),))
    assert fire.total([part], table.setting) == DECK.cell(cell)
    assert DECK.reduced(int(cell.row), int(cell.column)) == DECK.cell(cell)


@pytest.mark.rule("NT.3", "N12.7.1")
@pytest.mark.parametrize("cell", cells("compliance", "lowest"), ids=named)
def test_compliance_begins_at_the_roll_that_the_column_names(cell: CardCell) -> None:
    lowest, column = cast("int | None", DECK.cell(cell)), int(cell.column)
    rank = [result.value for result in (Compliance.IGNORED, Compliance.ROLL_4,
            Compliance.NEXT_TURN, Compliance.COMPLIED)]  # fmt: skip
    place = rank.index(cell.row)
    for roll in range(2, 13):
        found = rank.index(DECK.compliance(column, roll).value)
        if lowest is None or roll < lowest:
            assert found != place
        else:
            assert found >= place


@pytest.mark.rule("NT.1", "N12.11.2")
@pytest.mark.parametrize("cell", cells("local-decision", "results"), ids=named)
def test_a_decision_of_ones_own_by_rating_and_roll(cell: CardCell) -> None:
    assert DECK.local_decision(int(cell.row), int(cell.column)).value == DECK.cell(cell)


@pytest.mark.rule("NT.13", "N20.1.2.2")
@pytest.mark.parametrize("cell", cells("hidden-movement", "results"), ids=named)
def test_discovery_by_turn_and_die(cell: CardCell) -> None:
    assert DECK.discovery(int(cell.row), int(cell.column)).value == DECK.cell(cell)


@pytest.mark.rule("N11.2.1")
@pytest.mark.parametrize("cell", cells("values", "leader_loss"), ids=named)
def test_a_leader_beside_the_hit_is_lost_by_his_roll(cell: CardCell) -> None:
    table = field([unit("F1", "french", 101)], leaders=(leader("LF1", "french", 101),))
    roll = int(cell.column)
    dice = (roll - 6, 6) if roll > 7 else (1, roll - 1)
    state = play(table, LeaderLosses((101,), "french"), dice)
    assert happened(state, LeaderTested)[0].lost is (DECK.cell(cell) == "lost")
    assert (state.table.leaders["LF1"].at == 0) is (DECK.cell(cell) == "lost")


# --- morale

OCCASIONS = {
    "lost_a_step": ({"lost": 1}, Occasion("zone")),
    "demoralized": ({}, Occasion("zone")),
    "with_leader": ({}, Occasion("zone")),
    "flank_attack": ({}, Occasion("assault", flanked=True)),
    "in_woods": ({}, Occasion("assault")),
    "against_guard": ({}, Occasion("assault", by_guard=True)),
    "fired_at_by_guns": ({}, Occasion("assault", by_guns=True)),
    "sheltered": ({}, Occasion("recovery")),
    "beside_enemy": ({}, Occasion("recovery")),
    "reserve_orders": ({}, Occasion("zone")),
    "guard_repulsed": ({}, Occasion("zone")),
    "exhausted": ({}, Occasion("zone")),
}


def scene(row: str) -> Table:
    """A French brigade at 0202 for whom this one line of the chart holds, and no other."""
    more, _ = OCCASIONS[row]
    units = [unit("F1", "french", 202, **more), unit("F2", "french", 0)]  # type: ignore[arg-type]
    if row == "beside_enemy":
        units.append(unit("P1", "allied", 201))
    kind = order("reserve") if row == "reserve_orders" else order("attack", 401)
    return field(
        units,
        ("...." , ".w.." if row == "in_woods" else ".T.." if row == "sheltered" else "....", "...."),
        leaders=(leader("LF1", "french", 202 if row == "with_leader" else 403),),
        orders={"french-corps": kind},
        limits={"french-corps": 6},
        options={"fatigue": "on"},
    )  # fmt: skip


@pytest.mark.rule("NT.11", "N2.3.1", "N2.3.2", "N2.3.6")
@pytest.mark.parametrize("row", OCCASIONS)
def test_a_modifier_of_morale_is_what_the_chart_says(row: str) -> None:
    table = scene(row)
    if row == "demoralized":
        table.removed["F2"] = Fate("eliminated", 1)
    if row == "guard_repulsed":
        table.tally[morale.GUARD_REPULSED] = 1
    if row == "exhausted":
        force = table.forces["french-corps"]
        table.forces["french-corps"] = msgspec.structs.replace(force, fatigue=2)
    table.touched()
    account = account_of(table, "F1", OCCASIONS[row][1])
    assert [item.amount for item in account.items[1:]] == [DECK.morale(row)]


@pytest.mark.rule("NT.11")
def test_no_line_of_the_morale_chart_is_forgotten() -> None:
    assert set(OCCASIONS) == {cell.row for cell in cells("morale", "modifiers")}


@pytest.mark.rule("N2.2.7")
def test_an_initiative_of_three_is_a_morale_of_four() -> None:
    assert morale_of_initiative(DECK, 3) == 4


# --- ground

SIGNS = {"clear": ".", "town": "T", "chateau": "C", "woods": "w"}


@pytest.mark.rule("NT.5", "N7.6.4", "N5.2.5")
@pytest.mark.parametrize("terrain", SIGNS)
def test_what_a_hex_does_to_fire_and_movement(terrain: str) -> None:
    card = DECK.terrain(terrain)
    rows = ("...", f".{SIGNS[terrain]}.", "...")
    table = field(
        [unit("F1", "french", 203, strengths=(8, 4, 2)), unit("F2", "french", 201, "foot", (8, 4, 2)),
         unit("P1", "allied", 202)],
        rows,
        orders={"french-corps": order("attack", 202)},
    )  # fmt: skip
    assert fire.total(attack_parts(table, ("F1",), 202), table.setting) == half_up(
        Fraction(8 * (100 - (card.assault or 0)), 100)
    )
    assert (bar_to_fire(table, "F2", 202) is None) is (card.bombardment is not None)
    if card.bombardment is not None and terrain != "town":
        factor = Fraction(3, 2) * Fraction(100 - card.bombardment, 100)
        assert bombardment_part(table, "F2", 202).factor == factor
    assert (bar_to_last_step(table, 203, 202) is None) is (card.charge is not None)
    whys = terrain_whys(table, 203, 202, Combat.CHARGE)
    assert [why.factor for why in whys] == (
        [Fraction(100 - card.charge, 100)] if card.charge else []
    )
    assert table.setting.passage[Mover.FOOT][203][0] == card.foot
    assert table.setting.passage[Mover.HORSE][203][0] == card.horse
    assert room(table, 202) == DECK.stacking(terrain)


@pytest.mark.rule("NT.5", "NT.7", "N5.2.4", "N7.7.3")
@pytest.mark.parametrize("feature", ["stream", "crest", "bridge"])
def test_what_a_hexside_does_to_fire_and_movement(feature: str) -> None:
    card = DECK.hexside(feature)
    table = field(
        [unit("F1", "french", 203, strengths=(8, 4, 2)), unit("P1", "allied", 202)],
        ("...", "...", "..."),
        hexsides=((202, 203, feature),),
        levels=("111", "111", "000"),
        orders={"french-corps": order("attack", 202)},
    )
    whys = terrain_whys(table, 203, 202, Combat.ASSAULT)
    assert [why.factor for why in whys] == [Fraction(100 - (card.assault or 0), 100)]
    assert (bar_to_last_step(table, 203, 202) is None) is (card.charge is not None)
    charge = terrain_whys(table, 203, 202, Combat.CHARGE)
    assert [why.factor for why in charge] == (
        [Fraction(100 - card.charge, 100)] if card.charge else []
    )
    assert table.setting.passage[Mover.FOOT][203][0] == DECK.terrain("clear").foot + card.foot
    assert table.setting.passage[Mover.HORSE][203][0] == DECK.terrain("clear").horse + card.horse


@pytest.mark.rule("N8.3.8")
@pytest.mark.parametrize("weather", ["clear", "rain", "night"])
def test_how_far_one_sees_in_each_weather(weather: str) -> None:
    assert visibility(field([unit("F1", "french", 101)], weather=weather)) == DECK.sight(weather)


# --- orders

ORDERS = [kind for kind in OrderType if kind is not OrderType.ASSIGN]


def under(kind: OrderType) -> Table:
    """A brigade under an order, an enemy two hexes off, another beside it."""
    target = () if kind is OrderType.RESERVE else (404,)
    return field(
        [unit("F1", "french", 204), unit("F2", "french", 504), unit("P1", "allied", 202),
         unit("P2", "allied", 505)],
        leaders=(leader("LF1", "french", 304),),
        orders={"french-corps": order(kind.value, *target)},
    )  # fmt: skip


@pytest.mark.rule(
    "N12.2A.1", "N12.2B.1", "N12.2C.1", "N12.2D.1", "N12.2E.4", "N12.2F.2", "N12.2I.2"
)
@pytest.mark.parametrize("kind", ORDERS)
def test_what_an_order_says_about_zones_and_attacks(kind: OrderType) -> None:
    table, card = under(kind), DECK.order(kind)
    barred = bar_to_zone(table, "F1", 203)
    assert (barred is None) is (card.enter.value in ("yes", "limit"))
    assert (bar_to_zone(table, "F1", 203, escape=True) is None) is (
        card.enter.value in ("yes", "limit", "escape")
    )
    assert (bar_to_attack(table, "F1", 202) is None) is (card.attack.value == "yes")
    held = field(
        [unit("F1", "french", 204), unit("P1", "allied", 202)],
        leaders=(leader("LF1", "french", 204),),
        orders={"french-corps": order(kind.value, 202, 203)},
    )
    assert (bar_to_attack(held, "F1", 202) is None) is (card.attack.value in ("yes", "held"))


@pytest.mark.rule("N12.2E.1", "N5.2.7", "N5.4.4", "N12.2I.7", "N12.2C.2")
@pytest.mark.parametrize("kind", ORDERS)
def test_what_an_order_says_about_roads_and_leaving_zones(kind: OrderType) -> None:
    table, card = under(kind), DECK.order(kind)
    assert Walker(table, ("F1",)).road is card.road
    draft = table.draft()
    MovementBegan("french").change(draft)
    assert (bar_to_leaving(draft, "F2", 504) is None) is card.leaves
    stays = is_there(table, table.forces["french-corps"].order, 404)
    assert stays is (card.type == "defend")
