"""The packs of La Bataille Premier: read, checked and listed by the shared readers."""

from __future__ import annotations

from functools import partial
from typing import Final

from grognard.systems.bataille.packs import fixtures, pack, packfields
from grognard.systems.premier.kit import KIT

load: Final = partial(pack.load, KIT)
check: Final = partial(pack.check, KIT)
available: Final = partial(pack.available, KIT)
build: Final = partial(fixtures.build, KIT)
json_schema: Final = partial(packfields.json_schema, KIT)
