"""The situations of La Bataille Premier, and what a soak counts in its battles."""

from __future__ import annotations

from typing import Final

from grognard.desks.situations import Situations
from grognard.systems.premier.umpire.reached import all_cells, cells
from grognard.systems.premier.umpire.scrambling import scrambled
from grognard.systems.premier.umpire.situations import referee

SITUATIONS: Final = Situations(
    referee=referee, scrambled=scrambled, cells=cells, all_cells=all_cells
)
