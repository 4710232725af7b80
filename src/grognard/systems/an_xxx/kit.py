"""The kit of An XXX: cards, options and règlement, for those who read its packs."""

from __future__ import annotations

from typing import Final

from grognard.systems.an_xxx.assault.questions import ASSAULT_QUESTIONS
from grognard.systems.an_xxx.cards import DEALER
from grognard.systems.an_xxx.horse.declare import DECLARATIONS
from grognard.systems.an_xxx.horse.questions import HORSE_QUESTIONS
from grognard.systems.an_xxx.marks import ALL
from grognard.systems.an_xxx.options import OPTIONS
from grognard.systems.an_xxx.reglement import REGLEMENT
from grognard.systems.an_xxx.rulebook import rulebook
from grognard.systems.an_xxx.supplement import SECTIONS, supplemented
from grognard.systems.bataille import marks
from grognard.systems.bataille.commands import VERBS
from grognard.systems.bataille.desk.words import QUESTIONS
from grognard.systems.bataille.kit import SEGMENTS, Kit

KIT: Final = Kit(
    name="an-xxx",
    title="Règlement de l'An XXX",
    room="grognard.systems.an_xxx",
    dealer=DEALER,
    options=OPTIONS,
    reglement=REGLEMENT,
    book=rulebook,
    letter="X",
    questions={
        **QUESTIONS,
        **ASSAULT_QUESTIONS,
        **HORSE_QUESTIONS,
        "howitzer-fire": "X18.15.6",
        "drive-wagons": "X18.14.5",
    },
    segments={
        "declaration": "DeclarationSegment",
        "charge": "ChargeSegment",
        **SEGMENTS,
        "assault": "AssaultSegment",
        "recovery": "Reorganisation",
    },
    marks=(*marks.ALL, *ALL),
    verbs={**VERBS, **{order.verb: order for order in DECLARATIONS}},
    sections=SECTIONS,
    supplement=supplemented,
)
