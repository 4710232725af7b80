"""The text map of Napoleon's Later Campaigns: brigades by short name, strength and state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from grognard.desks.field import Field

ARMS: dict[str, str] = {
    "infantry": "i",
    "light_cavalry": "c",
    "heavy_cavalry": "C",
    "foot_artillery": "a",
    "horse_artillery": "h",
}


class NlcField(Field):
    """A brigade is an arm and a strength, as in i6; an exclamation mark: disrupted."""

    legend: ClassVar[str] = (
        "i6 infantry of six, c C light and heavy cavalry, a h foot and horse guns, ! disrupted, "
        "+1 one more below, * a leader; = road or trail, w woods, T town, K chateau, ^1 height; "
        "·3 a hex that costs three points"
    )
    signs: ClassVar[Mapping[str, str]] = {"clear": "", "woods": "w", "town": "T", "chateau": "K"}
    colours: ClassVar[Mapping[str, str]] = {"woods": "green", "town": "red", "chateau": "red"}

    def unit(self, view: Any, unit: str) -> str:
        printed = view.own.get(unit) or view.enemy[unit]
        piece = view.pieces[unit]
        shaken = "!" if piece.disrupted else ""
        return f"{ARMS[printed.arm.value]}{printed.strengths[piece.lost]}{shaken}"

    def is_broken(self, view: Any, unit: str) -> bool:
        return bool(view.pieces[unit].disrupted)
