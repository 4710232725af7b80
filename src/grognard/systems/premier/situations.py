"""The situations of La Bataille Premier, and what a soak counts in its battles."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec

from grognard.systems.bataille.edition import situations_of
from grognard.systems.bataille.situations import refereeing, starting
from grognard.systems.bataille.situations.refereeing import read
from grognard.systems.premier.kit import KIT
from grognard.systems.premier.reached import all_cells, cells

__all__ = ["SITUATIONS", "begin", "lay_out", "procedure_named", "read", "referee"]

begin: Final = partial(refereeing.begin, KIT)
lay_out: Final = partial(refereeing.lay_out, KIT)
procedure_named: Final = partial(starting.procedure_named, KIT)
referee: Final = partial(refereeing.referee, KIT)

SITUATIONS: Final = msgspec.structs.replace(situations_of(KIT), cells=cells, all_cells=all_cells)
