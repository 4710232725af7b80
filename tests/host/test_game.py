from __future__ import annotations

from pathlib import Path

import pytest

from grognard.host.dice import DiceSource
from grognard.host.game import Game, NotYours, resume
from grognard.kernel import IllegalAction
from grognard.kernel.chance import Stream
from grognard.kernel.codec import state_hash
from grognard.kernel.journal import read_journal, verify
from grognard.systems.registry import SYSTEMS, system_named
from tests.kernel.toy import SYSTEM, Whispered, setting

FIELD = setting("meadow", {})


def new_game(seed: str = "1") -> Game:
    game = Game(SYSTEM, FIELD, {"red": "human", "blue": "human"}, DiceSource.seeded(seed))
    game.roll_on()
    return game


def test_dice_and_draws_fall_by_themselves_until_somebody_must_decide() -> None:
    game = new_game()
    first = game.asked
    assert first in ("red", "blue")
    game.answer(first, "attack cut")
    came = game.roll_on()
    assert any(state.happened for state in came)
    assert game.asked


def test_the_wrong_side_is_turned_away_and_nothing_changes() -> None:
    game = new_game()
    before = state_hash(game.state, SYSTEM.rules)
    other = {"red": "blue", "blue": "red"}[game.asked]
    with pytest.raises(NotYours):
        game.answer(other, "wait")
    assert state_hash(game.state, SYSTEM.rules) == before


def test_an_illegal_answer_changes_neither_state_nor_journal() -> None:
    game = new_game()
    before, lines = game.state, len(game.journal.entries)
    with pytest.raises(IllegalAction):
        game.answer(game.asked, "attack bite")
    assert game.state is before
    assert len(game.journal.entries) == lines


def test_a_decision_can_be_taken_back_until_a_die_falls() -> None:
    game = new_game()
    side, before = game.asked, state_hash(game.state, SYSTEM.rules)
    game.answer(side, "attack cut")
    game.take_back(side)
    assert state_hash(game.state, SYSTEM.rules) == before
    game.answer(side, "attack cut")
    game.roll_on()
    with pytest.raises(NotYours, match="die has fallen"):
        game.take_back(side)


def test_what_the_other_side_did_cannot_be_taken_back() -> None:
    game = new_game()
    side = game.asked
    game.answer(side, "wait")
    other = game.asked
    with pytest.raises(NotYours, match="not yours"):
        game.take_back(other)


def test_taking_back_twice_goes_back_two_decisions_and_the_journal_replays() -> None:
    game = new_game()
    side = game.asked
    before = state_hash(game.state, SYSTEM.rules)
    for _ in range(2):
        game.answer(side, "attack lunge")
        game.take_back(side)
    assert state_hash(game.state, SYSTEM.rules) == before
    with pytest.raises(NotYours):
        game.take_back(side)
    game.answer(side, "wait")
    journal = read_journal(game.journal.encoded(game.state, SYSTEM.rules))
    assert verify(journal, SYSTEM.rules, FIELD).state == state_hash(game.state, SYSTEM.rules)
    assert sum(entry.back is not None for entry in journal.entries) == 2


def test_taking_back_the_last_of_several_decisions_leaves_those_before() -> None:
    premier, chance = system_named("premier"), Stream(3)
    game = Game(premier, premier.library.setting("duel", {}), {}, DiceSource.seeded("1"))
    taken = 0
    for _ in range(40):
        if not game.asked:
            game.roll_on()
            continue
        side, known = game.asked, len(game.journal.entries)
        before = state_hash(game.state, premier.rules)
        game.answer(side, game.view(side).options.sample(chance))
        if game.is_over:
            with pytest.raises(NotYours, match="is over"):
                game.take_back(side)
            break
        if known > 2 and game.journal.entries[-2].who == side:
            game.take_back(side)
            assert state_hash(game.state, premier.rules) == before
            game.answer(game.asked, game.view(game.asked).options.sample(chance))
            taken += 1
    assert taken > 3


def test_a_saved_battle_is_resumed_where_it_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SYSTEMS, "toy", "tests.kernel.toy")
    game, path = new_game(), tmp_path / "battle.journal"
    game.answer(game.asked, "attack cut")
    game.roll_on()
    game.save(path)
    again = resume(path, DiceSource.seeded("1"))
    assert state_hash(again.state, SYSTEM.rules) == state_hash(game.state, SYSTEM.rules)
    assert again.seats == game.seats
    for held in (game, again):
        held.answer(held.asked, "attack cut")
        held.roll_on()
    assert state_hash(again.state, SYSTEM.rules) == state_hash(game.state, SYSTEM.rules)


def test_a_side_reads_in_the_log_only_what_it_heard() -> None:
    game = new_game()
    side = game.asked
    game.answer(side, "attack cut")
    game.roll_on()
    other = {"red": "blue", "blue": "red"}[side]
    heard = {
        who: [event for _, events in game.log(who) for event in events] for who in (side, other)
    }
    assert any(isinstance(event, Whispered) for event in heard[side])
    assert not any(isinstance(event, Whispered) for event in heard[other])
