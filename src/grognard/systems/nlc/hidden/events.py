"""What happens to a hidden march; only its own side hears of it."""

from __future__ import annotations

from typing import ClassVar

from grognard.systems.nlc.events import Secret
from grognard.systems.nlc.records import HiddenMarch
from grognard.systems.nlc.table import Table


class _OfMarch(Secret, frozen=True):
    march: HiddenMarch

    def change(self, table: Table) -> None:
        table.writable("hidden")[self.march.force] = self.march


class HidingBegan(_OfMarch, frozen=True, tag=True):
    """A formation marches where the enemy does not see it; its counters stay as a blind."""

    clauses: ClassVar[tuple[str, ...]] = ("N20.1.1.1", "N20.1.1.2")
    quiet: ClassVar[bool] = False


class Banked(_OfMarch, frozen=True, tag=True):
    """A hidden formation saved its movement of the turn."""

    clauses: ClassVar[tuple[str, ...]] = ("N20.1.1.2", "N20.1.6.1")


class HiddenChanged(_OfMarch, frozen=True, tag=True):
    """A hidden march goes another way from now on."""

    clauses: ClassVar[tuple[str, ...]] = ("N20.1.3.2",)
