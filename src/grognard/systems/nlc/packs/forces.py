"""The forces of a pack: sides, formations, units, leaders and headquarters, each proved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from grognard.kernel.rules import rule
from grognard.mechanics.ground import Ground
from grognard.mechanics.packs.maps import kept, on_map
from grognard.mechanics.packs.shapes import Entry, Notes
from grognard.systems.nlc.cards import Cards, half_up
from grognard.systems.nlc.kinds import Arm, Body, Role
from grognard.systems.nlc.packs.troops import (
    morale_of_initiative,
    usual_defence,
    usual_morale,
    usual_pursuit,
)
from grognard.systems.nlc.setting import (
    OFF_MAP,
    Army,
    Formation,
    FormationId,
    Headquarters,
    HeadquartersId,
    Leader,
    LeaderId,
    SideId,
    Unit,
    UnitId,
)


class Forces(msgspec.Struct, frozen=True):
    """Who fights, in the order of the file."""

    armies: Mapping[SideId, Army]
    formations: Mapping[FormationId, Formation]
    roster: Mapping[UnitId, Unit]
    leaders: Mapping[LeaderId, Leader]
    headquarters: Mapping[HeadquartersId, Headquarters]


def kept_entries(entry: Entry, key: str, values: Mapping[str, str]) -> list[Entry]:
    """The entries of a list that are in play with these values of the battle's variants."""
    return [held for held in entry.each(key) if _in_play(held, values)]


def _in_play(held: Entry, values: Mapping[str, str]) -> bool:
    wanted = held.items("when")
    return all(values.get(variant) in [one.value for one in some.value] for variant, some in wanted)


@rule("N1.2")
def read_forces(
    entry: Entry, notes: Notes, ground: Ground, cards: Cards, values: Mapping[str, str]
) -> Forces:
    """Every counter of the battle; a field that a rule needs and the pack lacks is a fault."""
    sides = entry.get("sides", {})
    bodies = {held.get("id"): held for held in kept_entries(entry, "formations", values)}
    idle = {held.get("id") for held in entry.each("formations")} - bodies.keys()
    roster = _roster(entry, notes, cards, bodies, idle)
    leaders = _leaders(entry, notes, ground, cards, bodies, idle)
    formations = {
        word: _formation(held, notes, roster, leaders)
        for word, held in bodies.items()
        if _complete(held, "id", "name", "side", "body", "leader", "commander", "limit")
    }
    quarters = _headquarters(entry, notes, ground, cards, leaders)
    _check_unique(entry, notes)
    for held in bodies.values():
        if held.get("side") is not None and held.get("side") not in sides:
            notes.unknown(held["side"].spot, "side", held.get("side"), sides)
    _check_quartered(entry, notes, leaders, quarters)
    armies = {side: _army(side, held, notes, ground, leaders) for side, held in sides.items()}
    return Forces(armies, formations, roster, leaders, quarters)


def _complete(held: Entry, *keys: str) -> bool:
    """Are the fields there that the shape asks for? If not, it has noted that already."""
    return all(key in held for key in keys)


def _check_unique(entry: Entry, notes: Notes) -> None:
    seen: set[str] = set()
    for section in ("formations", "units", "leaders", "headquarters", "arrivals"):
        for held in entry.each(section):
            word = held.get("id")
            if word is not None and word in seen:
                notes.add(held["id"].spot, f"'{word}' is used twice", "ids are unique in a pack")
            seen.add(word)


# --- units --------------------------------------------------------------------------------------


def _roster(
    entry: Entry,
    notes: Notes,
    cards: Cards,
    bodies: Mapping[str, Entry],
    idle: Collection[str],
) -> dict[UnitId, Unit]:
    roster: dict[UnitId, Unit] = {}
    for held in entry.each("units"):
        needed = ("id", "name", "formation", "division", "nation", "arm", "strength", "movement")
        if not _complete(held, *needed):
            continue
        body = held.get("formation")
        if body in idle:
            continue
        if body not in bodies:
            notes.unknown(held["formation"].spot, "formation", body, bodies)
            continue
        roster[held.get("id")] = _unit(held, notes, cards, bodies[body].get("side", ""))
    return roster


