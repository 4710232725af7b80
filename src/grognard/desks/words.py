"""What a table says in words of its own: what is asked, and what each option would do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from grognard.desks.documents import Offer, Question, Refused, Shape
from grognard.desks.offers import DONE, MARCH, STRIKE
from grognard.desks.teller import NONE, POINTS, TURN, Teller
from grognard.kernel import Action
from grognard.mechanics.places import name

replace = msgspec.structs.replace

BY_ROLE: Final = frozenset({MARCH, "turn", "form", "enter", "step", "lead"})
"""Roles that are said alike, whatever the order is called."""

SHORT: Final = frozenset({STRIKE, "name"})
"""Roles that have a short form besides, without those who take part."""


def no_gloss(action: Action, purpose: str, teller: Teller, table: Any) -> str:
    """The words of an order say enough."""
    return ""


class Words(msgspec.Struct, frozen=True):
    """``questions`` are by purpose, each with the clause behind it; a teller has their sentences.

    ``windows`` interrupt the other side: who says done lets things take their course. ``gloss``
    says what an option would do, for somebody who does not read its words yet; empty if they do.
    """

    questions: Mapping[str, str] = {}
    windows: frozenset[str] = frozenset()
    gloss: Callable[[Action, str, Teller, Any], str] = no_gloss

    def asked(self, purpose: str, teller: Teller) -> str:
        """The question in a sentence, with its clause."""
        if purpose not in self.questions:
            return f"{purpose.replace('-', ' ')}?"
        text, clause = teller.say(f"asked-{purpose}"), self.questions[purpose]
        return teller.say("asked", text=text, clause=teller.concordance.told(clause))

    def done(self, purpose: str, teller: Teller) -> str:
        """What ``done`` means here."""
        if teller.catalogue.has(f"done-{purpose}"):
            return teller.say(f"done-{purpose}")
        return teller.say("done-window" if purpose in self.windows else "done-else")

    # --- documents in the reader's language

    def told(self, asked: Question, teller: Teller) -> Question:
        """A question with its words and those of its offers."""
        purpose, known = asked.purpose, asked.purpose in self.questions
        return replace(
            asked,
            title=self.title(purpose, teller),
            text=teller.say(f"asked-{purpose}") if known else "",
            done=capital(self.done(purpose, teller)),
            offers=self.said(asked.offers, purpose, teller),
        )

    def title(self, purpose: str, teller: Teller) -> str:
        """A question in short."""
        known = teller.catalogue.has(f"title-{purpose}")
        return teller.say(f"title-{purpose}") if known else capital(purpose.replace("-", " "))

    def said(self, offers: Iterable[Offer], purpose: str, teller: Teller) -> tuple[Offer, ...]:
        """Offers with their sentences, of which no two are alike."""
        held = tuple(offers)
        texts = apart(held, [self.offered(each, purpose, teller) for each in held], teller)
        return tuple(
            replace(
                each,
                text=text,
                title=self._first((f"short-{each.kind}",), each, teller)
                if each.role in SHORT
                else "",
                over=tuple(replace(laid, text=teller.phrase(laid.text)) for laid in each.over),
                slots={},
            )
            for each, text in zip(held, texts, strict=True)
        )

    def offered(self, offer: Offer, purpose: str, teller: Teller) -> str:
        """What an answer would do, in a sentence; what no catalogue knows, by its kind."""
        if offer.role == DONE:
            return capital(self.done(purpose, teller))
        return self._first(_messages(offer, purpose), offer, teller) or offer.choice or offer.kind

    def refused(self, each: Refused, teller: Teller) -> Refused:
        """Something that may not be done, in words: a kind of order or a formation."""
        message = f"refused-{each.key or MARCH}"
        if not teller.catalogue.has(message):
            message = "refused-form"
        at = teller.at(each.at) if each.at else NONE
        text = (
            teller.say(message, at=at, formation=each.key)
            if teller.catalogue.has(message)
            else each.key
        )
        return replace(each, text=text)

    def _first(self, messages: Iterable[str], offer: Offer, teller: Teller) -> str:
        known = next(filter(teller.catalogue.has, messages), "")
        return capital(teller.say(known, **_slots(offer, teller))) if known else ""


def apart(offers: Sequence[Offer], texts: Sequence[str], teller: Teller) -> list[str]:
    """Sentences of offers; those that are alike are told apart by what differs between them."""
    alike: dict[str, list[int]] = {}
    for index, text in enumerate(texts):
        alike.setdefault(text, []).append(index)
    found = list(texts)
    for text, indices in alike.items():
        if len(indices) < 2:
            continue
        rows = [_traits(offers[index], teller) for index in indices]
        differ = [i for i, column in enumerate(zip(*rows, strict=True)) if len({*column}) > 1]
        told = [", ".join(row[i] for i in differ if row[i]) for row in rows]
        for number, (index, more) in enumerate(zip(indices, told, strict=True), 1):
            sole = more and told.count(more) == 1
            found[index] = (
                f"{text} ({more if sole else ' '.join(filter(None, (more, str(number))))})"
            )
    return found


def _traits(offer: Offer, teller: Teller) -> tuple[str, ...]:
    """What one offer may have that another has not, in words."""
    shape, say = offer.shape or Shape(()), teller.say
    facing = teller.heading(_heading(offer, shape))
    form = offer.formation
    cost = f"{float(offer.cost):g}" if offer.cost else ""
    return (
        ", ".join(map(teller.called, offer.who)),
        say("formation", formation=form) if form and teller.catalogue.has("formation") else form,
        name(offer.at) if offer.at else "",
        ", ".join(map(name, shape.places)) if shape.places != (offer.at,) else "",
        "" if facing == NONE else say("trait-facing", facing=facing),
        say("trait-by", way=", ".join(map(name, offer.path))) if len(offer.path) > 1 else "",
        say("trait-points", points=cost) if cost else "",
    )


def _messages(offer: Offer, purpose: str) -> Iterator[str]:
    """Messages that say an offer, the most telling first."""
    if offer.kind == "pick":
        yield f"pick-{purpose}-{offer.choice}"
        yield f"pick-{purpose}"
        if offer.path:
            yield "pick-path"
        elif offer.choice in POINTS:
            yield "do-turn"
        elif offer.at and offer.choice not in (*offer.who, *offer.other):
            yield "pick-to" if (*offer.who, *offer.other) else "pick-at"
    if offer.role == "form" or (offer.role == "turn" and not offer.path):
        yield f"do-{offer.role}"
    yield f"do-{offer.kind}"
    if offer.role in BY_ROLE:
        yield f"do-{offer.role}"


def _slots(offer: Offer, teller: Teller) -> dict[str, str]:
    """What the sentence of an offer is filled with."""
    called = teller.called
    who = [*offer.who, *(offer.other if offer.kind == "pick" else ())]
    shape = offer.shape or Shape(())
    return {
        **{field: called(held) for field, held in offer.slots.items()},
        "who": called(who[0]) if who else NONE,
        "units": ", ".join(map(called, offer.who)) or NONE,
        "other": ", ".join(map(called, offer.other)) or NONE,
        "at": teller.at(offer.at) if offer.at else NONE,
        "hexes": ", ".join(map(name, shape.places)) or NONE,
        "way": ", ".join(map(name, offer.path)) or NONE,
        "by": name(offer.path[0]) if len(offer.path) > 1 else NONE,
        "facing": teller.heading(_heading(offer, shape)),
        "formation": offer.formation or NONE,
        "choice": called(offer.choice) if offer.choice else NONE,
    }


def _heading(offer: Offer, shape: Shape) -> int:
    return TURN * POINTS.index(offer.choice) if offer.choice in POINTS else shape.heading


def capital(words: str) -> str:
    """
    >>> capital("halt here")
    'Halt here'
    """
    return words[:1].upper() + words[1:]
