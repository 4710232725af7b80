"""What leaders are worth and who decides about it (rule 7, P16.82-83, P25.9-10)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Account, Action, Ask, Item, Roll, State
from grognard.kernel.codec import builtins
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.actions import Finish, Firer, Pick, parse, read_firer
from grognard.systems.bataille.command.leader_actions import Accompany, LeadTo
from grognard.systems.bataille.command.leaders import (
    MORALE,
    best,
    command_of,
    has_cavalry_bonus,
    helpers_of,
    leaders_in,
    morale_items,
    shares_nation,
)
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.events.leaders import masked
from grognard.systems.bataille.events.melee import MeleeFought
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.events.movement import LimberRolled
from grognard.systems.bataille.fire.combining import all_together, guns_apart
from grognard.systems.bataille.fire.fire import FireAttack, aimed
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.movement.limbering import LimberRoll
from grognard.systems.bataille.pieces import Printed
from grognard.systems.bataille.table import Table
from grognard.systems.bataille.views import guess, view
from grognard.systems.premier.melee.assault import AssaultByMelee
from tests.systems.premier.kit import (
    Unit,
    battalion,
    battery,
    begin,
    events,
    field,
    play,
    regiment,
)
from tests.systems.premier.leaders_kit import Leader, leader, led

OPEN = ["." * 14] * 14
ASK = {"leader_choice": "ask"}


def firers(*words: str) -> tuple[Firer, ...]:
    return tuple(map(read_firer, words))


def fire_bonus(table: Table, target: str, *words: str) -> int:
    attack = aimed(table, parse_hex(target), firers(*words))
    return attack.modifiers.total


def stand(*leaders: Leader, options: dict[str, str] | None = None) -> Table:
    """One French battalion in 0505 with these leaders."""
    return led(field(OPEN, battalion("F1", "0505"), options=options), *leaders)


def check(table: Table, *answers: Action | int) -> State:
    return play(begin(table, CheckMorale("F1", "recovery")), *answers)


# --- morale


@pytest.mark.rule("P7.1")
def test_a_leaders_morale_number_modifies_the_dice_of_units_he_is_with() -> None:
    state = check(stand(leader("LF1", "0505", morale=3)), 26)
    (checked,) = events(state, MoraleChecked)
    assert checked.passed  # 26 and three rungs are 33, against 32
    assert [(item.amount, item.clause) for item in checked.account] == [(3, "P7.1")]


@pytest.mark.rule("P7.1")
def test_a_leader_in_another_hex_helps_nobody() -> None:
    (checked,) = events(check(stand(leader("LF1", "0506", morale=3)), 26), MoraleChecked)
    assert not checked.passed
    assert not checked.account.items


@pytest.mark.rule("P7.1", "PR-164")
def test_a_leader_in_either_hex_of_a_line_helps_it() -> None:
    line = battalion("F1", ("0605", "0505"), "SSW", "line")
    for at in ("0505", "0605"):
        assert helpers_of(led(field(OPEN, line), leader("LF1", at, morale=3)), "F1", MORALE)


@pytest.mark.rule("P7.24", "PR-164")
def test_one_leader_counts_for_a_roll_and_left_alone_it_is_the_best() -> None:
    table = stand(leader("LF1", "0505", morale=3), leader("LF2", "0505", morale=6))
    assert [item.amount for item in morale_items(table, "F1")] == [6]


@pytest.mark.rule("P7.2", "P7.24")
def test_a_leader_who_does_harm_is_not_used_unless_his_owner_says_so() -> None:
    table = stand(leader("LF1", "0505", morale=-3))
    assert not list(morale_items(table, "F1"))
    asked = stand(leader("LF1", "0505", morale=-3), options=ASK)
    state = check(asked)
    assert isinstance(state.pending, Ask)
    assert state.pending.purpose == "use-leader-morale"
    (checked,) = events(play(state, Pick("LF1"), 33), MoraleChecked)
    assert checked.account.total == -3
    assert not checked.passed
    (checked,) = events(play(state, Finish(), 33), MoraleChecked)
    assert checked.account.total == 0
    assert checked.passed


@pytest.mark.rule("P7.24")
def test_the_owner_is_asked_about_several_leaders_but_not_about_one_who_only_helps() -> None:
    several = stand(leader("LF1", "0505", morale=3), leader("LF2", "0505", morale=6), options=ASK)
    state = check(several)
    assert isinstance(state.pending, Ask)
    assert list(state.pending.options) == [Finish(), Pick("LF1"), Pick("LF2")]
    (checked,) = events(play(state, Pick("LF1"), 26), MoraleChecked)
    assert checked.account.total == 3
    one = check(stand(leader("LF1", "0505", morale=3), options=ASK))
    assert isinstance(one.pending, Roll)


@pytest.mark.rule("P7.1", "P7.24")
def test_a_choice_before_melee_takes_the_place_of_the_best_leader() -> None:
    table = led(
        field(OPEN, battalion("F1", "0505", "S"), battalion("P1", "0506", "N"), options=ASK),
        leader("LF1", "0505", morale=6),
        leader("LF2", "0505", morale=3),
    )
    state = play(begin(table, AssaultByMelee("french", 506, ("F1",))), 66, Pick("LF2"), 66)
    mine = [seen for seen in events(state, MoraleChecked) if seen.unit == "F1"]
    assert [item.amount for item in mine[0].account if item.clause == "P7.1"] == [3]


# --- nations


@pytest.mark.rule("P7.1", "P46.2")
@pytest.mark.parametrize(
    ("his", "theirs", "traits", "helps"),
    [
        ("Prussian", "Prussian", (), True),
        ("Prussian", "Russian", (), False),
        ("Russian", "Prussian", (), False),
        ("Prussian", "Russian", ("with-prussians",), True),
        ("French", "Saxon", (), True),
        ("Westphalian", "French", (), True),
    ],
)
def test_where_allies_keep_apart_a_leader_helps_his_own_nation(
    his: str, theirs: str, traits: tuple[str, ...], helps: bool
) -> None:
    unit = battalion("P1", "0505", nation=theirs, traits=frozenset(traits))
    who = leader("LP1", "0505", his, morale=3)
    table = led(field(OPEN, unit, special=["nations"]), who)
    assert shares_nation(table, who.printed, unit.printed) is helps
    assert bool(list(morale_items(table, "P1"))) is helps
    assert list(morale_items(led(field(OPEN, unit), who), "P1"))  # elsewhere nobody asks


# --- artillery


def guns(*more: Unit) -> Table:
    return field(
        OPEN, battery("F1", "0505", "S"), *more, battalion("P1", "0508", "N", increments=6)
    )


@pytest.mark.rule("P7.1", "P7.4", "PR-174")
def test_the_best_artillery_bonus_with_the_firing_guns_goes_on_the_dice() -> None:
    table = led(guns(), leader("LF1", "0505", artillery=3), leader("LF2", "0505", artillery=2))
    assert fire_bonus(table, "0508", "F1@0505") == 3
    assert fire_bonus(led(guns(), leader("LF1", "0506", artillery=3)), "0508", "F1@0505") == 0
    state = begin(table, FireAttack(508, firers("F1@0505"), "offensive"))
    (resolved,) = events(play(state, 33), FireResolved)
    assert [(item.amount, item.clause) for item in resolved.modifiers] == [(3, "P7.1")]


@pytest.mark.rule("P7.3", "P7.4")
def test_infantry_alone_gains_nothing_from_an_artillery_bonus() -> None:
    table = led(
        field(
            OPEN,
            battalion("F1", "0505", "S"),
            battery("F2", "0605", "SW"),
            battalion("P1", "0506", "N", increments=6),
        ),
        leader("LF1", "0505", artillery=3),
    )
    assert fire_bonus(table, "0506", "F1@0505") == 0
    assert fire_bonus(table, "0506", "F1@0505", "F2@0605") == 0  # he is not with the guns
    table.leaders["LF1"] = 605
    assert fire_bonus(table, "0506", "F1@0505", "F2@0605") == 3


@pytest.mark.rule("P7.2", "P7.24")
def test_guns_fire_without_a_leader_who_spoils_their_aim_unless_told_otherwise() -> None:
    spoiler = leader("LF1", "0505", artillery=-3)
    assert fire_bonus(led(guns(), spoiler), "0508", "F1@0505") == 0
    table = led(guns(), spoiler)
    table.setting = msgspec.structs.replace(table.setting, options=ASK)
    state = begin(table, FireAttack(508, firers("F1@0505"), "offensive"))
    assert isinstance(state.pending, Ask)
    assert state.pending.purpose == "use-leader-artillery"
    (resolved,) = events(play(state, Pick("LF1"), 33), FireResolved)
    assert resolved.modifiers.total == -3


# --- several hexes of guns


def battery_row(*leaders: Leader) -> Table:
    """Guns in 0505, 0605 and 0705, side by side, at an enemy far off."""
    return led(
        field(
            OPEN,
            battery("F1", "0505", "S"),
            battery("F2", "0605", "S"),
            battery("F3", "0705", "S"),
            battery("F4", "0905", "S"),
            battalion("P1", "0609", "N"),
        ),
        *leaders,
    )


def refused(table: Table, *words: str) -> str:
    reason = guns_apart(table, 609, firers(*words))
    return "" if reason is None else reason.clause


@pytest.mark.rule("P25.9", "PR-57")
def test_two_hexes_of_guns_join_only_under_a_leader_with_an_artillery_bonus() -> None:
    two = ("F1@0505", "F2@0605")
    assert refused(battery_row(), *two) == "P25.9"
    assert refused(battery_row(leader("LF1", "0605", artillery=1)), *two) == ""
    assert refused(battery_row(leader("LF1", "0605", morale=3)), *two) == "P25.9"
    assert refused(battery_row(leader("LF1", "0604", artillery=1)), *two) == "P25.9"
    gifted = battery_row(leader("LF1", "0605", artillery=1))
    assert refused(gifted, "F2@0605", "F4@0905") == "P25.9"  # not side by side


@pytest.mark.rule("P25.10", "PR-63", "PR-154", "PR-165")
def test_three_hexes_need_a_leader_of_special_ability_beside_all_of_them() -> None:
    three = ("F1@0505", "F2@0605", "F3@0705")
    assert refused(battery_row(leader("LF1", "0605", artillery=3)), *three) == "P25.10"
    gifted: dict[str, Any] = {"artillery": 3, "special_ability": True}
    assert refused(battery_row(leader("LF1", "0605", **gifted)), *three) == ""
    assert refused(battery_row(leader("LF1", "0505", **gifted)), *three) == "P25.10"


@pytest.mark.rule("P25.9", "P25.10", "PR-174")
def test_the_strongest_attack_offered_uses_what_a_leader_makes_possible() -> None:
    three = firers("F1@0505", "F2@0605", "F3@0705")
    alone = all_together(battery_row(), 609, three)
    gifted = battery_row(leader("LF1", "0605", artillery=3, special_ability=True))
    led_on = battery_row(leader("LF1", "0605", artillery=3))
    assert len(alone) == 1
    assert len(all_together(led_on, 609, three)) == 2
    assert len(all_together(gifted, 609, three)) == 3


# --- limbering


@pytest.mark.rule("P16.82", "P16.83", "PR-154", "PR-165")
@pytest.mark.parametrize(
    ("leaders", "added"),
    [
        ((leader("LF1", "0505", artillery=3),), 1),
        ((leader("LF1", "0505", artillery=3, special_ability=True),), 3),
        ((leader("LF1", "0505", artillery=3), leader("LF2", "0505", special_ability=True)), 3),
        ((leader("LF1", "0505", artillery=-3),), 0),
        ((leader("LF1", "0505", morale=6),), 0),
        ((leader("LF1", "0506", artillery=3),), 0),
    ],
)
def test_what_leaders_add_to_the_limbering_die(leaders: tuple[Leader, ...], added: int) -> None:
    state = play(begin(led(guns(), *leaders), LimberRoll("F1")), 3)
    (rolled,) = events(state, LimberRolled)
    assert rolled.account.total == added
    assert rolled.limbered is (3 + added >= 4)


@pytest.mark.rule("P16.82", "P46.2")
def test_a_leader_of_another_nation_does_not_help_a_battery_to_limber() -> None:
    unit = battery("P1", "0505", nation="Russian")
    table = led(
        field(OPEN, unit, special=["nations"]), leader("LP1", "0505", "Prussian", artillery=3)
    )
    (rolled,) = events(play(begin(table, LimberRoll("P1")), 3), LimberRolled)
    assert not rolled.account.items


# --- melee


def fight(*leaders: Leader, options: dict[str, str] | None = None) -> State:
    """F1 in 0505 assaults P1 in 0506; both stand, if they are asked nothing else."""
    table = field(OPEN, battalion("F1", "0505", "S"), battalion("P1", "0506", "N"), options=options)
    return begin(led(table, *leaders), AssaultByMelee("french", 506, ("F1",), pinned=True))


@pytest.mark.rule("P7.1", "P7.2", "P33.13")
def test_the_attackers_leader_adds_to_the_melee_dice_and_the_defenders_takes_away() -> None:
    attack, defence = leader("LF1", "0505", melee=3), leader("LP1", "0506", melee=2)
    (fought,) = events(play(fight(attack), 66, 66, 33), MeleeFought)
    assert (fought.dice, fought.modified) == (33, 36)
    (fought,) = events(play(fight(defence), 66, 66, 33), MeleeFought)
    assert (fought.dice, fought.modified) == (33, 31)
    (fought,) = events(play(fight(attack, defence), 66, 66, 33), MeleeFought)
    assert [item.amount for item in fought.account] == [3, -2]


@pytest.mark.rule("P7.24", "PR-12")
def test_to_lead_an_attack_exposes_a_man_so_his_owner_may_keep_him_out_of_it() -> None:
    state = play(fight(leader("LF1", "0505", melee=3), options=ASK), 66, 66)
    assert isinstance(state.pending, Ask)
    assert state.pending.side == "french"
    assert state.pending.purpose == "use-leader-melee"
    (fought,) = events(play(state, Finish(), 33), MeleeFought)
    assert fought.modified == 33
    (fought,) = events(play(state, Pick("LF1"), 33), MeleeFought)
    assert fought.modified == 36
    alone = play(fight(leader("LP1", "0506", melee=3), options=ASK), 66, 66)
    assert isinstance(alone.pending, Roll)  # a defender is exposed anyway


# --- secrecy


@pytest.mark.rule("P6.2", "P7.1")
def test_the_enemy_hears_of_a_leader_but_not_what_he_is_worth() -> None:
    (checked,) = events(check(stand(leader("LF1", "0505", morale=3)), 26), MoraleChecked)
    told = checked.seen_by("coalition")
    assert [(item.amount, item.clause) for item in told.account] == [(0, "P7.1")]
    assert checked.seen_by("french") == checked
    both = fight(leader("LF1", "0505", melee=3), leader("LP1", "0506", melee=2))
    (fought,) = events(play(both, 66, 66, 33), MeleeFought)
    assert [item.amount for item in fought.seen_by("french").account] == [3, 0]
    assert [item.amount for item in fought.seen_by("coalition").account] == [0, -2]
    state = begin(
        led(guns(), leader("LF1", "0505", artillery=3)),
        FireAttack(508, firers("F1@0505"), "offensive"),
    )
    (resolved,) = events(play(state, 33), FireResolved)
    assert resolved.seen_by("coalition").modifiers.total == 0
    assert resolved.seen_by("french").modifiers.total == 3


@pytest.mark.rule("P31.9")
def test_what_is_taken_off_for_a_fallen_leader_is_masked_as_well() -> None:
    account = Account.of([Item(-3, "LF1 struck", "P31.9"), Item(-3, "disordered", "P30.3")])
    assert [item.amount for item in masked(account)] == [0, -3]


# --- commands


@pytest.mark.rule("PR-164", "PR-165")
def test_a_command_is_known_by_the_body_the_arm_or_the_kind_it_names() -> None:
    table = led(
        field(
            OPEN,
            battalion("F1", "0505", division="lanusse"),
            battalion("F2", "0506", division="other"),
            regiment("F3", "0507", traits=frozenset({"cossack"})),
        ),
        leader("LF1", command="Division Lanusse"),
        leader("LF2", command="Cavalry of the corps"),
        leader("LF3", command="all French"),
        leader("LF4", command="Cossack detachment"),
    )
    assert command_of(table, "LF1") == ("F1",)
    assert command_of(table, "LF2") == command_of(table, "LF4") == ("F3",)
    assert command_of(table, "LF3") == ("F1", "F2", "F3")


@pytest.mark.rule("P37.5", "PR-165")
def test_where_nobody_is_marked_a_commander_of_horse_alone_has_the_cavalry_bonus() -> None:
    units = battalion("F1", "0505", division="mixed"), regiment("F2", "0506", division="mixed")
    mixed, horse = leader("LF1", command="mixed"), leader("LF2", command="cavalry")
    table = led(field(OPEN, *units), mixed, horse)
    assert not has_cavalry_bonus(table, "LF1")
    assert has_cavalry_bonus(table, "LF2")
    marked = led(field(OPEN, *units), horse, leader("LF3", cavalry_bonus=True))
    assert not has_cavalry_bonus(marked, "LF2")
    assert has_cavalry_bonus(marked, "LF3")


@pytest.mark.rule("P4.3")
def test_leaders_are_no_combat_units_and_are_found_by_hex_and_side() -> None:
    table = stand(leader("LF2", "0505"), leader("LF1", "0505"), leader("LP1", "0909"))
    assert leaders_in(table, 505, "french") == ("LF1", "LF2")
    assert leaders_in(table, 505, "coalition") == ()
    assert table.stack(505) == ("F1",)
    assert best(table, ("LF1", "LF2"), MORALE) is None
    assert isinstance(table.printed("F1"), Printed)


def test_orders_for_leaders_have_a_text_that_reads_back() -> None:
    for order in (LeadTo("LF1", 2427), Accompany("LF1", "F14")):
        verb, *words = str(order).split()
        assert verb == order.verb
        assert type(order).read(words) == order
    assert parse("fall-back LF1 0506").words() == ["LF1", "0506"]


@pytest.mark.rule("P6.3", "P7.1")
def test_a_view_and_what_is_imagined_from_it_do_not_depend_on_enemy_leaders_values() -> None:
    def twin(**values: Any) -> State:
        return check(stand(leader("LF1", "0505", **values), leader("LF2", "0505", melee=6)))

    one, other = twin(melee=3, morale=6), twin(melee=3, morale=6)
    swapped = {**one.table.setting.leaders}
    first, second = swapped["LF1"], swapped["LF2"]
    swapped["LF1"] = msgspec.structs.replace(first, melee=second.melee, morale=second.morale)
    swapped["LF2"] = msgspec.structs.replace(second, melee=first.melee, morale=first.morale)
    other.table.setting = msgspec.structs.replace(one.table.setting, leaders=swapped)
    seen, twin_seen = view(one, "coalition"), view(other, "coalition")
    assert seen.own_leaders == twin_seen.own_leaders == {}
    assert builtins(seen) == builtins(twin_seen)
    guesses = [guess(seen, state.table.setting, 7).setting for state in (one, other)]
    assert guesses[0].leaders == guesses[1].leaders
    assert view(one, "french").own_leaders == one.table.setting.leaders
