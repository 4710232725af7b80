"""Orders of chiefs: to their divisions, and for themselves."""

from __future__ import annotations

from typing import ClassVar, Self

from grognard.kernel import MalformedAction
from grognard.mechanics.commands import Command, only_word
from grognard.systems.empire.kinds import Order
from grognard.systems.empire.setting import DivisionId


class ChangeOrder(Command, frozen=True, order=True, tag="change-order"):
    """A chief would have a division act by another order, with points that make it surer.

    >>> str(ChangeOrder("marwitz", Order.HOLD, 1)), ChangeOrder.read(["marwitz", "attack", "0"]).bonus
    ('change-order marwitz hold 1', 0)
    """

    division: DivisionId
    order: Order
    bonus: int = 0
    verb: ClassVar[str] = "change-order"

    def words(self) -> list[str]:
        return [self.division, self.order.value, str(self.bonus)]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if len(words) != 3 or words[1] not in list(Order) or words[2] not in ("0", "1", "2"):
            raise MalformedAction(f"as in: change-order marwitz hold 0; known: {', '.join(Order)}")
        return cls(words[0], Order(words[1]), int(words[2]))


class TakeOver(ChangeOrder, frozen=True, order=True, tag="take-order"):
    """A division goes over to another order of its own."""

    verb: ClassVar[str] = "take-order"


class SendPoint(Command, frozen=True, order=True, tag="send-point"):
    """A chief sends a command point to a general."""

    division: DivisionId
    verb: ClassVar[str] = "send-point"

    def words(self) -> list[str]:
        return [self.division]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        return cls(only_word(cls.verb, words))


class CallReserve(Command, frozen=True, order=True, tag="call-reserve"):
    """A chief brings a reserve into play, under an order that he names.

    >>> str(CallReserve.read(["puttlitz", "attack"]))
    'call-reserve puttlitz attack'
    """

    division: DivisionId
    order: Order
    verb: ClassVar[str] = "call-reserve"

    def words(self) -> list[str]:
        return [self.division, self.order.value]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if len(words) != 2 or words[1] not in list(Order):
            known = ", ".join(Order)
            raise MalformedAction(f"as in: call-reserve puttlitz attack; known: {known}")
        return cls(words[0], Order(words[1]))
