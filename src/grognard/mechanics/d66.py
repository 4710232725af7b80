"""The ladder of 36 results, 11 to 66, on which modifiers count rungs (P9)."""

from __future__ import annotations

import msgspec

from grognard.kernel.rules import rule

RUNGS = 36


def rung_of(number: int) -> int:
    """The rung, 0 to 35, of a number printed 11 to 66.

    >>> rung_of(11), rung_of(43), rung_of(66)
    (0, 20, 35)
    """
    tens, ones = divmod(number, 10)
    if not (1 <= tens <= 6 and 1 <= ones <= 6):
        raise ValueError(f"{number} is not one of the results 11 to 66")
    return 6 * (tens - 1) + ones - 1


def printed(rung: int) -> int:
    """The number printed for a rung; beyond the ladder it goes on counting in sixes.

    >>> printed(20), printed(24), printed(-1)
    (43, 51, 6)
    """
    tens, ones = divmod(rung, 6)
    return 10 * (tens + 1) + ones + 1


@rule("P9.1", "P9.2", "P9.3", "PR-01", "PR-02")
class D66(msgspec.Struct, frozen=True, order=True):
    """One rung of the ladder 11..16, 21..26, ... 61..66; charts clamp, so sums clamp (PR-01).

    >>> D66.of(43) + 4, D66.of(36) - 3, D66.of(12) - 6, int(D66.thrown((4, 3)))
    (D66.of(51), D66.of(33), D66.of(11), 43)
    """

    rung: int

    @classmethod
    def of(cls, number: int) -> D66:
        return cls(rung_of(number))

    @classmethod
    def thrown(cls, dice: tuple[int, ...]) -> D66:
        tens, ones = dice
        return cls(6 * tens + ones - 7)

    def __add__(self, rungs: int) -> D66:
        return D66(min(max(self.rung + rungs, 0), RUNGS - 1))

    def __sub__(self, rungs: int) -> D66:
        return self + -rungs

    def __int__(self) -> int:
        return printed(self.rung)

    def __str__(self) -> str:
        return str(int(self))

    def __repr__(self) -> str:
        return f"D66.of({int(self)})"


def exceeds(dice: D66, modifiers: int, value: int) -> bool:
    """Morale comparison: the modified rung against the value's rung, never clamped (PR-01, PR-02).

    ``value`` is a rung too, so that a value raised by twelve may lie beyond 66 (PR-03).

    >>> exceeds(D66.of(33), 0, rung_of(32)), exceeds(D66.of(35), -3, rung_of(32))
    (True, False)
    """
    return dice.rung + modifiers > value
