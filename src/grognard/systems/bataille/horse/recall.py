"""Recall, and cavalry that does not hear it (rule 42; P38.38-P38.44).

Whose target broke must be called back. Who cannot be rides after the runaways and fights the first
enemy it meets, at half value; when all melees are over it is routed where it stands.
"""

from __future__ import annotations

from grognard.kernel import Account, Call, Done, Flow, Goto, Item, Procedure, Roll, rule, step
from grognard.mechanics.hexes import Hex, Side, distance, side_towards
from grognard.systems.bataille.command.leader_escape import clear_way
from grognard.systems.bataille.events.charge import RecallRolled, Rode
from grognard.systems.bataille.events.facts import FormationChanged, Marked, Turned, Unmarked
from grognard.systems.bataille.fire.opportunity_fire import threatened
from grognard.systems.bataille.horse.charge_targets import cavalry_leader, closed
from grognard.systems.bataille.horse.contact_states import foes_in, mark, still_riding
from grognard.systems.bataille.horse.opportunity_ground import facing_on
from grognard.systems.bataille.horse.readiness import fatigue
from grognard.systems.bataille.marks import ABANDONED, MET, UNRECALLED
from grognard.systems.bataille.morale.retreat import Rout
from grognard.systems.bataille.movement.march import formation_on, may_step, step_cost
from grognard.systems.bataille.movement.windows import LEAVE, ActionWindow
from grognard.systems.bataille.pieces import Cohesion, Formation, Printed, Readiness, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table

# --- the roll


@rule("P42.2", "P38.38")
def recall_number(table: Table, unit: UnitId) -> int:
    """The least die that recalls a unit: its own, or that of its kind on the card."""
    printed = table.printed(unit)
    return printed.recall or int(table.setting.cards.recall_number(recall_row(printed)))


def recall_row(printed: Printed) -> str:
    """The row of the recall chart for cavalry whose counter prints no number."""
    nation = printed.nation.lower()
    if "cossack" in printed.traits:
        return "cossacks"
    if nation == "prussian":
        if "landwehr" in printed.traits:
            return "prussian_landwehr"
        return "prussian_light" if printed.is_light else "prussian_heavy"
    if nation == "russian":
        if "guard" in printed.traits:
            return "russian_guard"
        return "russian_light" if printed.is_light else "russian_heavy"
    known = ("french", "saxon", "polish", "italian", "austrian", "swedish")
    return nation if nation in known else "rheinbund"


class Recall(Procedure, tag=True):
    """P42.2: one die, with a leader of horse one more, against the worst number. Result: recalled?"""

    units: tuple[UnitId, ...]

    @step("P38.38", "P38.39", "P42.1", "P42.2")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "recall", self.units[0])

    @step("P38.38", "P42.2", "PR-110", "PR-165")
    def compare(self, table: Table, dice: tuple[int, ...]) -> Flow:
        (die,) = dice
        cards, lead = table.setting.cards, self.units[0]
        printed = table.printed(lead)
        items = []
        leader = cavalry_leader(table, table.pieces[lead].at, printed.nation, printed.side)
        if leader is not None:
            more = cards.recall_modifier("cavalry_leader")
            items.append(Item(more, f"{table.setting.leaders[leader].name} leads", "P42.2"))
        account = Account.of(items)
        needed = max(recall_number(table, unit) for unit in self.units)
        fails = die <= cards.recall_modifier("always_fails")
        recalled = die + account.total >= needed and not fails
        table.record(RecallRolled(self.units, printed.side, die, account, needed, recalled))
        return Done(recalled)


class CallBack(Procedure, tag=True):
    """P38.38: the target ran: the cavalry is recalled, or rides on after it. Result: recalled?"""

    units: tuple[UnitId, ...]
    runaway: UnitId
    vacated: Hex
    points: int

    @step("P38.38", "P38.39", "P42.2", "PR-109")
    def roll(self, table: Table) -> Flow:
        return Call(Recall(self.units))

    @step("P38.40", "P38.41", "P42.3", "P42.4")
    def heard(self, table: Table, recalled: bool) -> Flow:
        if recalled:
            return Done(True)
        return Call(Pursuit(self.units, self.runaway, self.vacated, self.points))

    @step("P42.4", "P42.5")
    def out_of_hand(self, table: Table, foe: UnitId) -> Flow:
        pursued = table.setting.reglement.pursued
        if not foe or pursued is None:
            return Done(False)
        return Call(pursued(still_riding(table, self.units), foe))

    @step("P42.4")
    def fought(self, table: Table) -> Flow:
        return Done(False)


