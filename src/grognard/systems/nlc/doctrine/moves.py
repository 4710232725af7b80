"""Movement: every unit to the place that its order and the fight want, duties met."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from grognard.kernel import Action, Ask
from grognard.mechanics.commands import Finish
from grognard.mechanics.hexes import Hex, distance
from grognard.planning.levels import SECTOR
from grognard.systems.nlc.actions import Lead, Move
from grognard.systems.nlc.doctrine import odds, riders, strikes
from grognard.systems.nlc.doctrine.scene import AGGRESSIVE, HOLDING, Scene
from grognard.systems.nlc.doctrine.strikes import Strike
from grognard.systems.nlc.guns.sight import fires
from grognard.systems.nlc.kinds import OrderType, Role
from grognard.systems.nlc.movement.entry import Enter
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.views import View

BETTER: Final = 0.25
"""A place must be so much better than the present one."""

ALONE: Final = 4.0
"""Cost of standing in an enemy zone without a planned assault."""

AT_HAND: Final = 4
"""A reserve keeps so far from enemies and from the place it is kept for."""

MOST_GROUND: Final = 8.0
"""More than so many points no single unit is worth to a place."""

AT_THE_GATES: Final = 3
"""An enemy so near marches onto ground that is left."""

UNDONE: Final = 3.0
"""What it must gain to go back whence one came in the turn before."""

TRIES: Final = 30
"""So many orders by chance are tried before a duty is left to the safe default."""


class Book:
    """What was settled in a stage, so that nothing is weighed twice."""

    def __init__(self) -> None:
        self.stage: object = None
        self.settled: set[UnitId] = set()
        self.ridden: set[str] = set()
        self.strikes: list[Strike] | None = None
        self.pushed: set[tuple[UnitId, Hex]] = set()
        self._turn, self._stood = 0, dict[UnitId, Hex]()
        self.came: dict[UnitId, Hex] = {}
        """Where units stood before they marched in the turn before."""

    def open(self, view: View) -> None:
        """Begin a stage, and with the first of a turn note who marched in the last one."""
        stage = stage_of(view)
        if stage != self.stage:
            self.stage, self.strikes = stage, None
            self.settled, self.ridden, self.pushed = set(), set(), set()
        if view.turn != self._turn:
            here = {unit: view.pieces[unit].at for unit in view.own if unit in view.pieces}
            known = self._stood
            self.came = {u: known[u] for u, at in here.items() if known.get(u, at) != at}
            self._turn, self._stood = view.turn, here


def stage_of(view: View) -> object:
    """The stage in which a question of movement falls."""
    return view.turn, view.phase, view.acting, view.cup_count


class Moves:
    """One question of a movement segment."""

    def __init__(self, scene: Scene, ask: Ask, book: Book) -> None:
        self.scene, self.ask, self.options, self.book = scene, ask, ask.options, book
        view = scene.view
        book.open(view)
        self.able = [group[0] for group in self.options.groups() if len(group) == 1]
        self.foes = frozenset(at for at, _, _ in scene.foes)
        around = scene.setting.ground.around
        self.zone = frozenset(there for at in self.foes for there in around[at] if there)
        self.why = ""

    def order(self) -> Action:
        """Entries, leaders, planned attacks, all others, and the end of the segment."""
        for step in (self._enter, self._strike, self._ride, self._settle):
            found = step()
            if found is not None:
                return found
        if Finish() in self.options:
            return Finish()
        return self._do_duty()

    def _ride(self) -> Action | None:
        return riders.ride(self.scene, self.options, self.book.ridden)

    # --- who comes on

    def _enter(self) -> Action | None:
        if not self.scene.view.waiting_in:
            return None
        entries = []
        for action in self.options.of_others():
            if not isinstance(action, Enter):
                break
            entries.append(action)
        return min(entries, key=self._entry_rank, default=None)

    def _entry_rank(self, order: Enter) -> tuple[int, int, str]:
        unit = next((u for u in order.units if u in self.scene.setting.roster), "")
        force = self.scene.force(unit) if unit else None
        target = force.order.target if force is not None else ()
        if not unit:
            target = riders.bound_for(self.scene, order.units[0])
        end = order.path[-1]
        far = min((distance(end, at) for at in target), default=0)
        return far, -len(order.path), str(order)

    # --- attacks

    def _strike(self) -> Action | None:
        if self.book.strikes is None:
            self.book.strikes = strikes.plan(self.scene, dict(self._attackers()))
        for strike in self.book.strikes:
            for unit, at in strike.placed:
                if unit in self.able and self.scene.view.pieces[unit].at != at:
                    order = self._move(unit, at)
                    if order is not None and (unit, at) not in self.book.pushed:
                        self.book.pushed.add((unit, at))
                        self.why = f"{len(strike.placed)} units at {strike.target:04d}"
                        self.why += f", {strike.worth:+.1f} points"
                        return order
                self.book.settled.add(unit)
        return None

    def _attackers(self) -> Iterator[tuple[UnitId, frozenset[Hex]]]:
        """Units under orders to attack, with the hexes where they can be."""
        for unit in self.scene.own():
            force = self.scene.force(unit)
            if force is None or force.type not in AGGRESSIVE or force.formation not in self._acting:
                continue
            if self.scene.setting.roster[unit].arm.artillery:
                continue
            here = self.scene.view.pieces[unit].at
            if self._post(unit, here):
                yield unit, frozenset((here,))
                continue
            ends = self.options.walker((unit,)).ends() if unit in self.able else ()
            yield unit, frozenset((here, *ends))

    @property
    def _acting(self) -> tuple[str, ...]:
        return self.scene.view.acting

    def _move(self, unit: UnitId, at: Hex) -> Move | None:
        walker = self.options.walker((unit,))
        if at not in walker.reach() or at == self.scene.view.pieces[unit].at:
            return None
        order = Move((unit,), walker.path_to(at))
        return order if order in self.options else None

    # --- everybody else

    def _settle(self) -> Action | None:
        far = self.scene.nearest_foe
        pieces = self.scene.view.pieces
        for unit in sorted(self.able, key=lambda unit: (far(pieces[unit].at), unit)):
            if unit in self.book.settled:
                continue
            self.book.settled.add(unit)
            force = self.scene.force(unit)
            if force is None:
                continue
            order = self._best_place(unit, force)
            if order is not None:
                return order
        return None

    def _best_place(self, unit: UnitId, force: Force) -> Action | None:
        here = self.scene.view.pieces[unit].at
        held = self.value(unit, force, here) + BETTER + self._post(unit, here)
        best, chosen = held, 0
        came = self.book.came.get(unit, 0)
        for at in self.options.walker((unit,)).ends():
            value = self.value(unit, force, at)
            if came and 2 * distance(at, came) < distance(here, came):
                value -= UNDONE
            if value > best:
                best, chosen = value, at
        return self._move(unit, chosen) if chosen else None

    def _post(self, unit: UnitId, here: Hex) -> float:
        """What it is worth not to leave ground that earns points, alone on it and the enemy near."""
        scene = self.scene
        if scene.character.sight < SECTOR or scene.nearest_foe(here) > AT_THE_GATES:
            return 0.0
        others = [u for u in scene.view.stacks.get(here, ()) if u != unit and u in scene.view.own]
        return 0.0 if others else min(MOST_GROUND, scene.ground(here))

    def value(self, unit: UnitId, force: Force, at: Hex) -> float:
        """What it is worth to have a unit in a hex at the end of the stage."""
        scene, printed = self.scene, self.scene.setting.roster[unit]
        target = (force.anchor,) if force.anchor else force.order.target
        far = min((distance(at, goal) for goal in target), default=0)
        if force.type is OrderType.RESERVE:
            return self._in_reserve(at)
        if force.type not in (*AGGRESSIVE, *HOLDING):
            return -1.5 * far
        value = -self._pull(force, far) + self._danger(unit, at)
        if at in self.zone and force.type in AGGRESSIVE:
            value -= ALONE * min(1.0, scene.character.danger)
        if printed.arm.artillery:
            return value + self._gunnery(unit, at) + 0.5 * self._garrison(unit, at)
        if printed.arm.foot:
            return value + self._garrison(unit, at)
        return value + 0.3 * self._garrison(unit, at)

    def _in_reserve(self, at: Hex) -> float:
        """Behind the main effort, near enough to be called and far enough to be left alone."""
        main = self.scene.goals[0].hexes if self.scene.goals else (at,)
        far = min(distance(at, goal) for goal in main)
        return -0.5 * max(far, AT_HAND) - 3.0 * max(0, AT_HAND - self.scene.nearest_foe(at))

    def _pull(self, force: Force, far: int) -> float:
        if force.type in AGGRESSIVE:
            return 1.2 * far
        return 0.8 * max(0, far - 1) + 0.2 * min(far, 1)

    def _danger(self, unit: UnitId, at: Hex) -> float:
        """Fear of what could fall upon the unit there, less for support and cover."""
        scene = self.scene
        power = scene.strength(unit) + scene.support(at, unit)
        fear = 0.5 * scene.threat(at) - power * (1.0 + scene.cover(at))
        bonus = scene.character.support * min(6.0, scene.support(at, unit)) * 0.15
        shelter = scene.cover(at) * min(scene.threat(at), 10.0) * 0.2
        return bonus + shelter - 0.2 * scene.character.danger * max(0.0, fear)

    def _garrison(self, unit: UnitId, at: Hex) -> float:
        """Ground that earns points wants men in it: as many as the threat to it asks for."""
        scene = self.scene
        ground = min(MOST_GROUND, scene.ground(at))
        if not ground:
            return 0.0
        others = [
            other
            for other in scene.view.stacks.get(at, ())
            if other != unit and other in scene.view.own
        ]
        if scene.view.control.get(at) != scene.side:
            return ground if not others else 0.15 * ground
        threat = scene.threat(at)
        there = sum(scene.strength(other) for other in others) * (1.0 + scene.cover(at))
        lacking = (0.6 * threat - there) / max(1, scene.strength(unit))
        return 0.7 * ground * min(1.0, threat / 8.0) * min(1.0, max(0.05, lacking))

    def _gunnery(self, unit: UnitId, at: Hex) -> float:
        """Guns want targets in range, men beside them and no enemy at the muzzle."""
        scene = self.scene
        close = scene.setting.cards.figure("bombardment_range")
        seen = [
            there
            for there in self.foes
            if distance(at, there) <= close and fires(scene.table, at, there).clear
        ]
        shot = 2.0 * odds.mean(scene.strength(unit)) * scene.character.guns if seen else 0.0
        friends = any(
            other != unit and scene.setting.roster[other].arm.foot
            for other in scene.view.stacks.get(at, ())
            if other in scene.view.own
        )
        fear = 0.0 if friends else (2.5 if at in self.zone else 0.08 * scene.threat(at))
        return shot - fear * scene.character.danger + (0.4 if friends else 0.0)

    # --- what must be done

    def _do_duty(self) -> Action:
        """A duty stands open: move whoever can, as the order wants it; then leaders, then by chance."""
        for unit in self.able:
            force = self.scene.force(unit)
            if force is None:
                continue
            here = self.scene.view.pieces[unit].at
            ends = [at for at in self.options.walker((unit,)).ends() if at != here]
            ranked = sorted(ends, key=lambda at: (-self._dutiful(unit, force, at), at))
            for at in ranked[:3]:
                if (unit, at) not in self.book.pushed:
                    self.book.pushed.add((unit, at))
                    order = self._move(unit, at)
                    if order is not None:
                        return order
        rides = [order for order in self.options.of_others() if isinstance(order, Lead)]
        fresh = [o for o in rides if (o.leader, o.path[-1]) not in self.book.pushed]
        led = [o for o in fresh if self.scene.setting.leaders[o.leader].role is Role.FORMATION]
        if led:
            ride = min(led, key=self._ride_rank)
            self.book.pushed.add((ride.leader, ride.path[-1]))
            return ride
        return self._by_chance()

    def _dutiful(self, unit: UnitId, force: Force, at: Hex) -> float:
        target = force.order.target
        far = min((distance(at, goal) for goal in target), default=0)
        if force.type in (OrderType.FALL_BACK, OrderType.GENERAL_RETREAT):
            return self.scene.nearest_foe(at) - 0.1 * far
        if force.type in AGGRESSIVE:
            return self.value(unit, force, at) + (2.0 if at in self.zone else 0.0)
        return -float(far)

    def _ride_rank(self, order: Any) -> tuple[int, str]:
        force = self.scene.view.forces.get(self.scene.setting.leaders[order.leader].formation)
        target = force.order.target if force is not None else ()
        return min((distance(order.path[-1], at) for at in target), default=0), str(order)

    def _by_chance(self) -> Action:
        order: Action = self.options.sample(self.scene.chooser)
        for _ in range(TRIES):
            if not isinstance(order, Finish):
                return order
            order = self.options.sample(self.scene.chooser)
        return order
