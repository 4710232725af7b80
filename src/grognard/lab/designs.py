"""Which combinations of varied options are played: all of them, or few that still show each option.

A screening design (Plackett and Burman) has a run more than options, rounded up to a multiple of four.
Every option takes either value in half of the runs, and any two options meet in all four ways equally
often: so what each changes by itself is seen at once, though not what two change together.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Final

from grognard.kernel.errors import GrognardError

FULL: Final = "full"
SCREEN: Final = "screen"

FIRST_RUNS: Final = (
    "++-",
    "+++-+--",
    "++-+++---+-",
    "++++-+-++--+---",
    "++--++++-+-+----++-",
    "+++++-+-++--++--+-+----",
)
"""The first run of each size; the others are made by turning it, the last has every first value."""

Cell = dict[str, str]


def cells(vary: Mapping[str, tuple[str, ...]], design: str) -> tuple[Cell, ...]:
    """The combinations in the order in which games are dealt to them."""
    if design == SCREEN:
        return screened(vary)
    return tuple(
        dict(zip(vary, values, strict=True)) for values in itertools.product(*vary.values())
    )


def screened(vary: Mapping[str, tuple[str, ...]]) -> tuple[Cell, ...]:
    """The runs of a screening design.

    >>> runs = screened({name: ("off", "on") for name in "abc"})
    >>> len(runs), [sum(run[name] == "on" for run in runs) for name in "abc"]
    (4, [2, 2, 2])
    """
    for name, values in vary.items():
        if len(values) != 2:
            raise GrognardError(f"--screen: {name} needs two values, not {len(values)}")
    first = next((row for row in FIRST_RUNS if len(row) >= len(vary)), "")
    if not vary or not first:
        most = len(FIRST_RUNS[-1])
        raise GrognardError(f"--screen: vary one to {most} options of two values each")
    turned = [first[-shift:] + first[:-shift] if shift else first for shift in range(len(first))]
    return tuple(
        {name: values[sign == "+"] for (name, values), sign in zip(vary.items(), row, strict=False)}
        for row in (*turned, "-" * len(first))
    )
