"""How a campaign stands, as its page shows it: points, what a result would change, who is left.

All sums are worked out here; who shows them works out nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from grognard.campaign.carrying import alteration, joined, read_setting
from grognard.campaign.keeping import Held
from grognard.campaign.pack import DRAW, CampaignPack, Formation, Stage
from grognard.campaign.progress import (
    OPTIONS,
    SUDDEN_END,
    Due,
    Fought,
    Progress,
    ends_at,
    left_of,
    next_stage,
    outstanding,
    range_from,
    reachable,
    spread_evenly,
    sudden_end,
    total,
    verdict,
)
from grognard.desks import library
from grognard.systems.registry import name_of

FOUGHT: Final = "fought"
RUNNING: Final = "running"
NEXT: Final = "next"
LATER: Final = "later"
UNFOUGHT: Final = "unfought"


class Battle(msgspec.Struct, frozen=True):
    """A battle of the campaign; ``game`` is its record, ``sum`` the points after it."""

    id: str
    title: str
    system: str
    pack: str
    date: str
    hours: str
    about: str
    state: str
    game: str = ""
    level: str = ""
    side: str = ""
    verdict: str = ""
    points: int = 0
    sum: int = 0
    lost: dict[str, int] = {}


class End(msgspec.Struct, frozen=True):
    """A turning point."""

    side: str
    points: int
    text: str
    in_reach: bool
    reached: bool


class Score(msgspec.Struct, frozen=True):
    """The sum, what it is worth and what is still in reach; ``least`` and ``most`` end the scale.

    ``unfought`` is the battle with which one can play on past a turning point.
    """

    total: int
    band: str
    side: str
    low: int
    high: int
    least: int
    most: int
    left: int
    is_over: bool
    unfought: str
    bands: list[dict[str, Any]]
    ends: list[End]


class WhatIf(msgspec.Struct, frozen=True):
    """What a result of the next battle would change; without points it is not possible there."""

    level: str
    side: str
    holds: str
    points: int | None = None
    sum: int = 0
    band: str = ""
    low: int = 0
    high: int = 0
    ends: str = ""
    opens: list[int] = []
    effects: list[str] = []


class Force(msgspec.Struct, frozen=True):
    """A side of the next battle, with who is left."""

    side: str
    commanders: str
    units: int
    strength: int
    arms: dict[str, int]


class Strength(msgspec.Struct, frozen=True):
    """An army on a day; ``cause`` is ``first``, ``battle``, ``return`` or ``away``."""

    side: str
    date: str
    strength: int
    cause: str
    stage: str = ""


class Rolled(msgspec.Struct, frozen=True):
    """A formation: its strength at first and now, what it lost and what came back."""

    side: str
    name: str
    march: str
    began: int
    lost: int
    back: int
    now: int
    is_away: bool


class Carried(msgspec.Struct, frozen=True):
    """Something that earlier battles have changed: ``join``, ``guns``, ``leaders`` or ``losses``."""

    kind: str
    side: str
    about: str = ""
    names: list[str] = []
    count: int = 0
    battle: str = ""


class Returning(msgspec.Struct, frozen=True):
    """A unit to which men may come back; ``least`` is what it needs to be rebuilt."""

    id: str
    name: str
    arm: str
    strength: int
    left: int
    most: int
    least: int
    fate: str
    usual: int
    nation: str = ""
    morale: int = 0


class Duty(msgspec.Struct, frozen=True):
    """Increments that the leader of a side has to spread."""

    stage: str
    side: str
    body: str
    name: str
    lost: int
    for_good: int
    one_for: int
    count: int
    units: list[Returning]
    whole: list[Returning]
    leaders: list[dict[str, Any]]


class Standing(msgspec.Struct, frozen=True):
    """The page of a campaign; positive points are those of the first side in ``order``."""

    title: str
    description: str
    order: list[str]
    sides: dict[str, str]
    options: dict[str, str]
    battles: list[Battle]
    score: Score
    whatif: list[WhatIf]
    forces: list[Force]
    roll: list[Strength]
    formations: list[Rolled]
    carried: list[Carried]
    duties: list[Duty]
    joined: list[str]
    day: str


def standing(held: Held) -> Standing:
    """How a campaign stands."""
    pack, progress = held.pack, held.progress
    return Standing(
        pack.title,
        " ".join(pack.description.split()),
        list(pack.sides),
        pack.sides,
        {name: progress.option(name) for name in OPTIONS},
        list(_battles(held)),
        _score(pack, progress),
        list(_whatif(pack, progress)),
        list(_forces(pack, progress)),
        list(_roll(pack, progress)),
        [_rolled(pack, progress, each) for each in pack.roll],
        list(_carried(pack, progress)),
        [_duty(pack, progress, due) for due in outstanding(pack, progress)],
        [join.id for join in joined(pack, progress)],
        _day(held),
    )


def _day(held: Held) -> str:
    """The title of the day that can be fought as one battle from here, or is."""
    day = held.pack.day(held.stage.id) if held.stage is not None else None
    return day.title if day is not None and (not held.game or held.day) else ""


# --- battles and points


def _battles(held: Held) -> Iterator[Battle]:
    pack, progress = held.pack, held.progress
    coming, sum_of = next_stage(pack, progress), 0
    for stage in pack.stages:
        played, game = progress.of(stage.id), held.games.get(stage.id, "")
        system = name_of(library.document(stage.pack))
        told = Battle(
            stage.id, stage.title, system, stage.pack, stage.date, stage.hours, stage.about, LATER,
            game,
        )  # fmt: skip
        if played is not None:
            sum_of += played.points
            outcome = played.outcome
            lost = {side: sum(of.values()) for side, of in outcome.losses().items()}
            yield msgspec.structs.replace(
                told, state=FOUGHT, level=outcome.level, side=outcome.side,
                verdict=outcome.verdict, points=played.points, sum=sum_of, lost=lost,
            )  # fmt: skip
        elif coming is None:
            yield msgspec.structs.replace(told, state=UNFOUGHT)
        else:
            now = stage is coming or (game and game == held.game)
            state = (RUNNING if game else NEXT) if now else LATER
            yield msgspec.structs.replace(told, state=state)


def _score(pack: CampaignPack, progress: Progress) -> Score:
    now, band = total(progress), verdict(pack, progress)
    low, high = reachable(pack, progress)
    over, end = next_stage(pack, progress) is None, sudden_end(pack, progress)
    ends = [
        End(each.side, each.points, each.text, low <= each.points <= high, each is end)
        for each in pack.ends
    ]
    left = 0 if over else len(pack.stages) - len(progress.fought)
    bands = [msgspec.to_builtins(each) for each in sorted(pack.bands, key=lambda b: b.least)]
    least, most = range_from(pack, Progress(pack.id, {SUDDEN_END: "never"}), 0, 0)
    open_to = pack.stages[len(progress.fought) :] if over else ()
    return Score(
        now, band.name, band.side, low, high, least, most, left, over,
        open_to[0].id if open_to else "", bands, ends,
    )  # fmt: skip


def levels_of(pack: CampaignPack) -> list[str]:
    """Every level of the campaign, the best for its first side first, the draw among them."""
    worth = {level: points for stage in pack.stages for level, points in stage.points.items()}
    return sorted({**worth, DRAW: pack.draw}, key=lambda level: -worth.get(level, pack.draw))


def _whatif(pack: CampaignPack, progress: Progress) -> Iterator[WhatIf]:
    stage = next_stage(pack, progress)
    if stage is None:
        return
    first, second = pack.sides
    worth = {level: points for each in pack.stages for level, points in each.points.items()}
    for level in levels_of(pack):
        points = pack.draw if level == DRAW else stage.points.get(level)
        side = "" if level == DRAW else first if worth[level] > 0 else second
        told = WhatIf(level, side, stage.holds.get(level, ""))
        if points is None:
            yield told
            continue
        sum_of = total(progress) + points
        end = ends_at(pack, progress, sum_of)
        low, high = range_from(pack, progress, len(progress.fought) + 1, sum_of)
        yield msgspec.structs.replace(
            told, points=points, sum=sum_of, band=pack.band(sum_of).name, low=low, high=high,
            ends=end.text if end is not None else "",
            opens=[each.points for each in pack.ends if low <= each.points <= high],
            effects=[j.text for j in pack.joins if j.after == stage.id and j.is_earned(points)],
        )  # fmt: skip


# --- who is left


def _setting(stage: Stage) -> Any:
    return read_setting(library.document(stage.pack))


def _forces(pack: CampaignPack, progress: Progress) -> Iterator[Force]:
    """Both sides of the next battle: those of its pack who are left, and those who join."""
    stage = next_stage(pack, progress)
    if stage is None or outstanding(pack, progress):
        return
    roster = _setting(stage).roster
    changes = alteration(pack, progress, stage, _setting(stage))
    for side in pack.sides:
        left = [
            (each.arm, each.increments - changes.lost.get(unit, 0))
            for unit, each in roster.items()
            if each.side == side and unit not in changes.missing
        ]
        for joining in changes.joins:
            if joining.side == side:
                source = read_setting(joining.source).roster
                left += [(source[unit].arm, count) for unit, count in joining.units.items()]
        arms = Counter(str(arm) for arm, count in left if count > 0)
        strength = sum(max(0, count) for _, count in left)
        commanders = stage.commanders.get(side, "")
        yield Force(side, commanders, sum(arms.values()), strength, dict(arms))


def _change(
    pack: CampaignPack, progress: Progress, formation: Formation, played: Fought
) -> tuple[int, int]:
    """What a formation lost in a battle, and what came back to it."""
    body = formation.lost.get(played.stage, "")
    if played.stage == formation.battle:
        body = formation.body
    if not body:
        return 0, 0
    place = [each.stage for each in progress.fought].index(played.stage)
    before = msgspec.structs.replace(progress, fought=progress.fought[:place])
    stage = pack.stage(played.stage)
    already = alteration(pack, before, stage, _setting(stage)).lost
    own = [unit for unit in played.outcome.units if unit.body == body]
    lost = sum(unit.lost - already.get(unit.id, 0) for unit in own)
    return lost, sum(played.returned.get(unit.id, 0) for unit in own)


def _began(pack: CampaignPack, formation: Formation) -> int:
    roster = _setting(pack.stage(formation.battle)).roster.values()
    return sum(each.increments for each in roster if each.organisation == formation.body)


def _is_away(pack: CampaignPack, progress: Progress, formation: Formation) -> bool:
    join = next((each for each in pack.joins if each.id == formation.stays_unless), None)
    return (
        join is not None
        and progress.of(join.after) is not None
        and join not in joined(pack, progress)
    )


def _rolled(pack: CampaignPack, progress: Progress, formation: Formation) -> Rolled:
    changes = [_change(pack, progress, formation, played) for played in progress.fought]
    began = _began(pack, formation)
    lost, back = sum(each for each, _ in changes), sum(each for _, each in changes)
    return Rolled(
        formation.side, formation.name, formation.march, began, lost, back, began - lost + back,
        _is_away(pack, progress, formation),
    )  # fmt: skip


def _roll(pack: CampaignPack, progress: Progress) -> Iterator[Strength]:
    """The strength of each army, from the first battle to the last that was fought."""
    for side in pack.sides:
        own = [each for each in pack.roll if each.side == side]
        if not own:
            continue
        now = sum(_began(pack, each) for each in own)
        yield Strength(side, pack.stages[0].date, now, "first")
        for played in progress.fought:
            changes = [_change(pack, progress, each, played) for each in own]
            date = pack.stage(played.stage).date
            lost, back = sum(each for each, _ in changes), sum(each for _, each in changes)
            if lost:
                now -= lost
                yield Strength(side, date, now, "battle", played.stage)
            if back:
                now += back
                yield Strength(side, date, now, "return", played.stage)
        away = [each for each in own if _is_away(pack, progress, each)]
        for formation in away:
            join = next(each for each in pack.joins if each.id == formation.stays_unless)
            now -= _rolled(pack, progress, formation).now
            yield Strength(side, pack.stage(join.battle).date, now, "away", formation.name)


# --- what is carried over


def _carried(pack: CampaignPack, progress: Progress) -> Iterator[Carried]:
    for join in joined(pack, progress):
        played = progress.of(join.after)
        assert played is not None, "it was earned there"
        units = [unit for unit in played.outcome.units if unit.body == join.body]
        left = sum(left_of(played, unit) for unit in units)
        yield Carried(
            "join", units[0].side, join.text, count=left, battle=pack.stage(join.battle).title
        )
    for stage in pack.stages[len(progress.fought) :] if progress.fought else ():
        setting = _setting(stage)
        changes = alteration(pack, progress, stage, setting)
        for side in pack.sides:
            guns = [unit for unit in changes.missing if setting.roster[unit].side == side]
            if guns:
                names = [setting.roster[unit].name for unit in guns]
                yield Carried("guns", side, names=names, count=len(guns), battle=stage.title)
            leaders = [each for each in changes.leaders if setting.leaders[each].side == side]
            if leaders:
                names = [setting.leaders[each].name for each in leaders]
                yield Carried("leaders", side, names=names, battle=stage.title)
            lost = sum(n for unit, n in changes.lost.items() if setting.roster[unit].side == side)
            if lost:
                yield Carried("losses", side, count=lost, battle=stage.title)
    for formation in pack.roll:
        if _is_away(pack, progress, formation):
            yield Carried("away", formation.side, formation.name)


def _duty(pack: CampaignPack, progress: Progress, due: Due) -> Duty:
    played = progress.fought[-1]
    recovery = next(
        each for each in pack.recoveries if each.after == due.stage and due.body in each.bodies
    )
    roster = _setting(pack.stage(due.stage)).roster
    usual = spread_evenly(due)
    own = [unit for unit in played.outcome.units if unit.body == due.body]
    told = [
        Returning(
            unit.id, unit.name, str(roster[unit.id].arm) if unit.id in roster else "", unit.strength,
            unit.strength - unit.lost, due.units.get(unit.id, 0), due.rebuilt.get(unit.id, 1),
            unit.fate, usual.get(unit.id, 0), getattr(roster.get(unit.id), "nation", ""),
            getattr(roster.get(unit.id), "morale", 0),
        )
        for unit in own
    ]  # fmt: skip
    bodies = {body.id: body.name for body in played.outcome.bodies}
    leaders = [
        msgspec.to_builtins(each) for each in played.outcome.leaders if each.side == due.side
    ]
    lost = sum(unit.lost for unit in own)
    counted = sum(due.units.values())
    return Duty(
        due.stage, due.side, due.body, bodies.get(due.body, due.body), lost, lost - counted,
        recovery.one_for, due.count, [unit for unit in told if unit.most],
        [unit for unit in told if not unit.most], leaders,
    )  # fmt: skip
