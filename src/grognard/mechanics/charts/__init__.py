"""Charts as printed cards: YAML files read, proved and compiled for look-up.

A card holds tables of four kinds.

``bands``   rows of bands of dice ("11-64 65-66"), one band per heading: the fire chart
``ladder``  one row for every result of the dice, one word per column: the melee chart
``odds``    columns named by ratios, read by the highest not above the true ratio
``keyed``   named rows of typed cells: costs, modifiers, multiples

Rows are written as the card prints them, cells apart by blanks, then a bar and the origin of the
figures: ``village: 3 3 3 | HAG``. A cell may carry its own origin: ``3@HEI11``. A dot is a cell
left empty. Every card names its clauses and may carry checks, which are proved on loading, and
alternatives, which the table may choose.
"""

from grognard.mechanics.charts.cells import Cell, Limit, mark_of
from grognard.mechanics.charts.keyed import Keyed
from grognard.mechanics.charts.ladders import Ladder
from grognard.mechanics.charts.lined import ChartError, Spot, read_lined
from grognard.mechanics.charts.loader import Chart, load_chart
from grognard.mechanics.charts.odds import Odds

__all__ = [
    "Cell",
    "Chart",
    "ChartError",
    "Keyed",
    "Ladder",
    "Limit",
    "Odds",
    "Spot",
    "load_chart",
    "mark_of",
    "read_lined",
]
