"""The library of An XXX: its battles, options and book."""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.desks.measures import Measures
from grognard.systems.an_xxx.kit import KIT
from grognard.systems.bataille.edition import library_of

LIBRARY: Final = msgspec.structs.replace(
    library_of(KIT),
    about="battalions and batteries, assaults declared ahead; 100 m a hex, 20 minutes a turn",
    first="hagelberg-xxx",
    measures=lambda: Measures(
        beside=(("hagelberg-xxx", "premier", "hagelberg"),), cards=(("hagelberg-xxx", 3),)
    ),
    soak=(
        "village-xxx:1000:1", "charge-xxx:1000:1", "first-assault-xxx:1000:1", "manor-xxx:1000:1",
        "bridgehead-xxx:1000:1",
        "hagelberg-xxx:100:1",
    ),
)  # fmt: skip
