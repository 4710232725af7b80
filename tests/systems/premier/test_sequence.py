"""The chronology of battle (rule 2) and the vocabulary of rules 3 to 6."""

from __future__ import annotations

import itertools
import random

import pytest

from grognard.kernel import Ask, Over, Roll, State, answer
from grognard.systems.bataille.actions import Finish
from grognard.systems.bataille.battle import Battle, BattleEnded
from grognard.systems.bataille.events.facts import SegmentBegan, SequenceBegan, TurnBegan
from grognard.systems.bataille.fire.firing import silence
from grognard.systems.bataille.fire.sight import line_of_sight
from grognard.systems.bataille.morale.retreat import Disorder
from grognard.systems.bataille.packs import setup
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Readiness, Size
from grognard.systems.premier import packs
from tests.systems.premier.kit import battalion, begin, field, regiment

SEGMENTS = ["charge", "movement", "defensive-fire", "offensive-fire", "melee", "recovery"]


def idle(state: State) -> tuple[State, list[object]]:
    """Let both sides do nothing until the battle ends; give back what happened."""
    happened: list[object] = list(state.happened)
    chooser = random.Random(1)
    while not isinstance(state.pending, Over):
        pending = state.pending
        if isinstance(pending, Ask):
            done = Finish() in pending.options
            state = answer(state, Finish() if done else pending.options.sample(chooser))
        else:
            assert isinstance(pending, Roll)
            state = answer(state, next(iter(pending.outcomes())))
        happened += state.happened
    return state, happened


def quiet() -> list[object]:
    return idle(setup.opening(packs.load("duel")))[1]


@pytest.mark.rule("P2.1", "P2.5")
def test_the_french_have_the_first_player_sequence_of_every_turn() -> None:
    sides = [event.side for event in quiet() if isinstance(event, SequenceBegan)]
    assert sides[:4] == ["french", "prussian", "french", "prussian"]


@pytest.mark.rule("P2.2")
def test_a_battle_may_hand_the_first_sequence_to_the_other_side() -> None:
    table = field(["." * 20] * 20, battalion("F1", "0101"), battalion("P1", "2020"))
    assert table.setting.sides[0] == "french"
    setting = table.setting
    reversed_sides = (setting.sides[1], setting.sides[0])
    swapped = field(
        ["." * 20] * 20, battalion("F1", "0101"), battalion("P1", "2020"), sides=reversed_sides
    )
    state = begin(swapped, Battle())
    first = next(event for event in state.happened if isinstance(event, SequenceBegan))
    assert first.side == "coalition"


@pytest.mark.rule("P2.14", "P2.6", "P2.7", "P2.8", "P2.9", "P2.10", "P2.11")
def test_each_player_sequence_goes_through_its_segments_in_the_same_order() -> None:
    happened = quiet()
    begun = [event.segment for event in happened if isinstance(event, SegmentBegan)]
    sequences = sum(isinstance(event, SequenceBegan) for event in happened)
    assert begun == SEGMENTS * sequences


@pytest.mark.rule("P2.12")
def test_the_other_side_is_asked_in_the_midst_of_a_sequence_only_when_something_interrupts() -> (
    None
):
    state = setup.opening(packs.load("duel"))
    assert isinstance(state.pending, Ask)
    assert state.pending.side == "french"


@pytest.mark.rule("P2.13", "P3.1")
def test_the_clock_goes_on_twenty_minutes_a_turn_until_the_last_and_then_a_verdict_falls() -> None:
    happened = quiet()
    turns = [event for event in happened if isinstance(event, TurnBegan)]
    minutes = [int(event.time[:2]) * 60 + int(event.time[3:]) for event in turns]
    assert all(later - earlier == 20 for earlier, later in itertools.pairwise(minutes))
    assert [event.turn for event in turns] == list(range(1, len(turns) + 1))
    assert isinstance(happened[-1], BattleEnded)


