"""The teller of La Bataille Premier: the shared sentences, and those of its own events."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from grognard.desks.teller import Arguments
from grognard.systems import premier
from grognard.systems.bataille.desk.sentences.foot import modified
from grognard.systems.bataille.desk.sentences.teller import BatailleTeller
from grognard.systems.bataille.pieces import Formation, facing_name


def _broke_square(teller: Any, event: Any) -> Mapping[str, Any]:
    return {"facing": facing_name(Formation.COLUMN, event.facing)}


def _square(teller: Any, event: Any) -> Mapping[str, Any]:
    return {"dice": modified(event.dice, event.account), "row": teller.phrase(event.row)}


class PremierTeller(BatailleTeller):
    """Knows the squares and fates of Premier."""

    words: ClassVar[tuple[Path, ...]] = (
        *BatailleTeller.words, Path(premier.__path__[0]) / "words",
    )  # fmt: skip
    arguments: ClassVar[Mapping[str, Arguments]] = {
        **BatailleTeller.arguments, "BrokeSquare": _broke_square, "SquareRolled": _square,
    }  # fmt: skip
