"""The table options of La Bataille Premier; see ``mechanics.options``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard.mechanics.options import Fault, Options

OPTIONS = Options("premier", Path(__file__).with_name("options.yaml"))


def faults(chosen: Mapping[str, str]) -> tuple[Fault, ...]:
    """Everything wrong with a choice of options, for a reader who can name the lines."""
    return OPTIONS.faults(chosen)


def resolve(chosen: Mapping[str, str], file: str = "options") -> dict[str, str]:
    """The full set: what was chosen, and the default of everything else.

    >>> resolve({"retreat_choice": "owner"})["cavalry_rout"]
    'printed'
    """
    return OPTIONS.resolve(chosen, file)


def alternatives(resolved: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    """The choices that differ from the charts as they stand; with none, it is empty."""
    return OPTIONS.alternatives(resolved)


def figures(options: Mapping[str, str], name: str) -> tuple[int, ...]:
    """The number or numbers an option holds; empty where a word stands for no limit.

    >>> figures({}, "retreat_enemy_radius"), figures({}, "oppfire_limit")
    ((15, 8, 4), ())
    """
    return OPTIONS.figures(options, name)
