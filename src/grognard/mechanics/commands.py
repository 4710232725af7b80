"""Orders in words: a verb, then what it is about. Every rulebook gives its orders this form.

Each order has a text form that reads back: ``parse(str(order), verbs) == order``. Three orders are
the same in all rulebooks: to be done, to pick from a list, and the host's word that time is up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import ClassVar, Self

from grognard.kernel import Action, Ask, MalformedAction, Reason
from grognard.mechanics.hexes import Hex, parse_hex


class Bent(Enum):
    """What an order is bent on, in words that all rulebooks share: for players who know no rules."""

    MARCH = auto()
    RIDE = auto()
    ENTRY = auto()
    LEAD = auto()
    FIRE = auto()
    BOMBARDMENT = auto()
    ASSAULT = auto()
    CHARGE = auto()
    CLASH = auto()
    """Horsemen meet a charge, or a charge its target."""
    ADVANCE = auto()
    STAND = auto()
    """Foot closes up against horse."""


class Command(Action, frozen=True, order=True):
    """Base of all orders: a verb, then words.

    ``zeal`` is how much an order that is bent on nothing of the kind is liked by whoever is eager.
    """

    verb: ClassVar[str] = ""
    bent: ClassVar[Bent | None] = None
    zeal: ClassVar[int] = 0

    def words(self) -> list[str]:
        return []

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if words:
            raise MalformedAction(f"nothing may follow {cls.verb!r}")
        return cls()

    def __str__(self) -> str:
        return " ".join([self.verb, *self.words()])


class Finish(Command, frozen=True, order=True, tag="finish"):
    """End the segment, or decline a window: nothing more from this side here."""

    verb: ClassVar[str] = "done"


class Pick(Command, frozen=True, order=True, tag="pick"):
    """Choose one of the named things a question lists: a hex, a unit, a facing, yes or no."""

    choice: str
    verb: ClassVar[str] = "pick"

    def words(self) -> list[str]:
        return [self.choice]

    @classmethod
    def read(cls, words: list[str]) -> Pick:
        return cls(only_word("pick", words))


class TimeUp(Command, frozen=True, order=True, tag="time-up"):
    """The host says that the movement clock of the side has run out."""

    verb: ClassVar[str] = "time-up"


def parse(text: str, verbs: Mapping[str, type[Command]]) -> Command:
    """Read an order from its text form, given the verbs of a rulebook.

    >>> str(parse("pick 0503", {"pick": Pick}))
    'pick 0503'
    """
    words = text.split()
    if not words:
        raise MalformedAction("an order begins with a verb")
    order = verbs.get(words[0])
    if order is None:
        raise MalformedAction(f"unknown verb {words[0]!r}; known: {', '.join(sorted(verbs))}")
    return order.read(words[1:])


def only_word(verb: str, words: list[str]) -> str:
    if len(words) != 1:
        raise MalformedAction(f"{verb} needs exactly one word")
    return words[0]


def read_hex(word: str) -> Hex:
    try:
        return parse_hex(word)
    except ValueError as problem:
        raise MalformedAction(str(problem)) from None


Turns = Mapping[str, tuple[str, str]]
"""Words and a clause, by the verb of an order or by the purpose of a question."""


def out_of_turn(
    action: object, ask: Ask, turns: Turns, parts: Turns, names: Mapping[str, str]
) -> Sequence[Reason]:
    """What is being asked, and when an order of a kind that is not asked has its turn."""
    when, clause = turns.get(str(action).partition(" ")[0], ("", ""))
    who = names.get(ask.side, ask.side).removeprefix("The ")
    if ask.purpose in parts:
        part, begun = parts[ask.purpose]
        asked = Reason(f"it is {part} of the {who}", begun)
    else:
        asked = Reason(f"the {who} must answer what is asked first")
    return (asked, Reason(when, clause)) if when else (asked,)
