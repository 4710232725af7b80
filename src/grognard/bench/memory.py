"""P9: how much one live game adds to a process that holds many.

Each game is read from a save, so that it shares nothing with the others but the setting; then it
plays on for a while. It holds its state and the last lines of its journal: the lines before are in
a file. The second figure counts what the host keeps besides: the states that may be taken back to.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from grognard.bench.battles import fixture, home, moments
from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace
from grognard.host.dice import DiceSource
from grognard.host.game import Game
from grognard.kernel.codec import dump, load

GAMES, QUICK_GAMES = 1000, 60
SAVES = 10
"""Different states that games are read from."""

APART = 40
"""Answers between two of them."""

TAIL = 32
"""Answers that each game plays on for, and keeps in its journal."""

KIB = 1024
CHILD = "from grognard.bench.memory import tell; tell({games}, bare={bare})"


def measure(pace: Pace) -> Iterator[Figure]:
    """A fresh process fills itself with games and says what one of them took."""
    games = QUICK_GAMES if pace.quick else GAMES
    for name, bare in (("P9", True), ("P9.take-backs", False)):
        words = [sys.executable, "-c", CHILD.format(games=games, bare=bare)]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        sizes = [float(word) for word in done.stdout.split()]
        yield figure(name, sizes, f"{games:,} games; {TAIL} lines of journal each")


def tell(games: int, *, bare: bool) -> None:
    """KiB of one game, in quarters of them, as words on standard output."""
    sys.stdout.write(" ".join(f"{size / KIB:.2f}" for size in weighed(games, bare=bare)))


def weighed(games: int, *, bare: bool) -> Iterator[float]:
    """Bytes of one game, after each quarter of the games."""
    saves = _saves()
    live: list[object] = [_game(saves, seed) for seed in range(4)]  # fills what is filled once
    gc.collect()
    before = resident()
    for number in range(1, games + 1):
        game = _game(saves, number)
        live.append((game.state, game.journal) if bare else game)
        if number % (games // 4) == 0:
            del game
            gc.collect()
            yield (resident() - before) / number


def _saves() -> list[bytes]:
    states = islice(moments(fixture(150)), 0, SAVES * APART, APART)
    return [dump(each.state, home().rules) for each in states]


def _game(saves: list[bytes], seed: int) -> Game:
    """A game of its own, some answers after it was read from a save."""
    setting, system = fixture(150), home()
    state = load(saves[seed % len(saves)], system.rules, setting)
    game = Game(system, setting, {}, DiceSource.seeded(str(seed)), states=(state,))
    chooser = Random(seed)
    for _ in range(TAIL):
        if game.is_over:
            break
        if game.asked:
            game.answer(game.asked, game.view(game.asked).options.sample(chooser))
        else:
            game.throw()
    return game


def resident() -> int:
    """Bytes of this process in memory."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def workload() -> None:
    """What ``--profile`` looks at."""
    list(weighed(QUICK_GAMES, bare=True))
