from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.campaign.carrying import alteration, document_of, joined
from grognard.campaign.pack import FOLDER, check, load, names
from grognard.campaign.progress import (
    Progress,
    begun,
    came_out,
    forked,
    fought,
    next_stage,
    outstanding,
    reachable,
    spread,
    spread_evenly,
    sudden_end,
    total,
    verdict,
    whole_day,
)
from grognard.desks import library
from grognard.kernel.errors import GrognardError
from grognard.kernel.outcome import Fate, Judged, Outcome
from grognard.systems.registry import system_of

BERLIN = load("berlin-1813")
LEVELS = ("FD", "FS", "FM", "CM", "CS", "CD")
TABLE = {
    "blankenfelde": (5, 3, 1, -1, -3, -5),
    "neu-beeren": (5, 3, 1, -1, -3, -5),
    "hagelberg": (None, 3, 1, -1, -3, None),
    "berlin": (5, 3, 1, -1, -3, -5),
    "ney": (5, 3, 1, -1, -3, -5),
}


@cache
def setting_of(stage: str) -> Any:
    source = library.document(BERLIN.stage(stage).pack)
    return system_of(source).library.setting(source, {})


def outcome(stage: str, level: str, lost: dict[str, int] | None = None, **fates: str) -> Outcome:
    """A battle that came out like this; units have lost so many, some met a fate of their own."""
    setting, lost = setting_of(stage), lost or {}
    units = tuple(
        Fate(
            unit, printed.name, printed.side, printed.organisation, printed.increments,
            printed.increments if unit in fates else lost.get(unit, 0),
            fates.get(unit, "good"), unit in fates,
        )
        for unit, printed in setting.roster.items()
    )  # fmt: skip
    leaders = tuple(
        Fate(each, printed.name, printed.side, "", 1, int(each in fates), fates.get(each, "present"), each in fates)
        for each, printed in setting.leaders.items()
    )  # fmt: skip
    return Outcome("", level, "", (), {}, units, leaders, (), {})


def campaign(*levels: str, **options: str) -> Progress:
    """The campaign after battles of these levels without losses."""
    progress = begun(BERLIN, options)
    for level in levels:
        stage = next_stage(BERLIN, progress)
        assert stage is not None
        progress = fought(BERLIN, progress, outcome(stage.id, level))
    return progress


# --- points


def test_the_library_holds_a_sound_campaign() -> None:
    assert names() == ["berlin-1813"]
    assert check("berlin-1813") == []


@pytest.mark.parametrize("stage", TABLE)
@pytest.mark.parametrize("level", range(6))
def test_every_cell_of_the_points_table(stage: str, level: int) -> None:
    wanted = TABLE[stage][level]
    if wanted is None:
        with pytest.raises(GrognardError, match="not possible"):
            BERLIN.points(stage, LEVELS[level])
    else:
        assert BERLIN.points(stage, LEVELS[level]) == wanted
    assert BERLIN.points(stage, "draw") == 0


@pytest.mark.parametrize(
    ("levels", "sum_of", "side"),
    [
        (("FD", "FD"), 10, "french"),
        (("CD", "CD"), -10, "coalition"),
        (("FD", "FS", "FM"), 9, ""),
        (("CD", "CS", "CM"), -9, ""),
    ],
)
def test_at_ten_points_the_campaign_stops(levels: tuple[str, ...], sum_of: int, side: str) -> None:
    progress = campaign(*levels)
    end = sudden_end(BERLIN, progress)
    assert total(progress) == sum_of
    assert (end.side if end else "") == side
    assert (next_stage(BERLIN, progress) is None) is bool(side)


def test_without_turning_points_every_battle_is_fought() -> None:
    progress = campaign("FD", "FD", sudden_end="never")
    assert next_stage(BERLIN, progress) == BERLIN.stage("hagelberg")


@pytest.mark.parametrize(
    ("sum_of", "level"),
    [(20, "FD"), (15, "FD"), (14, "FS"), (6, "FS"), (5, "FM"), (1, "FM"), (0, "CM"), (-5, "CM"), (-6, "CS"), (-14, "CS"), (-15, "CD"), (-20, "CD")],
)  # fmt: skip
def test_the_sum_decides_the_campaign(sum_of: int, level: str) -> None:
    assert BERLIN.band(sum_of).level == level