# --- cavalry out of hand


class Pursuit(Procedure, tag=True):
    """P42.4: to the hex the runaways left, then after them, up to the first enemy it touches.

    ``points`` are the half points left; ``chase`` those that may be spent beyond the hex. Fire may
    be drawn on the way. Result: the enemy it must fight, or "".
    """

    units: tuple[UnitId, ...]
    runaway: UnitId
    vacated: Hex
    points: int
    chase: int = -1
    next_hex: Hex = 0

    @step("P38.41", "P42.4")
    def lose_control(self, table: Table) -> Flow:
        self.units = still_riding(table, self.units)
        for unit in self.units:
            table.record(Marked(unit, UNRECALLED))
            close_for_pursuit(table, unit, self.vacated)
        return None

    @step("P38.41", "P38.42", "P42.4", "PR-111")
    def choose_way(self, table: Table) -> Flow:
        self.units = still_riding(table, self.units)
        if not self.units:
            return Done("")
        at = table.pieces[self.units[0]].at
        if at == self.vacated and self.chase < 0:
            self.chase = chase_points(table, self.points)
        self.next_hex = self._next(table, at)
        if not self.next_hex or (self.chase >= 0 and touched(table, self.units[0])):
            return Goto("meet")
        return None

    @step("P28.1", "PR-48")
    def draw_fire(self, table: Table) -> Flow:
        lead = self.units[0]
        if not draws_fire(table) or not threatened(table, lead, table.pieces[lead].hexes):
            return Goto("ride_on")
        return Call(ActionWindow(lead, LEAVE), then="ride_on")

    @step("P38.41", "P42.4")
    def ride_on(self, table: Table) -> Flow:
        self.units = still_riding(table, self.units)
        if not self.units:
            return Done("")
        cost = self._cost(table, table.pieces[self.units[0]].at, self.next_hex)
        facing = facing_on(table, table.pieces[self.units[0]], *self._leg(table))
        for unit in self.units:
            ride_into(table, unit, self.next_hex, facing)
        if self.chase >= 0:
            self.chase -= cost
        else:
            self.points -= cost
        stopped = self.next_hex != self.vacated and touched(table, self.units[0])
        return Goto("meet" if stopped else "choose_way")

    @step("P38.41", "P41.10", "P42.4", "PR-112")
    def meet(self, table: Table) -> Flow:
        foe = first_touched(table, self.units[0], self.runaway)
        if not foe:
            return Done("")
        lead = self.units[0]
        at, there = _between(table, lead, foe)
        side = side_towards(at, there)
        for unit in self.units:
            if side is not None and table.pieces[unit].facing != side:
                table.record(Turned(unit, side))
        if ABANDONED in table.pieces[foe].marks:
            guns_met = table.setting.reglement.guns_met
            return Call(guns_met(self.units, (foe,), at, there), then="engage")
        return None

    @step("P42.4", "P42.5", "P42.6", "PR-112", "PR-177")
    def engage(self, table: Table) -> Flow:
        self.units = still_riding(table, self.units)
        foe = first_touched(table, self.units[0], self.runaway) if self.units else ""
        if not foe:
            return Done("")
        _, there = _between(table, self.units[0], foe)
        foes = foes_in(table, there, table.side_of(self.units[0]))
        for unit in self.units:
            mark(table, unit, MET)
            for each in foes:
                table.setting.reglement.met(table, unit, each)
        return Done(foe)

    def _next(self, table: Table, at: Hex) -> Hex:
        """The neighbour nearest to the goal, then the cheapest, then the lowest; 0 if there is none."""
        goal = self._goal(table)
        budget = self.points if self.chase < 0 else self.chase
        ways = [
            (distance(there, goal), cost, there)
            for there in table.setting.ground.around[at]
            if there and goal
            if (cost := self._cost(table, at, there)) and cost <= budget
            if distance(there, goal) < distance(at, goal)
        ]
        return min(ways)[2] if ways else 0

    def _goal(self, table: Table) -> Hex:
        if self.chase < 0:
            return self.vacated
        piece = table.pieces.get(self.runaway)
        return piece.at if piece is not None else 0

    def _leg(self, table: Table) -> tuple[Hex, Hex]:
        return table.pieces[self.units[0]].at, self.next_hex

    @rule("P38.5", "P38.7", "P38.42", "PR-183")
    def _cost(self, table: Table, at: Hex, there: Hex) -> int:
        """Half points for the next hex with the turn towards it; 0 where it cannot be ridden."""
        side, piece = side_towards(at, there), table.pieces[self.units[0]]
        facing = None if side is None else facing_on(table, piece, at, there)
        if side is None or facing is None:
            return 0
        turned = min((facing - piece.facing) % 6, (piece.facing - facing) % 6)
        each = HALVES * table.setting.cards.count("charge_facing_points")
        step = open_cost(table, self.units[0], at, side)
        return step + turned * each if step else 0


