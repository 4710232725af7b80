"""Where and how the men of simulated battles were lost, from the folder of ``grognard simulate --out``.

    python scripts/where_fought.py FOLDER SCENARIO

Prints verdicts, each side's share of losses, the places nearest to the losses, the causes and the
holders of every place at the end.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from statistics import mean
from typing import Final

from grognard.lab.packs import setting_for
from grognard.lab.record import unpacked
from grognard.mechanics.hexes import distance

NEAR: Final = 8
"""A loss so many hexes from a place counts for it; one further off for none."""

EVERYWHERE: Final = "Gardens"
"""Ground of many places, which tells nothing."""


def main(folder: str, scenario: str) -> None:
    setting = setting_for("premier", scenario, ())
    games = [unpacked(path.read_bytes()) for path in sorted((Path(folder) / "games").glob("*"))]
    faults = sum(len(game.faults) + bool(game.failure) for game in games)
    print(f"{scenario}: {len(games)} battles, {faults} faults")
    print("verdicts:", _listed(Counter(game.verdict for game in games)))
    for side in setting.sides:
        whole = sum(unit.increments for unit in setting.roster.values() if unit.side == side)
        lost = sorted(sum(game.by_turn[max(game.by_turn)][side].values()) for game in games)
        share = mean(lost) / whole
        print(f"{side}: {lost[0]} to {lost[-1]} of {whole} lost, {share:.0%} in the mean")
    where: Counter[str] = Counter()
    how: Counter[str] = Counter()
    for line in (line for game in games for line in game.events if line.lost > 0):
        how[f"{line.kind} {line.detail}".strip()] += line.lost
        spans = [
            (min(distance(line.hexagon, at) for at in hexes), place)
            for place, hexes in setting.places.items()
            if place != EVERYWHERE and line.hexagon
        ]
        near, place = min(spans, default=(NEAR + 1, ""))
        where[place if near <= NEAR else "elsewhere"] += line.lost
    for word, counted in (("where", where), ("how", how)):
        total = sum(counted.values())
        shares = ", ".join(f"{name} {count / total:.0%}" for name, count in counted.most_common(8))
        print(f"{word}: {shares}")
    for place in setting.places:
        held = [game.held[place] for game in games if place in game.held]
        if held:
            last = Counter(turns[max(turns)] or "both" for turns in held)
            print(f"{place} at the end: {_listed(last)}")


def _listed(counted: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counted.most_common())


if __name__ == "__main__":
    main(*sys.argv[1:])
