"""Who may fire at what (rules 16, 20, 21, 26-28), and what a player is offered.

``FieldOfFire`` asks whether a unit may fire at a target in a segment: every answer is a reason
against, with its clause, or None. ``FireOptions`` offers all legal attacks to a player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from grognard.kernel import Action, Options, Reason, rule
from grognard.kernel.questions import Chooser
from grognard.mechanics.boards import Board, disc_board, hexes_in
from grognard.mechanics.hexes import Hex, distance, name, ring
from grognard.systems.bataille.actions import Finish, Firer, Shoot
from grognard.systems.bataille.fire.combining import all_together, artillery_leaders, guns_apart
from grognard.systems.bataille.fire.firing import (
    DEFENSIVE,
    OFFENSIVE,
    OPPORTUNITY,
    fires_far,
    has_no_fire,
    in_square,
    is_battery,
    is_mounted,
    reach,
    silence,
)
from grognard.systems.bataille.fire.sight import is_clear, sees
from grognard.systems.bataille.fronts import front_mask
from grognard.systems.bataille.movement import pace
from grognard.systems.bataille.pieces import Cohesions, UnitId
from grognard.systems.bataille.spans import PLACES, SPANS
from grognard.systems.bataille.table import Table

__all__ = [
    "DEFENSIVE",
    "OFFENSIVE",
    "OPPORTUNITY",
    "FieldOfFire",
    "FireOptions",
    "Shot",
    "artillery_leaders",
    "silence",
]

UNLIMITED: Final = "unlimited"


class Shot(msgspec.Struct, frozen=True):
    """What a fire segment remembers: who fired from where at which hex.

    Mounted skirmishers fire at units: ``unit`` is the one this shot was meant for (P20.11).
    """

    firer: Firer
    target: Hex
    unit: UnitId = ""


class FieldOfFire:
    """One side's fire in one segment, or in one window of opportunity fire.

    ``shots`` are those already fired in the segment. ``at`` limits the targets, as it does in a
    window. Answers are kept, so that asking twice costs little.
    """

    __slots__ = (
        "_bare",
        "_enemies",
        "_fronts",
        "_nearest",
        "_silent",
        "at",
        "kind",
        "shots",
        "side",
        "table",
    )

    def __init__(
        self,
        table: Table,
        side: str,
        kind: str,
        shots: Sequence[Shot] = (),
        at: Sequence[Hex] = (),
    ) -> None:
        self.table, self.side, self.kind = table, side, kind
        self.shots, self.at = shots, at
        self._silent: dict[Firer, Reason | None] = {}
        self._nearest: dict[Firer, tuple[Hex, ...]] = {}
        self._fronts: dict[Firer, int] = {}
        self._enemies: frozenset[Hex] | None = None
        self._bare: Mapping[Hex, str] | None = None

    # --- targets

    @rule("P21.1", "P21.2", "PR-44", "PR-179")
    def no_target(self, target: Hex) -> Reason | None:
        """Why a hex cannot be fired at by anyone outside it."""
        if not self.table.has_enemy(target, self.side) and target not in self.bare:
            return Reason(f"no enemy stands in {name(target)}", "P21.1")
        if self.at and target not in self.at:
            return Reason(f"the window is not for {name(target)}", "PR-179")
        if any(shot.target == target for shot in self.shots):
            return Reason(f"{name(target)} was fired at in this segment", "P21.2")
        return None

    @property
    def bare(self) -> Mapping[Hex, str]:
        """Hexes without a combat unit that may be fired at all the same, in one's own segment."""
        if self._bare is None:
            own = self.kind == OFFENSIVE
            self._bare = (
                self.table.setting.reglement.bare_targets(self.table, self.side) if own else {}
            )
        return self._bare

    def _is_shared(self, target: Hex) -> bool:
        """Do both sides stand in the hex: a square with horse upon it?"""
        roster, side = self.table.setting.roster, self.side
        for unit in self.table.stacks.get(target, ()):  # noqa: SIM110 - asked of every target
            if roster[unit].side == side:
                return True
        return False

    # --- one firer, one target

    def against(self, firer: Firer, target: Hex) -> Reason | None:
        """Why this unit may not fire from this hex at this target; the target itself is legal."""
        reason = self.silent(firer)
        if reason is not None:
            return reason
        return (
            self._spent(firer, target)
            or self._square(firer, target)
            or self._far(firer, target)
            or self._zone(firer, target)
            or self._spared(firer, target)
            or self._unseen(firer, target)
            or self._nearer(firer, target)
        )

    def silent(self, firer: Firer) -> Reason | None:
        """Is the unit there, ours, and able to fire at all?"""
        if firer not in self._silent:
            absent = self._not_there(firer)
            self._silent[firer] = (
                absent or self._marching(firer) or silence(self.table, firer.unit, firer.at)
            )
        return self._silent[firer]

    @rule("P44.9", "PR-135")
    def _marching(self, firer: Firer) -> Reason | None:
        """A unit on a forced march fires in defence, but not in its own fire segment."""
        if self.kind != OFFENSIVE:
            return None
        return pace.may_attack(self.table.printed(firer.unit), self.table.pieces[firer.unit])

    def _not_there(self, firer: Firer) -> Reason | None:
        piece = self.table.pieces.get(firer.unit)
        if piece is None or firer.at not in piece.hexes:
            return Reason(f"{firer.unit} does not stand in {name(firer.at)}", "P21.8")
        if self.table.side_of(firer.unit) != self.side:
            return Reason(f"{firer.unit} is not yours to fire with", "P21.8")
        return None

    @rule("P16.47", "P20.11", "P25.5", "P27.3", "P28.2", "PR-47", "PR-178")
    def _spent(self, firer: Firer, target: Hex) -> Reason | None:
        """Each hex of a unit fires once; squares thrice, mounted skirmishers at every unit."""
        table, unit = self.table, firer.unit
        if self.kind == OPPORTUNITY:
            limit = table.setting.options.get("oppfire_limit", UNLIMITED)
            if limit != UNLIMITED and len(table.fired_at.get(unit, ())) >= int(limit):
                return Reason("it has given all its opportunity fire", "PR-47")
            return None
        if is_mounted(table, unit):
            if self.meant_for(unit, target):
                return None
            return Reason("it has fired at every unit there", "P20.11")
        here = [shot for shot in self.shots if shot.firer.at == firer.at]
        square = in_square(table, unit)
        if any(shot.firer.unit == unit for shot in here) and (
            is_battery(table, unit) or not square
        ):
            return Reason("it has fired in this segment", "P27.3")
        if not square and any(
            is_battery(table, shot.firer.unit) != is_battery(table, unit) for shot in here
        ):
            return Reason("infantry and guns of a hex fire at one target together", "P25.5")
        return None

    def meant_for(self, unit: UnitId, target: Hex) -> UnitId:
        """The uppermost enemy in a hex at which these mounted skirmishers have not yet fired."""
        done = [shot.unit for shot in self.shots if shot.firer.unit == unit]
        roster = self.table.setting.roster
        for enemy in self.table.stacks.get(target, ()):
            if roster[enemy].side != self.side and enemy not in done:
                return enemy
        return ""

    @rule("P16.47", "P16.50", "PR-44")
    def _square(self, firer: Firer, target: Hex) -> Reason | None:
        """A square fires at horse in its own hex, or into three hexes no two of them neighbours."""
        table = self.table
        square = in_square(table, firer.unit)
        if firer.at == target:
            ours = [shot for shot in self.shots if shot.firer == firer]
            if square and not ours:
                return None
            return Reason("only a square fires into its own hex", "P16.50")
        if self._is_shared(target):
            return Reason("only the square fires at horse in its hex", "PR-44")
        if not square or is_battery(table, firer.unit):
            return None
        into = self._volleys(firer.at)
        if len(into) >= table.setting.cards.count("square_targets"):
            return Reason("a square fires into three hexes", "P16.47")
        if any(distance(other, target) <= 1 for other in into):
            return Reason("a square fires into hexes that do not touch each other", "P16.47")
        return None

    def _volleys(self, at: Hex) -> list[Hex]:
        """The hexes into which the infantry of a square has fired."""
        return sorted(
            {
                shot.target
                for shot in self.shots
                if shot.firer.at == at and not is_battery(self.table, shot.firer.unit)
            }
        )

    @rule("P19.2", "P20.11", "P21.9", "P26.3", "P27.2", "P28.4")
    def _far(self, firer: Firer, target: Hex) -> Reason | None:
        away, far = distance(firer.at, target), reach(self.table, firer.unit, self.kind)
        if away <= far:
            return None
        clause = {DEFENSIVE: "P27.2", OPPORTUNITY: "P28.4"}.get(self.kind, "P21.9")
        if self.kind == OFFENSIVE and fires_far(self.table, firer.unit):
            clause = "P26.3" if is_battery(self.table, firer.unit) else "P19.2"
        return Reason(f"{name(target)} is {away} hexes away and its fire reaches {far}", clause)

    @rule("P14.3", "P14.14", "P28.1", "P28.5", "P28.6", "PR-34", "PR-46")
    def _zone(self, firer: Firer, target: Hex) -> Reason | None:
        """Opportunity fire is for those whose zone covers the hex, and for squares beside it."""
        if self.kind != OPPORTUNITY or in_square(self.table, firer.unit):
            return None
        if firer.unit in self.table.zone_over(target, self.side):
            return None
        return Reason(f"{name(target)} is not in its zone", "P28.1")

    def _spared(self, firer: Firer, target: Hex) -> Reason | None:
        """Targets at which the edition lets only some fire."""
        for spared in self.table.setting.reglement.spared:
            found = spared(self.table, firer.unit, target)
            if found is not None:
                return found
        return None

    @rule("P21.8", "P23.1", "P27.1")
    def _unseen(self, firer: Firer, target: Hex) -> Reason | None:
        sight = sees(self.table, firer.unit, firer.at, target)
        return None if sight.clear else Reason(sight.reason, sight.clause)

    def _clear(self, firer: Firer, target: Hex) -> bool:
        """Whether ``_unseen`` has nothing against it; the front of each firer is worked out once."""
        front = self._fronts.get(firer)
        if front is None:
            front = self._fronts[firer] = front_mask(self.table, firer.unit, firer.at)
        return is_clear(self.table, front, firer.at, target, self.side)

    @rule("P26.5", "PR-58")
    def _nearer(self, firer: Firer, target: Hex) -> Reason | None:
        """Guns that fire offensively take the nearest target, ties as the owner likes."""
        if self.kind != OFFENSIVE or not is_battery(self.table, firer.unit) or firer.at == target:
            return None
        nearest = self.nearest(firer)
        if target in nearest:
            return None
        nearer = " or ".join(map(name, nearest))
        return Reason(f"guns fire at the nearest target: {nearer}", "P26.5")

    def nearest(self, firer: Firer) -> tuple[Hex, ...]:
        """The nearest hexes that a battery may fire at; routed enemies only if no others are."""
        if firer not in self._nearest:
            self._nearest[firer] = self._nearest_of(firer)
        return self._nearest[firer]

    def _nearest_of(self, firer: Firer) -> tuple[Hex, ...]:
        counts = self.table.setting.options.get("nearest_target_routed") == "count"
        found: list[Hex] = []
        broken: list[Hex] = []
        at_distance = broken_at = 0
        for away, target in self._in_range(firer):
            if found and away > at_distance:
                break
            if self._square(firer, target) or not self._clear(firer, target):
                continue
            if counts or _is_held(self.table, target, self.side):
                found.append(target)
                at_distance = away
            elif not broken or away == broken_at:
                broken.append(target)
                broken_at = away
        nearest = found or broken
        return (*nearest, *self._bare_within(firer, at_distance or broken_at))

    def _bare_within(self, firer: Firer, nearest: int) -> Iterator[Hex]:
        """Targets without a combat unit to which no combat unit is nearer."""
        done = {shot.target for shot in self.shots}
        for target in sorted(self.bare):
            away = distance(firer.at, target)
            if target in done or away > (nearest or reach(self.table, firer.unit, self.kind)):
                continue
            if self._clear(firer, target):
                yield target

    def _in_range(self, firer: Firer) -> Iterator[tuple[int, Hex]]:
        """Enemy hexes within reach that nobody has fired at, nearest first."""
        far = reach(self.table, firer.unit, self.kind)
        done = {shot.target for shot in self.shots}
        if self.table.setting.ground.rows + far > 100:  # rings would run into the next column
            spans = [(distance(firer.at, at), at) for at in self._enemy_hexes() - done]
            yield from sorted(span for span in spans if 0 < span[0] <= far)
            return
        board = self._enemy_board() & disc_board(firer.at, far)
        here = PLACES[firer.at]
        spans = [(SPANS[PLACES[at] - here], at) for at in hexes_in(board)] if board else []
        yield from sorted(span for span in spans if span[0] and span[1] not in done)

    def _enemy_board(self) -> Board:
        """The hexes in which enemies stand, as a board."""
        return self.table.standing(self.table.setting.enemy(self.side))[0]

    def _enemy_hexes(self) -> frozenset[Hex]:
        """All hexes in which enemies stand."""
        if self._enemies is None:
            enemy = self.table.setting.enemy(self.side)
            self._enemies = frozenset(self.table.standing(enemy)[1])
        return self._enemies

    # --- all firers

    def by_target(self) -> dict[Hex, tuple[Firer, ...]]:
        """For every hex that can be fired at, who may do so, in order."""
        found: dict[Hex, list[Firer]] = {}
        for firer in self._firers():
            if self.silent(firer) is None:
                targets = self._candidates(firer)
                chosen = self._nearest.get(firer, ())
                for target in targets:
                    # What the nearest targets of guns are has settled sight and range.
                    known = target in chosen and self.no_target(target) is None
                    barred = self._spent(firer, target) if known else self.bars(firer, target)
                    if barred is None:
                        found.setdefault(target, []).append(firer)
        return {target: self._once(found[target]) for target in sorted(found)}

    def bars(self, firer: Firer, target: Hex) -> Reason | None:
        """Why a unit may not fire at a hex by itself."""
        reason = self.no_target(target)
        if reason is not None and not (
            reason.clause == "P21.2" and self._may_repeat(firer, target)
        ):
            return reason
        return self.against(firer, target)

    @rule("P20.11")
    def _may_repeat(self, firer: Firer, target: Hex) -> bool:
        """Mounted skirmishers may fire again where only mounted skirmishers have fired."""
        return is_mounted(self.table, firer.unit) and all(
            is_mounted(self.table, shot.firer.unit) for shot in self.shots if shot.target == target
        )

    def _firers(self) -> Iterator[Firer]:
        """Units that might reach an enemy; those that fire only one hex far must stand beside one."""
        table = self.table
        if not self.at:
            enemies = self._enemy_hexes().union(self.bare)
            around = table.setting.ground.around
            offensive = self.kind == OFFENSIVE
            for unit in table.units_of(self.side):
                if has_no_fire(table, unit):
                    continue
                far = offensive and fires_far(table, unit) and reach(table, unit, self.kind) > 1
                for at in table.pieces[unit].hexes:
                    if far or at in enemies or not enemies.isdisjoint(around[at]):
                        yield Firer(unit, at)
            return
        near_by = {near for at in self.at for near in (at, *table.setting.ground.around[at])}
        roster = table.setting.roster
        for near in sorted(near_by):
            for unit in table.stacks.get(near, ()):
                if roster[unit].side == self.side:
                    yield Firer(unit, near)

    def _candidates(self, firer: Firer) -> Iterable[Hex]:
        """Hexes with enemies that the unit might reach."""
        table = self.table
        far = reach(table, firer.unit, self.kind)
        stacks = table.stacks
        inside = [firer.at] if self._is_mixed(firer.at) else []
        if is_battery(table, firer.unit) and self.kind == OFFENSIVE:
            return inside or self.nearest(firer)
        near: list[Hex] = inside
        near += [at for at in table.setting.ground.around[firer.at] if at in stacks]
        for away in range(2, far + 1):
            near += [at for at in ring(firer.at, away) if at in stacks]
        return [at for at in near if table.has_enemy(at, self.side)]

    def _is_mixed(self, at: Hex) -> bool:
        return len(self.table.stacks[at]) > 1 and self.table.has_enemy(at, self.side)

    def _once(self, firers: list[Firer]) -> tuple[Firer, ...]:
        """In order, mounted skirmishers once each, whichever of their hexes they fire from."""
        kept: list[Firer] = []
        for firer in sorted(firers):
            if kept and kept[-1].unit == firer.unit and is_mounted(self.table, firer.unit):
                continue
            kept.append(firer)
        return tuple(kept)


