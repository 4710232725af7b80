"""Expectations of this system beside those that all systems share."""

from __future__ import annotations

from collections.abc import Callable

from grognard.desks.expectations import Moment, Weigher, common, equation, reckoned
from grognard.desks.expected_events import Derived
from grognard.desks.sums import same
from grognard.kernel import Account, Reason
from grognard.mechanics.hexes import name, parse_hex
from grognard.systems.nlc import demoralization, fire, victory
from grognard.systems.nlc.combat.assault_strength import attack_parts, defence_parts
from grognard.systems.nlc.combat.flanking import flanked
from grognard.systems.nlc.command.order_words import in_words
from grognard.systems.nlc.command.ranges import order_distance, reaches, trace_from
from grognard.systems.nlc.fire import Part
from grognard.systems.nlc.guns.bombardment_strength import bombardment_part, strength
from grognard.systems.nlc.guns.sight import fires, sees
from grognard.systems.nlc.hidden.marching import DiscoveryRolled
from grognard.systems.nlc.horse.charge_strength import charge_parts, flanking
from grognard.systems.nlc.kinds import HALVES
from grognard.systems.nlc.leaders import rating
from grognard.systems.nlc.morale import Occasion, account_of, level
from grognard.systems.nlc.movement import pace
from grognard.systems.nlc.movement.duties import unmet as open_duties
from grognard.systems.nlc.movement.reach import Walker
from grognard.systems.nlc.pieces import Piece
from grognard.systems.nlc.rules import parse
from grognard.systems.nlc.setting import Setting
from grognard.systems.nlc.supply import is_supplied
from grognard.systems.nlc.system import ROOMS
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.views import view


def unmet(text: str, moment: Moment) -> str:
    """What was found instead of what the line expects; empty when it holds."""
    first, _, rest = text.partition(" ")
    table: Table = moment.table
    if first in OF_THE_MOMENT:
        return OF_THE_MOMENT[first](rest.strip(), moment)
    if first in table.setting.leaders:
        return _leader(first, rest.strip(), table)
    if first in table.setting.headquarters:
        return _quarters(first, rest.strip(), table)
    if first in table.forces:
        return _force(first, rest.strip(), table)
    if first in table.setting.roster:
        return _unit(first, rest.strip(), table)
    known = ", ".join(OF_THE_MOMENT)
    raise ValueError(
        f"{first!r} is neither a unit, a leader, a body under orders nor one of: {known}"
    )


# --- of a unit

OF_A_UNIT: dict[str, Callable[[Table, Piece], str]] = {
    "at": lambda table, piece: "+".join(map(name, piece.hexes)),
    "lost": lambda table, piece: str(piece.lost),
    "strength": lambda table, piece: str(table.strength(piece.id)),
    "disrupted": lambda table, piece: _yes(piece.disrupted),
    "marks": lambda table, piece: " ".join(piece.marks) or "none",
    "under": lambda table, piece: table.under[piece.id],
    "spent": lambda table, piece: f"{piece.spent}/{HALVES}",
    "points": lambda table, piece: f"{pace.allowance(table, piece.id) - piece.spent}/{HALVES}",
    "allowance": lambda table, piece: f"{pace.allowance(table, piece.id)}/{HALVES}",
    "in-zone": lambda table, piece: _yes(table.in_enemy_zone(piece.id)),
    "supplied": lambda table, piece: _yes(is_supplied(table, piece.id)),
}


def _yes(true: bool) -> str:
    return "yes" if true else "no"


def _agrees(said: str, found: str) -> str:
    return "" if same(said, found) else found or "nothing"


def _unit(unit: str, text: str, table: Table) -> str:
    word, _, value = text.partition(" ")
    piece = table.pieces.get(unit)
    if word == "gone":
        if piece is not None:
            return f"it in {name(piece.at)}"
        fate = table.removed.get(unit)
        found = fate.how if fate else "not there from the start"
        return "" if not value or value == found else found
    if word not in OF_A_UNIT:
        raise ValueError(f"a unit has no {word!r}; known: gone, {', '.join(OF_A_UNIT)}")
    if piece is None:
        fate = table.removed.get(unit)
        return f"that it is {fate.how if fate else 'not on the map'}"
    return _agrees(value.strip(), OF_A_UNIT[word](table, piece))


# --- of leaders, headquarters and bodies


