from __future__ import annotations

from collections import Counter

from grognard.bots.eager_bot import choose
from grognard.cli.soak import Job, Plan, Tally, drawn_options, play_one
from grognard.cli.soak_record import by_card, never, share
from grognard.kernel import State
from grognard.kernel.conformance import play_random
from grognard.systems.premier.cards import cards
from grognard.systems.premier.options import OPTIONS
from grognard.systems.premier.reached import all_cells, cells
from grognard.systems.premier.situations import begin, read
from grognard.systems.premier.system import SYSTEM

MELEE = """\
title: A battalion assaults a square and the guns in it
map:
  . . . . .
  . . . . .
  . . . . .
  . . . . .
units:
  F1 battalion at 0302 facing S melee 30 increments 12
  P1 battalion at 0303 facing N square increments 6
  P2 battery at 0303 facing N unlimbered
start: segment melee french
expect: P1 lost 0
"""


def test_the_cells_of_every_card_are_counted_as_they_are_printed() -> None:
    found = by_card(dict.fromkeys(all_cells([SYSTEM.library.setting("charge", {})]), 0))
    assert len(found["melee"]) == 36 * 10
    assert len(found["casualty"]) == 2 * 6
    assert len(found["matrix"]) == len(cards().matrix)
    printed = sum(len(set(column)) for column in cards().fire_cells)
    assert len(found["fire"]) == printed
    assert all(row.startswith(("prussian/", "french/")) for row in found["square"])
    assert len(found["limber"]) % 2 == 0


def test_a_pack_without_horse_asks_for_no_recall() -> None:
    found = by_card(dict.fromkeys(all_cells([SYSTEM.library.setting("duel", {})]), 0))
    assert "recall" not in found
    assert not any(row.startswith("cavalry") for row in found["matrix"])


def test_what_battles_reach_is_among_what_can_be_reached() -> None:
    setting = SYSTEM.library.setting("charge", {})
    reached: Counter[str] = Counter()
    for seed in (1, 2, 3):
        tally = Tally(SYSTEM)
        record = play_random(SYSTEM.rules, setting, seed, 0, choose, watch=tally.watch)
        assert not record.failure
        assert tally.events["TurnBegan"] <= len(setting.turns)
        assert tally.events["BattleEnded"] == 1
        reached.update(tally.cells)
    assert set(reached) <= set(all_cells([setting]))
    assert {cell.partition(" ")[0] for cell in reached} >= {"fire", "melee", "square"}


def test_what_happens_before_the_first_question_is_counted_too() -> None:
    setting = SYSTEM.library.setting("duel", {})
    tally = Tally(SYSTEM)
    record = play_random(SYSTEM.rules, setting, 1, 0, choose, watch=tally.watch)
    assert record.verdict
    assert tally.events["TurnBegan"] == len(setting.turns)


def test_a_melee_reads_the_row_of_the_foot_and_not_of_the_guns_with_it() -> None:
    state: State = begin(read(MELEE, "melee"))[0]
    found: Counter[str] = Counter()
    from grognard.kernel import Ask, Over, answer
    from grognard.systems.bataille.actions import Finish

    for _ in range(12):
        pending = state.pending
        if isinstance(pending, Over):
            break
        before = state
        if isinstance(pending, Ask):
            options = [action for action in pending.options if not isinstance(action, Finish)]
            state = answer(state, options[0] if options else Finish())
        else:
            state = answer(state, (6,) * len(next(iter(pending.outcomes()))))  # type: ignore[union-attr]
        table = before.table.draft()
        for event in state.happened:
            found.update(cells(table, event))
            table.record(event)
    rows = sorted(cell.split()[1] for cell in found if cell.startswith("matrix"))
    assert rows == ["square/good"]


def test_shares_and_what_never_came_are_told() -> None:
    assert share({"a": 1, "b": 0}) == "1 of 2 (50.0 %)"
    assert never({"a": 1, "b": 0}) == ["b"]


def test_drawn_options_are_allowed_and_follow_from_the_seed() -> None:
    drawn = [drawn_options(SYSTEM, seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    for chosen in drawn:
        assert OPTIONS.faults(chosen) == ()


def test_bots_take_turns_and_every_third_game_has_drawn_options() -> None:
    plan = Plan.read("premier", "duel:6", 0, 1, 0, "all", True)
    players = ["eager", "menus", "holding", "random", "eager", "menus"]
    assert [job.bot for job in plan.jobs] == players
    assert [job.options for job in plan.jobs] == [False, False, True, False, False, True]


def test_four_games_of_eight_begin_from_a_scrambled_opening_the_wild_bots_among_them() -> None:
    plan = Plan.read("premier", "duel:8", 0, 1, 0, "all", True)
    assert [job.seed for job in plan.jobs if job.scrambled] == [4, 5, 6, 7]
    assert {job.manner for job in plan.jobs} >= {
        "eager", "random", "eager, scrambled", "random, scrambled", "menus, scrambled",
    }  # fmt: skip
    plain = Plan.read("premier", "duel:8", 0, 1, 0, "all", True, scramble=False)
    assert not any(job.scrambled for job in plain.jobs)


def test_a_scrambled_game_is_another_one_of_the_same_pack() -> None:
    plain, mixed = (
        play_one(Job("premier", "duel", 7, 40, "eager", False, s)) for s in (False, True)
    )
    assert not mixed.record.failure
    assert plain.record.scenario == mixed.record.scenario == "duel"
    assert plain.record.state != mixed.record.state


def test_a_game_under_drawn_options_is_played_and_counted() -> None:
    played = play_one(Job("premier", "duel", 6, 40, "eager", True))
    assert not played.record.failure
    assert played.events["BattleEnded"] == 1
