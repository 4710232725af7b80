"""Units in contact (rules 35, 39, 40): marks, lances, directions, and their compulsory melees."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.kernel import Ask, Roll, State, why_not
from grognard.systems.bataille.commands import parse
from grognard.systems.bataille.events.melee import AssaultDeclared, MeleeFought
from grognard.systems.bataille.horse.contacts import (
    contact_hexes,
    contacts_of,
    faces,
    front_touches,
    is_opportunity_melee,
    lance_counts,
    lift_contact,
    make_contact,
    struck_side,
)
from grognard.systems.bataille.pieces import Cohesion, Readiness
from grognard.systems.premier.events import AssaultLapsed
from grognard.systems.premier.horse.contact_marks import still_touch
from grognard.systems.premier.horse.contact_melee import ContactMelees, Fought
from tests.systems.premier.kit import Unit, battalion, battery, events, field, play, regiment
from tests.systems.premier.listening import heard, listen, offered, option
from tests.systems.premier.moves import purpose

OPEN = ["." * 14] * 14


def met(charger: Unit, other: Unit, *units: Unit, **facts: Any) -> State:
    """The two are in contact as the melee segment begins."""
    table = field(OPEN, charger, other, *units, **facts)
    make_contact(table, charger.printed.id, other.printed.id)
    return listen(table, ContactMelees("french"))


REACTOR = regiment("P1", "0506", "N", marks=("reacted",))
COUNTER = regiment("P1", "0506", "N", marks=("opp-charged",))


# --- marks


@pytest.mark.rule("P39.17", "P40.14")
def test_both_units_carry_a_mark_that_names_the_other() -> None:
    table = field(OPEN, regiment("F1", "0505", "S"), REACTOR)
    make_contact(table, "F1", "P1")
    assert contacts_of(table["F1"]) == ("P1",)
    assert contacts_of(table["P1"]) == ("F1",)
    before = len(table.happened)
    make_contact(table, "F1", "P1")
    assert len(table.happened) == before
    lift_contact(table, "F1", "P1")
    assert contacts_of(table["F1"]) == contacts_of(table["P1"]) == ()


@pytest.mark.rule("P39.14", "P39.15")
def test_the_front_of_either_touches_but_not_two_backs() -> None:
    facing = field(OPEN, regiment("F1", "0505", "N"), regiment("P1", "0506", "N"))
    assert front_touches(facing, "F1", "P1") is front_touches(facing, "P1", "F1") is True
    backs = field(OPEN, regiment("F1", "0505", "N"), regiment("P1", "0506", "S"))
    assert not front_touches(backs, "F1", "P1")


@pytest.mark.rule("P39.19", "P40.13", "PR-120", "PR-124")
def test_facing_excuses_nobody_in_contact() -> None:
    table = field(OPEN, regiment("F1", "0505", "N", movement=11), REACTOR)
    assert contact_hexes(table, "F1", 506) == ()
    make_contact(table, "F1", "P1")
    assert contact_hexes(table, "F1", 506) == (505,)
    assert not faces(table, "F1", 505, 506)


@pytest.mark.rule("PR-120")
@pytest.mark.parametrize(("facing", "side"), [("S", "front"), ("N", "rear"), ("NE", "flank")])
def test_a_counter_charger_takes_what_its_front_holds_of_the_attacker(
    facing: str, side: str
) -> None:
    table = field(OPEN, regiment("F1", "0505", facing, movement=11), REACTOR)
    make_contact(table, "F1", "P1")
    assert struck_side(table, "P1", ("F1",), 506) == side


@pytest.mark.rule("PR-120")
def test_cavalry_that_only_stood_takes_no_such_advantage() -> None:
    table = field(OPEN, regiment("F1", "0505", "N", movement=11), regiment("P1", "0506", "N"))
    make_contact(table, "F1", "P1")
    assert struck_side(table, "P1", ("F1",), 506) == "front"


# --- lances


@pytest.mark.rule("P35.9", "P35.10", "PR-120")
@pytest.mark.parametrize(
    ("mark", "attacker", "defender"),
    [("reacted", True, True), ("opp-charged", False, True), ("stood", True, False)],
)
def test_lances_count_for_those_who_ride_and_not_for_those_who_stand(
    mark: str, attacker: bool, defender: bool
) -> None:
    table = field(OPEN, regiment("F1", "0505", "S"), regiment("P1", "0506", "N", marks=(mark,)))
    make_contact(table, "F1", "P1")
    assert lance_counts(table, "F1", attacking=True) is attacker
    assert lance_counts(table, "P1", attacking=False) is defender


@pytest.mark.rule("P35.9")
def test_in_an_ordinary_assault_only_the_attackers_lances_count() -> None:
    table = field(OPEN, regiment("F1", "0505", "S"), regiment("P1", "0506", "N"))
    assert lance_counts(table, "F1", attacking=True)
    assert not lance_counts(table, "P1", attacking=False)


@pytest.mark.rule("P40.16", "PR-76")
def test_only_the_melee_of_an_opportunity_charge_may_be_lost_unrolled() -> None:
    for unit, is_one in ((REACTOR, False), (COUNTER, True)):
        table = field(OPEN, regiment("F1", "0505", "S"), unit, regiment("F2", "0605", "S"))
        make_contact(table, "F1", "P1")
        assert is_opportunity_melee(table, ("F1",), ("P1",)) is is_one
        assert not is_opportunity_melee(table, ("F2",), ("P1",))


# --- the melee


@pytest.mark.rule("P39.17", "P39.19", "P35.3")
def test_the_melee_is_compulsory_and_the_phasing_unit_attacks() -> None:
    state = met(regiment("F1", "0505", "S", marks=("charged",)), REACTOR)
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "melee"
    (declared,) = events(state, AssaultDeclared)
    assert (declared.side, declared.target, declared.units) == ("french", 506, ("F1",))


@pytest.mark.rule("P39.18", "P36.6", "PR-96", "PR-120")
def test_after_a_reaction_both_are_exhausted_and_neither_may_spare() -> None:
    state = met(regiment("F1", "0505", "S", marks=("charged",)), REACTOR)
    state = play(state, 33)
    while purpose(state) != "over":
        state = play(state, 66)
    for unit in ("F1", "P1"):
        if unit in state.table.pieces:
            assert state.table[unit].readiness is Readiness.EXHAUSTED
            assert contacts_of(state.table[unit]) == ()
    assert heard() == Fought(("F1",), (506,))


@pytest.mark.rule("P40.15", "P36.10", "PR-96")
def test_after_an_opportunity_charge_either_may_spare_its_horses() -> None:
    state = met(regiment("F1", "0505", "S"), COUNTER)
    assert purpose(state) == "spare-horses"
    assert isinstance(state.pending, Ask)
    assert state.pending.side == "french"
    state = play(state, "pick spend")
    assert isinstance(state.pending, Ask)
    assert state.pending.side == "coalition"


@pytest.mark.rule("P39.20", "P37.12")
def test_a_reaction_takes_the_run_away() -> None:
    runner = regiment("F1", "0505", "S", marks=("charged", "run"), melee=Fraction(20))
    (fought,) = events(play(met(runner, REACTOR), 33), MeleeFought)
    assert fought.attack_total == 20
    stood = regiment("P1", "0506", "N")
    (fought,) = events(play(met(runner, stood), "pick spend", 33), MeleeFought)
    assert fought.attack_total == 40


@pytest.mark.rule("P35.2", "P39.22")
def test_nobody_slips_away_from_a_reaction() -> None:
    fast = regiment("P1", "0506", "N", marks=("reacted",), movement=18)
    state = met(regiment("F1", "0505", "S", marks=("charged",)), fast)
    assert isinstance(state.pending, Roll)


@pytest.mark.rule("P39.17", "P40.14")
@pytest.mark.parametrize(
    "gone",
    [regiment("P1", "0508", "N", marks=("reacted",)), regiment("P1", "0506", order="rout")],
    ids=["left", "routed"],
)
def test_it_lapses_if_either_has_left_or_routed(gone: Unit) -> None:
    state = met(regiment("F1", "0505", "S"), gone)
    assert purpose(state) == "over"
    assert heard() == Fought()
    assert [event.units for event in events(state, AssaultLapsed)] == [("F1",)]
    assert contacts_of(state.table["F1"]) == ()
    assert not still_touch(state.table, "F1", "P1")


@pytest.mark.rule("P39.25", "P35.16", "P40.12")
def test_only_comrades_of_the_same_arm_may_join() -> None:
    friends = (
        regiment("F2", "0605", "SW"),
        battalion("F3", "0405", "SE"),
        battery("F4", "0605", "SW"),
    )
    table = field(OPEN, regiment("F1", "0505", "S"), REACTOR, *friends)
    make_contact(table, "F1", "P1")
    state = listen(table, ContactMelees("french"))
    assert purpose(state) == "join-contact"
    assert offered(state) == ["assault 0506 F1", "assault 0506 F1 F2"]
    (reason,) = why_not(state, parse("assault 0506 F1 F3"))
    assert reason.clause == "P35.16"
    state = play(state, option(state, "assault 0506 F1 F2"))
    (declared,) = events(state, AssaultDeclared)
    assert declared.units == ("F1", "F2")


@pytest.mark.rule("P38.13")
def test_cavalry_that_passed_the_enemy_by_may_not_join() -> None:
    other = regiment("F2", "0605", "SW", marks=("declined:P1",))
    table = field(OPEN, regiment("F1", "0505", "S"), REACTOR, other)
    make_contact(table, "F1", "P1")
    reason = ContactMelees("french", bound=("F1",), target=506).no_comrade(table, "F2")
    assert reason is not None
    assert reason.clause == "P38.13"


@pytest.mark.rule("P39.17", "PR-116")
def test_a_stack_that_was_met_fights_together() -> None:
    table = field(
        OPEN,
        regiment("F1", "0505", "S", marks=("charged",)),
        regiment("F2", "0505", "S", marks=("charged",)),
        REACTOR,
    )
    make_contact(table, "F1", "P1")
    make_contact(table, "F2", "P1")
    state = listen(table, ContactMelees("french"))
    (declared,) = events(state, AssaultDeclared)
    assert declared.units == ("F1", "F2")


@pytest.mark.rule("P32.8", "P40.14")
def test_contacts_of_the_charge_come_before_those_of_the_movement() -> None:
    table = field(
        OPEN,
        regiment("F1", "0505", "S"),
        COUNTER,
        regiment("F2", "0905", "S", marks=("charged",)),
        regiment("P2", "0906", "N", marks=("reacted",)),
    )
    make_contact(table, "F1", "P1")
    make_contact(table, "F2", "P2")
    state = listen(table, ContactMelees("french"))
    assert [event.target for event in events(state, AssaultDeclared)] == [906]


@pytest.mark.rule("P39.17")
def test_without_contacts_nothing_is_asked_and_nothing_happens() -> None:
    table = field(OPEN, regiment("F1", "0505", "S"), regiment("P1", "0506", "N"))
    state = listen(table, ContactMelees("french"))
    assert purpose(state) == "over"
    assert not state.happened
    assert heard() == Fought()


@pytest.mark.rule("P40.13", "P40.14")
def test_infantry_that_stood_attacks_the_cavalry_upon_it() -> None:
    state = met(battalion("F1", "0505", "S", marks=("stood",)), COUNTER)
    state = play(state, "pick spend")
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "melee"
    assert state.table["F1"].cohesion is Cohesion.GOOD
