"""The table options of La Bataille Premier; see ``mechanics.options``."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.mechanics.options import Fault, Options
from grognard.systems.bataille.rulebook import BOOK

OPTIONS = Options("premier", BOOK / "options.yaml")


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
