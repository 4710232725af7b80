"""Guides of this system: the questions a lesson may wait for, and the orders it may propose."""

from __future__ import annotations

from typing import Final

from grognard.desks import guide_pack
from grognard.kernel import MalformedAction
from grognard.mechanics.packs.shapes import Entry, Notes, Text
from grognard.systems.bataille.setting import Setting
from grognard.systems.premier.commands import parse

GUIDE: Final = guide_pack.guide_shape(Text(r"P\d+(\.\d+)?", "a rule", "P33.2"))
MOMENTS: Final = (
    "designate-charges",
    "ride",
    "movement",
    "stack-order",
    "opportunity-fire",
    "defensive-fire",
    "offensive-fire",
    "declare-assault",
    "compulsory-assault",
    "retreat-before-melee",
    "advance-after-melee",
    "recovery-order",
)
"""Questions that a step may wait for."""


def check_guide(entry: Entry, setting: Setting, notes: Notes) -> None:
    """Is the guide about this battle?"""
    guide_pack.check_guide(entry, setting, MOMENTS, lambda text: _fault_of(text, setting), notes)


def _fault_of(text: str, setting: Setting) -> str:
    """Why an order to try cannot be read, or whom it names in vain."""
    try:
        order = parse(text)
    except MalformedAction as fault:
        return str(fault)
    named = [getattr(order, "unit", ""), *getattr(order, "units", ())]
    unknown = [unit for unit in named if unit and unit not in setting.roster]
    return f"there is no unit '{unknown[0]}'" if unknown else ""
