"""The library of La Bataille Premier: its battles, options and book."""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.desks.measures import Measures
from grognard.systems.bataille.edition import library_of
from grognard.systems.premier.kit import KIT


def _measures() -> Measures:
    from grognard.systems.premier.measures import MEASURES

    return MEASURES


LIBRARY: Final = msgspec.structs.replace(
    library_of(KIT),
    measures=_measures,
    about="battalions and batteries; 100 m a hex, 20 minutes a turn",
    first="hagelberg",
    soak=(
        "duel:1000", "village:1000", "charge:1000", "first-shots:1000", "bridgehead:1000",
        "hagelberg:200",
    ),
)  # fmt: skip
