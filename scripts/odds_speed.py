"""How long an odds card takes on the server: real assaults, charges and fire of small battles.

    python scripts/odds_speed.py [--states N]

Battles are played by simple bots; wherever one is asked to attack, the first attacks offered are
weighed as the table weighs them. Prints the median and the slowest of each kind, in milliseconds of
this processor.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from grognard.bots import eager_bot, random_bot
from grognard.host.advice import adviser
from grognard.kernel import Ask, Over
from grognard.kernel.conformance import RandomGame
from grognard.mechanics.commands import Finish
from grognard.systems.registry import system_named

CASES = (
    ("premier", "village", "offensive-fire"),
    ("premier", "village", "declare-assault"),
    ("premier", "hagelberg", "declare-assault"),
    ("premier", "charge", "designate-charges"),
    ("nlc", "crossroads", "bombard"),
    ("nlc", "crossroads", "assault"),
    ("nlc", "crossroads", "charge"),
)
CHOOSERS = {"premier": eager_bot.choose, "nlc": random_bot.choose}
MOST = 4000
SEEDS = range(20)
ORDERS = 3


def asking(system: str, pack: str, purpose: str) -> Iterator[Any]:
    """States of battles in which somebody is asked for this."""
    held = system_named(system)
    for seed in SEEDS:
        game = RandomGame(held, held.setting(pack, {}), seed, CHOOSERS[system])
        for _ in range(MOST):
            pending = game.state.pending
            if isinstance(pending, Over):
                break
            if isinstance(pending, Ask) and pending.purpose == purpose:
                yield game.state
            game.step()


def timed(system: str, state: Any) -> Iterator[tuple[float, dict[str, Any]]]:
    """The milliseconds of each card, and its chain."""
    sage = adviser(system_named(system), state.table.setting)
    orders = (order for order in state.pending.options if not isinstance(order, Finish))
    for order in islice(orders, ORDERS):
        began = time.process_time()
        card = sage.look(state, state.pending.side, "odds", text=str(order))
        yield (time.process_time() - began) * 1000, card["chain"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--states", type=int, default=12, help="so many states of each kind")
    wanted = parser.parse_args().states
    print(f"{'battle':28} {'cards':>5} {'median':>8} {'slowest':>8} {'steps':>6} {'bounds':>6}")
    for system, pack, purpose in CASES:
        cards = [
            card
            for state in islice(asking(system, pack, purpose), wanted)
            for card in timed(system, state)
        ]
        times = [spent for spent, _ in cards]
        steps = statistics.median(chain["steps"] for _, chain in cards)
        open_ = sum(chain["unresolved"] > 0 for _, chain in cards)
        print(
            f"{pack + ' ' + purpose:28} {len(cards):5} {statistics.median(times):8.1f} "
            f"{max(times):8.1f} {steps:6.0f} {open_:6}"
        )


if __name__ == "__main__":
    main()
