from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel import Roll, State
from grognard.kernel.codec import builtins
from grognard.mechanics.d66 import D66
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.actions import read_firer
from grognard.systems.bataille.events.facts import LostIncrements, Routed
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.fire.fire import (
    Attack,
    FireAttack,
    aimed,
    fire_distribution,
    fire_result,
    massing,
    must_check,
    odds_column,
)
from grognard.systems.bataille.marks import STUNNED
from grognard.systems.bataille.pieces import Cohesion
from grognard.systems.bataille.setting import Weather
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import cards
from tests.systems.premier.kit import (
    battalion,
    battery,
    begin,
    events,
    field,
    light,
    play,
    regiment,
    where,
)

OPEN = ["............"] * 12


def attack(table: Table, target: str, *firers: str, kind: str = "offensive") -> State:
    return begin(table, FireAttack(parse_hex(target), tuple(map(read_firer, firers)), kind))


def aim(table: Table, target: str, *firers: str) -> Attack:
    return aimed(table, parse_hex(target), tuple(map(read_firer, firers)))


def column(put_together: Attack) -> str:
    return cards().fire_column_name(put_together.column)


# --- odds and chances


@pytest.mark.rule("P21.4", "P21.5", "P21.6", "P21.7", "P16.30")
def test_two_batteries_of_seven_at_a_line_fourteen_to_nine_and_43_costs_one() -> None:
    table = field(
        OPEN,
        battery("F1", "0505", "S"),
        battery("F2", "0505", "S"),
        battalion("P1", "0509", "NNE", "line", increments=6),
    )
    state = play(attack(table, "0509", "F1@0505", "F2@0505"), 43)
    (resolved,) = events(state, FireResolved)
    assert resolved.strength == 7 + 7
    assert resolved.defence.total == 9
    assert resolved.column == "1.5-1"
    assert resolved.result == 1
    assert state.table["P1"].lost == 1


@pytest.mark.rule("P21.5", "PR-06")
@pytest.mark.parametrize(
    ("strength", "defence", "name"),
    [(14, 9, "1.5-1"), (8, 9, "1-1.5"), (1, 9, "1-3"), (99, 4, "10-1"), (Fraction(7, 2), 9, "1-3")],
)
def test_odds_are_rounded_down_to_a_column_and_never_leave_the_chart(
    strength: Fraction | int, defence: int, name: str
) -> None:
    assert cards().fire_column_name(odds_column(cards(), strength, defence)) == name


@pytest.mark.rule("P26.4", "PR-07")
def test_canister_makes_five_to_one_six_to_one_and_ten_stays_ten() -> None:
    deck = cards()
    assert deck.fire_column_name(odds_column(deck, 5, 1, 1)) == "6-1"
    assert deck.fire_column_name(odds_column(deck, 10, 1, 1)) == "10-1"


@pytest.mark.rule("P21.10", "PR-01", "PR-02")
def test_modified_dice_stop_at_the_ends_of_the_chart() -> None:
    deck = cards()
    one_to_one = odds_column(deck, 1, 1)
    assert fire_result(deck, one_to_one, D66.of(11), -20) == 0
    assert fire_result(deck, one_to_one, D66.of(66), 20) == 1


def test_the_chances_of_an_attack_are_exact_and_sum_to_one() -> None:
    deck = cards()
    for index in range(len(deck.fire_odds.names)):
        for modifier in (-40, -3, 0, 6, 40):
            assert sum(fire_distribution(deck, index, modifier).values()) == 1
    column_21 = odds_column(deck, 2, 1)  # 2-1: no loss on 11 to 32
    assert fire_distribution(deck, column_21) == {0: Fraction(14, 36), 1: Fraction(22, 36)}


# --- modifiers


@pytest.mark.rule("P22.1", "P10.10")
@pytest.mark.parametrize(("increments", "dice"), [(9, 0), (10, 1), (15, 6), (24, 15)])
def test_each_increment_above_nine_in_the_hex_adds_one(increments: int, dice: int) -> None:
    assert sum(item.amount for item in massing(cards(), increments)) == dice
    table = field(
        OPEN,
        battalion("F1", "0505", "S"),
        battalion("P1", "0506", "N", increments=increments, size="regiment"),
    )
    assert aim(table, "0506", "F1@0505").modifiers.total == dice


