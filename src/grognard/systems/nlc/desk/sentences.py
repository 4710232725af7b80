"""The teller of Napoleon's Later Campaigns, and what its sentences are filled with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

from grognard.desks.catalogue import Figure, Points
from grognard.desks.documents import Telling
from grognard.desks.teller import NOBODY, NONE, Teller
from grognard.desks.telling import cited, mark, parts_of
from grognard.desks.wording import number
from grognard.kernel import Event
from grognard.kernel.system import tag_of
from grognard.mechanics.hexes import name
from grognard.systems import nlc
from grognard.systems.nlc.chits import COORDINATED
from grognard.systems.nlc.desk.report import weight
from grognard.systems.nlc.events import Marked, Moved, SegmentBegan
from grognard.systems.nlc.fire import Volley
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.losses import PRICES, HitsTaken
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import Order, Setting

Filled = Mapping[str, Any]

BOOKKEEPING: Final = frozenset(
    {
        "ForceChanged", "PutUnder", "Unmarked", "MarksWiped", "StageEnded", "TurnOpened",
        "TurnClosed", "PairsParted", "MovementBegan", "LeaderChanged", "QuartersChanged", "Counted",
        "Restacked", "PhaseBegan", "CommandOpened", "QuartersOnTheMove", "DecisionSettled",
        "LeaderMarked", "Instructed", "PlayedFirst", "Banked",
    }
)  # fmt: skip
"""Facts that only the rules remember."""


LOSSES: Final = (
    "LostStep", "Removed", "Disrupted", "Routed", "SpiritChanged", "HeadquartersDestroyed",
)  # fmt: skip

OBEDIENCE: Final = (
    "ComplianceTested", "DelayTested", "DecisionTested", "ConfidenceTested", "OrderIgnored",
)  # fmt: skip
"""A leader obeys, hesitates or ignores."""


class NlcTeller(Teller):
    """Tells a battle of Napoleon's Later Campaigns with the names of its units and places."""

    setting: Setting
    words: ClassVar[tuple[Path, ...]] = (Path(nlc.__path__[0]) / "words",)
    slots: ClassVar[Mapping[str, str]] = {
        **Teller.slots, "also": "where", "defenders": "those", "formations": "bodies",
        "formation": "formation", "one": "formation", "other": "formation", "chit": "chit",
        "headquarters": "quarters", "force": "body", "winner": "winning", "orders": "orders",
    }  # fmt: skip

    def _named_places(self) -> dict[int, str]:
        return {
            at: place.name
            for place in reversed(self.setting.places)
            if place.kind.value in ("town", "chateau", "woods", "hill", "label")
            for at in place.hexes
        }

    tones: ClassVar[Mapping[str, str]] = {
        "TurnBegan": "turn", "StageBegan": "turn", "SegmentBegan": "segment",
        "BattleEnded": "verdict",
        **dict.fromkeys(LOSSES, "loss"), **dict.fromkeys(OBEDIENCE, "command"),
    }  # fmt: skip

    def weigh(self, event: Event) -> int:
        return weight(event)

    def is_bookkeeping(self, event: Event) -> bool:
        if isinstance(event, Marked):
            return event.mark != Mark.MOVED
        if isinstance(event, HitsTaken):
            return event.cause not in PRICES
        return tag_of(type(event)) in BOOKKEEPING

    def tellings(
        self, events: Iterable[Event], pieces: Mapping[str, Any] = NOBODY
    ) -> Iterator[Telling]:
        """The events; the hexes of one move are told together, idle segments left out."""
        segment: SegmentBegan | None = None
        for told in _runs(event for event in events if not self.is_bookkeeping(event)):
            event = told[0]
            if isinstance(event, SegmentBegan):
                segment = event
                continue
            if segment is not None:
                yield self.telling(segment)
                segment = None
            yield self._run(told) if len(told) > 1 else self.telling(event)

    def _run(self, moves: list[Event]) -> Telling:
        way = " ".join(self.there((each.to,)) for each in moves[:-1] if isinstance(each, Moved))
        said = self.catalogue.say("moved-by", {**self.fields(moves[-1]), "way": way})
        return Telling(parts_of(said), tag_of(type(moves[-1])))

    # --- names

    def unit(self, unit: str) -> str:
        """A brigade goes by its name."""
        printed = self.setting.roster.get(unit)
        return printed.name if printed is not None else unit

    def leader(self, leader: str) -> str:
        printed = self.setting.leaders.get(leader)
        return printed.name if printed is not None else self.quarters(leader)

    def quarters(self, held: str) -> str:
        found = self.setting.headquarters.get(held)
        return self.say("quarters", leader=self.leader(found.commander)) if found else held

    def side(self, side: str) -> str:
        army = self.setting.armies.get(side)
        return self.phrase(army.name) if army is not None else side

    def formation(self, formation: str) -> str:
        held = self.setting.formations.get(formation)
        return self.phrase(held.name) if held is not None else formation or NONE

    def bodies(self, formations: Iterable[str]) -> str:
        return self.listed([self.formation(each) for each in formations])

    def body(self, held: Any) -> str:
        """A formation, a division of it, a wing or a headquarters by name."""
        force = held if isinstance(held, str) else held.id
        if force in self.setting.formations:
            return self.formation(force)
        if "/" in force:
            formation, _, division = force.partition("/")
            return self.say("division", division=division, formation=self.formation(formation))
        if "+" in force:
            return self.say("part", formation=self.formation(force.partition("+")[0]))
        return self.leader(force)

    def called(self, who: str) -> str:
        return self.unit(who) if who in self.setting.roster else self.body(who)

    def chit(self, chit: str) -> str:
        if chit.startswith(COORDINATED):
            return self.say("coordinated", side=self.side(chit.removeprefix(COORDINATED)))
        return self.formation(chit)

    def winning(self, side: str) -> str:
        return self.side(side) if side else self.say("nobody")

    def thrown(self, dice: int | tuple[int, ...]) -> str:
        said = dice if isinstance(dice, int) else "+".join(map(str, dice))
        return mark("die", "", str(said))

    # --- orders

    def orders(self, orders: Iterable[Order], *, named: bool = False) -> str:
        """Written orders in words, each after the other; places by number, or ``named``."""
        links: list[str] = []
        for order in orders:
            links.append(self._order(order, named))
            if order.awaits:
                links.append(self.catalogue.say("order-await"))
        said = links[0] if links else NONE
        for link in links[1:]:
            said = self.catalogue.say("order-then", {"first": said, "next": link})
        return said

    def _order(self, order: Order, named: bool) -> str:
        numbers = [self.there((at,)) for at in order.target]
        target = " ".join(map(self.where, order.target) if named else numbers)
        route = " ".join(self.there((at,)) for at in order.route)
        known = {
            "type": order.type.value, "chief": self.called(order.chief) if order.type is OrderType.ASSIGN else NONE,
            "forced": "yes" if order.forced else "no",
            "target": "here" if order.here else target or NONE, "route": route or NONE,
            "not_before": Figure(order.not_before),
        }  # fmt: skip
        return self.catalogue.say("order", known)


