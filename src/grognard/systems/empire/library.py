"""The library of Bataille Empire: its battles, options and book."""

from __future__ import annotations

from typing import Final

from grognard.desks.library import Library
from grognard.desks.measures import Measures
from grognard.systems.empire.options import OPTIONS
from grognard.systems.empire.packs.describe import describe
from grognard.systems.empire.packs.fields import json_schema
from grognard.systems.empire.packs.pack import available, check, load
from grognard.systems.empire.rulebook import rulebook


def _measures() -> Measures:
    from grognard.systems.empire.measures import MEASURES

    return MEASURES


LIBRARY: Final = Library(
    setting=load,
    battles=available,
    options=OPTIONS.values,
    book=rulebook,
    check=check,
    describe=describe,
    schema=json_schema,
    about="bases on a measured table, without hexes; 20 minutes a turn",
    first="outpost",
    soak=("outpost:1000:1", "farm:1000:1", "hagelberg-empire:100:1"),
    measures=_measures,
)