@pytest.mark.rule("P22.4")
def test_a_crowded_square_is_easier_to_hit_guns_and_all() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "S"),
        battalion("P1", "0506", "N", "square", increments=12),
        battery("P2", "0506", "N", increments=2),
    )
    shot = aim(table, "0506", "F1@0505")
    assert (shot.defence.total, shot.modifiers.total) == (4, 12 + 2 - 9)


@pytest.mark.rule("P22.1")
def test_of_a_unit_in_two_hexes_only_the_share_of_the_hex_counts() -> None:
    table = field(
        OPEN,
        battalion("F1", "0504", "S"),
        battalion("P1", ("0505", "0605"), "NNE", "line", increments=16),
    )
    assert aim(table, "0505", "F1@0504").modifiers.total == 0


@pytest.mark.rule("P26.4", "PR-174")
def test_canister_shifts_the_whole_attack_once_whoever_joins() -> None:
    table = field(
        OPEN,
        battery("F1", "0505", "S"),
        battery("F2", "0605", "SW"),
        battalion("F3", "0405", "SE"),
        battalion("P1", "0506", "N"),
    )
    assert aim(table, "0506", "F3@0405").shift == 0
    assert aim(table, "0506", "F1@0505").shift == 1
    assert aim(table, "0506", "F1@0505", "F2@0605", "F3@0405").shift == 1
    distant = field(OPEN, battery("F1", "0505", "S"), battalion("P1", "0507", "N"))
    assert aim(distant, "0507", "F1@0505").shift == 0


@pytest.mark.rule("P16.51")
def test_guns_in_a_square_fire_canister_at_horse_inside_it() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "N", "square"),
        battery("F2", "0505", "N"),
        regiment("P1", "0505", increments=8),
    )
    shot = aim(table, "0505", "F1@0505", "F2@0505")
    assert shot.shift == 1
    assert shot.strength == 6 * 2 + 14 * 2
    assert shot.defence.total == 6


@pytest.mark.rule("P21.3", "P46.2")
def test_one_turn_by_hand_fire_in_the_rain() -> None:
    """Algorithms 22.3: guns at 2-1 two hexes off, 2.5-1 adjacent; a line in the rain at 1-2.5."""
    rain = {"rain": Weather(Fraction(1, 2), Fraction(1, 2), False)}
    landwehr = battalion("P1", "0507", "N", increments=6, fire_check="odd", morale=34)
    table = field(OPEN, battery("F17", "0505", "S"), landwehr, weather="rain", weathers=rain)
    assert column(aim(table, "0507", "F17@0505")) == "2-1"
    state = play(attack(table, "0507", "F17@0505"), 34)
    assert state.table["P1"].lost == 1
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "fire-check"
    near = field(OPEN, battery("F17", "0506", "S"), landwehr, weather="rain", weathers=rain)
    assert column(aim(near, "0507", "F17@0506")) == "2.5-1"
    woods = list(OPEN)
    woods[5] = "....w......."
    line = field(
        woods,
        battalion("F1", "0505", "SSE", "line", increments=6),
        battalion("P1", "0506", "N", "general"),
        weather="rain",
        weathers=rain,
    )
    shot = aim(line, "0506", "F1@0505")
    assert (shot.strength, shot.defence.total) == (Fraction(4 * 2, 2), 10)
    assert column(shot) == "1-2.5"


@pytest.mark.rule("PR-06")
def test_the_table_may_give_fire_below_the_chart_no_effect() -> None:
    woods = list(OPEN)
    woods[5] = "....w......."
    units = (
        battalion("F1", "0505", "S", fire=Fraction(3)),
        battalion("P1", "0506", "N", "general"),
    )
    table = field(woods, *units, options={"fire_below_table": "no_effect"})
    state = attack(table, "0506", "F1@0505")
    (resolved,) = events(state, FireResolved)
    assert (resolved.dice, resolved.result) == ((), 0)
    assert not state.stack
    rolled = attack(field(woods, *units), "0506", "F1@0505")
    assert isinstance(rolled.pending, Roll)


