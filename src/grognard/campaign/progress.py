"""How a campaign stands: what was fought, the sum of points, who comes back, what is next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from grognard.campaign.pack import DRAW, Band, CampaignPack, Day, Recovery, Stage, SuddenEnd
from grognard.kernel.errors import GrognardError
from grognard.kernel.outcome import Fate, Outcome

OTHER_CORPS: Final = "other_corps"
SUDDEN_END: Final = "sudden_end"
PLAY_ON: Final = "play_on"
DAYS: Final = "days"
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    OTHER_CORPS: ("off", "on"),
    SUDDEN_END: ("after_each", "never", PLAY_ON),
    "missing_guns": ("on", "off"),
    DAYS: ("halves", "whole"),
}
"""House readings and their values, the usual one first."""


class Fought(msgspec.Struct, frozen=True):
    """A battle of the campaign that is over. ``returned``: increments that came back, by unit."""

    stage: str
    outcome: Outcome
    points: int
    returned: dict[str, int] = {}


class Progress(msgspec.Struct, frozen=True):
    """A campaign so far; ``campaign`` is its name in the library, or the file it is read from."""

    campaign: str
    options: dict[str, str] = {}
    fought: tuple[Fought, ...] = ()

    def option(self, name: str) -> str:
        return self.options.get(name, OPTIONS[name][0])

    def of(self, stage: str) -> Fought | None:
        return next((each for each in self.fought if each.stage == stage), None)


class Due(msgspec.Struct, frozen=True):
    """Increments that come back to a body: how many, and to which units at most how many.

    A unit in ``rebuilt`` was lost whole and needs so many at least.
    """

    stage: str
    body: str
    side: str
    count: int
    units: dict[str, int]
    rebuilt: dict[str, int]


def begun(
    pack: CampaignPack, options: Mapping[str, str] | None = None, source: str = ""
) -> Progress:
    """A campaign before its first battle."""
    for name, value in (options or {}).items():
        if name not in OPTIONS or value not in OPTIONS[name]:
            known = "; ".join(f"{each}: {', '.join(values)}" for each, values in OPTIONS.items())
            raise GrognardError(f"there is no option {name}={value}; there is {known}")
    return Progress(source or pack.id, dict(options or {}))


# --- points


def total(progress: Progress) -> int:
    return sum(each.points for each in progress.fought)


def sudden_end(pack: CampaignPack, progress: Progress) -> SuddenEnd | None:
    """The turning point that was passed after the last battle."""
    return ends_at(pack, progress, total(progress))


def ends_at(pack: CampaignPack, progress: Progress, points: int) -> SuddenEnd | None:
    """The turning point that such a sum would pass."""
    if progress.option(SUDDEN_END) == "never":
        return None
    return next((end for end in pack.ends if end.is_reached(points)), None)


def next_stage(pack: CampaignPack, progress: Progress) -> Stage | None:
    """The battle to be fought; none when the campaign is over."""
    ended = sudden_end(pack, progress) is not None and progress.option(SUDDEN_END) != PLAY_ON
    if ended or len(progress.fought) == len(pack.stages):
        return None
    return pack.stages[len(progress.fought)]


def verdict(pack: CampaignPack, progress: Progress) -> Band:
    """What the sum is worth as it stands."""
    return pack.band(total(progress))


def reachable(pack: CampaignPack, progress: Progress) -> tuple[int, int]:
    """The lowest and the highest sum that can still come about."""
    return range_from(pack, progress, len(progress.fought), total(progress))


def range_from(pack: CampaignPack, progress: Progress, place: int, points: int) -> tuple[int, int]:
    """What can still come of such a sum before the battle at this place."""
    if ends_at(pack, progress, points) is not None:
        return points, points
    worth = [(*stage.points.values(), pack.draw) for stage in pack.stages[place:]]
    return points + sum(map(min, worth)), points + sum(map(max, worth))


def fought(pack: CampaignPack, progress: Progress, outcome: Outcome) -> Progress:
    """The campaign after its next battle came out like this."""
    stage = next_stage(pack, progress)
    if stage is None:
        raise GrognardError("the campaign is over")
    if outstanding(pack, progress):
        raise GrognardError("increments that come back must be spread first")
    return noted(pack, progress, stage.id, outcome)


def noted(
    pack: CampaignPack,
    progress: Progress,
    stage: str,
    outcome: Outcome,
    returned: Mapping[str, int] | None = None,
) -> Progress:
    """The campaign with one battle more; past a turning point it gives no points."""
    points = pack.points(stage, outcome.level)
    if sudden_end(pack, progress) is not None:
        points = 0
    last = Fought(stage, outcome, points, dict(returned or {}))
    return msgspec.structs.replace(progress, fought=(*progress.fought, last))


def whole_day(pack: CampaignPack, progress: Progress) -> Day | None:
    """The day to be fought as one battle, where that is chosen."""
    stage = next_stage(pack, progress)
    return pack.day(stage.id) if stage and progress.option(DAYS) == "whole" else None


def came_out(pack: CampaignPack, progress: Progress, outcome: Outcome, day: Day | None) -> Progress:
    """The campaign after its next battle, or a whole day, came out like this.

    What a day has cost counts with its last battle; an hour that it did not see is a draw.
    """
    before = dict(zip(day.battles, outcome.earlier, strict=False)) if day is not None else {}
    for battle in day.battles[:-1] if day is not None else ():
        found = before.get(battle)
        half = Outcome(
            found.verdict if found else "Draw",
            day.levels.get(found.level, found.level) if day is not None and found else DRAW,
            found.side if found else "",
            (), {}, (), (), (), {},
        )  # fmt: skip
        progress = fought(pack, progress, half)
        if next_stage(pack, progress) is None:
            return progress
    return fought(pack, progress, outcome)


def forked(progress: Progress, before: str) -> Progress:
    """The campaign as it was before a battle, to fight that one again."""
    kept = [each.stage for each in progress.fought]
    if before not in kept:
        raise GrognardError(f"{before!r} was not fought yet; there is: {', '.join(kept)}")
    return msgspec.structs.replace(progress, fought=progress.fought[: kept.index(before)])


def played_again(pack: CampaignPack, kept: Progress) -> Progress:
    """A campaign from elsewhere, worked out again battle by battle; refused where it does not fit."""
    progress = begun(pack, kept.options)
    for each in kept.fought:
        stage = next_stage(pack, progress)
        if stage is None or stage.id != each.stage:
            raise GrognardError(f"{each.stage!r} is not the next battle of this campaign")
        progress = fought(pack, progress, each.outcome)
        for due in outstanding(pack, progress):
            given = {unit: each.returned[unit] for unit in due.units if unit in each.returned}
            if given:
                progress = spread(pack, progress, due, given)
    return progress


# --- who comes back


def dues(pack: CampaignPack, progress: Progress, stage: str) -> Iterator[Due]:
    """What comes back after a battle, body by body."""
    played = progress.of(stage)
    for recovery in pack.recoveries:
        carried = progress.option(OTHER_CORPS) == "on" or not recovery.optional
        if played is not None and recovery.after == stage and carried:
            for body in recovery.bodies:
                due = _due(recovery, played, body)
                if due.count:
                    yield due


def _due(recovery: Recovery, played: Fought, body: str) -> Due:
    own = [unit for unit in played.outcome.units if unit.body == body]
    open_to = [unit for unit in own if unit.fate not in recovery.for_good and unit.lost]
    count = sum(unit.lost for unit in open_to) // recovery.one_for
    rebuilt = {unit.id: recovery.rebuilt_from for unit in open_to if unit.gone}
    units = {unit.id: unit.lost for unit in open_to}
    return Due(recovery.after, body, own[0].side if own else "", count, units, rebuilt)


def outstanding(pack: CampaignPack, progress: Progress) -> list[Due]:
    """What the last battle gives back and nobody has spread yet."""
    if not progress.fought:
        return []
    last = progress.fought[-1]
    return [
        due
        for due in dues(pack, progress, last.stage)
        if not any(unit in last.returned for unit in due.units)
    ]


def spread_evenly(due: Due) -> dict[str, int]:
    """Increments given one by one to whoever has lost most; a lost unit only if it can be rebuilt."""
    given: dict[str, int] = {}
    left = due.count
    while left:
        open_to = [
            unit
            for unit, most in due.units.items()
            if given.get(unit, 0) < most and _step(due, given, unit) <= left
        ]
        if not open_to:
            break
        unit = max(open_to, key=lambda each: (due.units[each] - given.get(each, 0), each))
        step = _step(due, given, unit)
        given[unit] = given.get(unit, 0) + step
        left -= step
    return given


def _step(due: Due, given: Mapping[str, int], unit: str) -> int:
    return 1 if unit in given else due.rebuilt.get(unit, 1)


def spread(pack: CampaignPack, progress: Progress, due: Due, given: Mapping[str, int]) -> Progress:
    """The campaign after the owner has spread what comes back."""
    given = {unit: count for unit, count in given.items() if count}
    for unit, count in given.items():
        if unit not in due.units:
            raise GrognardError(f"nobody of {unit} comes back")
        if not 0 < count <= due.units[unit]:
            raise GrognardError(f"{unit} has lost {due.units[unit]}, {count} cannot come back")
        if count < due.rebuilt.get(unit, 0):
            raise GrognardError(f"{unit} was lost: it needs {due.rebuilt[unit]} or nothing")
    sum_of = sum(given.values())
    if sum_of > due.count:
        raise GrognardError(f"{due.count} come back, not {sum_of}")
    last = progress.fought[-1]
    rest = dict.fromkeys(due.units, 0)
    done = msgspec.structs.replace(last, returned={**last.returned, **rest, **given})
    return msgspec.structs.replace(progress, fought=(*progress.fought[:-1], done))


def left_of(played: Fought, unit: Fate) -> int:
    """Increments of a unit after a battle, with those that came back."""
    return unit.strength - unit.lost + played.returned.get(unit.id, 0)
