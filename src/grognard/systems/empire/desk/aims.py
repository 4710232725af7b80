"""What decides a battle of Bataille Empire: objectives, the break of an army, and the lead in points."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.desks.aims import by_lead, special_rules
from grognard.desks.catalogue import Figure
from grognard.desks.documents import Aims, Grade, Tally
from grognard.desks.teller import NONE, Teller
from grognard.desks.words import capital
from grognard.systems.empire import victory
from grognard.systems.empire.table import Table


def aims(table: Table, teller: Teller) -> Aims:
    """Objectives and points as they stand, and the verdict if it ended now."""
    setting = table.setting
    side, level = victory.verdict(table)
    points = {each: victory.points(table, each) for each in setting.sides}
    lead = abs(points[setting.sides[0]] - points[setting.sides[1]])
    broken = victory.is_decided(table)
    grade = capital(teller.phrase(level))
    return Aims(
        verdict=f"{teller.side(side)}: {grade}" if side else grade,
        side=side,
        text=teller.phrase(getattr(setting, "aims", "")),
        grades=(
            _broken(table, teller, now=broken),
            *by_lead(setting.victory.levels, lead, "" if broken else level, teller),
        ),
        points=(
            *_objectives(table, teller),
            *_rewards(table, teller),
            *_sums(points, side, teller),
        ),
        special=special_rules(table, teller),
    )


def _broken(table: Table, teller: Teller, *, now: bool) -> Grade:
    """The army of one side is broken, which ends the battle."""
    tallies = tuple(
        Tally(
            teller.say("tally-break", side=teller.side(side), have=Figure(have), want=Figure(want)),
            have, want, have >= want, side,
        )
        for side in table.setting.sides
        for have, want in [(victory.break_points(table, side), victory.at_start(table, side))]
    )  # fmt: skip
    return Grade(teller.say("aim-broken"), text=teller.say("aim-break"), tallies=tallies, met=now,
                 now=now)  # fmt: skip


def _objectives(table: Table, teller: Teller) -> Iterator[Tally]:
    for objective in table.setting.objectives.values():
        holder = table.holders[objective.id]
        text = teller.say(
            "aim-objective", place=teller.phrase(objective.name), points=Figure(objective.points),
            holder=teller.side(holder) if holder else NONE,
        )  # fmt: skip
        at = (table.setting.place(objective.at),)
        yield Tally(
            text, objective.points if holder else 0, met=bool(holder), side=holder, at=at, held=at
        )


def _rewards(table: Table, teller: Teller) -> Iterator[Tally]:
    for what in ("eliminated", "battery", "commander", "withdrawn"):
        worth: int = getattr(table.setting.victory, what)
        if worth:
            yield Tally(teller.say("aim-reward", what=what, points=Figure(worth)))


def _sums(points: dict[str, int], winner: str, teller: Teller) -> Iterator[Tally]:
    for side, held in points.items():
        text = teller.say("tally-points", side=teller.side(side), points=Figure(held))
        yield Tally(text, held, side=side, met=side == winner)