# --- the attack


@pytest.mark.rule("P21.6", "P11.2")
def test_an_attack_rolls_once_and_the_result_is_the_loss() -> None:
    table = field(OPEN, battalion("F1", "0505", "S"), battalion("P1", "0506", "N"))
    state = attack(table, "0506", "F1@0505")
    assert state.pending == Roll("d66", "fire", "0506")
    assert play(state, 46).table["P1"].lost == 0
    hit = play(state, 51)
    assert events(hit, LostIncrements) == [LostIncrements("P1", 1, "fire")]
    assert not hit.stack, "an even counter does not check at its first loss"


@pytest.mark.rule("P11.3", "PR-61")
def test_losses_go_round_when_a_battery_took_part() -> None:
    units = [battalion(f"P{n}", "0506", "N", increments=6) for n in (1, 2, 3)]
    table = field(
        OPEN,
        battery("F1", "0505", "S", fire=(36, 18, 10)),
        battalion("F2", "0405", "SE", fire=Fraction(6)),
        *units,
    )
    state = play(attack(table, "0506", "F1@0505", "F2@0405"), 11)
    assert [state.table[f"P{n}"].lost for n in (1, 2, 3)] == [1, 1, 0]
    state = play(attack(table, "0506", "F1@0505", "F2@0405"), 64)
    assert [state.table[f"P{n}"].lost for n in (1, 2, 3)] == [2, 1, 1]


@pytest.mark.rule("P31.11", "PR-168")
@pytest.mark.parametrize(
    ("rhythm", "before", "lost", "due"),
    [
        ("even", 0, 1, False), ("even", 1, 1, True), ("even", 0, 3, True), ("even", 2, 1, False),
        ("odd", 0, 1, True), ("odd", 1, 1, False), ("odd", 1, 2, True),
        ("every", 3, 1, True),
        ("from_2nd", 0, 1, False), ("from_2nd", 1, 1, True), ("from_2nd", 4, 1, True),
        ("third", 0, 2, False), ("third", 2, 1, True), ("third", 3, 2, False),
    ],
)  # fmt: skip
def test_a_check_falls_due_when_the_running_total_reaches_a_trigger(
    rhythm: str, before: int, lost: int, due: bool
) -> None:
    after = battalion("P1", "0506", increments=9, lost=before + lost, fire_check=rhythm)
    assert must_check(field(OPEN, after), (("P1", lost),)) == (("P1",) if due else ())


@pytest.mark.rule("P31.11", "PR-50", "PR-168")
def test_the_check_is_rolled_at_once_and_failure_takes_effect() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "S", fire=Fraction(12)),
        battalion("P1", "0506", "N", lost=1, morale=32),
    )
    state = play(attack(table, "0506", "F1@0505"), 33)
    assert where(state) == "CheckMorale.throw"
    assert play(state, 33).table["P1"].cohesion is Cohesion.GOOD
    failed = play(state, 32)
    assert failed.table["P1"].cohesion is Cohesion.DISORDER
    assert failed.table["P1"].hexes != (506,)


@pytest.mark.rule("PR-168")
def test_one_result_that_crosses_several_triggers_causes_one_check() -> None:
    table = field(
        OPEN,
        battery("F1", "0505", "S", fire=(60, 18, 10)),
        battalion("P1", "0506", "N", fire_check="every"),
    )
    state = play(attack(table, "0506", "F1@0505"), 26)
    assert state.table["P1"].lost == 3
    done = play(state, 66)
    assert len(events(done, MoraleChecked)) == 1
    assert not done.stack


@pytest.mark.rule("PR-168")
def test_a_broken_down_regiment_checks_by_those_parts_that_bear_losses() -> None:
    parts = [battalion(f"P1{n}", "0101", increments=6).printed for n in "ab"]
    whole = battalion(
        "P1", "0506", "N", increments=12, size="regiment", parts=("P1a", "P1b"), lost=5
    )
    table = field(OPEN, battalion("F1", "0505", "S", fire=Fraction(12)), whole, more_counters=parts)
    state = play(attack(table, "0506", "F1@0505"), 43)
    assert isinstance(state.pending, Roll)
    assert state.pending == Roll("d66", "fire-check", "P1a")
    state = play(state, 66)
    assert state.pending == Roll("d66", "fire-check", "P1b")