def test_past_a_turning_point_one_may_play_on_for_no_points() -> None:
    progress = campaign("FD", "FD", sudden_end="play_on")
    end = sudden_end(BERLIN, progress)
    assert end is not None
    assert end.side == "french"
    progress = fought(BERLIN, progress, outcome("hagelberg", "CS"))
    assert [each.points for each in progress.fought] == [5, 5, 0]
    assert total(progress) == 10
    assert sudden_end(BERLIN, progress) == end


def test_the_campaign_as_it_was_fought_ends_on_the_line_of_the_coalition() -> None:
    assert sum(BERLIN.points(stage, level) for stage, level in BERLIN.history.items()) == -11
    progress = campaign("CM", "CS", "CS", "FS", "CD", sudden_end="never")
    assert (total(progress), verdict(BERLIN, progress).level) == (-9, "CS")


def test_what_is_still_in_reach() -> None:
    assert reachable(BERLIN, campaign("FM", "CS", "FS", sudden_end="never")) == (-9, 11)


# --- who joins


def test_a_french_victory_at_hagelberg_brings_girard_to_reynier() -> None:
    assert [join.id for join in joined(BERLIN, campaign("FM", "CM", "FS"))] == ["girard"]


def test_a_victory_of_the_coalition_brings_hirschfeld_to_rohrbeck() -> None:
    assert [join.id for join in joined(BERLIN, campaign("FM", "CM", "CS"))] == ["hirschfeld"]


@pytest.mark.parametrize("level", ["FM", "CM", "draw"])
def test_after_a_marginal_result_both_stay_away(level: str) -> None:
    assert joined(BERLIN, campaign("FM", "CM", level)) == []


def after_hagelberg(level: str, lost: dict[str, int], **fates: str) -> Progress:
    progress = campaign("FM", "CM")
    progress = fought(BERLIN, progress, outcome("hagelberg", level, lost, **fates))
    for due in outstanding(BERLIN, progress):
        progress = spread(BERLIN, progress, due, spread_evenly(due))
    return progress


def ney(progress: Progress) -> Any:
    progress = fought(BERLIN, progress, outcome("berlin", "CM"))
    stage = BERLIN.stage("ney")
    document = document_of(BERLIN, progress, stage)
    system = system_of(document)
    assert list(system.library.check(document)) == []
    return system.library.setting(document, {})


def test_girards_survivors_arrive_with_the_second_saxon_division() -> None:
    setting = ney(after_hagelberg("FS", {"F01": 3}, F02="destroyed"))
    plain = setting_of("ney")
    girard = next(arrival for arrival in setting.arrivals if arrival.id == "G1")
    assert (girard.turn, girard.zone) == (2, "naundorf_road")
    assert len(setting.roster) == len(plain.roster) + len(girard.units)
    hagelberg = setting_of("hagelberg")
    first, second = hagelberg.roster["F01"].increments, hagelberg.roster["F02"].increments
    back = (3 + second) // 3
    left = sum(setting.roster[unit].increments for unit in girard.units)
    whole = sum(p.increments for p in hagelberg.roster.values() if p.organisation == "girard")
    assert left == whole - 3 - second + back
    assert all(setting.roster[unit].organisation == "iv" for unit in girard.units)
    assert first > 3


def test_hirschfelds_survivors_stand_near_rohrbeck_when_ney_begins() -> None:
    from grognard.mechanics.hexes import distance

    setting = ney(after_hagelberg("CS", {}))
    rohrbeck = setting.places["Rohrbeck"]
    placed = [each for each in setting.placements if each.unit.startswith("H")]
    hirschfeld = [
        unit
        for unit, printed in setting_of("hagelberg").roster.items()
        if printed.organisation == "hirschfeld"
    ]
    assert len(placed) == len(hirschfeld)
    assert all(min(distance(each.hexes[0], at) for at in rohrbeck) <= 3 for each in placed)
    assert not any(unit.startswith("HR") and unit != "HR01" for unit in setting.roster)


def whole(earlier: str, level: str, lost: dict[str, int] | None = None) -> Outcome:
    """Dennewitz from morning to evening, judged at 14:00 and at its end."""
    judged = (Judged("14:00", earlier, "at two", "french"),) if earlier else ()
    return msgspec.structs.replace(outcome("ney", level, lost), earlier=judged)


