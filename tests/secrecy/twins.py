"""Pairs of states that differ only in what one side may not see.

A twin has the same map, pieces and frames, but the enemy's counters print other values on their
specific side, his leaders are worth something else, and his secrets are others. What a counter can
do at all (form line, skirmish, carry lances) stays: players see that on the map.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from grognard.kernel import Event, State, unanswered
from grognard.kernel.chance import Stream
from grognard.kernel.codec import builtins, encode, view_document
from grognard.kernel.views import question, told
from grognard.systems.bataille.codec import table_document
from grognard.systems.bataille.pieces import LeaderPrinted, Printed
from grognard.systems.bataille.views import (
    HIDDEN_CLAUSES,
    LEADERS_SPECIFIC_SIDE,
    SPECIFIC_SIDE,
    view,
)

MORALES = tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7))
"""What a counter can print for its morale."""

ANNOUNCED: dict[str, tuple[str, ...]] = {
    "FireResolved": ("strength", "column", "shift", "result"),
    "FateRead": ("code", "fate"),
    "LimberRolled": ("limbered",),
    "MeleeFought": ("attack_total", "defence_total", "odds", "modified", "result", "dice"),
    "MoraleChecked": ("passed",),
    "RecallRolled": ("recalled",),
}
"""Outcomes, and sums that rest on printed values and are said aloud at the table, so that both
sides can look up the result. They may differ between twins; nothing else in what a side hears may."""

BELOW_THE_CHART = "PR-06"
"""The clause of an item that follows from the odds, which are announced.

Which leader helps is said aloud as well, and who helps best is chosen: his name may differ.
"""


def twin(state: State, side: str, seed: int) -> State:
    """The same for ``side``, but its enemy has other values on the specific side of his counters."""
    stream = Stream(seed)
    table = state.table.draft()
    setting = table.setting
    enemy = setting.enemy(side)
    altered = _permuted if stream.randrange(2) else _altered
    roster = altered({u: p for u, p in setting.roster.items() if p.side == enemy}, stream)
    leaders = {
        who: _other_leader(held, stream) if held.side == enemy else held
        for who, held in setting.leaders.items()
    }
    # Not replace(): what follows from the roster must follow from the same ground, quickly.
    table.setting = msgspec.structs.replace(
        setting, roster={u: roster.get(u, p) for u, p in setting.roster.items()}, leaders=leaders
    )
    table.cache = {}
    secrets = table.writable("secrets")
    secrets[enemy] = _other_secrets(secrets.get(enemy, {}), stream)
    return msgspec.structs.replace(unanswered(table, state.stack), happened=state.happened)


def _permuted(units: dict[str, Printed], stream: Stream) -> dict[str, Printed]:
    """Counters of a kind exchange their specific sides."""
    pools: dict[object, list[str]] = {}
    for unit, printed in units.items():
        able = tuple(bool(getattr(printed, name)) for name in SPECIFIC_SIDE)
        pools.setdefault((printed.arm, printed.size, printed.is_light, able), []).append(unit)
    dealt = dict(units)
    for pool in pools.values():
        for unit, other in zip(pool, stream.shuffled(pool), strict=True):
            back = {name: getattr(units[other], name) for name in SPECIFIC_SIDE}
            if units[unit].is_horse_artillery == units[other].is_horse_artillery:
                dealt[unit] = msgspec.structs.replace(units[unit], **back)
    return dealt


def _altered(units: dict[str, Printed], stream: Stream) -> dict[str, Printed]:
    """Every value becomes another one; what is nothing stays nothing."""
    return {unit: _other(printed, stream) for unit, printed in units.items()}


def _other(printed: Printed, stream: Stream) -> Printed:
    changes: dict[str, Any] = {"morale": MORALES[stream.randrange(len(MORALES))]}
    for name in SPECIFIC_SIDE:
        held = getattr(printed, name)
        if name in ("morale", "battery", "skirmish_range") or not held:
            continue
        more = 1 + stream.randrange(4)
        changes[name] = 1 + (held + more) % 6 if isinstance(held, int) else held + Fraction(more, 2)
    if printed.battery is not None:
        changes["battery"] = msgspec.structs.replace(
            printed.battery, limbers_on=2 + stream.randrange(5)
        )
    return msgspec.structs.replace(printed, **changes)


def _other_leader(held: LeaderPrinted, stream: Stream) -> LeaderPrinted:
    worth = {
        name: 1 + stream.randrange(9)
        for name in LEADERS_SPECIFIC_SIDE
        if type(getattr(held, name)) is int and getattr(held, name)
    }
    return msgspec.structs.replace(held, **worth)


def _other_secrets(held: dict[str, str], stream: Stream) -> dict[str, str]:
    others = {
        key: str(1 + stream.randrange(12)) if value.isdigit() else value
        for key, value in held.items()
    }
    return {**others, "arrival:of nobody": str(stream.randrange(12))}


# --- what a side is shown


def shown(state: State, side: str) -> bytes:
    """Everything that is sent to a side: its view with its options, and the news."""
    return encode(view_document(view(state, side)))


def shown_quietly(state: State, side: str) -> bytes:
    """The same without the news, which is compared with ``heard``."""
    return encode(view_document(msgspec.structs.replace(view(state, side), news=())))


def heard(state: State, side: str) -> list[dict[str, Any]]:
    """What a side is told of the last answer, but for what is announced at the table."""
    return [_hushed(event) for event in told(state.happened, side)]


def _hushed(event: Event) -> dict[str, Any]:
    document: dict[str, Any] = builtins(event)
    for field in ANNOUNCED.get(type(event).__name__, ()):
        document[field] = None
    if "account" in document:
        items = document["account"]["items"]
        document["account"] = [
            {**item, "reason": None} if item["clause"] in HIDDEN_CLAUSES else item
            for item in items
            if item["clause"] != BELOW_THE_CHART
        ]
    return document


def is_same_battle(state: State, other: State) -> bool:
    """Has the same happened to both, as far as anybody can see? Then both look the same."""
    tables = [builtins(table_document(each.table)) for each in (state, other)]
    for document in tables:
        document["secrets"] = None
    return tables[0] == tables[1] and question(state.pending) == question(other.pending)


def led_by(state: State) -> list[str]:
    """Who leads the melees and checks in progress: that is said before the dice are thrown (P7.24, PR-12)."""
    procedures = [frame.procedure for frame in state.stack]
    melees = [
        getattr(each, field, "")
        for each in procedures
        for field in ("attack_leader", "defence_leader")
    ]
    items = [item for each in procedures for item in getattr(each, "items", ())]
    return [*melees, *(item.reason for item in items if item.clause in HIDDEN_CLAUSES)]
