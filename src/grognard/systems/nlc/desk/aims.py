"""What decides a battle of Napoleon's Later Campaigns: points, and the lead that each level takes."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.desks.aims import by_lead, special_rules
from grognard.desks.catalogue import Figure
from grognard.desks.documents import Aims, Tally
from grognard.desks.teller import Teller
from grognard.desks.words import capital
from grognard.systems.nlc import victory
from grognard.systems.nlc.setting import Aim
from grognard.systems.nlc.table import Table


def aims(table: Table, teller: Teller) -> Aims:
    """Every source of points with what it gives now, and the verdict if it ended now."""
    setting, found = table.setting, victory.verdict(table)
    one, other = setting.sides
    lead = abs(found.points[one] - found.points[other])
    return Aims(
        verdict=capital(teller.phrase(found.name)),
        side=found.side,
        text=teller.phrase(getattr(setting, "aims", "")),
        grades=by_lead(setting.victory.levels, lead, found.level, teller),
        points=(*_sources(table, teller), *_sums(table, found, teller)),
        special=special_rules(table, teller),
    )


def _sources(table: Table, teller: Teller) -> Iterator[Tally]:
    for aim in table.setting.victory.aims:
        given = [score for score in victory.earned(table, aim) if score.points]
        text = _said(aim, teller)
        for score in given:
            yield Tally(text, score.points, met=True, side=score.side, at=aim.hexes, held=aim.hexes)
        if not given:
            yield Tally(text, side=aim.side, at=aim.hexes)


def _said(aim: Aim, teller: Teller) -> str:
    manner = "turn" if aim.every_turn else "per" if aim.per > 1 else "end"
    return teller.say(
        "aim-points", text=capital(teller.phrase(aim.text)), points=Figure(aim.points),
        manner=manner, per=Figure(aim.per),
    )  # fmt: skip


def _sums(table: Table, found: victory.Verdict, teller: Teller) -> Iterator[Tally]:
    for side in table.setting.sides:
        points = found.points[side]
        text = teller.say("tally-points", side=teller.side(side), points=Figure(points))
        yield Tally(text, points, side=side, met=side == found.side)
