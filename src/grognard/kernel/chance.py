"""A small source of repeatable choice, for drawing imagined states and for conformance play.

Never for dice: dice are answers, and the host throws them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Stream:
    """A stream of numbers that depends on the seed alone (splitmix64).

    >>> one, other = Stream(7), Stream(7)
    >>> [one.randrange(6) for _ in range(8)] == [other.randrange(6) for _ in range(8)]
    True
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to ``stop - 1``; the bias is below one in 2 ** 40 for small ``stop``."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return (mixed ^ (mixed >> 31)) % stop

    def fork(self) -> Stream:
        """Another stream that gives the same numbers from here on."""
        return Stream(self._state)

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The same things in another order.

        >>> sorted(Stream(1).shuffled("abcd"))
        ['a', 'b', 'c', 'd']
        """
        mixed = list(things)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.randrange(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
