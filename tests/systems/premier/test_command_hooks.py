"""Command at work in the segments: forced marches, clocks, leaving, nerves, weather (17, 43-46)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from grognard.kernel import Ask, IllegalAction, State, answer
from grognard.kernel.codec import dump, load
from grognard.kernel.conformance import check_state
from grognard.kernel.questions import Over, Roll
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.actions import Finish, Firer
from grognard.systems.bataille.battle import Battle
from grognard.systems.bataille.command.command import CommandSequence
from grognard.systems.bataille.command.command_actions import ForceMarch, Leave, TimeUp
from grognard.systems.bataille.commands import parse
from grognard.systems.bataille.events.command import (
    EntryBlocked,
    ForceMarchTried,
    LevelsSet,
    ReinforcementsDue,
    TimeRanOut,
)
from grognard.systems.bataille.fire.firing import gun_reach
from grognard.systems.bataille.fire.sight import line_of_sight
from grognard.systems.bataille.fire.targets import FieldOfFire
from grognard.systems.bataille.marks import FORCE_MARCH, REACTED
from grognard.systems.bataille.melee.assault_options import may_attack
from grognard.systems.bataille.melee.melee import fighter
from grognard.systems.bataille.morale.morale import light_items
from grognard.systems.bataille.morale.recovery import RecoverySegment
from grognard.systems.bataille.movement.march import InHand, take_in_hand
from grognard.systems.bataille.movement.movement import MovementOptions, MovementSegment
from grognard.systems.bataille.movement.movement_end import MovementEnd
from grognard.systems.bataille.movement.outside import away
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.packs.setup import opening, opening_table
from grognard.systems.bataille.packs.victory import level_now, losses
from grognard.systems.bataille.pieces import Cohesion
from grognard.systems.bataille.setting import Arrival, Organisation, TurnInfo
from grognard.systems.bataille.table import Table
from grognard.systems.premier.morale.settle import SettleStack
from grognard.systems.premier.packs import load as load_pack
from grognard.systems.premier.sequence import PlayerSequence
from grognard.systems.premier.system import SYSTEM
from tests.systems.bataille.command.test_command import scene as cossack_scene
from tests.systems.premier.kit import (
    Unit,
    battalion,
    battery,
    begin,
    events,
    field,
    play,
    regiment,
    where,
)

OPEN = ["." * 14] * 12
STRICT = {"movement_clock": "strict"}


def clause_against(table: Table, side: str, order: Any, **facts: Any) -> str:
    reasons = MovementOptions(table, side, **facts).why_not(order)
    return reasons[0].clause if reasons else ""


# --- the turn


@pytest.mark.rule("P2.3", "P2.4")
def test_every_turn_begins_with_the_command_sequence() -> None:
    state = opening(load_pack("hagelberg"))
    groups = [event.group for event in events(state, ReinforcementsDue)]
    assert groups == ["RF1", "RP1"]
    assert len(events(state, LevelsSet)) == 1, "13:00 is a full hour"


# --- forced marches


def division(*units: Unit, **facts: Any) -> Table:
    french = tuple(unit.printed.id for unit in units if unit.printed.side == "french")
    return field(OPEN, *units, divisions={"lanusse": french}, **facts)


@pytest.mark.rule("P44.1", "P44.5")
def test_a_forced_march_is_ordered_first_and_doubles_what_the_unit_can_do() -> None:
    table = division(battalion("F1", "0202", "S"))
    state = play(begin(table, MovementSegment("french")), ForceMarch("lanusse"), 66)
    assert events(state, ForceMarchTried)[0].passed
    state = play(state, "march F1 " + " ".join(["S"] * 10))
    assert state.table["F1"].at == parse_hex("0212")


@pytest.mark.rule("P44.1")
def test_after_any_other_order_it_is_too_late_for_a_forced_march() -> None:
    table = division(battalion("F1", "0202", "S"), battalion("F2", "0404", "S"))
    state = play(begin(table, MovementSegment("french")), "march F1 S")
    with pytest.raises(IllegalAction, match="before any other movement"):
        answer(state, ForceMarch("lanusse"))


@pytest.mark.rule("P44.6")
def test_who_fails_to_force_march_gets_no_order_in_this_segment() -> None:
    table = division(battalion("F1", "0202", "S"), battalion("F2", "0404", "S"))
    state = play(begin(table, MovementSegment("french")), ForceMarch("lanusse"), 11, 66)
    assert clause_against(state.table, "french", parse("march F1 S")) == "P44.6"
    assert not clause_against(state.table, "french", parse("march F2 S"))


@pytest.mark.rule("P44.7")
def test_on_a_forced_march_no_change_of_formation_is_offered() -> None:
    table = division(battalion("F1", "0202", "S", marks=(FORCE_MARCH,)))
    assert clause_against(table, "french", parse("form F1 line SSE 0202")) == "P44.7"


@pytest.mark.rule("P44.9")
def test_a_force_marching_unit_fires_in_defence_only_and_does_not_assault() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "S", marks=(FORCE_MARCH,)),
        battalion("P1", "0506", "N"),
    )
    target = parse_hex("0506")
    firer = Firer("F1", parse_hex("0505"))
    barred = FieldOfFire(table, "french", "offensive").against(firer, target)
    assert barred is not None
    assert barred.clause == "P44.9"
    assert FieldOfFire(table, "french", "defensive").against(firer, target) is None
    reason = may_attack(table, "F1")
    assert reason is not None
    assert reason.clause == "P44.9"


@pytest.mark.rule("P44.8", "P44.10")
def test_marks_of_a_forced_march_go_when_the_side_begins_again() -> None:
    table = division(battalion("F1", "0202", "S", marks=(FORCE_MARCH, "force-march:2")))
    state = begin(table, PlayerSequence("french"))
    assert state.table["F1"].marks == ("force-march:2",)


@pytest.mark.rule("P44.3")
def test_after_a_forced_march_no_counters_are_exchanged() -> None:
    parts = [battalion(f"F{n}", "0202", regiment="F9", increments=4).printed for n in (2, 3)]
    large = battalion(
        "F9", "0404", "S", size="regiment", increments=8, parts=("F2", "F3"), organisation="x"
    )
    table = field(
        OPEN,
        battalion("F1", "0202", "S"),
        large,
        more_counters=parts,
        divisions={"small": ("F1",)},
    )
    assert not clause_against(table, "french", parse("split F9"))
    state = play(begin(table, MovementSegment("french")), ForceMarch("small"), 66)
    assert clause_against(state.table, "french", parse("split F9")) == "PR-10"


# --- the clock


@pytest.mark.rule("P8.1", "P17.1")
def test_when_time_is_up_the_segment_ends_and_everything_stays_as_it_is() -> None:
    units = [battalion("F1", "0202", "S"), battalion("F2", "0404", "S"), battalion("F3", "0404")]
    state = play(
        begin(field(OPEN, *units, options=STRICT), MovementSegment("french")), "march F1 S"
    )
    done = play(state, TimeUp())
    assert isinstance(done.pending, Over), "no stacks are put in order any more"
    assert done.table["F1"].at == parse_hex("0203"), "the order in hand was carried out"
    assert done.table["F2"] == units[1].piece
    assert events(done, TimeRanOut) == [TimeRanOut("french", True)]


@pytest.mark.rule("P8.1")
def test_an_advisory_clock_says_so_and_the_side_moves_on() -> None:
    table = field(OPEN, battalion("F1", "0202", "S"), options={"movement_clock": "advisory"})
    state = play(begin(table, MovementSegment("french")), TimeUp())
    assert events(state, TimeRanOut) == [TimeRanOut("french", False)]
    assert where(state) == "MovementSegment.ask"


@pytest.mark.rule("P17.1")
def test_without_a_clock_nobody_can_say_that_time_is_up() -> None:
    state = begin(field(OPEN, battalion("F1", "0202", "S")), MovementSegment("french"))
    with pytest.raises(IllegalAction, match="no clock runs"):
        answer(state, TimeUp())
    timed = begin(field(OPEN, battalion("F1", "0202"), options=STRICT), MovementSegment("french"))
    assert isinstance(timed.pending, Ask)
    assert TimeUp() in timed.pending.options
    assert TimeUp() not in list(timed.pending.options), "it is the host's to say"


@pytest.mark.rule("P8.1")
def test_time_also_runs_out_while_stacks_are_put_in_order() -> None:
    units = [battalion("F1", "0404"), battalion("F2", "0404")]
    state = begin(field(OPEN, *units, options=STRICT), MovementEnd("french"))
    assert where(state) == "MovementEnd.ask_stacks"
    assert isinstance(play(state, TimeUp()).pending, Over)


@pytest.mark.rule("P8.1", "P45.11")
def test_arrivals_not_brought_on_when_time_is_up_come_in_the_next_turn() -> None:
    comer = battalion("F1", "0101")
    group = Arrival("G", "french", 1, "gap", ("F1",))
    table = field(
        OPEN,
        more_counters=[comer.printed],
        arrivals=(group,),
        zones={"gap": (parse_hex("0501"),)},
        options=STRICT,
    )
    table = play(begin(table, MovementSegment("french")), TimeUp()).table.draft()
    table.turn = 2
    assert not clause_against(table, "french", parse("enter F1 0501 column S"))


# --- arrivals


@pytest.mark.rule("P45.10")
def test_a_side_with_nothing_but_a_column_of_unknown_hour_is_asked_all_the_same() -> None:
    for dice in ((6, 1, 1, 1), (1, 1, 1, 1)):
        table = play(begin(cossack_scene(), CommandSequence()), *dice).table.draft()
        table.phasing = "coalition"
        state = begin(table, MovementSegment("coalition"))
        assert isinstance(state.pending, Ask), dice


@pytest.mark.rule("P45.3")
def test_a_blocked_group_is_noted_when_movement_ends() -> None:
    comer = battalion("F1", "0101")
    table = field(
        OPEN,
        battalion("P1", "0501", "N", "square"),
        more_counters=[comer.printed],
        arrivals=(Arrival("G", "french", 1, "gap", ("F1",)),),
        zones={"gap": (parse_hex("0501"),)},
    )
    assert events(begin(table, MovementEnd("french")), EntryBlocked) == [
        EntryBlocked("french", "G", 1)
    ]


# --- off the map


def frontier(*units: Unit, **facts: Any) -> Table:
    here = tuple(unit.printed.id for unit in units if unit.printed.side == "coalition")
    return field(
        OPEN,
        *units,
        special=["offmap"],
        zones={"gap": (parse_hex("0501"), parse_hex("0601"))},
        arrivals=(Arrival("E", "coalition", 1, "gap", here),),
        exits={"french": (parse_hex("0512"),)},
        **facts,
    )


@pytest.mark.rule("P46.2")
def test_a_unit_is_ordered_off_the_map_and_later_brought_back() -> None:
    table = frontier(battalion("P1", "0502", "N"), battalion("P2", "0909"), phasing="coalition")
    state = begin(table, MovementSegment("coalition"))
    state = play(state, "march P1 N", Leave("P1"))
    assert "P1" not in state.table.pieces
    later = state.table.draft()
    later.turn = 2
    state = play(begin(later, MovementSegment("coalition")), "enter P1 0601 column S")
    assert state.table["P1"].at == parse_hex("0601")
    assert "P1" not in state.table.removed


@pytest.mark.rule("P46.2", "P30.32")
def test_a_rout_off_the_map_waits_outside_and_recovers_in_its_segment() -> None:
    table = frontier(battalion("P1", "0101", "N", order="rout", morale=32), battalion("P2", "0909"))
    table.remove("P1", "away:rout:0:fresh:1:0101")
    state = begin(table, RecoverySegment("coalition"))
    assert state.pending == Roll("d66", "recovery", "P1")
    state = play(state, 66)
    how = away(state.table, "P1")
    assert how is not None
    assert how.cohesion is Cohesion.GOOD


@pytest.mark.rule("P43.6", "P46.2")
def test_a_unit_routed_outside_counts_as_routed_until_it_recovers() -> None:
    body = Organisation("hirschfeld", "coalition", "Hirschfeld", 1, (1,))
    unit = battalion("P1", "0101", organisation="hirschfeld")
    table = frontier(unit, organisations=(body,))
    table.remove("P1", "away:rout:2:fresh:1:0101")
    assert (level_now(table, body), losses(table, "coalition")) == (1, 2)
    table.removed["P1"] = "away:good:2:fresh:1:0101"
    assert (level_now(table, body), losses(table, "coalition")) == (0, 2)
    table.removed["P1"] = "saved:2"
    assert (level_now(table, body), losses(table, "coalition")) == (0, 2)


# --- nerves and nations


@pytest.mark.rule("P46.2")
def test_nerves_are_checked_when_movement_ends() -> None:
    table = field(
        OPEN,
        battalion("F1", "0605", "S"),
        regiment("P9", "0606", "N", movement=11, marks=(REACTED,)),
        special=["charge_nerves"],
        home={"french": (parse_hex("0601"),)},
    )
    state = begin(table, MovementEnd("french"))
    assert state.pending == Roll("d66", "nerves", "F1")
    assert play(state, 11).table["F1"].cohesion is Cohesion.ROUT


def allies(special: tuple[str, ...] = ("nations",)) -> Table:
    return field(
        OPEN,
        battalion("P1", "0505", nation="Prussian", morale=32),
        battalion("R1", "0505", nation="Russian", morale=32),
        battalion("P2", "0606", nation="Prussian"),
        special=special,
        home={"coalition": (parse_hex("0501"),)},
    )


@pytest.mark.rule("P46.2")
def test_allies_found_in_one_hex_check_at_minus_twelve_and_the_last_makes_room() -> None:
    state = begin(allies(), SettleStack(parse_hex("0505"), newest=("R1",)))
    assert isinstance(state.pending, Roll)
    state = play(state, 61)
    assert state.table["R1"].at != parse_hex("0505")
    assert state.table["P1"].at == parse_hex("0505")
    quiet = begin(allies(special=()), SettleStack(parse_hex("0505")))
    assert isinstance(quiet.pending, Over)


@pytest.mark.rule("P46.2")
def test_nobody_ends_his_move_with_allies_of_another_nation() -> None:
    table = allies()
    guest = msgspec.structs.replace(table["R1"], hexes=(parse_hex("0606"),))
    reason = may_end(table, guest)
    assert reason is not None
    assert reason.clause == "P46.2"


# --- weather and light


def at(weather: str, time: str = "13:00", special: tuple[str, ...] = ()) -> Table:
    table = field(OPEN, battery("F1", "0202", "S"), battalion("P1", "0209"), special=special)
    turns = (TurnInfo(1, time, weather),)
    table.setting = msgspec.structs.replace(table.setting, turns=turns)
    return table


@pytest.mark.rule("P46.1")
def test_dusk_and_night_shorten_sight_and_guns_and_weigh_on_morale() -> None:
    seen = [line_of_sight(at(word), 202, 206, "french").clear for word in ("dry", "dusk", "night")]
    assert seen == [True, True, False]
    assert [gun_reach(at(word), 8, "french") for word in ("dry", "dusk", "night")] == [8, 5, 1]
    dice = [
        [item.amount for item in light_items(at(word), "F1")] for word in ("dry", "dusk", "night")
    ]
    assert dice == [[], [-3], [-6]]


@pytest.mark.rule("P46.1")
def test_the_clock_brings_dusk_where_the_battle_uses_that_card() -> None:
    evening = at("dry", "19:20", ("night_and_dusk",))
    assert [item.amount for item in light_items(evening, "F1")] == [-3]
    assert not list(light_items(at("dry", "19:20"), "F1"))


@pytest.mark.rule("P46.1")
def test_heavy_rain_takes_a_point_from_infantry() -> None:
    table = at("heavy_rain")
    hand = take_in_hand(table, "P1")
    assert isinstance(hand, InHand)
    assert hand.allowance == 2 * 5


@pytest.mark.rule("P46.1")
def test_horse_fights_worse_at_dusk_and_lances_are_no_use_at_night() -> None:
    def strength(weather: str) -> Fraction:
        table = at(weather)
        lancers = regiment("F2", "0505", "S", melee=Fraction(24), lance=Fraction(4))
        roster = {**table.setting.roster, "F2": lancers.printed}
        table.setting = msgspec.structs.replace(table.setting, roster=roster)
        table.put(lancers.piece)
        return fighter(table, "F2", parse_hex("0505"), (), lowered=True).total

    assert strength("dry") - 24 == strength("dusk") - 12, "half the value, the lances as they were"
    assert strength("night") == 8


# --- secrets


@pytest.mark.rule("P45.10")
def test_a_secret_hour_is_saved_and_seen_by_its_owner_alone() -> None:
    def twin(turn: str) -> State:
        table = opening_table(load_pack("hagelberg"))
        table.secrets["coalition"] = {"arrival:RR1": turn}
        return begin(table, Battle())

    early, late = twin("7"), twin("11")
    saved = load(dump(early, SYSTEM.rules), SYSTEM.rules, early.table.setting)
    assert saved.table.secrets == early.table.secrets
    french = [
        msgspec.structs.replace(SYSTEM.rules.view(s, "french"), options=None) for s in (early, late)
    ]
    assert french[0] == french[1]
    owner = [SYSTEM.rules.view(s, "coalition").secrets for s in (early, late)]
    assert owner == [{"arrival:RR1": "7"}, {"arrival:RR1": "11"}]


def test_the_laws_of_the_kernel_hold_with_command_in_play() -> None:
    """The charge, with every question declined: every turn has its command sequence."""
    state = opening(load_pack("charge"))
    while not isinstance(state.pending, Over):
        check_state(SYSTEM.rules, state)
        if isinstance(state.pending, Ask):
            options = state.pending.options
            state = answer(state, Finish() if Finish() in options else next(iter(options)))
        else:
            assert isinstance(state.pending, Roll)
            state = answer(state, next(state.pending.outcomes()))
