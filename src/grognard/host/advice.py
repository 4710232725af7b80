"""Who advises and who tells at a table: the adviser and the teller of its system."""

from __future__ import annotations

from typing import Any

from grognard.desks.catalogue import ENGLISH
from grognard.desks.offers import Offering
from grognard.desks.teller import Teller
from grognard.systems.plug import System

__all__ = ["Offering", "adviser", "teller"]


def adviser(system: System, setting: Any) -> Offering:
    """The adviser of a system, with its module imported when it is first needed."""
    return system.desk.adviser(system.rules, setting)


def teller(system: System, setting: Any, language: str = ENGLISH) -> Teller:
    """Somebody who tells the events of a battle of this system in words."""
    return system.desk.teller(setting, language)