@rule("N6.2.1")
def _unit(held: Entry, notes: Notes, cards: Cards, side: SideId) -> Unit:
    """A unit with the strength of each of its steps; a huge one has a third (R-6.2)."""
    arm, front, back = Arm(held.get("arm")), held.get("strength"), held.get("reduced")
    strengths: tuple[int, ...] = (front,)
    if back is not None:
        if back >= front:
            text = f"the reverse, {back}, is not weaker than the front, {front}"
            notes.add(held["reduced"].spot, text, "half of the front is usual")
        strengths = (front, back)
        if front >= cards.figure("huge_strength"):
            strengths = (front, back, half_up(back * cards.share("third_step")))
    traits, nation = frozenset(held.values("traits")), held.get("nation")
    if "morale" in held and "initiative" in held:
        notes.add(held["initiative"].spot, "morale is given already", "keep one of them")
    morale = held.get("morale", usual_morale(cards, nation, arm, front, traits))
    if "initiative" in held:
        morale = morale_of_initiative(cards, held.get("initiative"))
    return Unit(
        id=held.get("id"),
        name=held.get("name"),
        side=side,
        formation=held.get("formation"),
        division=held.get("division"),
        nation=nation,
        arm=arm,
        strengths=strengths,
        movement=held.get("movement"),
        morale=morale,
        morale_defending=held.get("morale_defending", usual_defence(cards, nation, arm, morale)),
        pursuit=held.get("pursuit", usual_pursuit(cards, nation, arm, traits)),
        men=held.get("men", 0),
        guns=held.get("guns", 0),
        traits=traits,
    )


# --- leaders ------------------------------------------------------------------------------------


def _leaders(
    entry: Entry,
    notes: Notes,
    ground: Ground,
    cards: Cards,
    bodies: Mapping[str, Entry],
    idle: Collection[str],
) -> dict[LeaderId, Leader]:
    led = {held.get("leader"): word for word, held in bodies.items()}
    away = {held.get("leader") for held in entry.each("formations") if held.get("id") in idle}
    found: dict[LeaderId, Leader] = {}
    for held in entry.each("leaders"):
        if not _complete(held, "id", "name", "side", "role", "rating"):
            continue
        word = held.get("id")
        if word in away and word not in led:
            continue
        if held.get("side") not in entry.get("sides", {}):
            notes.unknown(held["side"].spot, "side", held.get("side"), entry.get("sides", {}))
        role = Role(held.get("role"))
        if role is Role.FORMATION and word not in led:
            notes.add(held.spot, f"'{word}' leads no formation", "name him as a formation's leader")
        found[word] = Leader(
            id=word,
            name=held.get("name"),
            side=held.get("side"),
            role=role,
            rating=held.get("rating"),
            movement=held.get("movement", cards.movement("leader")),
            formation=led.get(word, ""),
            nation=held.get("nation", ""),
            at=_placed(held, notes, ground),
        )
    return found


def _placed(held: Entry, notes: Notes, ground: Ground) -> int:
    """The hex where he or it starts, or off the map."""
    if "hex" not in held or not on_map(held["hex"], notes, ground):
        return OFF_MAP
    at: int = held.get("hex")
    return at


@rule("N3.2.1", "N3.2.2")
def _headquarters(
    entry: Entry, notes: Notes, ground: Ground, cards: Cards, leaders: Mapping[LeaderId, Leader]
) -> dict[HeadquartersId, Headquarters]:
    found: dict[HeadquartersId, Headquarters] = {}
    for held in entry.each("headquarters"):
        if not _complete(held, "id", "commander"):
            continue
        chief = leaders.get(held.get("commander"))
        if chief is None or chief.role is not Role.OVERALL:
            _no_chief(held, "commander", Role.OVERALL, leaders, notes)
            continue
        found[held.get("id")] = Headquarters(
            id=held.get("id"),
            side=chief.side,
            commander=chief.id,
            movement=held.get("movement", cards.movement("headquarters")),
            nation=held.get("nation", chief.nation),
            at=_placed(held, notes, ground),
        )
    return found