def _leader(who: str, text: str, table: Table) -> str:
    """LF1 at 0303; LF1 rating 1; LF1 gone."""
    word, _, value = text.partition(" ")
    general = table.leaders[who]
    if word == "gone":
        return f"him in {name(general.at)}" if general.at else ""
    found = {"at": name(general.at) if general.at else "off", "rating": str(rating(table, who))}
    if word not in found:
        raise ValueError(f"a leader has no {word!r}; known: gone, {', '.join(found)}")
    return _agrees(value, found[word])


def _quarters(which: str, text: str, table: Table) -> str:
    word, _, value = text.partition(" ")
    held = table.quarters[which]
    if word == "gone":
        return f"it in {name(held.at)}" if held.at else ""
    if word != "at":
        raise ValueError("a headquarters has: at, gone")
    return _agrees(value, name(held.at) if held.at else "off")


def _force(which: str, text: str, table: Table) -> str:
    """I order defend 0303; I waiting 1T; I demoralized yes; I contact yes."""
    word, _, value = text.partition(" ")
    force = table.forces[which]
    if word == "order":
        found = " ".join(in_words((force.order, *force.queue)))
    elif word == "waiting":
        found = force.waiting.state if force.waiting else "none"
    elif word == "demoralized":
        found = _yes(demoralization.is_demoralized(table, which))
    elif word == "losses":
        found = str(demoralization.corps_losses(table, which))
    elif word.replace("-", "_") in FACTS:
        held = getattr(force, word.replace("-", "_"))
        found = _yes(held) if isinstance(held, bool) else str(held)
    else:
        known = ", ".join(fact.replace("_", "-") for fact in FACTS)
        raise ValueError(
            f"a body has no {word!r}; known: order, waiting, demoralized, losses, {known}"
        )
    return _agrees(value, found)


FACTS = ("arrived", "contact", "reached", "gun_turns", "loss_turn", "attacked", "fatigue", "swing")


# --- of the moment


def _attack(text: str, moment: Moment) -> str:
    """Attack 0303 F1 F2 is 6: the strength of an assault on a hex; ... has x1/2 N7.6.1."""
    table: Table = moment.table

    def parts(asked: str) -> tuple[Part, ...]:
        target, *units = asked.split()
        return tuple(attack_parts(table, tuple(units), parse_hex(target)))

    return reckoned(text, parts, lambda found: fire.total(found, table.setting))


def _defence(text: str, moment: Moment) -> str:
    """Defence P1 P2 from 0304 0404 is 7: the fire back at assaults from these hexes."""
    table: Table = moment.table

    def parts(asked: str) -> tuple[Part, ...]:
        units, _, hexes = asked.partition(" from ")
        attackers = tuple(map(parse_hex, hexes.split()))
        return tuple(defence_parts(table, tuple(units.split()), attackers))

    return reckoned(text, parts, lambda found: fire.total(found, table.setting))


def _charge(text: str, moment: Moment) -> str:
    """Charge 0303 F1@0304 square is 3: the strength of a charge; square and backhand if so."""
    table: Table = moment.table

    def parts(asked: str) -> tuple[Part, ...]:
        target, *words = asked.split()
        at = parse_hex(target)
        square, backhand = "square" in words, "backhand" in words
        entries = tuple(
            (unit, parse_hex(entry))
            for unit, _, entry in (word.partition("@") for word in words if "@" in word)
        )
        flanks = flanking(table, entries, at, square)
        return tuple(charge_parts(table, entries, at, square, flanks, backhand))

    return reckoned(text, parts, lambda found: fire.total(found, table.setting))


def _bombardment(text: str, moment: Moment) -> str:
    """Bombardment 0303 F1 F2 is 6: the strength of guns of one stack on a hex."""
    table: Table = moment.table
    at = parse_hex(text.split(maxsplit=1)[0])

    def parts(asked: str) -> tuple[Part, ...]:
        return tuple(bombardment_part(table, unit, at) for unit in asked.split()[1:])

    return reckoned(text, parts, lambda found: strength(table, found, at))


def _flanked(text: str, moment: Moment) -> str:
    """Flanked 0303 from 0302 0404 is yes."""
    asked, said = equation(text)
    target, _, hexes = asked.partition(" from ")
    attackers = tuple(map(parse_hex, hexes.split()))
    return _agrees(said, _yes(flanked(moment.table, parse_hex(target), attackers)))


def _morale(text: str, moment: Moment) -> str:
    """Morale F1 assault attacking by_guns is 3: what a unit is worth in a test; ... has -2 N2.3.4."""
    table: Table = moment.table

    def account(asked: str) -> Account:
        unit, kind, *flags = asked.split()
        return account_of(table, unit, Occasion(kind, **dict.fromkeys(flags, True)))

    return reckoned(text, account, lambda found: level(table.setting, found))


