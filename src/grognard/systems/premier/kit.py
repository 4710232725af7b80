"""The kit of La Bataille Premier: cards, options and règlement, for those who read its packs."""

from __future__ import annotations

from typing import Final

from grognard.systems.bataille.desk.words import QUESTIONS
from grognard.systems.bataille.kit import SEGMENTS, Kit
from grognard.systems.premier.cards import DEALER
from grognard.systems.premier.options import OPTIONS
from grognard.systems.premier.reglement import REGLEMENT
from grognard.systems.premier.sums import SUMS

KIT: Final = Kit(
    name="premier",
    title="La Bataille Premier",
    room="grognard.systems.premier",
    dealer=DEALER,
    options=OPTIONS,
    reglement=REGLEMENT,
    questions=QUESTIONS,
    segments={"charge": "ChargeSegment", **SEGMENTS, "melee": "MeleeSegment"},
    sums=SUMS,
)
