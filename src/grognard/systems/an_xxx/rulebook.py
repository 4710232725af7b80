"""The book of An XXX in our words, on the base book; and how the one reads the other."""

from __future__ import annotations

from functools import cache

import msgspec

from grognard.mechanics.charts.lined import read_lined
from grognard.mechanics.concordance import Concordance
from grognard.mechanics.rulebooks import Rulebook, read_rulebook
from grognard.systems.an_xxx.options import BOOK
from grognard.systems.bataille.rulebook import base_book


@cache
def rulebook() -> Rulebook:
    """The whole book, read once."""
    own = read_rulebook(BOOK / "rules.yaml", BOOK / "rulings.yaml", "X", "XR-")
    return msgspec.structs.replace(own, upon=base_book())


def read_concordance() -> Concordance:
    """Base clauses that are said in clauses of our own, and those that are out of force."""
    top = read_lined(BOOK / "concordance.yaml")
    top.only("own", "dropped")
    own = {
        base: tuple(clause.text() for clause in clauses.each())
        for base, clauses in top.need("own").items()
    }
    return Concordance(own, frozenset(spot.text() for spot in top.need("dropped").each()))
