"""Variants that change a battle: who is there, where they stand, when they come, weather and aims.

The chosen values are worked into what was read of a pack before its sections are judged, so that a
variant is held to the same rules as the battle itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from grognard.mechanics.packs.shapes import Entry, Notes

Change = Callable[[Entry, Entry, Notes], Entry]


def varied(entry: Entry, options: Mapping[str, str], notes: Notes) -> Entry:
    """What was read of a pack, with the values of its variants that are chosen."""
    for variant, held in entry.items("variants"):
        values = dict(held.items("values"))
        given = dict(entry.items("options")).get(variant)
        usual = next(iter(values), "") if given is None else given.value
        chosen = values.get(options.get(variant, usual))
        for word, change in CHANGES.items():
            if chosen is not None and word in chosen:
                entry = change(entry, chosen, notes)
    return entry


def _with(entry: Entry, **sections: Any) -> Entry:
    """An entry with other values under some of its keys."""
    held = dict(entry.value)
    for key, value in sections.items():
        if key in held:
            held[key] = Entry(value, held[key].spot)
    return Entry(held, entry.spot)


def _without(entry: Entry, change: Entry, notes: Notes) -> Entry:
    """Units and leaders who are not there, nor in any list that names them."""
    gone = {each.value for each in change.each("without")}
    named = [each.get("id") for key in ("units", "leaders") for each in entry.each(key)]
    for each in change.each("without"):
        if each.value not in named:
            notes.unknown(each.spot, "unit or leader", each.value, named)
    entry = _with(
        entry,
        units=[each for each in entry.each("units") if each.get("id") not in gone],
        leaders=[each for each in entry.each("leaders") if each.get("id") not in gone],
        arrivals=_arriving(entry, gone),
        totals={},
    )
    brigades = {each.get("brigade") for each in entry.each("units")}
    entry = _with(
        entry,
        organisations=[
            _with(
                _uncounted(each), brigades=[b for b in each.each("brigades") if b.value in brigades]
            )
            for each in entry.each("organisations")
        ],
        divisions=[
            _with(
                each,
                brigades=[b for b in each.each("brigades") if b.value in brigades],
                batteries=[b for b in each.each("batteries") if b.value not in gone],
            )
            for each in entry.each("divisions")
        ],
    )
    return _standing(entry, gone)


def _uncounted(body: Entry) -> Entry:
    """A body whose battalions are counted anew."""
    return Entry({key: held for key, held in body.value.items() if key != "battalions"}, body.spot)


def _arriving(entry: Entry, gone: Collection[str]) -> list[Entry]:
    """The arrivals without those who are gone; a group of whom nobody is left does not come."""
    left = [
        _with(
            group,
            units=[each for each in group.each("units") if each.value not in gone],
            leaders=[each for each in group.each("leaders") if each.value not in gone],
        )
        for group in entry.each("arrivals")
    ]
    return [group for group in left if group.each("units")]


def _standing(entry: Entry, gone: Collection[str]) -> Entry:
    """The set-up without those who are gone."""
    if "setup" not in entry:
        return entry
    setup = entry["setup"]
    leaders = {each: at for each, at in setup.items("leaders") if each not in gone}
    units = [each for each in setup.each("units") if each.get("unit") not in gone]
    return Entry({**entry.value, "setup": _with(setup, units=units, leaders=leaders)}, entry.spot)


def _units(entry: Entry, change: Entry, notes: Notes) -> Entry:
    """Values of units that differ."""
    differs = {each.get("id"): each for each in change.each("units")}
    known = [each.get("id") for each in entry.each("units")]
    for each in differs.values():
        if each.get("id") not in known:
            notes.unknown(each["id"].spot, "unit", each.get("id"), known)
    units = [
        Entry({**each.value, **differs[each.get("id")].value}, each.spot)
        if each.get("id") in differs
        else each
        for each in entry.each("units")
    ]
    return _with(entry, units=units, totals={})


def _setup(entry: Entry, change: Entry, notes: Notes) -> Entry:
    """Who stands elsewhere, or on the map instead of arriving."""
    moved = {each.get("unit") for each in change.each("setup")}
    entry = _standing(_with(entry, arrivals=_arriving(entry, moved)), moved)
    setup = entry["setup"]
    units = [*setup.each("units"), *change.each("setup")]
    return Entry({**entry.value, "setup": _with(setup, units=units)}, entry.spot)


def _arrivals(entry: Entry, change: Entry, notes: Notes) -> Entry:
    """Groups that come at another hour or place."""
    differs = dict(change.items("arrivals"))
    known = [group.get("id") for group in entry.each("arrivals")]
    for group, held in differs.items():
        if group not in known:
            notes.unknown(held.spot, "arrival", group, known)
    groups = [
        Entry({**group.value, **differs[group.get("id")].value}, group.spot)
        if group.get("id") in differs
        else group
        for group in entry.each("arrivals")
    ]
    return _with(entry, arrivals=groups)


def _weather(entry: Entry, change: Entry, notes: Notes) -> Entry:
    """Turns with other weather, by their hours; one holds until the next that is named."""
    differs = dict(change.items("weather"))
    hours = [turn.get("time") for turn in entry.each("turns")]
    for hour, held in differs.items():
        if hour not in hours:
            notes.unknown(held.spot, "turn at", hour, hours)
    turns, now = [], None
    for turn in entry.each("turns"):
        now = differs.get(turn.get("time"), now)
        turns.append(turn if now is None else Entry({**turn.value, "weather": now}, turn.spot))
    return _with(entry, turns=turns)


def _victory(entry: Entry, change: Entry, notes: Notes) -> Entry:
    """Other aims."""
    return Entry({**entry.value, "victory": change["victory"]}, entry.spot)


CHANGES: Final[Mapping[str, Change]] = {
    "without": _without,
    "units": _units,
    "setup": _setup,
    "arrivals": _arrivals,
    "weather": _weather,
    "victory": _victory,
}
"""What a value of a variant may change, in the order in which it is done."""
