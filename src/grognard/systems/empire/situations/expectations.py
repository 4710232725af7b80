"""Expectations of this system beside those that all systems share."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from grognard.desks.expectations import Moment, Weigher, common, reckoned
from grognard.desks.sums import same
from grognard.kernel import Account, Reason
from grognard.mechanics.measured.mils import MIL
from grognard.systems.empire.fire.aims import Aim, FireKind, aim_at
from grognard.systems.empire.fire.rows import Shot, account_of, column_of
from grognard.systems.empire.morale.tests import morale_rows
from grognard.systems.empire.pieces import Piece
from grognard.systems.empire.rules import parse
from grognard.systems.empire.sheet import HALVES
from grognard.systems.empire.situations.reading import read_point
from grognard.systems.empire.supports import rear_supports, side_supports
from grognard.systems.empire.system import ROOMS
from grognard.systems.empire.table import Table
from grognard.systems.empire.threats import safe_flanks, threats
from grognard.systems.empire.views import view


def unmet(text: str, moment: Moment) -> str:
    """What was found instead of what the line expects; empty when it holds."""
    first, _, rest = text.partition(" ")
    table: Table = moment.table
    if first in OF_THE_MOMENT:
        return OF_THE_MOMENT[first](rest.strip(), moment)
    if first in table.setting.roster:
        return _unit(first, rest.strip(), table)
    if first in table.setting.commanders:
        return _officer(first, rest.strip(), table)
    known = ", ".join(OF_THE_MOMENT)
    raise ValueError(f"{first!r} is neither a unit, a commander nor one of: {known}")


# --- of a unit


def _ud(mils: int) -> str:
    return str(Fraction(mils, MIL))


def _yes(true: bool) -> str:
    return "yes" if true else "no"


OF_A_UNIT: dict[str, Callable[[Table, Piece], str]] = {
    "facing": lambda table, piece: str(piece.pose.facing),
    "formation": lambda table, piece: piece.formation.value,
    "losses": lambda table, piece: str(Fraction(piece.halves, HALVES)),
    "disordered": lambda table, piece: _yes(piece.disordered),
    "marked": lambda table, piece: _yes(piece.marked),
    "fired": lambda table, piece: _yes(piece.fired),
    "safe-flanks": lambda table, piece: str(safe_flanks(table, piece.id)),
    "threats": lambda table, piece: " ".join(
        f"{side.value}:{arm.value}" for side, arm in sorted(
            threats(table, piece.id).items(), key=lambda each: each[0].value)
    ) or "none",
    "rear-supports": lambda table, piece: " ".join(rear_supports(table, piece.id)) or "none",
    "side-supports": lambda table, piece: " ".join(side_supports(table, piece.id)) or "none",
}  # fmt: skip


def _unit(unit: str, rest: str, table: Table) -> str:
    """F1 at 10,8; F1 formation column; F1 gone eliminated; F1 losses 1/2."""
    word, _, said = rest.partition(" ")
    if word == "gone":
        fate = table.removed.get(unit)
        found = "still there" if fate is None else fate.how
        return "" if found == said else found
    piece = table.pieces.get(unit)
    if piece is None:
        return "that it is gone"
    if word == "at":
        there = piece.pose.point
        return "" if there == read_point(said) else ",".join(map(_ud, there))
    if word not in OF_A_UNIT:
        raise ValueError(
            f"{word!r} means nothing of a unit; known: at, gone, {', '.join(OF_A_UNIT)}"
        )
    found = OF_A_UNIT[word](table, piece)
    return "" if same(said, found) else found


def _officer(officer: str, rest: str, table: Table) -> str:
    """french-general at 10,8; french-general grade poor; french-general with F1."""
    word, _, said = rest.partition(" ")
    held = table.officers[officer]
    if word == "at" and held.at is not None:
        return "" if held.at == read_point(said) else ",".join(map(_ud, held.at))
    found = {
        "at": "nowhere",
        "grade": held.grade.value,
        "with": held.attached or "nobody",
        "points": str(held.points),
    }.get(word)
    if found is None:
        raise ValueError(f"{word!r} means nothing of a commander; known: at, grade, with, points")
    return "" if found == said else found


# --- sums


def _shot(words: str, table: Table) -> Shot:
    """``volley F1 P1``, ``guns F5 P2 with F1``."""
    kind, unit, target, *rest = words.split()
    aim = aim_at(table, unit, FireKind(kind), target)
    if isinstance(aim, Reason):
        raise ValueError(str(aim))
    return Shot(aim, tuple(rest[1].split("+")) if rest[:1] == ["with"] else ())


def _total(account: Account) -> int:
    return account.total


def _fire(text: str, moment: Moment) -> str:
    """Fire volley F1 P1 is 2; ... has +2 E50.8."""
    table: Table = moment.table
    return reckoned(text, lambda words: account_of(table, _shot(words, table)), _total)


def _morale(text: str, moment: Moment) -> str:
    """Morale F1 is 3 + 1; ... has +1 E54.5: morale and rows together."""
    table: Table = moment.table

    def rows(unit: str) -> Account:
        return Account.of(morale_rows(table, unit.strip()))

    unit = text.split(maxsplit=1)[0]
    return reckoned(text, rows, lambda account: account.total + table.printed(unit).morale)


def _column(text: str, moment: Moment) -> str:
    """Column volley F1 P1 near; none where it cannot be fired."""
    asked, _, said = text.rpartition(" ")
    try:
        found = column_of(moment.table, _shot(asked, moment.table))
    except ValueError as problem:
        found = "none" if said == "none" else str(problem)
    return "" if found == said else found


def _aim(text: str, moment: Moment) -> str:
    """Aim guns F5 P2 long; aim volley F1 P1 no E48.9."""
    kind, unit, target, *said = text.split()
    aim = aim_at(moment.table, unit, FireKind(kind), target)
    found = [aim.band.value] if isinstance(aim, Aim) else ["no", aim.clause]
    return "" if found[: len(said)] == said else " ".join(found)


OF_THE_MOMENT: dict[str, Weigher] = {
    **common(parse, view, ROOMS),
    "aim": _aim,
    "column": _column,
    "fire": _fire,
    "morale": _morale,
}
