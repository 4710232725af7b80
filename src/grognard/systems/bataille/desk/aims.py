"""What decides a battle of La Bataille: its levels in words, and how every condition stands now.

Whether a level is reached is judged by ``packs/victory.py`` alone; here its figures find words.
"""

from __future__ import annotations

from grognard.desks.aims import special_rules, stretched
from grognard.desks.catalogue import Figure
from grognard.desks.documents import Aims, Grade, Tally
from grognard.desks.teller import Teller
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.packs import victory
from grognard.systems.bataille.packs.victory import Condition, Level
from grognard.systems.bataille.table import Table


def aims(table: Table, teller: Teller) -> Aims:
    """The levels in the order in which they are tested, and the verdict if it were judged now.

    Of a battle that is judged more than once: those of the hours to come.
    """
    setting, due = table.setting, victory.judged_next(table)
    found = victory.verdict(table, due)
    levels = sorted(victory.levels_judged(setting, due), key=lambda each: each.tested)
    if due:
        levels += sorted(victory.levels_judged(setting), key=lambda each: each.tested)
    return Aims(
        verdict=teller.phrase(found.name),
        side=found.side,
        text=teller.phrase(getattr(setting, "aims", "")),
        grades=tuple(
            _grade(table, level, teller, now=(level.level, level.side) == (found.level, found.side))
            for level in levels
        ),
        special=special_rules(table, teller, lambda rule: _is_over(table, rule)),
    )


def _is_over(table: Table, rule: str) -> bool:
    """Has the last turn of a special rule gone by?"""
    until: int = getattr(table.setting.special.get(rule), "until", 0)
    return 0 < until < table.turn


def _grade(table: Table, level: Level, teller: Teller, *, now: bool) -> Grade:
    side = level.side
    hour = f"{table.setting.turns[level.judged - 1].time} " if level.judged else ""
    return Grade(
        hour + teller.phrase(level.name), side,
        stretched((_wanted(table, side, each, teller) for each in level.conditions), teller),
        tuple(_tally(table, side, each, teller) for each in level.conditions),
        all(victory.is_true(table, side, each) for each in level.conditions),
        now,
    )  # fmt: skip


def _wanted(table: Table, side: str, condition: Condition, teller: Teller) -> str:
    """A condition in words."""
    if condition.parts:
        parts = [_wanted(table, side, part, teller) for part in condition.parts]
        return teller.say(f"aim-{condition.kind}", parts=teller.say("aim-or").join(parts))
    kind = condition.kind
    if kind == "holds" and not condition.count:
        kind = "holds-all"
    return teller.say(f"aim-{kind}", **_words(table, side, condition, teller))


def _tally(table: Table, side: str, condition: Condition, teller: Teller) -> Tally:
    """A condition with its live figures."""
    have, want, hexes, held = _figures(table, side, condition)
    if condition.parts:
        parts = [_tally(table, side, part, teller).text for part in condition.parts]
        text = teller.say(f"aim-{condition.kind}", parts=teller.say("aim-or").join(parts))
    else:
        figures = {"have": Figure(have), "all": Figure(len(hexes))}
        text = teller.say(
            f"tally-{condition.kind}", **_words(table, side, condition, teller), **figures
        )
    return Tally(text, have, want, victory.is_true(table, side, condition), side, hexes, held)


def _words(table: Table, side: str, condition: Condition, teller: Teller) -> dict[str, object]:
    setting = table.setting
    bodies = {body.id: body.name for body in setting.organisations}
    place = bodies.get(condition.place, condition.place)
    return {
        "place": teller.phrase(place),
        "want": Figure(_figures(table, side, condition)[1]),
        "level": Figure(condition.level),
        "side": teller.side(side),
        "enemy": teller.side(setting.enemy(side)),
    }


def _figures(
    table: Table, side: str, condition: Condition
) -> tuple[int, int, tuple[Hex, ...], tuple[Hex, ...]]:
    """How much there is, how much is wanted, and the hexes that it is about and that count."""
    setting, enemy, count = table.setting, table.setting.enemy(side), condition.count
    match condition.kind:
        case "holds":
            hexes = setting.places[condition.place]
            held = victory.held_by(table, condition.place, side)
            return len(held), count or len(hexes), tuple(hexes), held
        case "stands_in":
            return len(victory.standing_in(table, side, condition.place)), count or 1, (), ()
        case "gone":
            lost = victory.lost_of(table, condition.units)
            return lost, count or len(condition.units), (), ()
        case "level_of":
            body = next(each for each in setting.organisations if each.id == condition.place)
            return victory.level_now(table, body), condition.level, (), ()
        case "enemy_bodies":
            return victory.shaken_bodies(table, enemy, condition.level), count, (), ()
        case "enemy_lost":
            return victory.losses(table, enemy), count, (), ()
        case "lead":
            lead = victory.losses(table, enemy) - victory.losses(table, side)
            return lead, count, (), ()
        case "enemy_level":
            return victory.side_level(table, enemy), count, (), ()
        case "any" | "none":
            return 0, 0, (), ()
        case _:
            return victory.side_level(table, side), count, (), ()
