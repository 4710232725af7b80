"""Guides of this system: the questions a lesson may wait for, and the orders it may propose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.desks import guide_pack
from grognard.kernel import MalformedAction
from grognard.mechanics.packs.shapes import Entry, Notes, Text
from grognard.systems.nlc.desk.words import QUESTIONS
from grognard.systems.nlc.setting import Setting

if TYPE_CHECKING:
    from collections.abc import Iterable

GUIDE: Final = guide_pack.guide_shape(Text(r"N[0-9A-Z.]+", "a rule", "N12.4.1"))


def check_guide(entry: Entry, setting: Setting, notes: Notes) -> None:
    """Is the guide about this battle?"""
    guide_pack.check_guide(entry, setting, QUESTIONS, lambda text: _fault_of(text, setting), notes)


def _fault_of(text: str, setting: Setting) -> str:
    """Why an order to try cannot be read, or whom it names in vain."""
    from grognard.systems.nlc.system import parse  # the system reads packs: it comes later

    try:
        order = parse(text)
    except MalformedAction as fault:
        return str(fault)
    unknown = [each for each in _named(order) if each and each not in _known(setting)]
    return f"there is no '{unknown[0]}'" if unknown else ""


def _named(order: object) -> Iterable[str]:
    return getattr(order, "unit", ""), getattr(order, "to", ""), *getattr(order, "units", ())


def _known(setting: Setting) -> set[str]:
    return {*setting.roster, *setting.formations, *setting.leaders}
