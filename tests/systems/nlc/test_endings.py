"""What may not be done (N1.3), who sees into a stack (N5.3.2), how a battle ends early (N18.4)."""

from __future__ import annotations

import msgspec
import pytest

from grognard.kernel import answer, start, why_not
from grognard.systems.nlc import victory
from grognard.systems.nlc.actions import Finish, Move, Pick
from grognard.systems.nlc.combat.assault import AssaultSegment
from grognard.systems.nlc.combat.retreat import Retreat
from grognard.systems.nlc.movement.entry import Exit
from grognard.systems.nlc.movement.movement import MovementSegment
from grognard.systems.nlc.pieces import Fate
from grognard.systems.nlc.setting import Aim, AimKind
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.views import view
from tests.systems.nlc.kit import field, leader, order, unit

replace = msgspec.structs.replace


@pytest.mark.rule("N1.3")
def test_what_no_rule_offers_is_refused() -> None:
    table = field(
        [unit("F1", "french", 101), unit("P1", "allied", 102)],
        orders={"french-corps": order("attack", 102)},
    )
    fighting = start(table, AssaultSegment("french"))
    assert why_not(fighting, Move(("F1",), (201,)))
    assert why_not(fighting, Pick("F1"))
    moving = start(field([unit("F1", "french", 101)]), MovementSegment("french"))
    assert why_not(moving, Pick("F1"))[0].clause == "N4.5.3"


@pytest.mark.rule("N5.3.2")
def test_a_stack_out_of_sight_shows_its_top_counter_only() -> None:
    def seen(enemy: int) -> Table:
        units = [unit("P1", "allied", 101), unit("P2", "allied", 101, "foot", (4, 2))]
        return field([*units, unit("F1", "french", enemy)], tuple("." * 12 for _ in range(3)))

    state = start(seen(1201), Retreat("french", (), "assault", True))
    far = view(state, "french")
    assert len(far.stacks[101]) == 1
    assert far.unseen == {101: 1}
    assert set(view(state, "allied").stacks[101]) == {"P1", "P2"}
    near = view(start(seen(401), Retreat("french", (), "assault", True)), "french")
    assert set(near.stacks[101]) == {"P1", "P2"}
    assert not near.unseen


@pytest.mark.rule("N18.4")
def test_a_spent_army_or_sudden_death_ends_the_battle() -> None:
    table = field([unit("F1", "french", 101), unit("P1", "allied", 808)])
    assert not victory.is_decided(table)
    table.remove("P1")
    assert victory.is_decided(table)
    table = field([unit("F1", "french", 101), unit("P1", "allied", 808), unit("P2", "allied", 0)])
    armies = {side: replace(army, sudden_death=6) for side, army in table.setting.armies.items()}
    options = {**table.setting.options, "sudden_death": "on"}
    table.setting = replace(table.setting, armies=armies, options=options)
    table.removed["P2"] = Fate("eliminated", 1)
    assert victory.is_decided(table)
    assert victory.verdict(table).name == "french decisive"


@pytest.mark.rule("N18.1", "N5.6.1")
def test_units_that_marched_off_are_no_losses_and_earn_their_points() -> None:
    aim = Aim(AimKind.EXIT, 1, side="french", hexes=(101,), per=3, text="off the map")
    table = field(
        [unit("F1", "french", 101), unit("P1", "allied", 808)],
        leaders=(leader("LF1", "french", 101),),
        orders={"french-corps": order("attack", 808)},
        aims=(aim,),
    )
    state = answer(start(table, MovementSegment("french")), Exit("F1"))
    gone: Table = state.table
    assert gone.removed["F1"].how == "exited"
    assert [score.points for score in victory.scores(gone)] == [2]


@pytest.mark.rule("N12.10.1", "N7.4.11")
def test_a_battery_lost_in_a_retreat_is_a_loss_under_the_order() -> None:
    table = field(
        [unit("P1", "allied", 202, "foot", (4, 2)), unit("F1", "french", 203)],
        orders={"allied-corps": order("defend", 202)},
    )
    state = start(table, Retreat("allied", ("P1",), "assault", False, (203,)))
    assert state.table.removed["P1"].how == "eliminated"
    assert state.table.forces["allied-corps"].loss_turn == 1


@pytest.mark.rule("N4.5.3")
def test_a_segment_with_nothing_to_move_is_over_at_once() -> None:
    table = field([unit("P1", "allied", 808)])
    assert why_not(start(table, MovementSegment("french")), Finish())
