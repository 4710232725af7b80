"""The library of La Bataille Premier: its battles, options and book."""

from __future__ import annotations

from typing import Final

from grognard.desks.library import Library
from grognard.desks.measures import Measures
from grognard.systems.bataille.packs.describe import describe
from grognard.systems.premier.options import OPTIONS
from grognard.systems.premier.packs import available, check, load
from grognard.systems.premier.reglement import REGLEMENT
from grognard.systems.premier.rulebook import rulebook


def _measures() -> Measures:
    from grognard.systems.premier.measures import MEASURES

    return MEASURES


LIBRARY: Final = Library(
    setting=load,
    battles=available,
    options=OPTIONS.values,
    book=rulebook,
    enforced=REGLEMENT.concordance.enforced,
    check=check,
    describe=describe,
    measures=_measures,
    soak=(
        "duel:1000", "village:1000", "charge:1000", "first-shots:1000", "bridgehead:1000",
        "hagelberg:200",
    ),
)  # fmt: skip
