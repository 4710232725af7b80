"""The law of refusals at full size, with a record: orders that chance misleads, in random battles.

    python scripts/refusals.py premier hagelberg charge --size 100000 --record bench/refusals.jsonl

Exit code 0 when every refused order got a reason with a clause and none the stock sentence. What
breaks the law is printed, question by question.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections import Counter
from pathlib import Path

from grognard.bots import eager_bot
from grognard.kernel.conformance import sampled
from grognard.kernel.refusals import Tally, sample_refusals
from grognard.systems.registry import system_named

SHOWN = 40


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("system")
    parser.add_argument("battles", nargs="+", help="scenarios, played in turn")
    parser.add_argument("--base", default="", help="whose book the system's own stands on")
    parser.add_argument("--size", type=int, default=100_000, help="refused orders")
    parser.add_argument("--share", type=int, default=4_000, help="at most so many from one battle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, help="add the result to this file")
    options = parser.parse_args()
    system, tally, seed = system_named(options.system), Tally(), options.seed
    books = [system_named(name).library.book() for name in (options.system, options.base) if name]
    known = frozenset(clause for book in books for clause in (*book.clauses, *book.rulings))
    settings = [system.library.setting(battle, {}) for battle in options.battles]
    began = time.monotonic()
    while tally.refused < options.size:
        wanted = min(options.share, options.size - tally.refused)
        # Two players take turns at it, one who picks by chance and one who is eager to fight.
        choose = sampled if seed // len(settings) % 2 else eager_bot.choose
        sample_refusals(
            system.rules, settings[seed % len(settings)], seed, wanted, tally, choose, known
        )
        seed += 1
    for broken in tally.broken[:SHOWN]:
        print(broken)
    print(Counter(broken.purpose for broken in tally.broken).most_common())
    result = {
        "date": time.strftime("%Y-%m-%d"), "system": options.system, "battles": options.battles,
        "questions": tally.questions, "refused": tally.refused, "allowed": tally.allowed,
        "broken": len(tally.broken), "purposes": dict(sorted(tally.purposes.items())),
        "seconds": round(time.monotonic() - began, 1),
        "command": shlex.join(["scripts/refusals.py", *sys.argv[1:]]),
    }  # fmt: skip
    print(json.dumps(result))
    if options.record:
        with options.record.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(result) + "\n")
    sys.exit(bool(tally.broken))


if __name__ == "__main__":
    main()
