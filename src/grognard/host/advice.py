"""Who advises and who tells at a table: the adviser and the teller of its system."""

from __future__ import annotations

from typing import Any

from grognard.desks.advice import Adviser
from grognard.desks.desk import desk_of
from grognard.desks.teller import Teller
from grognard.kernel.system import System

__all__ = ["Adviser", "adviser", "teller"]


def adviser(system: System, setting: Any) -> Adviser:
    """The adviser of a system, with its module imported when it is first needed."""
    return desk_of(system).adviser(system, setting)


def teller(system: System, setting: Any) -> Teller:
    """Somebody who tells the events of a battle of this system in words."""
    return desk_of(system).teller(setting)
