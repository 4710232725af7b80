"""Guides of an edition: the questions a lesson may wait for, and the orders it may propose."""

from __future__ import annotations

from grognard.desks import guide_pack
from grognard.mechanics.packs.shapes import Entry, Notes, Record, Text
from grognard.systems.bataille.kit import Kit
from grognard.systems.bataille.setting import Setting


def guide_shape(letter: str) -> Record:
    """The section of an edition whose clauses begin with that letter."""
    return guide_pack.guide_shape(Text(rf"{letter}\d+(\.\d+)*", "a rule", f"{letter}33.2"))


def check_guide(kit: Kit, entry: Entry, setting: Setting, notes: Notes) -> None:
    """Is the guide about this battle?"""
    guide_pack.check_guide(entry, setting, kit.questions, kit.parse, {*setting.roster}, notes)
