"""What a staff keeps, as cards: orders on their way and in force, formations and their spirit, the cup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from grognard.desks.cards import Cards
from grognard.desks.catalogue import Figure, Points
from grognard.desks.chain_cards import Found
from grognard.desks.documents import Card, Laid, Result, Row
from grognard.desks.telling import mark, parts_of, plain
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.command.sending import UNDECIDED
from grognard.systems.nlc.desk.sentences import NlcTeller
from grognard.systems.nlc.records import Dispatch, Force, ForceId
from grognard.systems.nlc.setting import Order
from grognard.systems.nlc.views import View

NEXT_TURN = {"1T": "next"}
"""States of what waits whose name on the card is no name of a message."""

TIRED = ("", "staff-tired", "staff-exhausted")


class PaperCards(Cards):
    """Reads the papers of a side from its view; losses and points are reckoned by ``muster``."""

    teller: NlcTeller
    seen: View

    def papers(self, found: Found) -> Card:
        """Three papers: orders, formations, the cup. Hidden marches are drawn on the map."""
        tabs = (self._orders(), self._formations(found), self._cup())
        return Card(self.text("staff"), cards=tabs, over=tuple(self._marches()))

    # --- orders

    def _orders(self) -> Card:
        riding = [sent for sent in self.seen.transit if sent.due != UNDECIDED]
        noted = [sent for sent in self.seen.transit if sent.due == UNDECIDED]
        forces = list(self.seen.forces.values())
        parts = (
            ("staff-riding", [row for sent in riding for row in self._riding(sent)]),
            ("staff-noted", [self._line(sent.sender, sent.orders) for sent in noted]),
            ("staff-in-force", [row for force in forces for row in self._force(force)]),
            ("staff-hidden", [self._hidden(force) for force in self.seen.hidden]),
        )
        cards = tuple(Card(self.text(title), rows=tuple(rows)) for title, rows in parts if rows)
        none = () if cards else (self.row("staff-none"),)
        over = tuple(laid for force in forces for laid in self._drawn(force))
        return Card(self.text("staff-orders"), rows=none, cards=cards, over=over)

    def _body(self, force: ForceId) -> str:
        """A body by name; pressed it leads to whoever leads it."""
        return mark("unit", self._leader(force), self.teller.body(force))

    def _leader(self, force: ForceId) -> str:
        held = self.seen.forces.get(force)
        formation = self.teller.setting.formations.get(force)
        return held.leader if held else formation.leader if formation else force

    def _line(self, force: ForceId, orders: Iterable[Order], **more: Any) -> Row:
        slots = {"body": self._body(force), "orders": self.teller.orders(orders, named=True)}
        return Row(parts_of(self.say("staff-line", slots)), **more)

    def _riding(self, sent: Dispatch) -> Iterator[Row]:
        yield self._line(sent.to, sent.orders)
        turns = self.teller.setting.turns
        time = turns[sent.due - 1].time if sent.due <= len(turns) else str(sent.due)
        wait = Figure(max(0, sent.due - self.seen.turn))
        leader = plain(self.teller.leader(sent.sender))
        yield self.row("staff-due", leader=leader, time=time, count=wait, tone="quiet")

    def _force(self, force: Force) -> Iterator[Row]:
        under = tuple(unit for unit, held in self.seen.under.items() if held == force.id)
        tired = self.text(TIRED[force.fatigue]) if force.fatigue else ""
        orders = (force.order, *force.queue)
        yield self._line(force.id, orders, figure=tired, units=(*under, force.leader))
        if force.waiting is not None:
            said = self.teller.orders(force.waiting.orders, named=True)
            state = NEXT_TURN.get(force.waiting.state, force.waiting.state)
            yield self.row("staff-waits", state=state, orders=said, tone="waits")

    def _hidden(self, force: ForceId) -> Row:
        march = self.seen.hidden[force]
        to = self.teller.where(march.plot[-1])
        return self.row("staff-bank", body=self._body(force), points=Points.of(march.bank), to=to)

    # --- over the map

    def _post(self, force: ForceId) -> Hex:
        """Where a body's leader, or else its first counter, is."""
        general = self.seen.leaders.get(self._leader(force))
        if general is not None and general.at:
            return general.at
        units = (unit for unit, held in self.seen.under.items() if held == force)
        return next(filter(None, map(self.place, units)), 0)

    def _drawn(self, force: Force) -> Iterator[Laid]:
        target, start = force.order.target[:1], self._post(force.id)
        if target and start:
            body, orders = (
                self.teller.body(force.id),
                self.teller.orders((force.order,), named=True),
            )
            yield Laid("arrow", (start, *force.order.route, *target), "fire")
            yield Laid("tag", target, "side", f"{body}: {plain(orders)}")

    def _marches(self) -> Iterator[Laid]:
        for force, march in self.seen.hidden.items():
            yield Laid("area", march.plot, "hidden")
            yield Laid("arrow", (march.plot[0], march.plot[-1]), "retreat")
            body, points = self.teller.body(force), Points.of(march.bank)
            yield Laid(
                "tag", march.plot[-1:], "", self.text("staff-plot", body=body, points=points)
            )

    # --- formations, the cup

    def _formations(self, muster: Found) -> Card:
        cards = [self._army(side, muster) for side in self.teller.setting.sides]
        scores = tuple(
            Row(
                parts_of(f"{self.teller.side(each['side'])}: {self.teller.phrase(each['why'])}"),
                f"{each['points']:+d}",
            )
            for each in muster["scores"]
        )
        if scores:
            cards.append(Card(self.text("staff-scores"), rows=scores))
        return Card(self.text("staff-formations"), cards=tuple(cards))

    def _army(self, side: str, muster: Found) -> Card:
        held, setting = muster["armies"][side], self.teller.setting
        figure = self.text(
            "staff-army", losses=Figure(held["losses"]), level=Figure(held["level"]),
            points=Figure(held["points"]), broken="yes" if held["demoralized"] else "no",
        )  # fmt: skip
        rows = (
            self._spirit(name, muster["formations"][name])
            for name, formation in setting.formations.items()
            if formation.side == side
        )
        return Card(self.teller.side(side), figure, side=side, rows=tuple(rows))

    def _spirit(self, formation: str, held: Found) -> Row:
        broken = self.text("staff-demoralized") if held["demoralized"] else ""
        share = min(1.0, held["losses"] / max(1, held["limit"]))
        tone = "refused" if broken else "acting" if formation in self.seen.acting else ""
        return Row(
            parts_of(self._body(formation)), f"{held['losses']}/{held['limit']}",
            shares=(Result(broken, share, tone="worse"),), tone=tone,
        )  # fmt: skip

    def _drawn_chits(self) -> tuple[str, ...]:
        """The chits that came out of the cup this turn, in their order: all have seen them."""
        held = (getattr(frame.procedure, "drawn", ()) for frame in self.seen.stack)
        return next(filter(None, held), ())

    def _cup(self) -> Card:
        seen = self.seen
        own = [Row(parts_of(self.teller.chit(chit))) for chit in seen.cup]
        unknown = [Row(parts_of("?"), tone="back")] * max(0, seen.cup_count - len(seen.cup))
        cards = [Card(manner="chips", rows=(*own, *unknown))]
        pairs = tuple(
            Row(parts_of(f"{self.teller.side(side)}: {self.teller.bodies(both)}"))
            for side, *both in seen.pairs
        )
        if pairs:
            cards.append(Card(self.text("staff-pairs"), rows=pairs))
        drawn = tuple(Row(parts_of(self.teller.chit(chit))) for chit in self._drawn_chits())
        if drawn:
            cards.append(Card(self.text("staff-drawn"), manner="chips", rows=drawn))
        count = self.row("staff-chits", count=Figure(seen.cup_count))
        return Card(self.text("staff-cup"), str(seen.cup_count), rows=(count,), cards=tuple(cards))
