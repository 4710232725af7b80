"""The document of the next battle, made from the outcomes before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from grognard.campaign.pack import CampaignPack, Carry, Day, Join, Stage
from grognard.campaign.progress import OTHER_CORPS, Progress, left_of
from grognard.desks import library
from grognard.desks.altering import Alteration, Joining
from grognard.host.reading import setting_of
from grognard.kernel.documents import Document
from grognard.systems.registry import name_of, system_of


def document_of(
    pack: CampaignPack, progress: Progress, stage: Stage, day: Day | None = None
) -> Document:
    """The battle of a stage, or of a whole day, with who is left and who joined."""
    plain = library.document(stage.pack if day is None else day.pack)
    stage = stage if day is None else pack.stage(day.battles[-1])
    changes = alteration(pack, progress, stage, read_setting(plain))
    if day is not None:
        later = [_later(joining, day.turns_before) for joining in changes.joins]
        changes = msgspec.structs.replace(changes, joins=tuple(later))
    return system_of(plain).library.altered(plain, changes)


def _later(joining: Joining, turns: int) -> Joining:
    """Who arrives with the last battle of a day arrives so many turns later in the whole of it."""
    return msgspec.structs.replace(joining, turn=joining.turn + turns) if joining.turn else joining


def read_setting(document: Document) -> Any:
    """The setting of a battle as its pack has it, read once."""
    return setting_of(name_of(document), document, ())


def joined(pack: CampaignPack, progress: Progress) -> list[Join]:
    """Who has earned to take part in a later battle."""
    found = []
    for join in pack.joins:
        played = progress.of(join.after)
        if played is not None and join.is_earned(played.points):
            found.append(join)
    return found


def alteration(pack: CampaignPack, progress: Progress, stage: Stage, setting: Any) -> Alteration:
    """What earlier battles change in this one."""
    lost: dict[str, int] = {}
    if progress.option(OTHER_CORPS) == "on":
        for carry in pack.carries:
            if carry.battle == stage.id:
                for unit, count in _carried(progress, carry, setting):
                    lost[unit] = lost.get(unit, 0) + count
    return Alteration(
        lost=lost,
        missing=tuple(_missing_guns(pack, progress, stage)),
        leaders=tuple(_lost_leaders(progress, setting)),
        joins=tuple(
            _joining(pack, progress, join)
            for join in joined(pack, progress)
            if join.battle == stage.id
        ),
    )


def _joining(pack: CampaignPack, progress: Progress, join: Join) -> Joining:
    played = progress.of(join.after)
    assert played is not None, "it was earned there"
    units = [unit for unit in played.outcome.units if unit.body == join.body]
    fit = {each.id for each in played.outcome.leaders if not each.gone}
    return Joining(
        source=library.document(pack.stage(join.after).pack),
        units={unit.id: left_of(played, unit) for unit in units if left_of(played, unit) > 0},
        leaders=tuple(leader for leader in join.leaders if leader in fit),
        side=units[0].side,
        into=join.into,
        prefix=join.prefix,
        near=join.near,
        within=join.within,
        facing=join.facing,
        zone=join.zone,
        turn=join.turn,
    )


def _carried(progress: Progress, carry: Carry, setting: Any) -> Iterator[tuple[str, int]]:
    """The losses of a body, spread over the same body of a later battle one by one.

    The units of two battles are not the same; the share that is lost is.
    """
    played = progress.of(carry.after)
    if played is None:
        return
    before = [unit for unit in played.outcome.units if unit.body == carry.body]
    whole = sum(unit.strength for unit in before)
    gone = sum(unit.strength - left_of(played, unit) for unit in before)
    later = {
        unit: printed.increments
        for unit, printed in setting.roster.items()
        if printed.organisation == carry.into
    }
    short = gone * sum(later.values()) // whole if whole else 0
    lost = dict.fromkeys(later, 0)
    while short and any(lost[unit] + 1 < later[unit] for unit in later):
        unit = min(later, key=lambda each: ((lost[each] + 1) / later[each], each))
        lost[unit] += 1
        short -= 1
    yield from ((unit, count) for unit, count in lost.items() if count)


def _missing_guns(pack: CampaignPack, progress: Progress, stage: Stage) -> Iterator[str]:
    """Batteries that were lost and not replaced."""
    for guns in pack.guns if progress.option("missing_guns") == "on" else ():
        played = progress.of(guns.after)
        if played is not None and guns.battle == stage.id:
            gone = sum(unit.lost for unit in played.outcome.units if unit.id in guns.units)
            yield from guns.batteries[: gone // guns.one_for]


def _lost_leaders(progress: Progress, setting: Any) -> Iterator[str]:
    """Leaders who were killed, taken or wounded stay away: known by side and name."""
    lost = {
        (leader.side, leader.name)
        for played in progress.fought
        for leader in played.outcome.leaders
        if leader.gone
    }
    for leader, printed in setting.leaders.items():
        if (printed.side, printed.name) in lost:
            yield leader
