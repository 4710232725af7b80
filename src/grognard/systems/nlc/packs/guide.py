"""Guides of this system: the questions a lesson may wait for, and the orders it may propose."""

from __future__ import annotations

from typing import Final

from grognard.desks import guide_pack
from grognard.mechanics.packs.shapes import Entry, Notes, Text
from grognard.systems.nlc.desk.words import QUESTIONS
from grognard.systems.nlc.setting import Setting

GUIDE: Final = guide_pack.guide_shape(Text(r"N[0-9A-Z.]+", "a rule", "N12.4.1"))


def check_guide(entry: Entry, setting: Setting, notes: Notes) -> None:
    """Is the guide about this battle?"""
    from grognard.systems.nlc.rules import parse  # the system reads packs: it comes later

    known = {*setting.roster, *setting.formations, *setting.leaders}
    guide_pack.check_guide(entry, setting, QUESTIONS, parse, known, notes)
