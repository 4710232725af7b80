"""Drawn positions whose fans are counted, and how deep: small enough to be counted whole."""

from __future__ import annotations

from typing import NamedTuple


class Position(NamedTuple):
    """A situation without script or expectation, and the depth to which its answers are counted."""

    depth: int
    drawing: str


MAP = """\
map:
  . . . . . .
  . . . . . .
  . . . w . .
  . . . . . .
  . . . . . .
"""

POSITIONS: dict[str, Position] = {
    "a battalion marches past an enemy": Position(
        2,
        f"""\
title: A battalion marches past an enemy
{MAP}
units:
  F1 battalion at 0201 facing S movement 4
  P1 battalion at 0303 facing N
start: segment movement french
""",
    ),
    "guns try to limber": Position(
        2,
        f"""\
title: Guns try to limber under the eyes of foot
{MAP}
units:
  F1 battery at 0301 facing S unlimbered
  P1 battalion at 0304 facing NNE line
start: segment movement french
""",
    ),
    "two battalions fire at two": Position(
        3,
        f"""\
title: Two battalions and a battery fire at two
{MAP}
units:
  F1 battalion at 0202 facing SSE line
  F2 battalion at 0402 facing SSW line
  F3 battery at 0302 facing S
  P1 battalion at 0303 facing N
  P2 battalion at 0404 facing N
start: segment offensive-fire french
""",
    ),
    "an assault with a way out": Position(
        3,
        f"""\
title: Columns assault light infantry that may slip away
{MAP}
units:
  F1 battalion at 0302 facing S
  F2 battalion at 0202 facing SE
  P1 light at 0303 facing N
start: segment melee french
""",
    ),
    "a charge against foot and horse": Position(
        5,
        f"""\
title: Hussars charge, the foot may form square, the lancers may react
{MAP}
units:
  F1 cavalry at 0201 facing S movement 12
  P1 battalion at 0205 facing N
  P2 cavalry at 0605 facing NW movement 12
start: segment charge french
""",
    ),
    "a beaten battalion looks for a way": Position(
        3,
        f"""\
title: Two who stand together check, with friend and foe about them
{MAP}
units:
  F1 battalion at 0302 facing S
  P1 battalion at 0303 facing N
  P2 battalion at 0303 facing N
  P3 light at 0404 facing N
start: Checks units=P1+P2 occasion=fire-check
""",
    ),
    "recovery in the order one likes": Position(
        4,
        f"""\
title: Three who try to recover
{MAP}
units:
  F1 battalion at 0101 facing S disordered
  F2 battalion at 0301 facing S routed
  F3 cavalry at 0501 facing S routed
  P1 battalion at 0305 facing N
start: segment recovery french
""",
    ),
}