def _no_chief(
    held: Entry, key: str, role: Role, leaders: Mapping[LeaderId, Leader], notes: Notes
) -> None:
    known = [leader.id for leader in leaders.values() if leader.role is role]
    notes.unknown(held[key].spot, f"leader of the role {role}", held.get(key), known)


def _check_quartered(
    entry: Entry,
    notes: Notes,
    leaders: Mapping[LeaderId, Leader],
    quarters: Mapping[HeadquartersId, Headquarters],
) -> None:
    """Every overall commander has one headquarters (N3.2.1)."""
    chiefs = [held.commander for held in quarters.values()]
    for leader in leaders.values():
        count = chiefs.count(leader.id)
        if leader.role is Role.OVERALL and count != 1:
            text = f"'{leader.id}' has {count or 'no'} headquarters"
            notes.add(entry.spot_of("headquarters"), text, "one for each overall commander")


# --- formations and armies ----------------------------------------------------------------------


@rule("N3.1.1")
def _formation(
    held: Entry,
    notes: Notes,
    roster: Mapping[UnitId, Unit],
    leaders: Mapping[LeaderId, Leader],
) -> Formation:
    word, side = held.get("id"), held.get("side")
    for key, role in (
        ("leader", Role.FORMATION),
        ("commander", Role.OVERALL),
        ("wing", Role.WING),
    ):
        chief = leaders.get(held.get(key))
        if key in held and (chief is None or chief.role is not role or chief.side != side):
            mine = {name: one for name, one in leaders.items() if one.side == side}
            _no_chief(held, key, role, mine, notes)
    units = [unit for unit in roster.values() if unit.formation == word]
    if not units:
        notes.add(held.spot, f"no unit belongs to '{word}'", "give a unit this formation")
    strength = sum(unit.strength for unit in units)
    if held.get("strength", strength) != strength:
        text = f"its units have {strength} strength points, not {held.get('strength')}"
        notes.add(held["strength"].spot, text, "mend the sum or the units")
    return Formation(
        id=word,
        name=held.get("name"),
        side=side,
        body=Body(held.get("body")),
        leader=held.get("leader"),
        commander=held.get("commander"),
        limit=held.get("limit"),
        wing=held.get("wing", ""),
        chit=held.get("chit", held.get("name")),
        all_cavalry=all(unit.arm.cavalry or unit.arm is Arm.HORSE_ARTILLERY for unit in units),
        units=tuple(unit.id for unit in units),
        divisions=_divisions(units),
        strength=strength,
    )


def _divisions(units: Iterable[Unit]) -> dict[str, tuple[UnitId, ...]]:
    found: dict[str, tuple[UnitId, ...]] = {}
    for unit in units:
        found[unit.division] = (*found.get(unit.division, ()), unit.id)
    return found


def _army(
    side: SideId, held: Entry, notes: Notes, ground: Ground, leaders: Mapping[LeaderId, Leader]
) -> Army:
    acting = held.get("acting_commander", "")
    if acting and (acting not in leaders or leaders[acting].side != side):
        known = [leader.id for leader in leaders.values() if leader.side == side]
        notes.unknown(held["acting_commander"].spot, "leader", acting, known)
    return Army(
        id=side,
        name=held.get("name", side),
        level=held.get("level", 0),
        supply=kept(held.each("supply"), notes, ground),
        edge=kept(held.each("edge"), notes, ground),
        acting_commander=acting,
        sudden_death=held.get("sudden_death", 0),
    )
