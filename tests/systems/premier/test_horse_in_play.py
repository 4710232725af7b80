"""Horse in a whole player-sequence: charges out of turn inside movement, melee and recovery.

Algorithms 22.2 is the second test.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.kernel import Ask, Roll, State
from grognard.mechanics.hexes import distance
from grognard.systems.bataille.events.facts import LostIncrements
from grognard.systems.bataille.events.melee import MeleeFought
from grognard.systems.bataille.events.movement import OrderBegan
from grognard.systems.bataille.fire.fire_segments import OffensiveFireSegment
from grognard.systems.bataille.horse.contacts import contacts_of, make_contact
from grognard.systems.bataille.morale.recovery import RecoverySegment
from grognard.systems.bataille.movement.march import InHand, Leg, leg
from grognard.systems.bataille.movement.movement import MovementSegment
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.words import slow_costs
from grognard.systems.bataille.pieces import Cohesion, Readiness
from grognard.systems.premier.horse.contact_melee import ContactMelees
from grognard.systems.premier.sequence import PlayerSequence
from grognard.systems.premier.system import SYSTEM
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
from tests.systems.premier.listening import offered, option
from tests.systems.premier.moves import clauses, purpose

OPEN = ["." * 16] * 16


def moving(*units: Unit, side: str = "french", **facts: Any) -> State:
    return begin(field(OPEN, *units, phasing=side, **facts), MovementSegment(side))


# --- in the movement segment


@pytest.mark.rule("P40.1", "P40.4", "P40.14", "PR-124", "P35.1")
def test_a_march_into_reach_of_cavalry_is_interrupted_and_ends_there() -> None:
    state = moving(
        regiment("F1", "0503", "S"), battalion("F2", "1003", "S"), regiment("P1", "0507", "N")
    )
    state = play(state, "march F1 S S S")
    assert purpose(state) == "opportunity-charge"
    assert state.table["F1"].hexes == (505,)
    state = play(state, option(state, "counter P1 0506"), 41)
    assert purpose(state) == "movement"
    assert state.table["F1"].hexes == (505,)
    assert contacts_of(state.table["F1"]) == ("P1",)
    assert clauses(state, "march F1 N") == ["PR-124"]
    assert clauses(state, "march F2 S") == []


@pytest.mark.rule("P40.4", "P40.11", "P40.13", "P40.15", "P35.10", "P33.12", "PR-126")
def test_the_book_s_turn_hussars_charge_landwehr_cavalry_as_it_arrives_near_them() -> None:
    """Lances of the mover do not count: it stood. 17 : 28 is the column 1:2."""
    hussars = regiment("F1", "0509", "N", melee=Fraction(28), movement=14, morale=32)
    landwehr = regiment(
        "P1", "0505", "S", melee=Fraction(17), movement=13, lance=Fraction(9), increments=6
    )
    state = moving(landwehr, hussars, side="coalition")
    state = play(state, "march P1 S S")
    state = play(state, option(state, "counter F1 0508"), 41)
    assert state.table["F1"].hexes == (508,)
    assert state.table["P1"].hexes == (507,)
    state = begin(state.table, ContactMelees("coalition"))
    state = play(state, "pick spend", "pick spend", 25)
    (fought,) = events(state, MeleeFought)
    assert (fought.attack_total, fought.defence_total) == (17, 28)
    assert (fought.odds, fought.result) == ("1:2", "AD")
    piece = state.table["P1"]
    assert (piece.cohesion, piece.lost) == (Cohesion.ROUT, 1)
    assert distance(piece.at, 507) <= 13
    assert state.table["F1"].readiness is Readiness.EXHAUSTED


@pytest.mark.rule("P40.15", "PR-126")
def test_fighting_at_a_third_it_would_only_be_tired() -> None:
    table = field(
        OPEN,
        regiment("F1", "0508", "N", melee=Fraction(28), marks=("opp-charged",)),
        regiment("P1", "0507", "S", melee=Fraction(17)),
        phasing="coalition",
    )
    make_contact(table, "P1", "F1")
    state = play(begin(table, ContactMelees("coalition")), "pick spend", "pick spare", 33)
    while purpose(state) != "over":
        state = play(state, 66)
    assert state.table["F1"].readiness is Readiness.TIRED


@pytest.mark.rule("P40.16", "PR-76")
def test_below_one_to_two_the_attacker_routs_without_a_roll() -> None:
    table = field(
        OPEN,
        regiment("F1", "0508", "N", melee=Fraction(28), marks=("opp-charged",)),
        regiment("P1", "0507", "S", melee=Fraction(13)),
        phasing="coalition",
    )
    make_contact(table, "P1", "F1")
    state = play(begin(table, ContactMelees("coalition")), "pick spend", "pick spend")
    (fought,) = events(state, MeleeFought)
    assert (fought.dice, fought.result) == (0, "AR")
    assert state.table["P1"].cohesion is Cohesion.ROUT


@pytest.mark.rule("PR-120", "P39.19")
def test_a_charger_met_from_behind_still_attacks_and_pays_for_it() -> None:
    table = field(
        OPEN,
        regiment("F1", "0505", "N", melee=Fraction(20), movement=11, marks=("charged",)),
        regiment("P1", "0506", "N", melee=Fraction(10), movement=11, marks=("reacted",)),
    )
    make_contact(table, "F1", "P1")
    state = play(begin(table, ContactMelees("french")), 33)
    (fought,) = events(state, MeleeFought)
    assert (fought.attack_total, fought.defence_total) == (20, 10 * Fraction(3, 2))


@pytest.mark.rule("P36.14", "P36.18")
def test_marches_of_tired_cavalry_are_noted() -> None:
    tired = regiment("F1", "0503", "S", readiness="tired", marks=("fatigue:french:1",))
    state = play(moving(tired), "march F1 S")
    assert "moved-half" in state.table["F1"].marks
    state = play(state, "march F1 S S S S S S S")
    assert "moved-more" in state.table["F1"].marks


@pytest.mark.rule("P39.24", "P40.7", "P25.12")
@pytest.mark.parametrize("mark", ["reacted", "opp-charged"])
def test_guns_may_not_unlimber_under_the_eyes_of_cavalry_that_charged(mark: str) -> None:
    state = moving(
        battery("F1", "0505", "S", "limbered"),
        regiment("P1", "0506", "N", marks=(mark, "tried-oppcharge")),
    )
    assert clauses(state, "form F1 unlimbered S 0505") == ["P25.12"]


@pytest.mark.rule("P39.26", "P40.10")
def test_no_recall_is_rolled_when_guns_rout_before_an_opportunity_charge() -> None:
    state = moving(battery("F1", "0504", "S", "limbered"), regiment("P1", "0507", "N"))
    state = play(state, "march F1 S")
    state = play(state, option(state, "counter P1 0506"), 41)
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "stand"
    state = play(state, 11)
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert not isinstance(state.pending, Roll)


@pytest.mark.rule("PR-125")
def test_who_fired_when_it_was_caught_does_not_fire_again() -> None:
    units = (battalion("F1", "0505", "S", marks=("fired-first",)), regiment("P1", "0506", "N"))
    assert purpose(begin(field(OPEN, *units), OffensiveFireSegment("french"))) == "over"


# --- the screen in marches


SCREEN = regiment("P1", ("0606", "0706"), "NNE", "skirmish", skirmish_fire=Fraction(3))


@pytest.mark.rule("P20.3", "P20.4", "PR-54")
def test_infantry_pays_the_screen_as_it_marches() -> None:
    table = field(OPEN, battalion("F1", "0603", "S"), SCREEN)
    hand = InHand("F1", 12)
    found = leg(table, hand, "S")
    assert isinstance(found, Leg)
    assert found.cost == 2 + 4
    assert Marches(table, hand).costs == slow_costs(table, hand)


@pytest.mark.rule("P20.3", "PR-26")
def test_a_line_pays_the_dearest_of_its_parts() -> None:
    table = field(OPEN, battalion("F1", ("0703", "0603"), "SSW", "line"), SCREEN)
    hand = InHand("F1", 20)
    found = leg(table, hand, "S")
    assert isinstance(found, Leg)
    assert found.cost == 2 + 4
    assert Marches(table, hand).costs == slow_costs(table, hand)


# --- the sequence


@pytest.mark.rule("P20.7", "P2.8", "P2.9")
def test_mounted_skirmishers_slip_away_between_the_two_fires() -> None:
    table = field(OPEN, battalion("F1", "0604", "S", movement=9), SCREEN)
    state = begin(table, PlayerSequence("french"))
    while purpose(state) != "movement":
        state = play(state, "done")
    state = play(state, "march F1 S", "done")
    seen = []
    for _ in range(12):
        seen.append(purpose(state))
        if purpose(state) in ("skirmishers-fall-back", "over"):
            break
        state = play(state, "done" if isinstance(state.pending, Ask) else 33)
    assert seen[-1] == "skirmishers-fall-back"
    assert "offensive-fire" not in seen


@pytest.mark.rule("P36.13", "P2.11")
def test_the_recovery_segment_ends_with_the_horses() -> None:
    tired = regiment("P1", "0505", readiness="tired", marks=("fatigue:french:1", "rest:french:1:0"))
    table = field(OPEN, tired)
    table.turn = 2
    state = begin(table, RecoverySegment("french"))
    assert state.table["P1"].readiness is Readiness.FRESH


@pytest.mark.rule("P39.16", "P2.12")
def test_the_sequence_ends_with_the_markers_of_charges_lifted() -> None:
    reactor = regiment("P1", "1212", "N", marks=("reacted", "tried-reaction"))
    state = begin(field(OPEN, battalion("F1", "0101", "S"), reactor), PlayerSequence("french"))
    while purpose(state) != "over":
        state = play(state, "done")
    assert state.table["P1"].readiness is Readiness.TIRED
    assert state.table["P1"].marks == ("fatigue:french:1", "rest:french:1:0")


@pytest.mark.rule("P40.1", "P39.7")
def test_orders_of_the_horse_read_back_from_their_text() -> None:
    for text in ("react P1", "react P1 P2", "counter P1 0506"):
        assert str(SYSTEM.rules.parse(text)) == text


@pytest.mark.rule("P40.9")
def test_what_the_mover_has_left_decides_how_far_it_runs() -> None:
    state = moving(battalion("F1", "0503", "S"), regiment("P1", "0507", "N"))
    state = play(state, "march F1 S S")
    assert events(state, OrderBegan) == [OrderBegan("F1", 12)]
    state = play(state, option(state, "counter P1 0506"), 41, 11)
    assert LostIncrements("F1", 1, "retreat", "P14.24") in events(state, LostIncrements)
    assert distance(state.table["F1"].at, 505) == 4
    assert offered(state) == []