@rule("P37.9", "P38.31")
def open_cost(table: Table, unit: UnitId, at: Hex, side: Side) -> int:
    """Half points for riding after the enemy across a hexside; 0 where it cannot be done."""
    piece, printed = table.pieces[unit], table.printed(unit)
    there = table.setting.ground.around[at][side]
    if closed(table, at, side) is not None or may_step(table, printed, piece, at, side) is not None:
        return 0
    if table.has_enemy(there, printed.side):
        return 0  # it fights the first enemy it meets and does not ride over squares
    return step_cost(table, printed, piece, at, side)


@rule("P38.42", "PR-111")
def chase_points(table: Table, points: int) -> int:
    """Half points for the chase from the vacated hex: at most five points of what is left."""
    five = HALVES * int(table.setting.cards.count("unrecalled_points"))
    gift = table.setting.options.get("recall_five") == "bonus"
    return five if gift else min(five, points)


@rule("P28.1", "PR-48")
def draws_fire(table: Table) -> bool:
    """May charging cavalry be given opportunity fire at this table?"""
    return table.setting.options.get("oppfire_vs_charge") != "off"


def close_for_pursuit(table: Table, unit: UnitId, to: Hex) -> None:
    """A line or a file out of hand crowds together where it is nearest to the enemy."""
    piece = table.pieces[unit]
    if piece.formation in (Formation.LINE, Formation.COMPANIES):
        at = min(piece.hexes, key=lambda here: (distance(here, to), here))
        table.record(FormationChanged(unit, Formation.COLUMN, piece.facing, (at,)))


def ride_into(table: Table, unit: UnitId, to: Hex, facing: int | None) -> None:
    piece = table.pieces[unit]
    formation = formation_on(table, piece, to)
    if facing is not None and isinstance(formation, Formation):
        table.record(Rode(unit, (to,), facing, formation))
        clear_way(table, unit, captures=True)


def touched(table: Table, unit: UnitId) -> bool:
    """Is an enemy combat unit next to it?"""
    return bool(_touching(table, unit))


def _touching(table: Table, unit: UnitId) -> list[UnitId]:
    around, side = table.setting.ground.around, table.side_of(unit)
    return [
        foe
        for there in sorted(around[table.pieces[unit].at])
        for foe in table.stacks.get(there, ())
        if table.side_of(foe) != side
    ]


@rule("P42.4")
def first_touched(table: Table, unit: UnitId, runaway: UnitId) -> UnitId:
    """Whom it fights: the runaways if it has caught them, else whoever is in the lowest hex.

    An enemy behind a hexside or on ground that horse can never enter does not count.
    """
    found = [foe for foe in _touching(table, unit) if _can_reach(table, unit, foe)]
    return runaway if runaway in found else found[0] if found else ""


def _can_reach(table: Table, unit: UnitId, foe: UnitId) -> bool:
    at, there = _between(table, unit, foe)
    side, piece = side_towards(at, there), table.pieces[unit]
    return side is not None and bool(step_cost(table, table.printed(unit), piece, at, side))


def _between(table: Table, unit: UnitId, foe: UnitId) -> tuple[Hex, Hex]:
    """The hexes in which the two touch."""
    return min(
        (at, there)
        for at in table.pieces[unit].hexes
        for there in table.pieces[foe].hexes
        if side_towards(at, there) is not None
    )


class OutOfHand(Procedure, tag=True):
    """P42.7: when all melees are over, unrecalled cavalry is routed in place and exhausted."""

    side: str
    unit: UnitId = ""

    @step("P38.44", "P38.48", "P42.7", "PR-78", "PR-112")
    def next_unit(self, table: Table) -> Flow:
        for unit in table.units_of(self.side):
            if UNRECALLED in table.pieces[unit].marks:
                self.unit = unit
                table.record(Unmarked(unit, UNRECALLED))
                fatigue(table, unit, Readiness.EXHAUSTED)
                if table.pieces[unit].cohesion is Cohesion.ROUT:
                    return Goto("next_unit")
                return Call(Rout(unit, "charge", in_place=True), then="next_unit")
        return Done()