@pytest.mark.rule("PR-170")
def test_the_battle_ends_at_once_when_a_side_has_nothing_left_and_nothing_to_come() -> None:
    state = begin(field(["." * 9] * 9, battalion("F1", "0505")), Battle())
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P4.1", "P4.2", "P4.3")
def test_combat_units_are_regiments_battalions_companies_squadrons_and_batteries() -> None:
    assert {size.value for size in Size} == {
        "regiment", "battalion", "company", "squadron", "battery",
    }  # fmt: skip
    setting = packs.load("hagelberg")
    assert not set(setting.leaders) & set(setting.roster)


@pytest.mark.rule("P5.1", "P5.3", "P5.4", "P5.5", "P36.1")
def test_a_piece_shows_its_order_formation_losses_and_readiness() -> None:
    table = field(["." * 9] * 9, regiment("F1", "0505", order="rout", lost=2, readiness="tired"))
    piece = table["F1"]
    assert (piece.cohesion, piece.lost, piece.readiness) == (Cohesion.ROUT, 2, Readiness.TIRED)
    assert Formation.SQUARE in Formation


@pytest.mark.rule("P6.14", "P6.16", "P13.23")
def test_lances_and_limbers_are_what_the_counter_shows() -> None:
    setting = packs.load("hagelberg")
    lancers = setting.roster["P19"]
    assert lancers.lance == 4
    assert lancers.arm is Arm.CAVALRY
    guns = {p.unit: p.formation for p in setting.placements if setting.roster[p.unit].battery}
    assert guns == {"F17": "limbered", "F18": "limbered", "F19": "unlimbered"}


@pytest.mark.rule("P9.4")
def test_fire_and_melee_are_read_from_their_own_cards_of_thirty_six_rows() -> None:
    deck = field(["..", ".."]).setting.cards
    assert {len(column) for column in deck.fire_cells} == {36}
    assert {len(column) for column in deck.melee_cells} == {36}


@pytest.mark.rule("P13.1")
def test_leaders_have_a_place_but_no_facing() -> None:
    table = setup.opening_table(packs.load("hagelberg"))
    assert table.leaders["LF1"] == 2528
    assert "LF1" not in table.pieces


@pytest.mark.rule("P16.98", "P30.10", "P35.14")
def test_cavalry_is_never_disordered_it_routs() -> None:
    table = field(["." * 30] * 30, regiment("F1", "1515"), battalion("P1", "1520", "N"))
    state = begin(table, Disorder("F1", "fire"))
    assert state.table["F1"].cohesion is Cohesion.ROUT


@pytest.mark.rule("P30.12", "P30.6")
def test_routed_cavalry_does_not_fire() -> None:
    horse = regiment("F1", ["1515", "1516"], "E", "skirmish", order="rout", skirmish_fire=3)
    reason = silence(field(["." * 30] * 30, horse), "F1", 1515)
    assert reason is not None
    assert "do not fire" in reason.text


@pytest.mark.rule("P16.95")
def test_light_cavalry_with_a_bracketed_fire_value_may_go_into_skirmish_order() -> None:
    assert regiment("F1", "0505", skirmish_fire=3).printed.may_skirmish
    assert not regiment("F1", "0505", skirmish_fire=3, movement=12).printed.may_skirmish
    assert not regiment("F1", "0505").printed.may_skirmish


@pytest.mark.rule("P16.26")
def test_a_pack_that_changes_the_price_of_ground_changes_the_march() -> None:
    table = field(["....", ".w..", "...."], battalion("F1", "0201", "S"))
    assert table.setting.passage["infantry"][201][3] == 2 * 4


@pytest.mark.rule("P48.2")
def test_both_sides_may_ask_for_a_line_of_sight_before_committing_anything() -> None:
    table = field(
        ["." * 9, "....w....", *["." * 9] * 5], battalion("F1", "0501"), battalion("P1", "0504")
    )
    for side in ("french", "coalition"):
        sight = line_of_sight(table, 501, 504, side)
        assert (sight.clear, sight.blocked_by) == (False, 502)
