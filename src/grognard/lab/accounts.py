"""What accounts tell of a battle, read from ``history.yaml``: losses, hours, values of the house."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from grognard.desks.library import LIBRARY
from grognard.kernel.reading import convert
from grognard.mechanics.charts.lined import values_of

FILE: Final = LIBRARY / "history.yaml"


class Told(msgspec.Struct, frozen=True):
    """What accounts give a side: men it had, men it lost from least to most, of which nation."""

    men: int
    lost: tuple[int, int]
    told: str = ""
    nation: str = ""


class Alarm(msgspec.Struct, frozen=True):
    """A limit beyond which a simulation does not look like the battle; see ``history.yaml``."""

    kind: str
    side: str = ""
    least: float = 0.0
    most: float = 1.0
    share: float = 0.0
    turn: int = 0
    third: int = 0
    place: str = ""
    told: str = ""


class House(msgspec.Struct, frozen=True):
    """A value of the pack that was reasoned out here.

    ``values`` names what it can be, each with its edits of the pack: a path and what stands there.
    ``measured`` is what another run has shown of its effect, in words.
    """

    name: str
    text: str
    src: str
    option: bool = False
    values: dict[str, dict[str, Any]] = {}
    measured: str = ""

    @property
    def is_knob(self) -> bool:
        """Can it be turned by editing the pack?"""
        return bool(self.values) and not self.option


class Accounts(msgspec.Struct, frozen=True):
    """What is known of one battle."""

    sides: dict[str, Told]
    verdict: str = ""
    alarms: tuple[Alarm, ...] = ()
    house: tuple[House, ...] = ()

    @property
    def knobs(self) -> dict[str, House]:
        return {house.name: house for house in self.house if house.is_knob}


def accounts_of(scenario: str) -> Accounts | None:
    """What is known of a scenario, by its id."""
    held = values_of(FILE)
    return convert(held[scenario], Accounts) if scenario in held else None
