"""What a situation says beyond its drawing: orders and their memory, fates, control, tallies.

For a battle of the library this is all it changes of the opening.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from grognard.desks.situations import Line, Situation, hexes, paired
from grognard.mechanics.hexes import parse_hex
from grognard.systems.nlc.kinds import HALVES
from grognard.systems.nlc.pieces import Fate, Piece
from grognard.systems.nlc.records import DAWN, Force, HiddenMarch, Waiting
from grognard.systems.nlc.situations import reading
from grognard.systems.nlc.situations.reading import BodyWords, LeaderWords, UnitWords
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace


def arrange(situation: Situation, table: Table) -> None:
    """Lay on the table what the lines say; what cannot be is told with its line."""
    for section, lay in (
        ("control", _control), ("orders", _order), ("units", _unit), ("leaders", _leader),
        ("quarters", _quarters), ("tally", _tally), ("pairs", _pair),
        ("hidden", _hidden),
    ):  # fmt: skip
        for line in situation.lines(section):
            _lay(situation, section, line, table, lay)
    table.touched()


def _lay(
    situation: Situation,
    section: str,
    line: Line,
    table: Table,
    lay: Callable[[Situation, Line, Table], None],
) -> None:
    try:
        lay(situation, line, table)
    except (ValueError, LookupError) as problem:
        raise situation.fault(line, section, problem) from None


# --- orders


def _order(situation: Situation, line: Line, table: Table) -> None:
    words = reading.read_body(line.text)
    force = table.forces.get(words.id) or _new_body(table, words.id)
    order = words.orders[0]
    held = tuple(at for at in order.target if table.control.get(at) == force.side)
    fresh = replace(force, order=order, queue=words.orders[1:], held=held, since=1)
    table.forces[words.id] = _remembering(fresh, words)


def _new_body(table: Table, name: str) -> Force:
    """A division on orders of its own, a part of a march, a wing commander or a headquarters."""
    setting = table.setting
    if name in setting.leaders:
        return Force(name, setting.leaders[name].side, "", name, _ANY)
    if name in setting.headquarters:
        return Force(name, setting.headquarters[name].side, "", "", _ANY)
    formation, _, division = name.partition("/")
    if not division:
        formation = name.partition("+")[0]
    if formation not in setting.formations:
        raise ValueError(f"{name!r} is no formation, division ('I/1'), part ('I+x') or commander")
    if division:
        units = setting.formations[formation].divisions.get(division)
        if not units:
            raise ValueError(f"{formation} has no division {division!r}")
        table.under.update(dict.fromkeys(units, name))
    return Force(name, setting.formations[formation].side, formation, "", _ANY)


_ANY = reading.read_body("x reserve").orders[0]

FLAGS = ("arrived", "contact", "reached", "may-rejoin")
NUMBERS = ("gun-turns", "loss-turn", "attacked", "swing", "fatigue", "rested", "since")


def _remembering(force: Force, words: BodyWords) -> Force:
    for note, value in words.notes.items():
        field = note.replace("-", "_")
        if note in FLAGS:
            force = replace(force, **{field: True})
        elif note in NUMBERS:
            force = replace(force, **{field: int(value)})
        elif note == "anchor":
            force = replace(force, anchor=parse_hex(value))
        elif note == "held":
            force = replace(force, held=tuple(parse_hex(word) for word in value.split()))
        elif note == "chief":
            force = replace(force, chief=value)
        elif note == "waiting":
            force = replace(force, waiting=_waiting(value))
        else:
            known = ", ".join((*FLAGS, *NUMBERS, "anchor", "held", "chief", "waiting"))
            raise ValueError(f"a body remembers no {note!r}; known: {known}")
    return force


def _waiting(text: str) -> Waiting:
    """``1T attack 0303``: an order received and not yet complied with, as since the turn before."""
    state, _, order = text.partition(" ")
    if state not in STATES:
        raise ValueError(f"no order waits for {state!r}; known: {', '.join(STATES)}")
    return Waiting(reading.read_body(f"it {order}").orders, state, 0)


STATES = ("1T", "R4", "R5", DAWN)
"""For what an order may wait."""


# --- units


def _unit(situation: Situation, line: Line, table: Table) -> None:
    words = reading.read_unit(line.text)
    if words.id not in table.setting.roster:
        raise ValueError(f"there is no unit {words.id!r} in this battle")
    if "under" in words.values:
        force = words.word("under")
        if force not in table.forces:
            raise ValueError(f"there is no body {force!r}")
        table.under[words.id] = force
    if "fate" in words.values:
        _remove(table, words)
    elif "off" in words.flags and words.id in table.pieces:
        table.remove(words.id)
    elif words.id in table.pieces or "at" in words.values:
        _place(table, words)


def _remove(table: Table, words: UnitWords) -> None:
    """``fate eliminated:2``: how it left, and in which turn."""
    if words.id in table.pieces:
        table.remove(words.id)
    how, _, turn = words.word("fate").partition(":")
    cut_off = how.startswith("cut-off-")
    table.removed[words.id] = Fate(how.removeprefix("cut-off-"), int(turn or 1), not cut_off)


def _place(table: Table, words: UnitWords) -> None:
    piece = table.pieces.get(words.id) or Piece(words.id, words.hex("at"))
    if "at" in words.values:
        piece = replace(piece, at=words.hex("at"), also=words.hex("also"))
    if "lost" in words.values:
        piece = replace(piece, lost=words.number("lost"))
    if "disrupted" in words.flags:
        piece = replace(piece, disrupted=True)
    if "mark" in words.values:
        piece = replace(piece, marks=tuple(sorted(words.values["mark"])))
    if "faced" in words.values:
        piece = replace(piece, faced=words.hexes("faced"))
    spent, began = words.number("spent"), words.hex("began") or piece.at
    table.put(replace(piece, spent=spent, began=began), on_top=False)


# --- leaders and headquarters


def _leader(situation: Situation, line: Line, table: Table) -> None:
    words: LeaderWords = reading.read_leader(line.text)
    if words.id not in table.leaders:
        raise ValueError(f"there is no leader {words.id!r} in this battle")
    general, values = table.leaders[words.id], words.values
    if "at" in values:
        general = replace(general, at=parse_hex(values["at"]))
    if "rating" in values:
        general = replace(general, rating=int(values["rating"]))
    if "off" in words.flags:
        general = replace(general, at=0)
    table.leaders[words.id] = replace(
        general,
        moved="moved" in words.flags,
        leads=values.get("leads", general.leads),
        lost_on=int(values.get("lost-on", "0")),
        sent=int(values.get("sent", "0")),
    )


def _quarters(situation: Situation, line: Line, table: Table) -> None:
    """``hq_LF1 at 0305 stirred``; ``hq_LF1 at 0305 destroyed``."""
    name, (at, _) = reading.read_quarters(line.text)
    words = line.text.split()
    held = replace(table.quarters[name], at=at, stirred="stirred" in words)
    if "destroyed" in words:
        held = replace(held, at=0, destroyed_on=table.turn)
    table.quarters[name] = held


# --- the rest


def _control(situation: Situation, line: Line, table: Table) -> None:
    side, _, rest = line.text.partition(" ")
    if side not in table.setting.sides:
        raise ValueError(f"there is no side {side!r}")
    for at in hexes(situation, "control", Line(line.number, rest)):
        table.control[at] = side


def _tally(situation: Situation, line: Line, table: Table) -> None:
    name, _, number = line.text.rpartition(" ")
    table.tally[name] = int(number)


def _pair(situation: Situation, line: Line, table: Table) -> None:
    one, other = line.text.split()
    table.pairs = (*table.pairs, (table.forces[one].side, one, other))


def _hidden(situation: Situation, line: Line, table: Table) -> None:
    """``I plot 0102+0202+0302 turns 2 bank 4 first 4``: a hidden march, and its points so far."""
    known = ("plot", "turns", "bank", "first")
    name, words = paired(line.text, known, "I plot 0102+0202+0302 turns 2 bank 4 first 4")
    if name not in table.forces or "plot" not in words:
        raise ValueError("write a body under orders, 'plot' and hexes joined by '+'")
    bank, first = (HALVES * int(words.get(word, "0")) for word in ("bank", "first"))
    plot = tuple(parse_hex(at) for at in words["plot"].split("+"))
    since = table.turn - int(words.get("turns", "0"))
    table.hidden[name] = HiddenMarch(name, plot, bank, first, since)
