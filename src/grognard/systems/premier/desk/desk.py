"""The desk of La Bataille Premier, put together."""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.systems.bataille.desk import desk
from grognard.systems.premier.desk.advice import PremierAdviser
from grognard.systems.premier.desk.teller import PremierTeller

DESK: Final = msgspec.structs.replace(desk.DESK, adviser=PremierAdviser, teller=PremierTeller)
