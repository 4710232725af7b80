"""Support by fire: who can give it to a shot or a shock, and what it is worth (EG.13)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from grognard.kernel import Item, Reason
from grognard.kernel.rules import rule
from grognard.systems.empire.fire.aims import Aim, Band, FireKind, against_order, aim_at, kinds_of
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import HALVES, sheet
from grognard.systems.empire.table import Table

CANISTER, PLAIN, SKIRMISH = "canister_support", "support", "skirmish_support"


@rule("EG.13", "E50.20", "E56.32")
def support_of(table: Table, friend: UnitId, unit: UnitId, enemy: UnitId) -> str | Reason:
    """The row that a friend's support counts in, or what speaks against it."""
    if friend not in table.pieces or friend == unit or table.side_of(friend) != table.side_of(unit):
        return Reason(f"{friend} is no friend who could help", "EG.13")
    piece, name = table.pieces[friend], table.printed(friend).name
    if piece.marked or piece.fired:
        return Reason(f"{name} has acted or fired and supports nobody", "EG.13")
    found: Reason | None = None
    for kind in kinds_of(table, friend):
        if table.setting.soaked and kind.is_musketry:
            found = Reason("soaked muskets support nobody", "EG.13")
            continue
        aim = aim_at(table, friend, kind, enemy)
        barred = aim if isinstance(aim, Reason) else against_order(table, aim)
        if isinstance(aim, Aim) and barred is None:
            return _row(aim)
        found = barred
    return found or Reason(f"{name} cannot fire", "EG.13")


def _row(aim: Aim) -> str:
    if aim.kind is FireKind.SKIRMISH:
        return SKIRMISH
    canister = aim.kind is FireKind.GUNS and aim.band is Band.SHORT
    return CANISTER if canister else PLAIN


@rule("EG.13")
def best_supports(
    table: Table, unit: UnitId, enemy: UnitId, but: Collection[UnitId] = ()
) -> tuple[UnitId, ...]:
    """The friends whose support is worth most, no more than count; ``but`` these may not help."""
    found = [
        (-sheet().figure("fire/common", row), friend)
        for friend in table.units_of(table.side_of(unit))
        if friend not in but and isinstance(row := support_of(table, friend, unit, enemy), str)
    ]
    return tuple(friend for _, friend in sorted(found)[: most()])


def most() -> int:
    return sheet().figure("units/support", "fire_most")


@rule("EG.13")
def against_supports(
    table: Table, unit: UnitId, enemy: UnitId, friends: Sequence[UnitId]
) -> Reason | None:
    """What speaks against these friends in support of a unit."""
    if len(friends) > most() or len(set(friends)) < len(friends):
        return Reason(f"no more than {most()} friends support, each once", "EG.13")
    for friend in friends:
        found = support_of(table, friend, unit, enemy)
        if isinstance(found, Reason):
            return found
    return None


@rule("E50.20", "E50.28", "E56.32", "ER-17")
def support_rows(
    table: Table, card: str, unit: UnitId, enemy: UnitId, friends: Iterable[UnitId]
) -> Iterator[Item]:
    """What supports add to a shot or a shock. Skirmishers' halves are summed and rounded down."""
    halves = 0
    clause = "E56.32" if card == "shock/common" else "E50.20"
    for friend in friends:
        row = support_of(table, friend, unit, enemy)
        assert isinstance(row, str)
        if row == SKIRMISH:
            halves += sheet().figure(card, row)
        elif row == CANISTER:
            yield Item(sheet().points(card, row), "supported by canister", clause)
        else:
            yield Item(sheet().points(card, row), "supported by fire", clause)
    if halves:
        yield Item(halves // HALVES, "supported by skirmishers, halves rounded down", clause)
