"""Odds of charges beside charges that are played to their end, with a record.

    python scripts/charge_odds.py premier --size 20000 --record bench/charge-odds.jsonl

Every answer to a charge is weighed and then played so many times in the real battle, to the end of
the player sequence. Exit code 0 when no chance is off by more than two points and the answers are
ranked as they come out. States that are alike are answered once, whatever dice led to them.

With ``--keep`` every answer that was played is noted at once, and a run that was stopped goes on
where it stopped; when all are played the record is written and the notes are thrown away.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from grognard.odds import chain

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.odds.charges import OFFICERS, Played, apart, harm, positions, shares

POINTS = 0.02
CLOSE = 0.05
"""Answers that differ by less, in increments, may come out in either order."""


def answered(system: str, place: str, state: Any, order: Any, size: int) -> dict[str, Any]:
    """One answer weighed and played; ``place`` is also the seed of its dice."""
    began, dice = time.time(), Random(place)
    officer, table, side = OFFICERS[system](state.table.setting), state.table, state.pending.side
    found = chain(officer, state, order)
    played = Played(officer, state, order, found.target)
    endings = Counter(played.one(dice) for _ in range(size))
    off = apart(shares(officer, table, found.endings), shares(officer, table, endings))
    return {
        "place": place, "purpose": state.pending.purpose, "order": str(order), "sequences": size,
        "off": round(off, 5), "weighed": harm(table, side, found.endings),
        "played": harm(table, side, endings), "seconds": round(time.time() - began, 1),
    }  # fmt: skip


def kept_in(path: Path | None) -> dict[str, dict[str, Any]]:
    """What was played before, by its place."""
    lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
    return {held["place"]: held for held in map(json.loads, lines)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("system", choices=sorted(OFFICERS))
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--size", type=int, default=20_000, help="sequences of every answer")
    parser.add_argument("--record", type=Path, help="add the result to this file")
    parser.add_argument("--keep", type=Path, help="note every answer here, and go on from there")
    options = parser.parse_args()
    known, ranks, asked = (
        kept_in(options.keep),
        dict[int, list[tuple[float, float]]](),
        Counter[str](),
    )
    found: list[dict[str, Any]] = []
    for number, (state, orders) in enumerate(positions(options.system, options.positions)):
        asked[getattr(state.pending, "purpose", "")] += 1
        for order in orders:
            place = f"{options.system} {number} of {options.positions} {order}"
            if known.get(place, {}).get("sequences") != options.size:
                known[place] = answered(options.system, place, state, order, options.size)
                if options.keep:
                    with options.keep.open("a", encoding="utf-8") as kept:
                        kept.write(json.dumps(known[place]) + "\n")
            one = known[place]
            found.append(one)
            ranks.setdefault(number, []).append((one["weighed"], one["played"]))
            print(
                f"{number} {one['purpose']} {order}: off by {100 * one['off']:.2f} points",
                flush=True,
            )
    worst = max(one["off"] for one in found)
    wrong = sum(any(out < min(held)[1] - CLOSE for _, out in held) for held in ranks.values())
    line = {
        "date": time.strftime("%Y-%m-%d", time.gmtime()), "system": options.system,
        "positions": dict(asked), "answers": len(found), "sequences": options.size,
        "worst": worst, "ranked_wrong": wrong, "seconds": round(sum(one["seconds"] for one in found)),
    }  # fmt: skip
    print(json.dumps(line))
    if options.record:
        with options.record.open("a", encoding="utf-8") as record:
            record.write(json.dumps(line) + "\n")
    if options.keep:
        options.keep.unlink(missing_ok=True)
    sys.exit(worst > POINTS or wrong > 0)


if __name__ == "__main__":
    main()
