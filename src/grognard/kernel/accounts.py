"""Sums that can explain themselves: every modifier with its reason and its clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec


class Item(msgspec.Struct, frozen=True, order=True, gc=False):
    """One line of an account: an amount, why, and the clause that says so."""

    amount: int
    reason: str
    clause: str

    def __str__(self) -> str:
        return f"{self.amount:+d} {self.reason} ({self.clause})"


class Account(msgspec.Struct, frozen=True):
    """An itemised sum.

    >>> account = Account.of([Item(-3, "disordered", "P30.3"), Item(6, "square", "P16.46")])
    >>> account.total, len(account)
    (3, 2)
    """

    items: tuple[Item, ...] = ()

    @classmethod
    def of(cls, items: Iterable[Item]) -> Account:
        return cls(tuple(items))

    @property
    def total(self) -> int:
        return sum(item.amount for item in self.items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __str__(self) -> str:
        return ", ".join(map(str, self.items)) or "no modifiers"
