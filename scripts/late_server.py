"""A server on which the time of a move is always up: for the journey of a battle whose days ran out.

python -m scripts.late_server serve --port 8000
"""

from __future__ import annotations

from functools import partial
from typing import Final

from grognard.cli import main
from grognard.host.clocks import now_ms
from grognard.host.days import DAY, Days
from grognard.web import tables

LATE: Final = 30
"""So many days later than it is."""


def later() -> int:
    return now_ms() + LATE * DAY


tables.Days = partial(Days, now=later)  # type: ignore[misc, assignment]

if __name__ == "__main__":
    main()
