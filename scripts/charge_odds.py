"""Odds of charges beside charges that are played to their end, with a record.

    python scripts/charge_odds.py premier --size 20000 --record bench/charge-odds.jsonl

Every answer to a charge is weighed and then played so many times in the real battle, to the end of
the player sequence. Exit code 0 when no chance is off by more than two points and the answers are
ranked as they come out. States that are alike are answered once, whatever dice led to them.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

from grognard.odds import chain

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.odds.charges import OFFICERS, Played, apart, harm, positions, shares

POINTS = 0.02
CLOSE = 0.05
"""Answers that differ by less, in increments, may come out in either order."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("system", choices=sorted(OFFICERS))
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--size", type=int, default=20_000, help="sequences of every answer")
    parser.add_argument("--record", type=Path, help="add the result to this file")
    options = parser.parse_args()
    began, worst, asked, answers, wrong, dice = time.time(), 0.0, Counter[str](), 0, 0, Random(15)
    for state, orders in positions(options.system, options.positions):
        officer, table, side = OFFICERS[options.system](state.table.setting), state.table, ""
        ranks = []
        for order in orders:
            found = chain(officer, state, order)
            played = Played(officer, state, order, found.target)
            endings = Counter(played.one(dice) for _ in range(options.size))
            told = shares(officer, table, found.endings)
            off = apart(told, shares(officer, table, endings))
            side = getattr(state.pending, "side", "")
            ranks.append((harm(table, side, found.endings), harm(table, side, endings)))
            worst, answers = max(worst, off), answers + 1
            print(f"{getattr(state.pending, 'purpose', '')} {order}: off by {100 * off:.2f} points")
        asked[getattr(state.pending, "purpose", "")] += 1
        best = min(ranks)
        wrong += any(out < best[1] - CLOSE for _, out in ranks)
    line = {
        "date": time.strftime("%Y-%m-%d", time.gmtime(began)), "system": options.system,
        "positions": dict(asked), "answers": answers, "sequences": options.size,
        "worst": round(worst, 5), "ranked_wrong": wrong, "seconds": round(time.time() - began),
    }  # fmt: skip
    print(json.dumps(line))
    if options.record:
        with options.record.open("a", encoding="utf-8") as record:
            record.write(json.dumps(line) + "\n")
    sys.exit(worst > POINTS or wrong > 0)


if __name__ == "__main__":
    main()
