"""The desk of An XXX, put together."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

import msgspec

from grognard.systems import an_xxx
from grognard.systems.an_xxx.advice import AnXXXAdviser
from grognard.systems.an_xxx.kit import KIT
from grognard.systems.bataille.desk import desk
from grognard.systems.bataille.desk.cards import BatailleCards
from grognard.systems.bataille.desk.sentences.teller import BatailleTeller


class AnXXXTeller(BatailleTeller):
    """Knows the events of An XXX besides the shared ones."""

    quiet: ClassVar[frozenset[str]] = BatailleTeller.quiet | {
        "fled", "first-fired", "track", "rode-down", "asked-back", "asked-to-form", "short",
    }  # fmt: skip
    words: ClassVar[tuple[Path, ...]] = (*BatailleTeller.words, Path(an_xxx.__path__[0]) / "words")


class AnXXXCards(BatailleCards):
    """Tells the links of an assault in the order of its rolls."""

    course: ClassVar[tuple[str, ...]] = ("close", "stand-assault", *BatailleCards.course)


DESK: Final = msgspec.structs.replace(
    desk.DESK,
    adviser=AnXXXAdviser,
    cards=AnXXXCards,
    teller=AnXXXTeller,
    words=msgspec.structs.replace(desk.DESK.words, questions=KIT.questions),
)
