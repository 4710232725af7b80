"""P9 on the real server: what a live table adds to a process that holds many.

The tables are brought back from the store when somebody comes, as after a restart, and each has one
line: its share of the connection counts too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace
from grognard.bench.server_lines import Line, hang_up, line_to
from grognard.bench.server_stage import Server, Staged, new_store, scenario_of, served, write_games

GAMES, QUICK_GAMES = 1000, 64
ANSWERS = 32
"""So many answers each battle has behind it."""

WARM = 8
"""Tables that are opened before it is weighed: they fill what is filled once."""

KIB = 1024


def measure(pace: Pace) -> Iterator[Figure]:
    """KiB of a table with one line to it, after each quarter of the tables."""
    count = QUICK_GAMES if pace.quick else GAMES
    scenario = scenario_of(pace)
    with new_store() as url:
        games = write_games(url, scenario, WARM + count, answers=ANSWERS)
        with served(url) as server:
            sizes = asyncio.run(_weighed(games, server))
    raw = f"{count:,} tables of {scenario}, {ANSWERS} answers each, one line to each"
    yield figure("P9.server", [size / KIB for size in sizes], raw)


async def _weighed(games: Sequence[Staged], server: Server) -> list[float]:
    lines: list[Line] = [await _seated(game, server) for game in games[:WARM]]
    before, sizes = server.resident, []
    quarter = (len(games) - WARM) // 4
    for number, game in enumerate(games[WARM:], start=1):
        lines.append(await _seated(game, server))
        if number % quarter == 0:
            sizes.append((server.resident - before) / number)
    await hang_up(lines)
    return sizes


async def _seated(game: Staged, server: Server) -> Line:
    return await line_to(server.port, game.id, next(iter(game.tokens.values())))
