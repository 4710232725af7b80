"""What a combat leaves behind: leaders in danger, the fled, the hexes that were given up."""

from __future__ import annotations

import pytest

from grognard.kernel import Ask, Roll, answer, start
from grognard.systems.nlc import fire
from grognard.systems.nlc.actions import Pick
from grognard.systems.nlc.combat.assault_fight import AssaultFight
from grognard.systems.nlc.combat.assault_strength import attack_parts
from grognard.systems.nlc.combat.duty import owes_attack, strikes_for
from grognard.systems.nlc.combat.retreat import Retreat
from grognard.systems.nlc.events import Disrupted
from grognard.systems.nlc.guns.bombardment import Bombardment
from grognard.systems.nlc.horse.charge_actions import React
from grognard.systems.nlc.horse.fight import ChargeFight, ChargeFought
from grognard.systems.nlc.horse.home import GoHome
from grognard.systems.nlc.leaders import LeaderTested
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.table import Table
from tests.systems.nlc.kit import field, happened, leader, order, play, unit


def hemmed_in() -> Table:
    """An allied brigade with its general; every way back lies in a French zone."""
    return field(
        [unit("P1", "allied", 101), unit("F1", "french", 201), unit("F2", "french", 103)],
        ("...", "...", "..."),
        leaders=(leader("LP1", "allied", 101), leader("LF1", "french", 303)),
        orders={"french-corps": order("attack", 101), "allied-corps": order("attack", 201)},
    )


@pytest.mark.rule("N11.2.1", "R-11.2")
def test_a_leader_who_has_rolled_in_this_combat_is_not_endangered_again_by_the_retreat() -> None:
    beaten = Retreat("allied", ("P1",), "assault", False, (201,))
    assert isinstance(start(hemmed_in(), beaten).pending, Roll)
    spared = Retreat("allied", ("P1",), "assault", False, (201,), spared=("LP1",))
    state = start(hemmed_in(), spared)
    assert state.table.pieces["P1"].lost == 1
    assert not happened(state, LeaderTested)


@pytest.mark.rule("N11.2.1", "R-11.2")
def test_an_assault_and_the_retreat_from_it_cost_a_leader_one_roll() -> None:
    fight = AssaultFight("french", ("F1",), 101)
    state = start(hemmed_in(), fight)
    for dice in ((5, 3), (1, 1)):  # one hit on the defender, none on the attacker
        state = answer(state, dice)
    state = answer(state, Pick("stand"))
    rolls = []
    while isinstance(state.pending, Roll):
        rolls.append(state.pending.purpose)
        state = answer(state, (1, 1) if state.pending.dice == "2d6" else (6,))
    assert rolls.count("leader-loss") == 1
    assert "morale-assault" in rolls


@pytest.mark.rule("N20.11.1", "N7.7.8")
def test_beaten_horsemen_who_ride_home_count_among_the_retreats() -> None:
    table = field([unit("F1", "french", 303, "hcav"), unit("P1", "allied", 302, disrupted=True)])
    table.put(table.pieces["F1"].__class__("F1", 302))
    fight = ChargeFight("french", (("F1", 303),), 302, (("F1", 303),))
    state = play(table, fight, (1, 1), (1, 1))
    assert state.table.pieces["F1"].at == 303
    tally = state.table.tally
    assert (tally["retreated:french"], tally["retreats:french"]) == (1, 1)


@pytest.mark.rule("NP.2", "R-P")
def test_combats_are_won_by_hexes_that_the_other_side_leaves_empty() -> None:
    def gone(defender: tuple[int, ...]) -> Table:
        table = field(
            [unit("F1", "french", 203), unit("P1", "allied", 202, strengths=defender)],
            leaders=(leader("LF1", "french", 808), leader("LP1", "allied", 801)),
            orders={"french-corps": order("attack", 202), "allied-corps": order("attack", 203)},
        )
        state = start(table, AssaultFight("french", ("F1",), 202))
        state = answer(answer(state, (6, 1)), (1, 1))
        left: Table = answer(state, Pick("stand")).table
        return left

    assert gone((6,)).tally["vacated:allied"] == 1
    assert "vacated:allied" not in gone((6, 3)).tally
    assert "vacated:french" not in gone((6,)).tally


@pytest.mark.rule("N7.10.2", "N7.8.2")
def test_foot_that_fled_in_order_may_still_form_square_against_the_pursuit() -> None:
    table = field(
        [unit("F1", "french", 302, "hcav"), unit("P1", "allied", 302)],
        options={"disruption_in_retreat": "off"},
    )
    fight = ChargeFight("french", (("F1", 303),), 302, (("F1", 303),), silent=("P1",))
    state = play(table, fight, (1,), (1, 1))
    fought = happened(state, ChargeFought)[0]
    assert fought.square
    assert fought.defence.strength == 0


@pytest.mark.rule("N7.9.1", "N7.10.6", "R-7.9a")
def test_riding_home_is_a_retreat_into_that_hex_and_may_be_struck_backhand() -> None:
    table = field(
        [
            unit("F1", "french", 302, "hcav", marks=(Mark.CHARGED,)),
            unit("P1", "allied", 305, "hcav"),
        ],
        leaders=(leader("LP1", "allied", 808),),
    )
    state = start(table, GoHome("french", "F1", 303, beaten=True))
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == ("allied", "react")
    state = answer(state, React("P1", (304, 303)))
    for dice in ((1,), (1, 1), (1, 1)):
        state = answer(state, dice)
    assert happened(state, ChargeFought)[0].backhand


@pytest.mark.rule("N7.6.1")
@pytest.mark.parametrize(("segment", "strength"), [("charge", 3), ("assault", 6)])
def test_disorder_halves_only_who_began_the_assault_segment_with_it(
    segment: str, strength: int
) -> None:
    table = field([unit("F1", "french", 203), unit("P1", "allied", 202)])
    table.segment = segment
    table.record(Disrupted("F1", "retreat"))
    parts = tuple(attack_parts(table, ("F1",), 202))
    assert fire.total(parts, table.setting) == strength


@pytest.mark.rule("N12.2A.5", "R-12.2b")
@pytest.mark.parametrize("foot", [True, False])
def test_an_assault_by_horsemen_passes_for_the_attack_only_in_a_cavalry_formation(
    foot: bool,
) -> None:
    mate = unit("F2", "french", 204, "inf" if foot else "hcav")
    horse = unit("F1", "french", 203, "lcav", marks=(Mark.ATTACKED,))
    table = field(
        [horse, mate, unit("P1", "allied", 202)],
        leaders=(leader("LF1", "french", 204),),
        orders={"french-corps": order("attack", 202)},
    )
    force = table.forces["french-corps"]
    assert strikes_for(table, force, "F1") is not foot
    assert owes_attack(table, force) is foot


@pytest.mark.rule("N20.12.3", "N20.4.3")
@pytest.mark.parametrize(("face", "shaken"), [(4, False), (5, True)])
def test_with_six_to_hit_alternate_artillery_disrupts_by_a_five(face: int, shaken: bool) -> None:
    table = field(
        [unit("F1", "french", 203, "foot", (4, 2)), unit("P1", "allied", 201)],
        options={"six_to_hit": "on", "alternate_artillery": "on"},
    )
    state = play(table, Bombardment("french", ("F1",), 201), *[(face,)] * 4)
    assert state.table.pieces["P1"].disrupted is shaken
