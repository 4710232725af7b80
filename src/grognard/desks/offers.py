"""Orders as offers: what a front end needs to draw an order, to say it and to give it, without reading it.

An offer is made of the option that an adviser knows and of the fields of the order itself. Systems say
by their verbs how an order is taken in hand; a front end knows only those roles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar

import msgspec

from grognard.desks.advice import MOST_LISTED, Adviser, Option
from grognard.desks.documents import Effect, Offer, Party, Question, Reach, Refused, Shape
from grognard.kernel import Action, Ask, Reason, State, why_not
from grognard.kernel.errors import GrognardError
from grognard.mechanics.commands import Finish
from grognard.mechanics.places import is_point, name

replace = msgspec.structs.replace

DONE, MARCH, TURN, STRIKE, NAME = "done", "march", "turn", "strike", "name"
FIRE = "fire"
OPEN = 0.02
"""A chance of which more than this is not worked out is not told as one figure."""


class Offering(Adviser):
    """An adviser that tells orders as offers.

    ``roles`` are by verb; ``alone`` are verbs of a strike that one unit makes by itself. ``on_map``
    are the questions that are acted out on the map, ``weighed`` those whose answers have odds,
    ``reaching`` those in which a unit shows how far it could go and whom it could strike,
    ``written`` those answered by an order that is written, with its verb. ``means`` says by verb how
    a strike is drawn, as fire where it does not. ``gained`` are the questions about ground that is
    won: it is usually taken.
    """

    roles: ClassVar[Mapping[str, str]] = {}
    means: ClassVar[Mapping[str, str]] = {}
    alone: ClassVar[frozenset[str]] = frozenset()
    on_map: ClassVar[frozenset[str]] = frozenset()
    weighed: ClassVar[frozenset[str]] = frozenset()
    reaching: ClassVar[frozenset[str]] = frozenset()
    written: ClassVar[Mapping[str, str]] = {}
    gained: ClassVar[frozenset[str]] = frozenset()

    # --- the question

    def question(self, state: State, number: int, reactions: frozenset[str]) -> Question | None:
        """What is asked, with its offers unless they are asked for unit by unit."""
        ask = state.pending
        if not isinstance(ask, Ask):
            return None
        grouped, purpose = self.is_grouped(ask), ask.purpose
        offers, more = ((), False) if grouped else self.offers(state)
        return Question(
            number, ask.side, purpose, grouped, grouped or purpose in self.on_map,
            purpose in self.weighed, purpose in reactions, self.about(state),
            purpose in self.reaching, self.written.get(purpose, ""), offers, more,
            usual=self.usual(state, purpose, offers),
        )  # fmt: skip

    def usual(self, state: State, purpose: str, offers: Sequence[Offer]) -> str:
        """The answer that is chosen until another is: to take what is won with all who can, to decline the rest."""
        if purpose in self.gained:
            return max(offers, key=lambda offer: len(offer.who)).id
        return next((offer.id for offer in offers if offer.role == DONE), "")

    def about(self, state: State) -> str:
        """The unit that acts on the map by itself, where there is but one."""
        return ""

    # --- offers

    def offers(
        self, state: State, unit: str = "", hex_: int = 0, most: int = MOST_LISTED
    ) -> tuple[tuple[Offer, ...], bool]:
        """What is offered, and whether there is more. What reach shows is not listed again."""
        orders = self.orders(state, unit, hex_)
        found = list(islice(orders if hex_ else self.beside_reach(state, unit, orders), most + 1))
        return tuple(self.offer(state, action) for action in found[:most]), len(found) > most

    def beside_reach(self, state: State, unit: str, orders: Iterator[Action]) -> Iterator[Action]:
        """Orders that no look at the reach of a unit shows; of nobody, what no unit is asked for."""
        return orders

    def offer(self, state: State, action: Action) -> Offer:
        """An order as an offer."""
        made = self.option(state, action)
        who, other = _named(action, made)
        role = self.role(action, made)
        return Offer(
            made.text, made.kind, role, who, other, str(getattr(action, "choice", "")),
            self.place(state, action, made), self.shape(state, made), made.formation, made.path,
            cost=made.cost, stops=made.stops, warns=made.warns,
            by=self.parties(action) if role == STRIKE else (), alone=made.kind in self.alone,
            means=self.means.get(made.kind, FIRE) if role in (STRIKE, NAME) else "",
            slots=_slots(action),
        )  # fmt: skip

    def told(self, words: str) -> Offer:
        """An order that was or might be given, by its words alone, as far as it can be said."""
        action = self.rules.parse(words)
        made = Adviser.option(self, None, action)  # type: ignore[arg-type]
        who, other = _named(action, made)
        at = made.target or (made.ends[0] if made.ends else made.path[-1] if made.path else 0)
        choice = str(getattr(action, "choice", ""))
        role = self.role(action, made)
        return Offer(words, made.kind, role, who, other, choice, at, slots=_slots(action))

    def role(self, action: Action, made: Option) -> str:
        if isinstance(action, Finish):
            return DONE
        role = self.roles.get(made.kind, "")
        if role == MARCH and not made.path:
            return TURN
        return NAME if role == STRIKE and not made.target else role

    def place(self, state: State, action: Action, made: Option) -> int:
        """The place that stands for an order: its target, or where it leads."""
        if made.target:
            return made.target
        if made.ends and self.roles.get(made.kind) != "form":
            return made.ends[0]
        return self.stands(state, made.unit) if made.unit else 0

    def stands(self, state: State, unit: str) -> int:
        """Where a unit is; 0 for one that is not on the map."""
        piece = getattr(state.table, "pieces", {}).get(unit)
        return int(getattr(piece, "at", 0)) if piece is not None else 0

    def shape(self, state: State, made: Option) -> Shape | None:
        """How somebody stands after an order, where that can be drawn."""
        return Shape(made.ends) if made.ends else None

    def parties(self, action: Any) -> tuple[Party, ...]:
        """Those who strike, each with where from."""
        units = getattr(action, "units", ()) or (getattr(action, "unit", ""),)
        return tuple(Party(unit) for unit in units if unit)

    # --- odds in one figure

    def chance(self, state: State, side: str, action: Any) -> float | None:
        """The figure at the head of the card: that fire tells, or that the place is ours in the end.

        Nothing where the card leaves much of the chances open.
        """
        try:
            found = self.look(state, side, "odds", text=str(action))
        except GrognardError:
            return None
        chain = found.get("chain") or {}
        if "chance" in found:
            return float(found["chance"]) * 100
        if not chain or chain["unresolved"] > OPEN:
            return None
        verb = str(action).partition(" ")[0]
        if found.get("kind") != "choice" and self.means.get(verb, "") == FIRE:
            unhurt = [
                each["0"] for who, each in chain["losses"].items() if who != side and "0" in each
            ]
            return (1 - max(unhurt, default=1.0 if not chain["losses"] else 0.0)) * 100
        return float(chain["holder"].get(side, 0)) * 100 if chain["target"] else None

    # --- drafts, reach, refusals

    def draft(self, state: State, draft: Any) -> Action:
        """The order that the parts of a draft make."""
        raise GrognardError(f"there is no order of this kind to be drafted: {draft.kind!r}")

    def drafted(self, state: State, draft: Any) -> tuple[Offer, tuple[Reason, ...]]:
        """A draft as an offer, or what is against it; of one that is stopped, the part that may be."""
        action = self.draft(state, draft)
        whole, reasons = self.offer(state, action), tuple(why_not(state, action))
        part = self.within(state, action) if reasons else None
        if part is None:
            return whole, reasons
        stop = reasons[0]
        made = self.offer(state, part)
        effects = (Effect("refused", stop.text, stop.clause), *made.effects)
        return replace(made, beyond=whole.shape, stops=stop.text, effects=effects), ()

    def within(self, state: State, action: Action) -> Action | None:
        """As much of an order as may be given, where an order can be given in part."""
        return None

    def reach(self, state: State, side: str, units: tuple[str, ...]) -> Reach:
        """Where units can march, all of them together."""
        return Reach("+".join(units))

    def meant(self, state: State, unit: str, at: int, whom: str) -> Iterator[Action]:
        """The orders that a player may mean who points at a place, or at whom he sees there, with a unit in hand."""
        return iter(())

    def barred(self, state: State, side: str, unit: str, at: int, whom: str) -> Reason | None:
        """Why nothing comes of pointing there; None where something does, or where nothing can be meant."""
        against = [why_not(state, order) for order in self.meant(state, unit, at, whom)]
        return against[0][0] if against and all(against) else None

    def refused(self, state: State, unit: str) -> tuple[Refused, ...]:
        """What a unit may not do now that a player would look for, with the reasons."""
        return ()


def _slots(action: Any) -> dict[str, str]:
    """The plain fields of an order, for the sentence that says it."""
    held = {field: getattr(action, field) for field in getattr(action, "__struct_fields__", ())}
    return {
        field: name(value) if type(value) is int and is_point(value) else str(value)
        for field, value in held.items()
        if isinstance(value, str | int) and value != ""
    }


UNTOLD = frozenset({"path", "choice", "formation", "orders", "plot"})
"""Fields of an order that name nobody."""


def _named(action: Any, made: Option) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Whom an order is for, and whom it names besides."""
    groups: list[tuple[str, ...]] = []
    for field in getattr(action, "__struct_fields__", ()):
        held = getattr(action, field)
        names = (held,) if isinstance(held, str) else held
        if field in UNTOLD or not isinstance(names, tuple) or not names or names == ("",):
            continue
        if all(type(name) is str for name in names):
            groups.append(names)
    who = made.units or ((made.unit,) if made.unit else groups[0] if groups else ())
    other = [name for group in groups for name in group if name not in who]
    return who, tuple(other)
