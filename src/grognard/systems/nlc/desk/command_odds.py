"""The chances of orders: will he obey, will he act, will he go on?"""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.kernel import Account
from grognard.kernel.errors import GrognardError
from grognard.systems.nlc.command import compliance, review, sending, transmission
from grognard.systems.nlc.command.offers import why_not_decided
from grognard.systems.nlc.command.order_actions import Record, Send
from grognard.systems.nlc.command.order_words import in_words
from grognard.systems.nlc.desk.formulas import TWO_DICE
from grognard.systems.nlc.desk.odds import (
    compliance_card,
    confidence_card,
    items,
    outcomes,
    spread,
)
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.leaders import rating
from grognard.systems.nlc.records import Dispatch
from grognard.systems.nlc.setting import SideId
from grognard.systems.nlc.table import Table


def order_odds(table: Table, side: SideId, action: Any) -> dict[str, Any]:
    """What would become of an order that is being written."""
    if isinstance(action, Send):
        return _send_odds(table, side, action)
    if isinstance(action, Record):
        return _record_odds(table, side, action)
    raise GrognardError("there are no odds for that")


def _send_odds(table: Table, side: SideId, said: Send) -> dict[str, Any]:
    refused = sending.why_not_send(table, side, said)
    if refused is not None:
        raise GrognardError(str(refused))
    sender = sending.sender_of(table, side, said)
    spoken = transmission.is_face_to_face(table, sender, said.to)
    wait = transmission.delay(table, sender, said.to, said.orders) or 0
    shifts = tuple(sending.shifts_of(table, said.to, said.orders, spoken))
    held = Dispatch(0, sender, said.to, said.orders, table.turn, table.turn + wait, spoken, shifts)
    account = compliance.account_of(table, held)
    broken = (
        compliance.is_demoralized(table, table.forces[said.to])
        if said.to in table.forces
        else False
    )
    return {
        "kind": "order",
        "order": " ".join(in_words(said.orders)),
        "delay": wait,
        "face_to_face": spoken,
        "cards": [compliance_card(table, account, broken), *_confidence(table, said.to, said)],
    }


def _confidence(table: Table, to: str, said: Send) -> list[dict[str, Any]]:
    """How a body that has lost men now would fare under the confidence check."""
    force = table.forces.get(to)
    if force is None or said.orders[0].type not in (OrderType.ATTACK, OrderType.PROBE):
        return []
    bound = msgspec.structs.replace(force, order=said.orders[0])
    return [confidence_card(review.confidence(table, bound))]


def _record_odds(table: Table, side: SideId, said: Record) -> dict[str, Any]:
    refused = why_not_decided(table, side, said)
    if refused is not None:
        raise GrognardError(str(refused))
    cards, force = table.setting.cards, table.forces[sending.body_led_by(table, said.leader)]
    bonus = cards.local_decision_reserve if force.type is OrderType.RESERVE else 0
    troubled: Account = Account.of(compliance.troubles(table, force.id))
    ability = rating(table, said.leader) + troubled.total
    found = spread(cards.local_decision(ability, roll + bonus).value for roll in TWO_DICE)
    card = {
        "title": "local decision",
        "total": ability,
        "account": items(troubled),
        "outcomes": outcomes(found),
    }
    return {"kind": "order", "order": " ".join(in_words(said.orders)), "delay": 0, "cards": [card]}
