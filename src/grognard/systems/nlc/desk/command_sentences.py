"""Sentences for orders, leaders and headquarters."""

from __future__ import annotations

from typing import Any, Final

from grognard.desks.teller import Details, Sentence
from grognard.systems.nlc.command.order_words import in_words

HOW: Final = {
    "compliance": "obeys at once",
    "delay": "obeys at last",
    "dawn": "obeys as day breaks",
    "link": "goes on to the next order",
    "success": "has done what it was to do",
    "local": "acts on its own",
    "bad-move": "is led astray",
    "failure": "gives up its order",
    "blocked": "finds its march barred",
    "choice": "does as its owner wishes",
    "assign": "has a new chief",
}
RESULTS: Final = {
    "I": "he ignores it",
    "C": "he obeys at once",
    "1T": "he will obey next turn",
    "R4": "he hesitates, until a die shows 4 or more",
    "R5": "he hesitates, until a die shows 5 or more",
    "bad_move": "a bad move: the enemy has his way with him",
    "no_effect": "he lets it be",
    "acts_locally": "he acts",
}


def _said(orders: Any) -> str:
    return " ".join(in_words(orders))


def _sent(teller: Any, event: Any) -> str:
    sent = event.dispatch
    wait = sent.due - sent.issued
    when = "at once" if not wait else "next turn" if wait == 1 else f"in {wait} turns"
    return f"{teller.leader(sent.sender)} orders {teller.body(sent.to)}: {_said(sent.orders)}, received {when}"


def _complied(teller: Any, event: Any) -> str:
    held = event.force
    how = HOW.get(event.how, "has a new order")
    return f"{teller.body(held.id)} {how}: {_said((held.order, *held.queue))}"


def _bad_move(teller: Any, event: Any) -> str:
    if not event.orders:
        return f"{teller.leader(event.leader)} is spared a bad move"
    return f"{teller.leader(event.leader)} is led to: {_said(event.orders)}"


def _leader(teller: Any, event: Any) -> str:
    dice = "+".join(map(str, event.dice))
    return f"{teller.leader(event.leader)} is in danger: {dice}, " + (
        "he falls" if event.lost else "he is unhurt"
    )


def _displaced(teller: Any, event: Any) -> str:
    where = f"flees to {teller.at(event.to)}" if event.to else "finds no friend on the map"
    return f"{teller.leader(event.leader)} {where}"


COMMAND_SENTENCES: Final[dict[str, Sentence]] = {
    "CommandOpened": lambda t, e: "commanders look for their headquarters",
    "QuartersOnTheMove": lambda t, e: "headquarters pack up",
    "OrderSent": _sent,
    "DecisionRecorded": lambda t, e: (
        f"{t.leader(e.dispatch.sender)} thinks of it himself: {_said(e.dispatch.orders)}"
    ),
    "DecisionSettled": lambda t, e: "a thought is settled",
    "OrderIgnored": lambda t, e: f"{t.body(e.force)} never follows: {_said(e.orders)}",
    "OrderDelayed": lambda t, e: (
        f"{t.body(e.force.id)} has received its order and does not follow it yet"
    ),
    "Complied": _complied,
    "Detached": lambda t, e: f"{t.body(e.force.id)} has an order of its own",
    "ComplianceTested": lambda t, e: (
        f"{t.leader(e.leader)} reads his order: {'+'.join(map(str, e.dice))} in column {e.column}: "
        f"{RESULTS.get(e.result, e.result)}"
    ),
    "DelayTested": lambda t, e: (
        f"{t.body(e.force)} hesitates: {e.die}, needing {e.needed}"
        + (": it obeys" if e.die >= e.needed else "")
    ),
    "ConfidenceTested": lambda t, e: (
        f"{t.leader(e.leader)} asks himself whether to go on: {e.die} against {e.account.total}: "
        + ("he does" if e.held else "he gives up")
    ),
    "DecisionTested": lambda t, e: (
        f"{t.leader(e.leader)} makes up his mind: {'+'.join(map(str, e.dice))}: "
        f"{RESULTS.get(e.result, e.result)}"
    ),
    "BadMoveMade": _bad_move,
    "OrderSucceeded": lambda t, e: f"{t.body(e.force)} has carried out: {_said((e.order,))}",
    "OrderFailed": lambda t, e: f"{t.body(e.force)} has failed: {_said((e.order,))}; {e.why}",
    "LeaderMarked": lambda t, e: f"{t.leader(e.leader)} is marked {e.mark}",
    "Instructed": lambda t, e: f"{t.side(e.side)} settles something among its commanders",
    "TookOver": lambda t, e: (
        f"{t.leader(e.leader)} leads {t.formation(e.formation)} himself"
        if e.formation
        else f"{t.leader(e.leader)} no longer leads a formation himself"
    ),
    "LeaderTested": _leader,
    "LeaderDisplaced": _displaced,
    "LeaderReturned": lambda t, e: f"{t.leader(e.leader)}, rated {e.rating}, is at {t.at(e.at)}",
    "HeadquartersDestroyed": lambda t, e: f"{t.quarters(e.headquarters)} is overrun",
    "HeadquartersReturned": lambda t, e: (
        f"{t.quarters(e.headquarters)} is set up again in {t.at(e.at)}"
    ),
}

COMMAND_DETAILS: Final[dict[str, Details]] = {}
"""Accounts below these sentences are told as they are."""