def _is_held(table: Table, at: Hex, side: str) -> bool:
    """Does the hex hold an enemy that is not routed?"""
    return any(
        table.side_of(unit) != side and table.pieces[unit].cohesion is not Cohesions.ROUT
        for unit in table.stacks[at]
    )


# --- what a player is offered


class FireOptions(Options):
    """The fire attacks a side may make now, and ``done``.

    Iteration lists the canonical attacks: for every target each unit alone, then all that may
    fire at it together (of guns that may not join, the strongest set). ``in`` accepts every legal
    combination, in any order of the firers.
    """

    __slots__ = ("_found", "field")
    kinds = (Finish, Shoot)

    def __init__(self, field: FieldOfFire) -> None:
        self.field = field
        self._found: dict[Hex, tuple[Firer, ...]] | None = None

    @property
    def firers(self) -> dict[Hex, tuple[Firer, ...]]:
        """Who may fire at each hex."""
        if self._found is None:
            self._found = self.field.by_target()
        return self._found

    def __contains__(self, action: object) -> bool:
        return next(self._against(action), None) is None

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Action]:
        yield Finish()
        for target in self.firers:
            yield from self._attacks(target)

    def _attacks(self, target: Hex) -> list[Shoot]:
        firers = self.firers[target]
        attacks = [Shoot(target, (firer,)) for firer in firers]
        together = all_together(self.field.table, target, firers)
        if len(together) > 1:
            attacks.append(Shoot(target, together))
        return sorted(attacks)

    def sample(self, chooser: Chooser) -> Action:
        """Any target, or none, with equal chances; then any of its attacks."""
        targets = list(self.firers)
        drawn = chooser.randrange(len(targets) + 1)
        if drawn == len(targets):
            return Finish()
        attacks = self._attacks(targets[drawn])
        return attacks[chooser.randrange(len(attacks))]

    def why_not(self, action: object) -> Sequence[Reason]:
        return tuple(self._against(action))

    def _against(self, action: object) -> Iterator[Reason]:
        """The reasons against an action, one after the other."""
        if isinstance(action, Finish):
            return
        if not isinstance(action, Shoot):
            yield Reason("only fire, or done, answers this question", "P21.8")
            return
        field, firers = self.field, action.firers
        units = [f.unit if is_known_mounted(field.table, f.unit) else str(f) for f in firers]
        if not firers or len(set(units)) < len(units):
            yield Reason("name each unit that fires once", "P21.4")
        for firer in firers:
            reason = field.bars(firer, action.target)
            if reason is not None:
                yield reason
        known = [firer for firer in firers if firer.unit in field.table.pieces]
        apart = guns_apart(field.table, action.target, known)
        if apart is not None:
            yield apart


def is_known_mounted(table: Table, unit: UnitId) -> bool:
    return unit in table.setting.roster and is_mounted(table, unit)