def test_a_whole_day_is_judged_twice_and_its_losses_count_with_its_last_battle() -> None:
    before = campaign("CM", "CM", "CM", days="whole")
    day = whole_day(BERLIN, before)
    assert day is not None
    progress = came_out(BERLIN, before, whole("FS14", "CD", {"F16": 2}), day)
    assert [(each.stage, each.points) for each in progress.fought[3:]] == [
        ("berlin", 3),
        ("ney", -5),
    ]
    berlin, ney_half = (each.outcome for each in progress.fought[3:])
    assert (berlin.level, berlin.verdict, berlin.side) == ("FS", "at two", "french")
    assert berlin.losses() == {}
    assert ney_half.losses()["french"]
    assert next_stage(BERLIN, progress) is None


def test_a_day_that_ended_before_it_was_judged_is_a_draw_at_that_hour() -> None:
    before = campaign("CM", "CM", "CM", days="whole")
    progress = came_out(BERLIN, before, whole("", "CD"), BERLIN.day("berlin"))
    assert [each.points for each in progress.fought[3:]] == [0, -5]


def test_a_turning_point_at_the_hour_before_the_end_decides_the_campaign() -> None:
    before = campaign("CS", "CS", "CS")
    progress = came_out(BERLIN, before, whole("CM14", "FD"), BERLIN.day("berlin"))
    assert (total(progress), len(progress.fought)) == (-10, 4)


def test_days_are_fought_in_halves_unless_the_whole_is_chosen() -> None:
    assert whole_day(BERLIN, campaign("CM", "CM", "CM")) is None
    assert whole_day(BERLIN, campaign("CM", "CM", days="whole")) is None


def test_girard_comes_to_the_whole_day_in_the_afternoon() -> None:
    progress = after_hagelberg("FS", {})
    document = document_of(BERLIN, progress, BERLIN.stage("berlin"), BERLIN.day("berlin"))
    system = system_of(document)
    assert list(system.library.check(document)) == []
    setting = system.library.setting(document, {})
    girard = next(arrival for arrival in setting.arrivals if arrival.id == "G1")
    assert (setting.turns[girard.turn - 1].time, girard.zone) == ("14:20", "naundorf_road")


def test_a_leader_who_was_lost_does_not_come_again() -> None:
    progress = begun(BERLIN)
    progress = fought(BERLIN, progress, outcome("blankenfelde", "FM", LP1="killed"))
    progress = fought(BERLIN, progress, outcome("neu-beeren", "FM"))
    progress = fought(BERLIN, progress, outcome("hagelberg", "FM"))
    changes = alteration(BERLIN, progress, BERLIN.stage("berlin"), setting_of("berlin"))
    assert [setting_of("berlin").leaders[each].name for each in changes.leaders] == ["Tauentzien"]


# --- who comes back


