"""What players say in a command phase."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import MalformedAction
from grognard.mechanics.commands import only_word
from grognard.systems.nlc.actions import Command, joined, split_units
from grognard.systems.nlc.command.order_words import in_words, read_orders
from grognard.systems.nlc.records import ForceId
from grognard.systems.nlc.setting import FormationId, LeaderId, Sequence, UnitId

EVERYBODY = "all"
"""The recipient of a general retreat."""

BY = "by"


class Send(Command, frozen=True, order=True, tag="nlc-send"):
    """Send an order: ``send fr_ii attack 1213``, or ``send al_3 by orange defend 1111``.

    Without ``by`` the first commander over the recipient who can still write sends it.
    """

    to: ForceId
    orders: Sequence
    sender: LeaderId = ""
    verb: ClassVar[str] = "send"

    def words(self) -> list[str]:
        by = [BY, self.sender] if self.sender else []
        return [self.to, *by, *in_words(self.orders)]

    @classmethod
    def read(cls, words: list[str]) -> Send:
        if len(words) < 2:
            raise MalformedAction("send needs a recipient and an order: send fr_ii attack 1213")
        if words[1] == BY:
            if len(words) < 4:
                raise MalformedAction("by needs a sender and an order: send al_3 by orange reserve")
            return cls(words[0], read_orders(words[3:]), words[2])
        return cls(words[0], read_orders(words[1:]))


class Record(Command, frozen=True, order=True, tag="nlc-record"):
    """Note what a leader would do on his own: ``record reille attack 1213``.

    For one of his divisions: ``record reille fr_ii/9 defend here``.
    """

    leader: LeaderId
    orders: Sequence
    division: ForceId = ""
    verb: ClassVar[str] = "record"

    def words(self) -> list[str]:
        division = [self.division] if self.division else []
        return [self.leader, *division, *in_words(self.orders)]

    @classmethod
    def read(cls, words: list[str]) -> Record:
        if len(words) < 2:
            raise MalformedAction("record needs a leader and an order: record reille attack 1213")
        if "/" in words[1]:
            return cls(words[0], read_orders(words[2:]), words[1])
        return cls(words[0], read_orders(words[1:]))


class BadMove(Command, frozen=True, order=True, tag="nlc-bad-move"):
    """Give an enemy leader a bad order: ``badmove reille march 1119``."""

    leader: LeaderId
    orders: Sequence
    verb: ClassVar[str] = "badmove"

    def words(self) -> list[str]:
        return [self.leader, *in_words(self.orders)]

    @classmethod
    def read(cls, words: list[str]) -> BadMove:
        if len(words) < 2:
            raise MalformedAction("badmove needs a leader and an order: badmove reille march 1119")
        return cls(words[0], read_orders(words[1:]))


class StandDown(Command, frozen=True, order=True, tag="nlc-stand-down"):
    """Let a body that falls back halt in reserve: ``stand-down fr_ii``."""

    force: ForceId
    verb: ClassVar[str] = "stand-down"

    def words(self) -> list[str]:
        return [self.force]

    @classmethod
    def read(cls, words: list[str]) -> StandDown:
        return cls(only_word(cls.verb, words))


class Rejoin(Command, frozen=True, order=True, tag="nlc-rejoin"):
    """Take a division back into its corps: ``rejoin fr_ii/6``."""

    force: ForceId
    verb: ClassVar[str] = "rejoin"

    def words(self) -> list[str]:
        return [self.force]

    @classmethod
    def read(cls, words: list[str]) -> Rejoin:
        return cls(only_word(cls.verb, words))


class TakeOver(Command, frozen=True, order=True, tag="nlc-take-over"):
    """Let an idle wing commander lead a formation of his: ``take-over orange al_2nl``."""

    leader: LeaderId
    formation: FormationId
    verb: ClassVar[str] = "take-over"

    def words(self) -> list[str]:
        return [self.leader, self.formation]

    @classmethod
    def read(cls, words: list[str]) -> TakeOver:
        if len(words) != 2:
            raise MalformedAction("take-over needs a leader and a formation")
        return cls(words[0], words[1])


class HandBack(Command, frozen=True, order=True, tag="nlc-hand-back"):
    """Let a wing commander give his formation back to its own leader: ``hand-back orange``."""

    leader: LeaderId
    verb: ClassVar[str] = "hand-back"

    def words(self) -> list[str]:
        return [self.leader]

    @classmethod
    def read(cls, words: list[str]) -> HandBack:
        return cls(only_word(cls.verb, words))


class Direct(Command, frozen=True, order=True, tag="nlc-direct"):
    """Command units in person, who act with a formation: ``direct ney husson+campi fr_ii``."""

    leader: LeaderId
    units: tuple[UnitId, ...]
    formation: FormationId
    verb: ClassVar[str] = "direct"

    def words(self) -> list[str]:
        return [self.leader, joined(self.units), self.formation]

    @classmethod
    def read(cls, words: list[str]) -> Direct:
        if len(words) != 3:
            raise MalformedAction("direct needs a leader, units and the formation they act with")
        return cls(words[0], split_units(words[1]), words[2])


class Accept(Command, frozen=True, order=True, tag="nlc-accept"):
    """Take up an order that was delivered: ``accept fr_ii``."""

    force: ForceId
    verb: ClassVar[str] = "accept"

    def words(self) -> list[str]:
        return [self.force]

    @classmethod
    def read(cls, words: list[str]) -> Accept:
        return cls(only_word(cls.verb, words))
