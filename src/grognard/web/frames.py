"""What travels over a table's line. Every message is one JSON object with a ``type``.

What clients send is read strictly: a message with a wrong type, field or size is refused with the
reason. What the server sends is written here, once for all who may see the same.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from grognard.desks.documents import Leg, Party
from grognard.kernel.errors import Reason
from grognard.kernel.reading import decoder

LARGEST: Final = 8 * 1024
"""A frame from a client has at most so many bytes."""

Number = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Place = Annotated[int, msgspec.Meta(ge=0, le=2**40)]
Words = Annotated[str, msgspec.Meta(max_length=4000)]
Name = Annotated[str, msgspec.Meta(max_length=64)]
Places = Annotated[tuple[Place, ...], msgspec.Meta(max_length=64)]


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """From a client. ``seq`` is the client's own number; the reply carries it back."""

    seq: Number = 0


class Answer(Message, frozen=True, tag="answer"):
    """A decision: to the question at line ``n``, by the id of an offer."""

    n: Number = 0
    text: Words = ""


class Ask(Message, frozen=True, tag="options"):
    """List the options: all, of a unit, or at a hex."""

    unit: Name = ""
    hex: Place = 0


class Why(Message, frozen=True, tag="why"):
    """Why is this not allowed?"""

    text: Words = ""


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a written order: what to do, where, by which way."""

    kind: Name = ""
    places: Places = ()
    via: Places = ()
    marks: Annotated[tuple[Name, ...], msgspec.Meta(max_length=8)] = ()
    turn: Number = 0
    chief: Name = ""


class Draft(Message, frozen=True, tag="draft"):
    """An order in parts: who takes part against a place, goes through places or by legs, what is written to whom."""

    kind: Name = ""
    at: Place = 0
    through: Places = ()
    by: Annotated[tuple[Party, ...], msgspec.Meta(max_length=64)] = ()
    to: Name = ""
    sender: Name = ""
    links: Annotated[tuple[Link, ...], msgspec.Meta(max_length=16)] = ()
    waits: bool = False
    legs: Annotated[tuple[Leg, ...], msgspec.Meta(max_length=32)] = ()


class Look(Message, frozen=True, tag="look"):
    """A pure question: reach, refused, barred, zones, sight, odds, units, morale, a way through places."""

    what: Name = ""
    unit: Name = ""
    of: Name = ""
    origin: Place = 0
    target: Place = 0
    text: Words = ""
    through: Places = ()


class Log(Message, frozen=True, tag="log"):
    """Lines after a number, as this side heard them."""

    after: Annotated[int, msgspec.Meta(ge=-1, le=2**31)] = -1
    most: Annotated[int, msgspec.Meta(ge=1, le=500)] = 200


class Resync(Message, frozen=True, tag="resync"):
    """The whole view again, and the lines after ``after``; from now on in ``language``, if given."""

    after: Annotated[int, msgspec.Meta(ge=-1, le=2**31)] = -1
    language: Name = ""


class TakeBack(Message, frozen=True, tag="take-back"):
    """Take back my last decision: freely if that can be, else ask for consent."""

    n: Number = 0
    to: Number | None = None


class Consent(Message, frozen=True, tag="consent"):
    """Agree to what the other side asked for at line ``n``, or not."""

    n: Number = 0
    agree: bool = False


class Standing(Message, frozen=True, tag="standing"):
    """My standing orders from now on: the whole list, as sentences."""

    orders: Annotated[tuple[Words, ...], msgspec.Meta(max_length=32)] = ()


class Trial(Message, frozen=True, tag="trial"):
    """What a standing order would have answered to what I was asked in this battle so far."""

    text: Words = ""


class Sit(Message, frozen=True, tag="sit"):
    """Hotseat: show the table as this side sees it."""

    side: Name = ""


class GiveSeat(Message, frozen=True, tag="seat"):
    """Give my seat to a bot, or take it back (``human``)."""

    side: Name = ""
    kind: Name = "human"


class Help(Message, frozen=True, tag="help"):
    """Let the computer decide the question at this line for my side."""

    n: Number = 0


class Past(Message, frozen=True, tag="past"):
    """The table as my side saw it after a line."""

    at: Number = 0
    side: Name | None = None


class Steps(Message, frozen=True, tag="steps"):
    """Line by line from a number on: what was heard, and what changed in the view."""

    after: Annotated[int, msgspec.Meta(ge=-1, le=2**31)] = 0
    most: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50
    side: Name | None = None


class Seen(Message, frozen=True, tag="seen"):
    """This seat has been shown everything up to a line."""

    n: Number = 0


class Ping(Message, frozen=True, tag="ping"):
    """Are you there?"""


class Say(Message, frozen=True, tag="say"):
    """Something for everybody at the table to read."""

    text: Annotated[str, msgspec.Meta(max_length=500)] = ""


class Call(Message, frozen=True, tag="call"):
    """What I am called at this table."""

    name: Annotated[str, msgspec.Meta(max_length=32)] = ""


class Resign(Message, frozen=True, tag="resign"):
    """My side gives the battle up."""

    n: Number = 0


class OfferDraw(Message, frozen=True, tag="draw"):
    """My side offers a draw."""

    n: Number = 0


Speaking = Say | Call | Resign | OfferDraw
Arranging = TakeBack | Consent | Standing | Sit | GiveSeat | Help | Speaking
Reading = Log | Resync | Past | Steps | Trial | Seen | Ping
Incoming = Answer | Ask | Why | Draft | Look | Reading | Arranging

_decoder: msgspec.json.Decoder[Incoming] = decoder(Incoming)


def read(frame: str | bytes) -> Incoming:
    """A message from a client; raises ``msgspec.DecodeError`` with what is wrong with it."""
    return _decoder.decode(frame)


# --- from the server


def write(kind: str, **fields: Any) -> str:
    """A message to a client."""
    return msgspec.json.encode({"type": kind, **fields}).decode()


def reasons_document(reasons: tuple[Reason, ...]) -> list[dict[str, str]]:
    return [{"text": reason.text, "clause": reason.clause} for reason in reasons]


def refusal(seq: int, code: str, reasons: tuple[Reason, ...]) -> str:
    """Something was asked that cannot be; nothing has changed."""
    first = reasons[0] if reasons else Reason("this is not allowed")
    return write(
        "refused", seq=seq, code=code, reason=first.text, clause=first.clause,
        reasons=reasons_document(reasons),
    )  # fmt: skip


def error(code: str, reason: str, seq: int = 0) -> str:
    """A frame could not be read or came at the wrong time."""
    return write("error", seq=seq, code=code, reason=reason)