@pytest.mark.parametrize(("lost", "back"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_one_increment_in_three_comes_back_rounded_down(lost: int, back: int) -> None:
    progress = campaign("FM", "CM")
    progress = fought(BERLIN, progress, outcome("hagelberg", "FM", {"F01": lost}))
    assert sum(due.count for due in outstanding(BERLIN, progress)) == back


def test_those_who_surrendered_do_not_come_back() -> None:
    progress = campaign("FM", "CM")
    progress = fought(BERLIN, progress, outcome("hagelberg", "FM", {"F01": 3}, F02="surrendered"))
    (due,) = outstanding(BERLIN, progress)
    assert (due.count, due.units) == (1, {"F01": 3})


def test_the_owner_spreads_what_comes_back_and_nobody_gets_more_than_he_lost() -> None:
    progress = campaign("FM", "CM")
    progress = fought(BERLIN, progress, outcome("hagelberg", "FM", {"F01": 4, "F03": 2}))
    (due,) = outstanding(BERLIN, progress)
    with pytest.raises(GrognardError, match="must be spread first"):
        fought(BERLIN, progress, outcome("berlin", "FM"))
    with pytest.raises(GrognardError, match="2 come back, not 3"):
        spread(BERLIN, progress, due, {"F01": 3})
    with pytest.raises(GrognardError, match="nobody of F09 comes back"):
        spread(BERLIN, progress, due, {"F09": 1})
    done = spread(BERLIN, progress, due, {"F03": 2})
    assert outstanding(BERLIN, done) == []
    assert done.fought[-1].returned == {"F01": 0, "F03": 2}


def test_a_lost_battalion_is_rebuilt_with_two_increments_or_not_at_all() -> None:
    progress = campaign("FM", "CM")
    progress = fought(BERLIN, progress, outcome("hagelberg", "FM", {"F01": 1}, F02="destroyed"))
    (due,) = outstanding(BERLIN, progress)
    with pytest.raises(GrognardError, match="it needs 2 or nothing"):
        spread(BERLIN, progress, due, {"F02": 1})
    assert spread_evenly(due)["F02"] >= 2


# --- the readings of the house


def test_other_corps_carry_their_losses_only_where_that_was_chosen() -> None:
    lost = {f"F{n:02d}": 3 for n in range(1, 11)}
    for value, carried in (("off", 0), ("on", 1)):
        progress = begun(BERLIN, {"other_corps": value})
        progress = fought(BERLIN, progress, outcome("blankenfelde", "FM", lost))
        for due in outstanding(BERLIN, progress):
            progress = spread(BERLIN, progress, due, spread_evenly(due))
        changes = alteration(BERLIN, progress, BERLIN.stage("berlin"), setting_of("berlin"))
        assert bool(changes.lost) is bool(carried)
        if carried:
            berlin = setting_of("berlin").roster
            corps = sum(p.increments for p in berlin.values() if p.organisation == "iv")
            before = sum(
                p.increments
                for p in setting_of("blankenfelde").roster.values()
                if p.organisation == "iv_corps_french"
            )
            assert sum(changes.lost.values()) == (30 - 10) * corps // before


def test_saxon_batteries_that_were_lost_are_missing_at_dennewitz() -> None:
    for value, missing in (("on", ("F79",)), ("off", ())):
        progress = begun(BERLIN, {"missing_guns": value})
        progress = fought(BERLIN, progress, outcome("blankenfelde", "FM"))
        progress = fought(BERLIN, progress, outcome("neu-beeren", "CM", {"F11": 1, "F22": 2}))
        changes = alteration(BERLIN, progress, BERLIN.stage("ney"), setting_of("ney"))
        assert changes.missing == missing
        document = document_of(BERLIN, progress, BERLIN.stage("ney"))
        assert list(system_of(document).library.check(document)) == []


def test_an_option_that_is_not_there_is_refused() -> None:
    with pytest.raises(GrognardError, match="there is no option weather=rain"):
        begun(BERLIN, {"weather": "rain"})


# --- keeping


def test_a_campaign_is_written_down_and_read_again() -> None:
    progress = after_hagelberg("FS", {"F01": 3})
    again = msgspec.json.decode(msgspec.json.encode(progress), type=Progress)
    assert again == progress


def test_a_campaign_can_be_forked_before_any_battle_that_was_fought() -> None:
    progress = campaign("FM", "CM", "FM")
    assert forked(progress, "hagelberg") == campaign("FM", "CM")
    with pytest.raises(GrognardError, match="'ney' was not fought yet"):
        forked(progress, "ney")


FAULTS = {
    ("pack: hagelberg\n", "pack: hagelburg\n"): "there is no battle 'hagelburg'",
    ("most: 14", "most: 13"): "FS ends at 13 and FD begins at 15",
    ("after: hagelberg\n    at_least: 2", "after: paris\n    at_least: 2"): "there is no battle of the campaign 'paris'",
    ("into: iv\n", "into: v\n"): "there is no organisation 'v'",
    ("batteries: [F79,", "batteries: [X99,"): "there is no unit 'X99'",
    ("battles: [berlin, ney]", "battles: [ney, berlin]"): "ney, berlin do not follow each other",
    ("{FD14: FD,", "{FD14: XX,"): "there is no level 'XX'",
    ("pack: dennewitz\n", "pack: denewitz\n"): "there is no battle 'denewitz'",
    ("{side: french, points: 10", "{side: france, points: 10"): "there is no side 'france'",
}  # fmt: skip


@pytest.mark.parametrize(("change", "problem"), FAULTS.items())
def test_a_fault_of_a_campaign_pack_is_named_with_its_line(
    tmp_path: Path, change: tuple[str, str], problem: str
) -> None:
    text = (FOLDER / "berlin-1813.yaml").read_text("utf-8")
    assert change[0] in text
    path = tmp_path / "own.yaml"
    path.write_text(text.replace(*change, 1), "utf-8")
    found = [each for each in check(str(path)) if problem in each.text]
    assert found
    assert found[0].line > 0
    assert found[0].hint
