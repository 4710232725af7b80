"""Leaders on the move, with their units and out of the enemy's way (PR-16, PR-164, P7.18-P7.22)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Action, Ask, IllegalAction, Over, State, answer, why_not
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.actions import FallBack, Finish, March, Pick, Split
from grognard.systems.bataille.codec import table_document, table_from
from grognard.systems.bataille.command.leader_actions import Accompany, LeadTo
from grognard.systems.bataille.command.leader_escape import (
    after_loss,
    clear_way,
    is_surrounded,
    refuge,
    safe_hexes,
)
from grognard.systems.bataille.command.leader_moves import bring_leaders, ride
from grognard.systems.bataille.events.facts import Moved, Removed
from grognard.systems.bataille.events.leaders import (
    LeaderArrived,
    LeaderCaptured,
    LeaderDisplaced,
    LeaderFellBack,
    LeaderMoved,
    LeaderParted,
)
from grognard.systems.bataille.events.morale import Surrendered
from grognard.systems.bataille.fire.losses import TakeLosses
from grognard.systems.bataille.melee.retreat_before import RetreatBeforeMelee
from grognard.systems.bataille.morale.retreat import Disorder, Rout
from grognard.systems.bataille.movement.movement import MovementOptions, MovementSegment
from grognard.systems.bataille.packs.setup import opening_table
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.setting import Arrival
from grognard.systems.bataille.table import Table
from grognard.systems.premier.melee.assault import AssaultByMelee
from tests.systems.premier.kit import (
    Unit,
    battalion,
    begin,
    events,
    field,
    light,
    play,
    regiment,
)
from tests.systems.premier.leaders_kit import Leader, leader, led

OPEN = ["." * 20] * 20
ASK = {"leader_choice": "ask"}


def at(word: str) -> int:
    return parse_hex(word)


def table_of(*units: Unit, leaders: tuple[Leader, ...] = (), **facts: Any) -> Table:
    return led(field(facts.pop("rows", OPEN), *units, **facts), *leaders)


def segment(*units: Unit, leaders: tuple[Leader, ...] = (), **facts: Any) -> State:
    return begin(table_of(*units, leaders=leaders, **facts), MovementSegment("french"))


def clause(state: State, order: Action) -> str:
    reasons = why_not(state, order)
    return reasons[0].clause if reasons else ""


# --- riding alone


@pytest.mark.rule("PR-164", "P4.3")
def test_a_leader_rides_sixteen_points_and_is_asked_about_even_without_a_unit_to_move() -> None:
    state = segment(leaders=(leader("LF1", "0101"),))
    assert isinstance(state.pending, Ask)
    assert LeadTo("LF1", at("0117")) in state.pending.options
    assert LeadTo("LF1", at("0118")) not in state.pending.options
    state = play(state, LeadTo("LF1", at("0117")))
    (moved,) = events(state, LeaderMoved)
    assert (moved.to, moved.cost) == (at("0117"), 2 * 16)
    assert isinstance(state.pending, Over)  # he has had his order, and there is nothing else


@pytest.mark.rule("PR-164")
def test_a_table_may_give_leaders_another_allowance() -> None:
    table = table_of(leaders=(leader("LF1", "0101"),), options={"leader_move": "4"})
    assert at("0105") in ride(table, "LF1")
    assert at("0106") not in ride(table, "LF1")


@pytest.mark.rule("PR-164")
def test_leaders_pay_infantry_costs_with_slopes_halved() -> None:
    rows = ["." * 4] * 4
    levels = ["0000", "1111", "1111", "1111"]
    flat = ride(table_of(leaders=(leader("LF1", "0101"),), rows=rows), "LF1")
    hilly = ride(table_of(leaders=(leader("LF1", "0101"),), rows=rows, levels=levels), "LF1")
    foot = table_of(rows=rows, levels=levels).setting.passage["infantry"]
    slope = foot[at("0101")][3] - foot[at("0102")][3]
    assert slope > 0
    assert hilly[at("0102")] == flat[at("0102")] + slope // 2


@pytest.mark.rule("PR-164")
def test_zones_do_not_stop_a_leader_but_he_enters_no_empty_hex_under_one_nor_the_enemys() -> None:
    table = table_of(
        battalion("F1", "0506", "N"),
        battalion("P1", "0505", "S"),
        leaders=(leader("LF1", "0511"),),
    )
    reach = ride(table, "LF1")
    assert table.zone_over(at("0506"), "coalition")
    assert at("0506") in reach  # a friend stands there
    assert at("0505") not in reach
    empty = next(hex_ for hex_ in table.zone_of["P1"] if not table.stack(hex_))
    assert empty not in reach
    state = begin(table, MovementSegment("french"))
    assert clause(state, LeadTo("LF1", empty)) == "PR-164"


@pytest.mark.rule("PR-164")
def test_a_leader_rides_through_any_friends_and_stacks_with_any() -> None:
    full = [battalion(f"F{n}", "0505", increments=9) for n in (1, 2)]
    horse = regiment("F3", "0506")
    reach = ride(table_of(*full, horse, leaders=(leader("LF1", "0504"),)), "LF1")
    assert at("0505") in reach
    assert at("0506") in reach
    assert reach[at("0507")] == 2 * 3


@pytest.mark.rule("PR-164")
def test_a_leader_has_one_order_in_a_segment_and_does_not_then_ride_along() -> None:
    state = segment(
        battalion("F1", "0505", "S"), battalion("F2", "0507", "S"),
        leaders=(leader("LF1", "0505"),),
    )  # fmt: skip
    state = play(state, LeadTo("LF1", at("0507")))
    assert "LF1" not in state.table.attached
    assert clause(state, LeadTo("LF1", at("0508"))) == "PR-164"
    assert clause(state, Accompany("LF1", "F2")) == "PR-164"
    state = play(state, March("F2", ("S",)))
    assert state.table["F2"].at == at("0508")
    assert state.table.leaders["LF1"] == at("0507")
    with pytest.raises(IllegalAction):
        answer(state, LeadTo("LF1", at("0508")))


@pytest.mark.rule("PR-164")
def test_at_the_end_of_the_segment_a_leader_keeps_to_a_unit_of_his_hex() -> None:
    state = segment(
        battalion("F1", "0505", "S"), battalion("F2", "0507", "S"),
        leaders=(leader("LF1", "0505"),),
    )  # fmt: skip
    state = play(state, LeadTo("LF1", at("0507")), Finish())
    assert state.table.attached == {"LF1": "F2"}


@pytest.mark.rule("PR-164")
def test_whose_leader_he_is_and_where_he_is_are_minded() -> None:
    state = segment(battalion("F1", "0505"), leaders=(leader("LF1", "0505"), leader("LP1", "0909")))
    assert clause(state, LeadTo("LP1", at("0910"))) == "P2.7"
    assert clause(state, LeadTo("LF9", at("0910"))) == "P4.3"
    assert clause(state, Accompany("LF1", "F1")) == "PR-164"  # he does so already


def test_the_orders_of_leaders_agree_with_the_list_of_them() -> None:
    table = table_of(
        battalion("F1", "0505"), battalion("F2", "0505"), battalion("P1", "0507", "N"),
        leaders=(leader("LF1", "0505"), leader("LF2", "0910")), options={"leader_move": "3"},
    )  # fmt: skip
    options = MovementOptions(table, "french", stood=(("LF1", at("0505")), ("LF2", at("0910"))))
    listed = [order for order in options if isinstance(order, LeadTo | Accompany)]
    assert listed == sorted(listed, key=lambda order: order.leader)
    assert len(listed) == len(set(listed)) > 20
    assert all(order in options for order in listed)
    assert options.count() == sum(1 for _ in options)

    class First:
        def randrange(self, stop: int, /) -> int:
            return stop - 1 if stop < 5 else 4

    assert options.sample(First()) in options


# --- with a unit


@pytest.mark.rule("PR-164")
def test_a_leader_goes_with_his_unit_at_no_cost_and_then_does_not_ride_on() -> None:
    state = segment(battalion("F1", "0505", "S"), leaders=(leader("LF1", "0505"),))
    state = play(state, March("F1", ("S", "S")))
    assert state.table.leaders["LF1"] == state.table["F1"].at == at("0507")
    assert clause(state, LeadTo("LF1", at("0508"))) == "PR-164"


@pytest.mark.rule("PR-164")
def test_his_owner_may_leave_him_behind_or_send_him_with_another_unit_of_the_hex() -> None:
    units = battalion("F1", "0505", "S"), battalion("F2", "0505", "S")
    state = segment(*units, leaders=(leader("LF1", "0505"),))
    host = state.table.attached["LF1"]
    other = "F2" if host == "F1" else "F1"
    stayed = play(state, LeadTo("LF1", at("0505")), March(host, ("S",)))
    assert events(stayed, LeaderParted)
    assert stayed.table.leaders["LF1"] == at("0505")
    went = play(state, Accompany("LF1", other), March(other, ("S",)))
    assert went.table.leaders["LF1"] == at("0506")
    late = play(state, March(other, ("face:SW",)))
    assert clause(late, Accompany("LF1", other)) == "PR-164"  # it has begun its move


@pytest.mark.rule("PR-164")
def test_a_leader_keeps_to_the_part_of_a_line_that_he_is_with() -> None:
    table = table_of(
        battalion("F1", ("0605", "0505"), "SSW", "line"), leaders=(leader("LF1", "0505"),)
    )
    draft = table.draft()
    piece = draft["F1"]
    south = tuple(draft.setting.ground.around[hex_][3] for hex_ in piece.hexes)
    draft.record(Moved("F1", south, piece.facing, piece.formation))
    assert draft.leaders["LF1"] == at("0506")
    draft.record(Moved("F1", (south[0],), 3, Formation.COLUMN))
    assert draft.leaders["LF1"] == south[0]
    assert table.leaders["LF1"] == at("0505")


@pytest.mark.rule("PR-164")
def test_moving_a_leader_leaves_the_unit_in_hand_in_hand() -> None:
    state = segment(
        battalion("F1", "0505", "S"), battalion("F2", "0907", "S"),
        leaders=(leader("LF1", "0907"),),
    )  # fmt: skip
    state = play(state, March("F1", ("S",)), LeadTo("LF1", at("0505")), March("F1", ("S",)))
    assert state.table["F1"].at == at("0507")


def test_a_counter_that_is_exchanged_lets_its_leader_find_other_company() -> None:
    parts = [battalion(f"F1{n}", "0101", regiment="F1", increments=6).printed for n in "ab"]
    whole = battalion("F1", "0505", size="regiment", increments=12, parts=("F1a", "F1b"))
    table = led(field(OPEN, whole, more_counters=parts), leader("LF1", "0505"))
    state = play(begin(table, MovementSegment("french")), Split("F1"))
    assert state.table.leaders["LF1"] == at("0505")
    assert "LF1" not in state.table.attached
    assert Accompany("LF1", "F1a") in state.pending.options  # type: ignore[union-attr]


# --- set-up and arrival


@pytest.mark.rule("PR-164")
def test_at_the_opening_each_leader_keeps_to_the_unit_he_is_set_up_with() -> None:
    from grognard.systems.premier.packs import load

    table = opening_table(load("hagelberg", {}))
    assert table.attached
    for who, unit in table.attached.items():
        assert table.leaders[who] in table[unit].hexes


@pytest.mark.rule("P45.1")
def test_leaders_arrive_with_the_first_unit_they_command_or_the_first_of_all() -> None:
    foot, horse = battalion("F1", "0101"), regiment("F2", "0201")
    group = Arrival("R1", "french", 1, "edge", ("F1", "F2"), ("LF1", "LF2"))
    table = led(
        field(OPEN, foot, horse, arrivals=(group,)),
        leader("LF1", command="Cavalry"),
        leader("LF2", command="whoever comes"),
    )
    draft = table.draft()
    bring_leaders(draft, "R1", "F1")
    assert draft.happened == [LeaderArrived("LF2", "F1")]
    bring_leaders(draft, "R1", "F2")
    assert draft.leaders == {"LF2": at("0101"), "LF1": at("0201")}
    assert draft.attached == {"LF2": "F1", "LF1": "F2"}


# --- going along with the beaten


@pytest.mark.rule("PR-16", "PR-164")
@pytest.mark.parametrize("fate", [Disorder, Rout])
def test_a_leader_goes_along_when_his_unit_is_driven_off(fate: Any) -> None:
    table = table_of(
        battalion("F1", "0510", "N"), battalion("P1", "0509", "S"),
        leaders=(leader("LF1", "0510"),),
    )  # fmt: skip
    state = begin(table, fate("F1", "fire"))
    assert state.table["F1"].at != at("0510")
    assert state.table.leaders["LF1"] == state.table["F1"].at


@pytest.mark.rule("PR-16", "PR-164")
def test_even_one_who_kept_to_nobody_is_not_left_alone_by_the_last_to_go() -> None:
    table = led(
        field(OPEN, battalion("F1", "0510", "N"), battalion("P1", "0509", "S")),
        leader("LF1", "0510"),
        alone=("LF1",),
    )
    state = begin(table, Rout("F1", "fire"))
    assert state.table.leaders["LF1"] == state.table["F1"].at


@pytest.mark.rule("PR-16", "PR-164")
def test_where_friends_stay_the_leader_stays_with_them() -> None:
    table = table_of(
        battalion("F1", "0510", "N"), battalion("F2", "0510", "N"), battalion("P1", "0509", "S"),
        leaders=(leader("LF1", "0510"),),
    )  # fmt: skip
    host = table.attached["LF1"]
    state = begin(table, Rout(host, "fire"))
    assert state.table.leaders["LF1"] == at("0510")
    assert state.table.attached["LF1"] != host


@pytest.mark.rule("PR-16", "P7.24")
@pytest.mark.parametrize("choice", ["go", "stay"])
def test_a_table_may_ask_the_owner_whether_a_leader_goes_along(choice: str) -> None:
    table = table_of(
        battalion("F1", "0510", "N"), battalion("P1", "0509", "S"),
        leaders=(leader("LF1", "0510"),), options=ASK,
    )  # fmt: skip
    state = begin(table, Rout("F1", "fire"))
    assert isinstance(state.pending, Ask)
    assert state.pending.purpose == "leader-goes-along"
    state = play(state, Pick(choice))
    gone = state.table["F1"].at
    assert state.table.leaders["LF1"] == (gone if choice == "go" else at("0510"))


@pytest.mark.rule("PR-16")
def test_nobody_is_asked_to_leave_a_leader_alone_among_the_enemies_of_his_hex() -> None:
    table = table_of(
        battalion("P1", "0510", "N", "square"), battalion("F1", "0510", "N"),
        leaders=(leader("LF1", "0510"),), options=ASK,
    )  # fmt: skip
    state = begin(table, Rout("F1", "melee"))
    assert not (isinstance(state.pending, Ask) and state.pending.purpose == "leader-goes-along")
    assert state.table.leaders["LF1"] == state.table["F1"].at != at("0510")


@pytest.mark.rule("PR-16", "P7.20")
def test_a_leader_goes_with_skirmishers_who_slip_away() -> None:
    table = table_of(
        light("P1", "0506", "NNE", "skirmish"), battalion("F1", "0505", "S"),
        leaders=(leader("LP1", "0506"),),
    )  # fmt: skip
    state = begin(table, RetreatBeforeMelee(at("0506"), ("F1",)))
    assert isinstance(state.pending, Ask)
    way = next(order for order in state.pending.options if isinstance(order, FallBack))
    state = play(state, way)
    assert state.table.leaders["LP1"] == state.table["P1"].at != at("0506")


# --- slipping away alone


def assaulted(*attackers: Unit, options: dict[str, str] | None = None) -> Table:
    return table_of(
        battalion("P1", "0506", "N"), *attackers, leaders=(leader("LP1", "0506"),), options=options
    )


@pytest.mark.rule("P7.20", "P29.5")
def test_a_leader_may_always_leave_before_melee_for_a_safe_hex() -> None:
    table = assaulted(battalion("F1", "0505", "S"))
    state = begin(table, AssaultByMelee("french", at("0506"), ("F1",)))
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == ("coalition", "leader-slips-away")
    assert FallBack("LP1", at("0507")) in state.pending.options
    stays = play(state, Finish())
    assert stays.table.leaders["LP1"] == at("0506")
    state = play(state, FallBack("LP1", at("0507")))
    assert events(state, LeaderFellBack) == [LeaderFellBack("LP1", at("0507"))]
    assert state.table["P1"].at == at("0506")
    assert "LP1" not in state.table.attached


@pytest.mark.rule("P7.20", "P29.5", "P29.7")
def test_without_an_open_path_he_stays() -> None:
    around = [("0505", "S"), ("0605", "SW"), ("0606", "NW"), ("0507", "N"), ("0406", "NE"),
              ("0405", "SE")]  # fmt: skip
    ring = [battalion(f"F{n}", where, facing) for n, (where, facing) in enumerate(around)]
    table = assaulted(*ring)
    assert safe_hexes(table, "LP1", ("F0",)) == ()
    state = begin(table, RetreatBeforeMelee(at("0506"), ("F0",)))
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P29.7")
def test_he_goes_neither_into_a_zone_nor_nearer_to_those_who_attack() -> None:
    table = assaulted(battalion("F1", "0505", "S"), battalion("F2", "0509", "N"))
    zone = table.zone_of["F1"] + table.zone_of["F2"]
    found = safe_hexes(table, "LP1", ("F1",))
    assert found
    assert not set(found) & set(zone)


@pytest.mark.rule("P7.21", "PR-16")
def test_nobody_leaves_by_himself_before_a_charge() -> None:
    table = assaulted(regiment("F1", "0505", "S", marks=("charged",)))
    state = begin(table, RetreatBeforeMelee(at("0506"), ("F1",)))
    assert isinstance(state.pending, Over)
    calm = begin(assaulted(regiment("F1", "0505", "S")), RetreatBeforeMelee(at("0506"), ("F1",)))
    assert isinstance(calm.pending, Ask)


# --- the loss of his men


@pytest.mark.rule("P7.18", "PR-164")
def test_a_leader_whose_unit_is_destroyed_makes_off_to_the_nearest_hex_without_a_zone() -> None:
    table = table_of(
        battalion("F1", "0506", "N", increments=6, lost=5),
        battalion("F2", "0508", "N"),
        battalion("P1", "0505", "S"),
        leaders=(leader("LF1", "0506"),),
    )
    state = begin(table, TakeLosses(at("0506"), 3, "fire", False))
    (made_off,) = events(state, LeaderDisplaced)
    assert made_off.came_from == at("0506")
    assert not state.table.zone_over(made_off.to, "coalition")
    assert made_off.to == min(
        there
        for there in table.setting.ground.around[at("0506")]
        if not table.zone_over(there, "coalition") and not table.stack(there)
    )


@pytest.mark.rule("P7.18", "PR-164")
def test_of_equally_near_hexes_one_with_friends_is_preferred_and_he_joins_them() -> None:
    table = table_of(
        battalion("F1", "0506", "N", lost=5), battalion("F2", "0507", "N"),
        battalion("P1", "0505", "S"), leaders=(leader("LF1", "0506"),),
    )  # fmt: skip
    state = begin(table, TakeLosses(at("0506"), 3, "fire", False))
    assert state.table.leaders["LF1"] == at("0507")
    assert state.table.attached["LF1"] == "F2"


@pytest.mark.rule("P7.18")
def test_as_long_as_a_friend_is_left_in_the_hex_he_stays_with_him() -> None:
    table = table_of(
        battalion("F1", "0506", "N", lost=5), battalion("F2", "0506", "N"),
        leaders=(leader("LF1", "0506"),),
    )  # fmt: skip
    draft = table.draft()
    draft.record(Removed("F1", "destroyed"))
    after_loss(draft, "F1", (at("0506"),))
    assert draft.leaders["LF1"] == at("0506")
    assert draft.attached["LF1"] == "F2"


def ringed(*, gap: bool) -> Table:
    around = ["0505", "0605", "0606", "0507", "0406", "0405"]
    ring = [battalion(f"P{n}", where) for n, where in enumerate(around[1:] if gap else around)]
    return table_of(battalion("F1", "0506", lost=5), *ring, leaders=(leader("LF1", "0506"),))


@pytest.mark.rule("P7.19")
def test_he_is_captured_if_enemies_stood_all_round_his_men() -> None:
    state = begin(ringed(gap=False), TakeLosses(at("0506"), 3, "fire", False))
    (taken,) = events(state, LeaderCaptured)
    assert (taken.leader, taken.cause) == ("LF1", "surrounded")
    assert state.table.removed["LF1"] == "captured"
    state = begin(ringed(gap=True), TakeLosses(at("0506"), 3, "fire", False))
    assert not events(state, LeaderCaptured)
    assert events(state, LeaderDisplaced)


@pytest.mark.rule("P7.19")
def test_the_edge_of_the_map_leaves_a_way_out() -> None:
    table = table_of(battalion("P1", "0102"), battalion("P2", "0201"), battalion("P3", "0202"))
    assert not is_surrounded(table, "french", (at("0101"),))


@pytest.mark.rule("P7.19", "PR-80")
def test_he_is_captured_with_a_group_that_surrenders_but_not_with_one_that_ran_off() -> None:
    for fate, captured in (("surrendered", True), ("off-map", False), ("destroyed", False)):
        draft = table_of(battalion("F1", "0506"), leaders=(leader("LF1", "0506"),)).draft()
        draft.record(Removed("F1", fate))
        after_loss(draft, "F1", (at("0506"),))
        assert ("LF1" not in draft.leaders) is captured


@pytest.mark.rule("P7.19", "P14.21")
def test_a_rout_without_a_way_out_takes_its_leader_into_captivity() -> None:
    around = ["0505", "0605", "0606", "0507", "0406", "0405"]
    ring = [battalion(f"P{n}", where) for n, where in enumerate(around)]
    table = table_of(battalion("F1", "0506"), *ring, leaders=(leader("LF1", "0506"),))
    state = begin(table, Rout("F1", "melee"))
    assert events(state, Surrendered)
    assert events(state, LeaderCaptured)[0].cause == "surrendered"


@pytest.mark.rule("P7.18", "PR-164")
def test_where_there_is_no_refuge_at_all_he_is_captured() -> None:
    table = table_of(
        battalion("F1", "0101", lost=5), battalion("P1", "0102"),
        rows=[".", "."], leaders=(leader("LF1", "0101"),),
    )  # fmt: skip
    assert refuge(table, "french", (at("0101"),)) == 0
    state = begin(table, TakeLosses(at("0101"), 3, "fire", False))
    assert events(state, LeaderCaptured)[0].cause == "no-way"


# --- alone, and the enemy comes


@pytest.mark.rule("P7.18", "PR-164")
def test_a_leader_whom_his_square_leaves_with_the_horse_upon_it_makes_off() -> None:
    table = table_of(
        battalion("F1", "0506", "N", "square"),
        regiment("P1", "0506", "S"),
        leaders=(leader("LF1", "0506"),),
    )
    draft = table.draft()
    draft.happened = []
    draft.writable("attached").clear()  # he stays when they go
    draft.record(Moved("F1", (at("0505"),), 0, Formation.SQUARE))
    clear_way(draft, "F1", captures=True)
    (made_off,) = [event for event in draft.happened if isinstance(event, LeaderDisplaced)]
    assert made_off.leader == "LF1"
    assert not draft.has_enemy(draft.leaders["LF1"], "french")


@pytest.mark.rule("P7.22", "PR-164")
def test_enemy_cavalry_that_enters_the_hex_of_a_lone_leader_takes_him() -> None:
    state = segment(regiment("F1", "0505", "S"), leaders=(leader("LP1", "0507"),))
    state = play(state, March("F1", ("S", "S")))
    (taken,) = events(state, LeaderCaptured)
    assert (taken.leader, taken.at, taken.cause) == ("LP1", at("0507"), "cavalry")


@pytest.mark.rule("PR-164")
def test_before_infantry_a_lone_leader_only_makes_off() -> None:
    state = segment(battalion("F1", "0505", "S"), leaders=(leader("LP1", "0506"),))
    state = play(state, March("F1", ("S",)))
    assert not events(state, LeaderCaptured)
    (made_off,) = events(state, LeaderDisplaced)
    assert made_off.to not in state.table.zone_of["F1"]


@pytest.mark.rule("P7.22")
def test_horse_that_is_driven_over_a_lone_leader_does_not_take_him() -> None:
    draft = table_of(regiment("F1", "0505"), leaders=(leader("LP1", "0505"),)).draft()
    clear_way(draft, "F1", captures=False)
    assert draft.leaders["LP1"] != at("0505")


@pytest.mark.rule("P7.22")
def test_a_leader_among_his_men_is_not_alone() -> None:
    table = table_of(battalion("P1", "0505", formation="square"), leaders=(leader("LP1", "0505"),))
    draft = table.draft()
    horse = regiment("F1", "0505")
    draft.setting = msgspec.structs.replace(
        draft.setting, roster={**draft.setting.roster, "F1": horse.printed}
    )
    draft.put(horse.piece)
    clear_way(draft, "F1", captures=True)
    assert draft.leaders["LP1"] == at("0505")


# --- the table


def test_a_table_with_leaders_is_saved_and_read_back() -> None:
    table = table_of(battalion("F1", "0505"), leaders=(leader("LF1", "0505"),))
    back = table_from(table_document(table), table.setting)
    assert back.attached == {"LF1": "F1"}
    assert back.leaders == table.leaders