def _runs(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Events one by one; the steps of one move together."""
    run: list[Event] = []
    for event in events:
        last = run[-1] if run else None
        goes_on = isinstance(event, Moved) and isinstance(last, Moved) and event.units == last.units
        if run and not goes_on:
            yield run
            run = []
        run.append(event)
    if run:
        yield run


# --- below a sentence


def _volley(teller: NlcTeller, which: str, volley: Volley) -> Iterator[str]:
    """A volley with its shares, its row and its dice."""
    say = teller.catalogue.say
    for part in volley.parts:
        whys = "".join(
            f", x{number(why.factor)} {teller.phrase(why.reason)} ({cited(why.clause)})"
            for why in part.whys
        )
        known = {"which": which, "unit": teller.who(part.unit), "strength": str(part.strength)}
        yield say("volley-part", known) + whys
    if not volley.strength:
        yield say("volley-none", {"which": which})
    elif volley.dice:
        yield say("volley-total", {
            "which": which, "strength": str(volley.strength), "dice": teller.thrown(volley.dice),
            "hits": Figure(volley.hits),
        })  # fmt: skip


def _two_volleys(teller: NlcTeller, event: Any) -> Iterator[str]:
    yield from _volley(teller, "attack", event.attack)
    yield from _volley(teller, "defence", event.defence)


def _one_volley(teller: NlcTeller, event: Any) -> Iterator[str]:
    yield from _volley(teller, "guns", event.volley)


def _totals(teller: NlcTeller, event: Any) -> Iterator[str]:
    for side, leader, _, account in event.totals:
        yield teller.catalogue.say("sum", {
            "side": teller.side(side), "leader": teller.chief(leader) if leader else NONE,
            "total": str(account.total), "account": teller.account(account),
        })  # fmt: skip


def _verdict(teller: NlcTeller, event: Any) -> Iterator[str]:
    return map(teller.phrase, event.lines)


def _walked(teller: NlcTeller, event: Any) -> Iterator[str]:
    yield teller.catalogue.say("by-way", {"way": " ".join(map(name, event.walked))})


# --- what sentences are filled with


def _hits(teller: NlcTeller, count: int) -> str:
    return teller.catalogue.say("hits", {"hits": Figure(count)})


def _fought(teller: NlcTeller, event: Any) -> Filled:
    return {
        "dealt": _hits(teller, event.attack.hits),
        "taken": _hits(teller, event.defence.hits),
    }


def _entered(teller: NlcTeller, event: Any) -> Filled:
    who = [*map(teller.who, event.units), *map(teller.chief, event.leaders)]
    return {"who": teller.listed(who), "who-count": Figure(len(who))}


def _spirit(teller: NlcTeller, event: Any) -> Filled:
    whole = event.whose not in teller.setting.formations
    return {
        "is-formation": "no" if whole else "yes",
        "formation": teller.formation(event.whose),
        "side": teller.side(event.whose),
    }


def _sent(teller: NlcTeller, event: Any) -> Filled:
    sent = event.dispatch
    return {
        "leader": teller.chief(sent.sender), "body": teller.body(sent.to),
        "orders": teller.orders(sent.orders), "wait": Figure(sent.due - sent.issued),
    }  # fmt: skip


def _complied(teller: NlcTeller, event: Any) -> Filled:
    return {"orders": teller.orders((event.force.order, *event.force.queue))}


def _one_order(teller: NlcTeller, event: Any) -> Filled:
    return {"orders": teller.orders((event.order,))}


def _failed(teller: NlcTeller, event: Any) -> Filled:
    return {**_one_order(teller, event), "why": teller.phrase(event.why)}


def _tested(teller: NlcTeller, event: Any) -> Filled:
    return {**_chief(teller, event), "result": {"1T": "next-turn"}.get(event.result, event.result)}


def _chief(teller: NlcTeller, event: Any) -> Filled:
    """Who thinks about an order: a leader, or the nameless chief of a detached body."""
    return {"named": "yes" if event.leader else "no"}


def _march(teller: NlcTeller, event: Any) -> Filled:
    march = event.march
    plot = teller.where(march.plot[-1]) if march.plot else NONE
    return {"force": teller.body(march.force), "plot": plot, "points": Points.of(march.bank)}


def _fate(teller: NlcTeller, event: Any) -> Filled:
    return {"fate": event.fate.how, "supplied": "yes" if event.fate.supplied else "no"}


def _scored(teller: NlcTeller, event: Any) -> Filled:
    return {"points": f"{event.points:+d}", "why": teller.phrase(event.why)}


NlcTeller.arguments = {
    "Removed": _fate,
    "Entered": _entered,
    "AssaultFired": _fought,
    "ChargeFought": _fought,
    "Bombarded": lambda t, e: {"dealt": _hits(t, e.volley.hits)},
    "ChargeDeclared": lambda t, e: {"target": t.where(e.path[-1])},
    "SpendingDeclared": lambda t, e: {"points": Points.of(e.halves)},
    "SpiritChanged": _spirit,
    "PointsScored": _scored,
    "Counted": lambda t, e: {"by": f"{e.by:+d}"},
    "LeaderChanged": lambda t, e: {"leader": t.chief(e.general.id)},
    "QuartersChanged": lambda t, e: {"headquarters": t.quarters(e.quarters.id)},
    "OrderSent": _sent,
    "DecisionRecorded": _sent,
    "Complied": _complied,
    "ComplianceTested": _tested,
    "DecisionTested": _tested,
    "DelayTested": lambda t, e: {"obeys": "yes" if e.die >= e.needed else "no"},
    "ConfidenceTested": lambda t, e: {**_chief(t, e), "total": str(e.account.total)},
    "OrderSucceeded": _one_order,
    "OrderFailed": _failed,
    "HidingBegan": _march,
    "HiddenChanged": _march,
    "Banked": _march,
    "MarchRevealed": lambda t, e: {"reached": t.where(e.walked[-1])},
    "FatigueChanged": lambda t, e: {"fatigue": Figure(e.force.fatigue)},
}
NlcTeller.details = {
    "AssaultFired": _two_volleys,
    "ChargeFought": _two_volleys,
    "Bombarded": _one_volley,
    "InitiativeRolled": _totals,
    "OrderOfPlayRolled": _totals,
    "BattleEnded": _verdict,
    "MarchRevealed": _walked,
}
