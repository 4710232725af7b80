"""Guides of this system: the questions a lesson may wait for, and the orders it may propose."""

from __future__ import annotations

from typing import Final

from grognard.desks import guide_pack
from grognard.mechanics.packs.shapes import Entry, Notes, Text
from grognard.systems.bataille.setting import Setting
from grognard.systems.premier.commands import parse
from grognard.systems.premier.desk.words import QUESTIONS

GUIDE: Final = guide_pack.guide_shape(Text(r"P\d+(\.\d+)?", "a rule", "P33.2"))


def check_guide(entry: Entry, setting: Setting, notes: Notes) -> None:
    """Is the guide about this battle?"""
    guide_pack.check_guide(entry, setting, QUESTIONS, parse, {*setting.roster}, notes)