def _sight(text: str, moment: Moment) -> str:
    """Sight 0303 0306 is clear, or blocked."""
    asked, said = equation(text)
    origin, target = map(parse_hex, asked.split())
    seen = sees(moment.table, origin, target)
    return _agrees(said, "clear" if seen.clear else "blocked")


def _line_of_fire(text: str, moment: Moment) -> str:
    """Fire 0303 0305 is blocked: may guns fire along that line?"""
    asked, said = equation(text)
    origin, target = map(parse_hex, asked.split())
    seen = fires(moment.table, origin, target)
    return _agrees(said, "clear" if seen.clear else "blocked")


def _range(text: str, moment: Moment) -> str:
    """Range LF1 0305 is 5/2, or none: the cost of the leader's trace to a hex."""
    asked, said = equation(text)
    leader, at = asked.split()
    table: Table = moment.table
    side = table.setting.leaders[leader].side
    found = trace_from(table, table.leaders[leader].at, side, horse=False).get(parse_hex(at))
    return _halves(said, found)


def _in_range(text: str, moment: Moment) -> str:
    """in-range LF1 F1 is yes."""
    asked, said = equation(text)
    leader, unit = asked.split()
    return _agrees(said, _yes(reaches(moment.table, leader, unit)))


def _distance(text: str, moment: Moment) -> str:
    """Distance LF1 0309 is 8: how far an order must ride."""
    asked, said = equation(text)
    leader, at = asked.split()
    table: Table = moment.table
    side = table.setting.leaders[leader].side
    return _halves(said, order_distance(table, table.leaders[leader].at, parse_hex(at), side))


def _halves(said: str, found: int | None) -> str:
    if found is None:
        return "" if said == "none" else "none"
    return _agrees(said, f"{found}/{HALVES}")


def _cost(text: str, moment: Moment) -> str:
    """Cost F1 0304 0305 is 3: what a path costs, or the clause that bars it."""
    asked, said = equation(text)
    units, *path = asked.split()
    found = Walker(moment.table, tuple(units.split("+"))).walk(tuple(map(parse_hex, path)))
    if isinstance(found, Reason):
        return "" if said == found.clause else str(found)
    return _halves(said, sum(found))


def _control(text: str, moment: Moment) -> str:
    """Control 0303 french."""
    at, _, said = text.partition(" ")
    return _agrees(said, moment.table.control.get(parse_hex(at), "nobody"))


def _army(text: str, moment: Moment) -> str:
    """Army french losses 7; army french level 20; army french demoralized yes; army french points 2."""
    side, word, said = text.split(None, 2)
    table: Table = moment.table
    found = {
        "losses": lambda: str(demoralization.army_losses(table, side)),
        "level": lambda: str(demoralization.army_level(table, side)),
        "demoralized": lambda: _yes(demoralization.army_demoralized(table, side)),
        "points": lambda: str(
            sum(score.points for score in victory.scores(table) if score.side == side)
        ),
    }
    if word not in found:
        raise ValueError(f"an army has no {word!r}; known: {', '.join(found)}")
    return _agrees(said, found[word]())


def _cup(text: str, moment: Moment) -> str:
    """Cup al_5 al_2nl: the chits that are in it, in any order."""
    found = sorted(moment.table.cup)
    return "" if sorted(text.split()) == found else " ".join(found) or "nothing"


def _duty(text: str, moment: Moment) -> str:
    """Duty french N12.2A.1, or none: the clause that keeps the movement segment open."""
    side, _, said = text.partition(" ")
    reasons = open_duties(moment.table, side)
    return _agrees(said, reasons[0].clause if reasons else "none")


def _read(setting: Setting, event: DiscoveryRolled) -> int:
    """The die after its modifiers."""
    return event.die + event.modifiers.total


DERIVED: dict[str, Derived] = {"DiscoveryRolled.read": _read}
"""Values that follow from what an event holds; a local decision tells its as ``account.total``."""

OF_THE_MOMENT: dict[str, Weigher] = {
    **common(parse, view, ROOMS, DERIVED),
    "army": _army,
    "attack": _attack,
    "bombardment": _bombardment,
    "charge": _charge,
    "control": _control,
    "cost": _cost,
    "cup": _cup,
    "defence": _defence,
    "distance": _distance,
    "duty": _duty,
    "fire": _line_of_fire,
    "flanked": _flanked,
    "in-range": _in_range,
    "morale": _morale,
    "range": _range,
    "sight": _sight,
}
