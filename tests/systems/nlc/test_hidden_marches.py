"""Hidden movement (N20.1): plotted, banked, found out, revealed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Ask, State, answer, start, why_not
from grognard.systems.nlc.combat.assault_fight import AssaultFight
from grognard.systems.nlc.hidden.marching import (
    DiscoveryRolled,
    DiscoveryRolls,
    Hide,
    Plotting,
    Unveil,
    Watch,
    bank,
)
from grognard.systems.nlc.hidden.plots import covered, is_blocking, may_hide, turn_bank, usual_plot
from grognard.systems.nlc.hidden.redirecting import redirect
from grognard.systems.nlc.hidden.revealing import MarchRevealed, Reveal, met
from grognard.systems.nlc.kinds import OrderType, Role
from grognard.systems.nlc.records import HiddenMarch
from grognard.systems.nlc.setting import Arrival, Order
from grognard.systems.nlc.table import Table
from tests.systems.nlc.kit import field, happened, leader, order, play, unit

WIDE = tuple("." * 24 for _ in range(3))
ROAD = tuple(100 * column + 2 for column in range(1, 25))
HIDDEN = {"hidden_movement": "on"}


def march_field(*more: Any, target: int = 2402, options: Any = HIDDEN, **rest: Any) -> Table:
    """A corps with a march along a long road, far from everybody."""
    units = [unit("F1", "french", 102), unit("F2", "french", 202), *more]
    orders = {
        "french-corps": order("march", target, route=(102, target)),
        **rest.pop("orders", {}),
    }
    return field(
        units,
        WIDE,
        ways=(("road", ROAD),),
        leaders=(leader("LF1", "french", 102), *rest.pop("leaders", ())),
        orders=orders,
        options=options,
        **rest,
    )


def hide(
    table: Table, *plot: int, force: str = "french-corps", turns: int = 0, **more: Any
) -> None:
    """A formation has been on a hidden march for so many turns."""
    table.hidden[force] = HiddenMarch(force, plot, since=table.turn - turns, **more)
    table.touched()


@pytest.mark.rule("N20.1.1", "N20.1.1.1")
def test_a_march_may_be_plotted_when_its_order_is_fresh() -> None:
    table = march_field()
    plot = usual_plot(table, table.forces["french-corps"])
    assert plot == ROAD
    state = start(table, Plotting())
    assert why_not(state, Hide("french-corps", (102, 302)))[0].clause == "N20.1.1.1"
    assert why_not(state, Hide("french-corps", (202, 302)))[0].clause == "N20.1.1.1"
    state = answer(state, Hide("french-corps", plot))
    assert state.table.hidden["french-corps"].plot == plot


@pytest.mark.rule("N20.1.1")
def test_without_the_option_nothing_is_hidden() -> None:
    table = march_field(options={})
    assert not may_hide(table, table.forces["french-corps"])


@pytest.mark.rule("N20.1.1.2")
def test_each_turn_the_bank_grows_and_the_counters_stay() -> None:
    table = march_field()
    hide(table, *ROAD)
    draft = table.draft()
    bank(draft)
    held = draft.hidden["french-corps"]
    assert (held.bank, held.first, held.since) == (8, 8, table.turn)
    bank(draft)
    assert (draft.hidden["french-corps"].bank, draft.hidden["french-corps"].first) == (16, 8)
    assert draft.pieces["F1"].at == 102


@pytest.mark.rule("N20.1.1.2")
def test_horsemen_bank_six_points() -> None:
    table = field(
        [unit("F1", "french", 102, "lcav")],
        WIDE,
        leaders=(leader("LF1", "french", 102),),
        orders={"french-corps": order("march", 2402, route=(102, 2402))},
        options=HIDDEN,
    )
    assert turn_bank(table, "french-corps") == 12


@pytest.mark.rule("N20.1.1.3")
def test_whoever_cannot_slip_out_of_sight_in_one_move_may_not_hide() -> None:
    def lone(enemy: int) -> Table:
        return field(
            [unit("F1", "french", 102), unit("P1", "allied", enemy)],
            WIDE,
            leaders=(leader("LF1", "french", 102),),
            orders={"french-corps": order("march", 2402, route=(102, 2402))},
            options=HIDDEN,
        )

    near, far = lone(602), lone(1002)
    assert not may_hide(near, near.forces["french-corps"])
    assert may_hide(far, far.forces["french-corps"])


@pytest.mark.rule("N20.1.1.4")
def test_an_assault_on_the_counters_finds_them_gone() -> None:
    table = march_field(unit("P1", "allied", 201), orders={"allied-corps": order("attack", 202)})
    hide(table, *ROAD, bank=8, first=8, turns=1)
    state = start(table, AssaultFight("allied", ("P1",), 202))
    assert happened(state, MarchRevealed)
    assert not state.table.hidden


@pytest.mark.rule("N20.1.2.1")
def test_an_enemy_who_sees_the_way_covered_reveals_it() -> None:
    table = march_field(unit("P1", "allied", 2002))
    hide(table, *ROAD, bank=8, first=8, turns=1)
    assert not happened(start(table, Watch()), MarchRevealed)
    hide(table, *ROAD, bank=16, first=8, turns=2)
    assert happened(start(table, Watch()), MarchRevealed)


@pytest.mark.rule("N20.1.2.1")
def test_the_hexes_of_the_first_move_give_nothing_away() -> None:
    table = march_field(unit("P1", "allied", 1302))
    hide(table, *ROAD, bank=8, first=8, turns=1)
    assert not happened(start(table, Watch()), MarchRevealed)


@pytest.mark.rule("N20.1.2.2")
@pytest.mark.parametrize(
    ("turns", "die", "revealed"),
    [(1, 6, False), (2, 4, False), (2, 5, True), (3, 3, False), (3, 4, True), (7, 6, True)],
)
def test_a_die_finds_a_march_by_its_turn(turns: int, die: int, revealed: bool) -> None:
    table = march_field()
    hide(table, *ROAD, bank=8, first=8, turns=turns)
    state = play(table, DiscoveryRolls(), (die,))
    assert [event.revealed for event in happened(state, DiscoveryRolled)] == [revealed]
    assert bool(state.table.hidden) is not revealed


@pytest.mark.rule("N20.1.2.3")
def test_austrians_and_russians_look_less_closely() -> None:
    table = march_field(
        unit("P1", "allied", 2403),
        leaders=(leader("LP0", "allied", 2403, role=Role.OVERALL),),
        quarters={"hq_LP0": (2403, "russian")},
    )
    hide(table, *ROAD, bank=8, first=8, turns=2)
    assert play(table, DiscoveryRolls(), (5,)).table.hidden
    assert not play(table, DiscoveryRolls(), (6,)).table.hidden


@pytest.mark.rule("N20.1.2.4")
def test_the_owner_may_reveal_his_march_when_he_likes() -> None:
    table = march_field()
    hide(table, *ROAD, bank=8, first=8, turns=1)
    state = play(table, Plotting(), Unveil("french-corps"))
    assert not state.table.hidden


def _asks(state: State) -> bool:
    return isinstance(state.pending, Ask)


def reveal(table: Table, force: str = "french-corps") -> State:
    return start(table, Reveal(force))


@pytest.mark.rule("N20.1.2.5", "N20.1.2.7")
def test_a_revealed_column_stands_along_its_road() -> None:
    table = march_field()
    hide(table, *ROAD, bank=8, first=8, turns=1)
    state = reveal(table)
    assert happened(state, MarchRevealed)[0].walked[-1] == 902
    assert state.table.leaders["LF1"].at == 902
    assert [state.table.pieces[name].at for name in ("F1", "F2")] == [902, 802]


@pytest.mark.rule("N20.1.2.7")
def test_nobody_is_laid_down_among_enemies_who_have_come_to_where_he_set_out() -> None:
    table = field(
        [unit("F1", "french", 0), unit("A1", "allied", 102)],
        WIDE,
        ways=(("road", ROAD),),
        leaders=(leader("LF1", "french", 0),),
        orders={"french-corps": order("march", 2402, route=(102, 2402))},
        options=HIDDEN,
        arrivals=(Arrival("A1", "french", 1, 102, "french-corps", ("F1",), ("LF1",)),),
    )
    hide(table, *ROAD, bank=0, turns=1)
    state = reveal(table)
    offered = {str(action) for action in state.pending.options}  # type: ignore[union-attr]
    assert offered
    assert "pick 0102" not in offered
    assert not state.table.has_unit(102, "french")


@pytest.mark.rule("N20.1.2.7", "N11.1.3")
def test_a_lone_leader_flees_from_a_column_that_appears_where_he_stands() -> None:
    table = march_field(
        unit("P1", "allied", 2401),
        leaders=(leader("LP1", "allied", 102),),
    )
    hide(table, *ROAD, bank=8, first=8, turns=1)
    state = reveal(table)
    assert state.table.pieces["F1"].at == 102
    assert state.table.leaders["LP1"].at == 2401
    assert str(getattr(state.pending, "purpose", "")) == "leader-loss"


@pytest.mark.rule("N20.1.2.6")
def test_the_road_rate_needs_an_order_that_marches() -> None:
    table = march_field(orders={"french-corps": order("attack", 2402)})
    march = HiddenMarch("french-corps", ROAD, bank=8)
    assert covered(table, march, 8) == 4
    table.forces["french-corps"] = msgspec.structs.replace(
        table.forces["french-corps"], order=order("march", 2402)
    )
    assert covered(table, march, 8) == 8


@pytest.mark.rule("N20.1.2.5", "N20.1.2.9")
def test_the_walk_ends_before_a_blocking_hex() -> None:
    table = march_field(unit("P1", "allied", 1302))
    assert is_blocking(table, 502, "french")
    assert not is_blocking(table, 402, "french")
    hide(table, *ROAD, bank=16, first=8, turns=2)
    assert happened(reveal(table), MarchRevealed)[0].walked[-1] == 402


@pytest.mark.rule("N20.1.2.7", "N20.1.2.8")
def test_off_the_march_nobody_lies_nearer_to_the_enemy_than_the_leader() -> None:
    table = march_field(
        unit("F3", "french", 103),
        unit("P1", "allied", 2402),
        orders={"french-corps": order("attack", 2402)},
    )
    hide(table, *ROAD, bank=8, first=8, turns=1)
    state = reveal(table)
    while _asks(state):
        for pick in state.pending.options:  # type: ignore[union-attr]
            place = int(pick.choice)
            assert state.table.nearest_enemy(place, "french") >= 19
        state = answer(state, next(iter(state.pending.options)))  # type: ignore[union-attr]
    assert state.table.leaders["LF1"].at == 502
    assert len({state.table.pieces[name].at for name in ("F1", "F2", "F3")}) == 2


@pytest.mark.rule("N20.1.2.8")
def test_falling_back_nobody_lies_farther_from_the_enemy_than_the_leader() -> None:
    table = march_field(
        unit("F3", "french", 103),
        unit("P1", "allied", 2402),
        orders={"french-corps": order("fall_back", 102)},
    )
    hide(table, *ROAD[:5], bank=4, first=4, turns=1)
    state = reveal(table)
    while _asks(state):
        for pick in state.pending.options:  # type: ignore[union-attr]
            leader_far = state.table.nearest_enemy(state.table.leaders["LF1"].at, "french")
            assert state.table.nearest_enemy(int(pick.choice), "french") <= leader_far
        state = answer(state, next(iter(state.pending.options)))  # type: ignore[union-attr]


@pytest.mark.rule("N20.1.3.1", "N20.1.3.2", "N20.1.3.3")
def test_new_orders_turn_a_hidden_march_from_where_it_would_be() -> None:
    table = march_field()
    hide(table, *ROAD, bank=8, first=8, turns=1)
    table.forces["french-corps"] = msgspec.structs.replace(
        table.forces["french-corps"], order=Order(OrderType.ATTACK, target=(901,))
    )
    draft = table.draft()
    redirect(draft, "french-corps", OrderType.MARCH)
    changed = draft.hidden["french-corps"]
    assert changed.plot[:9] == ROAD[:9]
    assert changed.plot[-1] == 901
    assert draft.turn - changed.since == 3
    assert (changed.walked, changed.bank) == (8, 0)
    assert covered(draft, changed, 2) == 9


@pytest.mark.rule("N20.1.4.1")
def test_two_hidden_columns_on_one_road_stop_before_they_see_each_other() -> None:
    table = march_field(
        unit("P1", "allied", 2402), orders={"allied-corps": order("march", 102, route=(2402, 102))}
    )
    ours = HiddenMarch("french-corps", ROAD, bank=24, first=8)
    theirs = HiddenMarch("allied-corps", ROAD[::-1], bank=24, first=8)
    table.hidden.update({"french-corps": ours, "allied-corps": theirs})
    assert covered(table, ours, 24) == 23
    assert met(table, ours) == 0
    short = msgspec.structs.replace(theirs, bank=0)
    table.hidden["allied-corps"] = short
    assert met(table, ours) == 8


@pytest.mark.rule("N20.1.5.1")
def test_reinforcements_may_enter_hidden() -> None:
    table = field(
        [unit("F1", "french", 0)],
        WIDE,
        ways=(("road", ROAD),),
        leaders=(leader("LF1", "french", 0),),
        orders={"french-corps": order("march", 2402, route=(102, 2402))},
        options=HIDDEN,
        arrivals=(Arrival("A1", "french", 1, 102, "french-corps", ("F1",), ("LF1",)),),
    )
    force = table.forces["french-corps"]
    assert may_hide(table, force)
    assert usual_plot(table, force)[0] == 102


@pytest.mark.rule("N20.1.6.1")
def test_columns_that_cross_lose_half_a_turn() -> None:
    table = field(
        [unit("F1", "french", 102, formation="I"), unit("F2", "french", 302, formation="II")],
        WIDE,
        ways=(("road", ROAD),),
        leaders=(
            leader("LF1", "french", 102, formation="I"),
            leader("LF2", "french", 302, formation="II"),
        ),
        orders={name: order("march", 2402, route=(102, 2402)) for name in ("I", "II")},
        options={"hidden_movement": "on", "hidden_traffic": "on"},
    )
    hide(table, *ROAD, force="I")
    hide(table, *ROAD[2:], force="II")
    draft = table.draft()
    bank(draft)
    assert {name: held.bank for name, held in draft.hidden.items()} == {"I": 4, "II": 4}


@pytest.mark.rule("N20.1.2.2", "N20.1.5.1", "R-20.1b")
def test_the_row_of_discovery_counts_from_the_turn_the_march_began_not_from_what_is_banked() -> (
    None
):
    table = march_field()
    table.turn = 4
    hide(table, *ROAD, bank=24, first=8, turns=1)
    state = play(table, DiscoveryRolls(), (6,))
    assert [event.revealed for event in happened(state, DiscoveryRolled)] == [False]
    table.turn = 5
    state = play(table, DiscoveryRolls(), (5,))
    assert [event.revealed for event in happened(state, DiscoveryRolled)] == [True]