@pytest.mark.rule("P33.5")
@pytest.mark.parametrize(
    ("kind", "noted"), [("defensive", 1), ("offensive", 1), ("opportunity", 0)]
)
def test_losses_of_the_fire_segments_are_noted_for_the_assault(kind: str, noted: int) -> None:
    table = field(OPEN, battalion("F1", "0505", "S"), battalion("P1", "0506", "N"))
    state = play(attack(table, "0506", "F1@0505", kind=kind), 51)
    assert state.table.fire_losses.get("P1", 0) == noted


@pytest.mark.rule("P32.7")
@pytest.mark.parametrize(
    ("kind", "fired"), [("defensive", ()), ("offensive", (506,)), ("opportunity", (506,))]
)
def test_who_fired_at_what_is_remembered_for_the_sequence(
    kind: str, fired: tuple[int, ...]
) -> None:
    table = field(
        OPEN, battalion("F1", ("0605", "0505"), "SSW", "line"), battalion("P1", "0506", "N")
    )
    state = play(attack(table, "0506", "F1@0505", "F1@0605", kind=kind), 11)
    assert state.table.fired_at.get("F1", ()) == fired


@pytest.mark.rule("PR-13")
def test_a_natural_65_or_66_strikes_nobody_where_there_is_no_leader() -> None:
    deck = cards()
    assert [n for n in (64, 65, 66) if deck.fire_leader_hit(D66.of(n).rung)] == [65, 66]
    table = field(OPEN, battalion("F1", "0505", "S"), battalion("P1", "0506", "N"))
    assert not play(attack(table, "0506", "F1@0505", kind="opportunity"), 66).stack


# --- special rules of battles


@pytest.mark.rule("P46.2")
def test_landwehr_that_guns_have_hit_is_stunned() -> None:
    landwehr = battalion("P1", "0506", "N", traits=frozenset({"landwehr"}))
    guns, foot = battery("F1", "0505", "S"), battalion("F2", "0405", "SE")
    table = field(OPEN, guns, foot, landwehr, special=("landwehr_stunned",))
    assert STUNNED in play(attack(table, "0506", "F1@0505"), 33).table["P1"].marks
    assert not play(attack(table, "0506", "F2@0405"), 51).table["P1"].marks
    assert not play(attack(table, "0506", "F1@0505"), 11).table["P1"].marks


@pytest.mark.rule("P46.2")
def test_cossacks_rout_on_any_loss_and_check_when_only_frightened() -> None:
    cossacks = regiment(
        "P1", "0506", "N", movement=16, morale=36, traits=frozenset({"cossack"}), nation="Russian"
    )
    table = field(OPEN, battalion("F1", "0505", "S"), cossacks, special=("cossack_limits",))
    hit = play(attack(table, "0506", "F1@0505"), 51)
    assert [event.unit for event in events(hit, Routed)] == ["P1"]
    missed = play(attack(table, "0506", "F1@0505"), 11)
    assert missed.pending == Roll("d66", "fire-check", "P1")
    plain = field(OPEN, battalion("F1", "0505", "S"), cossacks)
    assert not play(attack(plain, "0506", "F1@0505"), 11).stack


# --- the event


def test_the_other_side_learns_the_sum_but_not_who_brought_what() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "S"),
        light("F2", "0405", "SE"),
        battalion("P1", "0506", "N"),
    )
    (told,) = events(play(attack(table, "0506", "F1@0505", "F2@0405"), 44), FireResolved)
    assert told.seen_by("french") == told
    masked = told.seen_by("coalition")
    assert [(share.unit, share.at) for share in masked.shares] == [("F1", 505), ("F2", 405)]
    assert all(share.value == share.base == 0 for share in masked.shares)
    assert (masked.strength, masked.column, masked.dice) == (told.strength, "2-1", (4, 4))
    assert builtins(told)["strength"] == "12"
