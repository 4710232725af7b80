"""The library of Napoleon's Later Campaigns: its battles, options and book."""

from __future__ import annotations

from typing import Final

from grognard.desks.library import Library
from grognard.desks.measures import Measures
from grognard.systems.nlc.options import OPTIONS
from grognard.systems.nlc.packs.describe import describe
from grognard.systems.nlc.packs.fields import json_schema
from grognard.systems.nlc.packs.pack import available, check, load
from grognard.systems.nlc.rulebook import rulebook

LIBRARY: Final = Library(
    setting=load,
    battles=available,
    options=OPTIONS.values,
    book=rulebook,
    check=check,
    describe=describe,
    schema=json_schema,
    about="brigades under written orders; 480 m a hex, an hour a turn",
    first="quatre-bras",
    soak=("crossroads:1000:1", "quatre-bras:100:1"),
    measures=lambda: Measures(decisions=("quatre-bras",), battles=(("quatre-bras", 5),)),
)
