"""The troops of a pack: units and how they stand, divisions, commanders."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.mechanics.measured.footprints import Footprint, Pose
from grognard.mechanics.measured.gaps import overlap
from grognard.mechanics.measured.polygons import Polygon
from grognard.mechanics.packs.measures import outline_at, point_at
from grognard.mechanics.packs.shapes import Entry, Notes
from grognard.systems.empire.footprints import formations_of, size_of
from grognard.systems.empire.kinds import (
    Arm,
    Branch,
    Bulk,
    Drill,
    Edge,
    Formation,
    Grade,
    Order,
    Status,
    Trait,
)
from grognard.systems.empire.packs.ground import TableFacts, once
from grognard.systems.empire.profile import cohesion_of, impossible
from grognard.systems.empire.setting import Arrival, Commander, Division, Stand, Unit

PROFILE = frozenset({"arm", "type", "status", "morale", "class", "formation", "facing"})


class Forces(msgspec.Struct, frozen=True):
    """Who fights."""

    commanders: dict[str, Commander]
    divisions: dict[str, Division]
    roster: dict[str, Unit]
    stands: dict[str, Stand]
    arrivals: dict[str, Arrival]


class Reader(msgspec.Struct, frozen=True):
    """What is read of a pack, and what it stands on."""

    entry: Entry
    notes: Notes
    facts: TableFacts

    def read(self) -> Forces:
        sides = self.entry.get("sides", {})
        homes = {
            name: held.get("side", "")
            for name, held in once(self.entry.each("divisions"), self.notes)
        }
        roster, stands, arrivals = {}, {}, {}
        for name, held in once(self.entry.each("units"), self.notes):
            division = held.get("division", "")
            if division not in homes:
                self.notes.unknown(held.spot_of("division"), "division", division, homes)
                continue
            if not held.value.keys() >= PROFILE:
                continue
            roster[name] = unit = self._unit(name, held, homes[division])
            stand = self._stand(unit, held)
            if "arrives" in held:
                arrivals[name] = self._arrival(name, held)
            elif stand is not None:
                stands[name] = stand
        self._check_room(roster, stands)
        commanders = dict(self._commanders(sides, roster))
        divisions = dict(self._divisions(sides, commanders, roster))
        return Forces(commanders, divisions, roster, stands, arrivals)

    # --- units

    def _unit(self, name: str, held: Entry, side: str) -> Unit:
        arm, branch = Arm(held.get("arm")), Branch(held.get("type"))
        calibre, sk = held.get("calibre", 0), held.get("sk", 0)
        status, bulk = Status(held.get("status")), Bulk(held.get("size", Bulk.STANDARD))
        traits = tuple(sorted({Trait(each) for each in held.values("traits")}))
        for field, text, hint in impossible(arm, branch, status, calibre, sk, traits):
            self.notes.add(held.spot_of(field), text, hint)
        return Unit(
            id=name,
            name=held.get("name", name),
            side=side,
            division=held.get("division"),
            arm=arm,
            branch=branch,
            status=status,
            morale=held.get("morale"),
            drill=Drill(held.get("class")),
            cohesion=held.get("cohesion", 0) or cohesion_of(arm, status, bulk),
            bulk=bulk,
            sk=sk,
            traits=traits,
            calibre=calibre,
            nation=held.get("nation", ""),
        )

    def _stand(self, unit: Unit, held: Entry) -> Stand | None:
        formation = Formation(held.get("formation"))
        if formation not in formations_of(unit.arm):
            known = ", ".join(formations_of(unit.arm))
            text = f"{unit.arm} does not stand in '{formation}'"
            self.notes.add(held["formation"].spot, text, f"known: {known}")
            return None
        if held.get("losses", 0) >= unit.cohesion:
            text = f"{unit.cohesion} losses would end it"
            self.notes.add(held["losses"].spot, text, "fewer, or leave the unit out")
        if "arrives" in held:
            return None
        building = held.get("building", "")
        if (formation is Formation.GARRISON) != bool(building):
            hint = "formation: garrison and building: its id, or neither"
            self.notes.add(held.spot, "a garrison holds a building, others do not", hint)
            return None
        if building:
            return self._garrison(held, building)
        if "at" not in held:
            hint = "at: the middle of its front, or arrives:"
            self.notes.add(held.spot, "it is nowhere", hint)
            return None
        at = point_at(held["at"], self.notes, self.facts.width, self.facts.height)
        if at is None:
            return None
        pose = Pose(*at, held.get("facing"))
        corners = Footprint(pose, size_of(unit, formation)).corners
        if not _on_table(corners, self.facts):
            hint = "the middle of its front is named; the rest lies behind"
            self.notes.add(held["at"].spot, "a part of it is off the table", hint)
        return Stand(
            pose,
            formation,
            held.get("disordered", False),
            2 * held.get("losses", 0),
            "",
            held.get("hidden", False),
        )

    def _garrison(self, held: Entry, building: str) -> Stand | None:
        found = self.facts.buildings.get(building)
        if found is None:
            known = self.facts.buildings
            self.notes.unknown(held["building"].spot, "building", building, known)
            return None
        return Stand(
            Pose(*found.centre, held.get("facing")),
            Formation.GARRISON,
            held.get("disordered", False),
            2 * held.get("losses", 0),
            building,
        )

    def _arrival(self, name: str, held: Entry) -> Arrival:
        when = held["arrives"]
        return Arrival(
            name,
            when.get("turn", 2),
            Edge(when.get("edge", Edge.NORTH)),
            when.get("from", 0),
            when.get("to", 0),
            held.get("facing"),
            Formation(held.get("formation")),
        )

    def _check_room(self, roster: dict[str, Unit], stands: dict[str, Stand]) -> None:
        """No two bases stand in one another."""
        spots = {held.get("id"): held for held in self.entry.each("units")}
        placed = [(name, self._ground(roster[name], stand)) for name, stand in stands.items()]
        for i, (name, corners) in enumerate(placed):
            for other, there in placed[:i]:
                if overlap(corners, there):
                    spot = spots[name].spot_of("at")
                    self.notes.add(spot, f"it stands in {other}", "move one of them")
            for building, held in self.facts.buildings.items():
                inside = stands[name].building != building and overlap(corners, held.corners)
                if inside:
                    text = f"it stands in the building {building}"
                    hint = f"formation: garrison with building: {building}, or elsewhere"
                    self.notes.add(spots[name].spot_of("at"), text, hint)

    def _ground(self, unit: Unit, stand: Stand) -> Polygon:
        if stand.building:
            return self.facts.buildings[stand.building].corners
        return Footprint(stand.pose, size_of(unit, stand.formation)).corners

    # --- who commands

    def _commanders(
        self, sides: dict[str, Entry], roster: dict[str, Unit]
    ) -> Iterator[tuple[str, Commander]]:
        leads = {held.get("commander"): held.get("id") for held in self.entry.each("divisions")}
        for name, held in once(self.entry.each("commanders"), self.notes):
            side = held.get("side", "")
            if side not in sides:
                self.notes.unknown(held.spot_of("side"), "side", side, sides)
            with_ = held.get("arrives_with", "")
            if with_ and with_ not in roster:
                self.notes.unknown(held["arrives_with"].spot, "unit", with_, roster)
            at = (
                point_at(held["at"], self.notes, self.facts.width, self.facts.height)
                if "at" in held
                else None
            )
            if at is None and not with_ and "at" not in held:
                self.notes.add(held.spot, "he is nowhere", "at: a point, or arrives_with: a unit")
            grade = Grade(held.get("grade", Grade.ORDINARY))
            division = leads.get(name) or ""
            yield name, Commander(name, held.get("name", name), side, grade, division, at, with_)

    def _divisions(
        self, sides: dict[str, Entry], commanders: dict[str, Commander], roster: dict[str, Unit]
    ) -> Iterator[tuple[str, Division]]:
        for name, held in once(self.entry.each("divisions"), self.notes):
            side, general = held.get("side", ""), held.get("commander", "")
            if side not in sides:
                self.notes.unknown(held.spot_of("side"), "side", side, sides)
            if general not in commanders:
                self.notes.unknown(held.spot_of("commander"), "commander", general, commanders)
            target = held.get("target", "")
            if target and target not in self.facts.objectives:
                known = self.facts.objectives
                self.notes.unknown(held["target"].spot, "objective", target, known)
                target = ""
            area = (
                outline_at(held["area"], self.notes, self.facts.width, self.facts.height)
                if "area" in held
                else ()
            )
            units = tuple(unit.id for unit in roster.values() if unit.division == name)
            if not units:
                self.notes.add(held.spot, "nobody serves in it", "name it in a unit's division")
            yield (
                name,
                Division(
                    name,
                    held.get("name", name),
                    side,
                    general,
                    Order(held.get("order", Order.HOLD)),
                    units,
                    target,
                    area,
                    held.get("reserve", False),
                ),
            )


def _on_table(corners: Polygon, facts: TableFacts) -> bool:
    return all(0 <= x <= facts.width and 0 <= y <= facts.height for x, y in corners)
