from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.bots.random_bot import choose
from grognard.kernel import answer
from grognard.kernel.codec import dump, load, state_hash
from grognard.kernel.conformance import RandomGame, play_random
from grognard.kernel.journal import read_journal, verify
from grognard.kernel.questions import Over
from grognard.kernel.system import tag_of
from grognard.systems.premier.system import SYSTEM

ROOT = Path(__file__).parents[3]
MANY_DECISIONS = 3000


def whole_game(seed: int) -> RandomGame:
    game = RandomGame(SYSTEM.rules, SYSTEM.library.setting("duel", {}), seed, choose)
    while not isinstance(game.state.pending, Over):
        assert game.answers < MANY_DECISIONS
        game.step()
    return game


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_random_duel_keeps_every_law_to_its_end(seed: int) -> None:
    record = play_random(
        SYSTEM.rules, SYSTEM.library.setting("duel", {}), seed, checks=3, choose=choose
    )
    assert record.failure == ""
    assert record.verdict


def test_a_battle_saved_at_every_decision_continues_identically() -> None:
    setting = SYSTEM.library.setting("duel", {})
    game = RandomGame(SYSTEM.rules, setting, 7, choose)
    while not isinstance(game.state.pending, Over):
        before = game.step()
        again = load(dump(before, SYSTEM.rules), SYSTEM.rules, setting)
        entry = game.journal.entries[-1]
        value = entry.dice or (
            SYSTEM.rules.parse(entry.answer) if entry.who != "draw" else entry.answer
        )
        assert state_hash(answer(again, value), SYSTEM.rules) == state_hash(
            game.state, SYSTEM.rules
        )


def test_the_journal_of_a_battle_proves_itself() -> None:
    game = whole_game(5)
    journal = read_journal(game.journal.encoded(game.state, SYSTEM.rules))
    proof = verify(journal, SYSTEM.rules, SYSTEM.library.setting("duel", {}))
    assert proof.closed
    assert proof.answers == game.answers
    assert proof.state == state_hash(game.state, SYSTEM.rules)


def test_the_events_of_a_battle_can_be_read_back() -> None:
    game = whole_game(5)
    journal = read_journal(game.journal.encoded(game.state, SYSTEM.rules))
    for (_, read), entry in zip(journal.events(SYSTEM.rules), game.journal.entries, strict=True):
        assert read == entry.events


def test_the_same_journal_replays_to_the_same_hash_under_every_hash_seed(tmp_path: Path) -> None:
    game = whole_game(6)
    path = tmp_path / "duel.journal"
    path.write_bytes(game.journal.encoded(game.state, SYSTEM.rules))
    for seed in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-m", "grognard", "verify", str(path), "--json"],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            check=True,
        )
        assert state_hash(game.state, SYSTEM.rules) in run.stdout


def test_every_procedure_and_event_is_registered_under_its_own_name() -> None:
    for kinds in (SYSTEM.rules.procedures, SYSTEM.rules.events):
        tags = [tag_of(kind) for kind in kinds]
        assert len(set(tags)) == len(tags) > 30


def test_an_edition_names_every_revision() -> None:
    edition = SYSTEM.rules.edition(SYSTEM.library.setting("duel", {}))
    assert edition.system == "premier"
    assert edition.scenario == "duel"
    assert edition.rules
    assert edition.charts
    assert edition.pack
