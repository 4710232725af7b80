"""The same everywhere and always: under another hash seed, and after a save at every decision."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from grognard.bots import eager_bot, random_bot
from grognard.host.dice import DiceSource
from grognard.host.game import Game
from grognard.kernel import Over, State, answer
from grognard.kernel.chance import Stream
from grognard.kernel.codec import dump, load, state_hash
from grognard.kernel.conformance import RandomGame
from grognard.kernel.questions import Ask
from grognard.kernel.views import question
from grognard.systems.premier.system import SYSTEM
from tests.golden.battles import path_of

ROOT = Path(__file__).parents[1]

REPLAY = """
import hashlib, sys
from pathlib import Path
import msgspec
from grognard.cli.journals import opened
from grognard.kernel.codec import encode, state_hash, view_document
from grognard.kernel.journal import replay
journal, system, setting = opened(Path(sys.argv[1]), "")
digest = hashlib.sha256()
for place, state in enumerate(replay(journal, system.rules, setting)):
    for side in system.rules.sides(setting):
        view = system.rules.view(state, side)
        if place % 12:
            view = msgspec.structs.replace(view, options=None)
        digest.update(encode(view_document(view)))
print(state_hash(state, system.rules), digest.hexdigest())
"""

PLAY = """
import sys
from grognard.bots.eager_bot import choose
from grognard.kernel.conformance import play_random
from grognard.systems.registry import system_named
system = system_named(sys.argv[1])
for pack in sys.argv[2:]:
    print(play_random(system.rules, system.library.setting(pack, {}), 5, 0, choose).state)
"""


def fought(pack: str, seed: str, player: Any = eager_bot) -> Game:
    """A battle between bots at the host's table."""
    setting = SYSTEM.library.setting(pack, {})
    seats = dict.fromkeys(setting.sides, "eager")
    game = Game(SYSTEM, setting, seats, DiceSource.seeded(seed))
    stream = Stream(7)
    game.roll_on()
    while not game.is_over:
        ask = game.state.pending
        assert isinstance(ask, Ask)
        game.answer(ask.side, player.choose(game.view(ask.side), ask, stream))
        game.roll_on()
    return game


def run(code: str, hash_seed: str, *words: str) -> str:
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    ran = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
    )
    return ran.stdout


def test_a_journal_replays_to_the_same_state_and_views_under_hash_seeds_0_and_1(
    tmp_path: Path,
) -> None:
    game, path = fought("charge", "hash"), tmp_path / "battle.journal"
    game.save(path)
    found = {seed: run(REPLAY, seed, str(path)) for seed in ("0", "1")}
    assert found["0"] == found["1"]
    assert found["0"].split()[0] == state_hash(game.state, SYSTEM.rules)


def test_a_measured_battle_replays_to_the_same_bytes_under_hash_seeds_0_and_1() -> None:
    found = {seed: run(REPLAY, seed, str(path_of("outpost"))) for seed in ("0", "1")}
    assert found["0"] == found["1"]


@pytest.mark.parametrize(
    "words",
    [
        ("premier", "duel", "village", "charge", "first-shots"),
        ("an-xxx", "village-xxx", "charge-xxx", "manor-xxx"),
        ("empire", "first-lines"),
    ],
)
def test_bots_play_the_same_battles_under_hash_seeds_0_and_1(words: tuple[str, ...]) -> None:
    assert run(PLAY, "0", *words) == run(PLAY, "1", *words)


def continues_alike(state: State, value: object, after: State) -> None:
    """A state that was saved and loaded asks the same and answers the same."""
    again = load(dump(state, SYSTEM.rules), SYSTEM.rules, state.table.setting)
    assert question(again.pending) == question(state.pending)
    then = answer(again, value)
    assert then.happened == after.happened
    assert state_hash(then, SYSTEM.rules) == state_hash(after, SYSTEM.rules)


@pytest.mark.parametrize(
    ("pack", "player"),
    [
        ("duel", eager_bot),
        ("duel", random_bot),
        pytest.param("charge", eager_bot, marks=pytest.mark.soak),
        pytest.param("village", eager_bot, marks=pytest.mark.soak),
        pytest.param("hagelberg", eager_bot, marks=pytest.mark.soak),
    ],
)
def test_a_saved_battle_continues_identically_at_every_decision(pack: str, player: Any) -> None:
    game = RandomGame(SYSTEM.rules, SYSTEM.library.setting(pack, {}), 11, player.choose)
    while not isinstance(game.state.pending, Over):
        before = game.step()
        entry = game.journal.entries[-1]
        value = entry.dice or (
            entry.answer if entry.who == "draw" else SYSTEM.rules.parse(entry.answer)
        )
        continues_alike(before, value, game.state)
    assert game.decisions > 20


def test_a_battle_that_is_saved_and_loaded_at_every_decision_ends_the_same() -> None:
    setting = SYSTEM.library.setting("duel", {})
    straight = RandomGame(SYSTEM.rules, setting, 4, eager_bot.choose)
    broken = RandomGame(SYSTEM.rules, setting, 4, eager_bot.choose)
    while not isinstance(straight.state.pending, Over):
        straight.step()
        broken.state = load(dump(broken.state, SYSTEM.rules), SYSTEM.rules, setting)
        broken.step()
    assert state_hash(broken.state, SYSTEM.rules) == state_hash(straight.state, SYSTEM.rules)
    assert broken.journal.encoded() == straight.journal.encoded()
