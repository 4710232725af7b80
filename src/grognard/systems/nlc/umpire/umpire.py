"""The situations of Napoleon's Later Campaigns, and what a soak counts in its battles."""

from __future__ import annotations

from typing import Final

from grognard.desks.situations import Situations
from grognard.systems.nlc.umpire.reached import all_cells, cells
from grognard.systems.nlc.umpire.situations import referee

SITUATIONS: Final = Situations(referee=referee, cells=cells, all_cells=all_cells)
