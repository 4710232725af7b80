"""Morale levels on the full hour (rule 43): who is counted, and what the count sets."""

from __future__ import annotations

from grognard.kernel import rule
from grognard.systems.bataille.command.weather import calendar
from grognard.systems.bataille.events.command import LevelCount, LevelsSet
from grognard.systems.bataille.packs.victory import battalions_of, is_ineffective, level_now
from grognard.systems.bataille.setting import Organisation
from grognard.systems.bataille.table import Table


@rule("P2.4", "P43.7", "PR-151")
def are_due(table: Table) -> bool:
    """Are levels counted in this turn? Nothing is counted before the first full hour."""
    info = calendar(table)
    return info is not None and info.level_check


@rule("P43.1", "P43.6", "P43.7", "PR-132", "PR-133")
def counted(table: Table, body: Organisation) -> LevelCount:
    """An organisation counted now: its ineffective battalions and the level they make."""
    battalions = battalions_of(table, body)
    lost = sum(is_ineffective(table, unit) for unit in battalions)
    return LevelCount(body.id, level_now(table, body), lost, len(battalions))


@rule("P2.4", "P43.7", "P43.8")
def set_levels(table: Table) -> None:
    """On the full hour the levels of all organisations are set, until the next full hour."""
    bodies = table.setting.organisations
    if bodies and are_due(table):
        table.record(LevelsSet(tuple(counted(table, body) for body in bodies)))
