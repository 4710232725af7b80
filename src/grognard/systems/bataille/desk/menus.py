"""The menus of La Bataille.

A side may have thousands of orders. The first menu lists units, arrivals, leaders and commands;
a unit opens into its kinds of order, a kind into places, a place into the ways to stand there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from grognard.desks.advice import Option
from grognard.desks.catalogue import Figure, Points
from grognard.desks.menus import Choice, Menu, Menus, verb_of, who_of
from grognard.desks.teller import NONE
from grognard.kernel import Action
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille.pieces import Formation, facing_name
from grognard.systems.bataille.setting import HALVES

VERY_FEW: Final = 6
"""So many ways are listed at once where a unit's marches are listed, too."""

EMPTY: Final = "kind-empty"


class BatailleMenus(Menus):
    """Opens a unit into its kinds of order, marches into places, a place into the ways to stand."""

    # --- the first menu

    def opening(self) -> Menu:
        """What is shown with a question: the unit in hand, while it has orders; else everything."""
        hand: Any = getattr(self.ask.options, "hand", None)
        menu = self.of(hand.unit) if hand is not None else Menu(())
        if not menu.choices:
            return self.first()
        title = self.teller.say("in-hand", title=menu.title)
        return msgspec.structs.replace(menu, title=title)

    def by_unit(self, options: Any) -> Iterator[Choice]:
        hand: Any = getattr(options, "hand", None)
        in_hand = "" if hand is None else hand.unit
        for unit in self.table.units_of(self.ask.side):
            if next(iter(options.of_unit(unit)), None) is not None:
                label = self.standing(unit)
                if unit == in_hand:
                    left = Points.of(hand.left)
                    label = self.teller.say("points-left", label=label, points=left)
                yield Choice(label, opens=self.opener(unit))
        others = list(options.of_others()) if hasattr(options, "of_others") else []
        for heading, verbs in SECTIONS:
            found = [action for action in others if verb_of(action) in verbs]
            if found:
                yield Choice(self.teller.say(f"section-{heading}"))
                yield from self._others(found)

    def _others(self, found: list[Action]) -> Iterator[Choice]:
        by_who: dict[str, list[Action]] = {}
        for action in found:
            by_who.setdefault(who_of(action), []).append(action)
        for who, actions in by_who.items():
            if len(actions) == 1 or not who:
                yield from map(self.choice, actions)
            else:
                yield Choice(self._name(who), opens=self.opener(who))

    def _name(self, who: str) -> str:
        if who in self.table.setting.leaders:
            at = self.table.leaders.get(who, 0)
            with_ = self.table.attached.get(who)
            return self.teller.say(
                "leader-at", leader=self.teller.leader(who), at=self.teller.at(at),
                unit=self.teller.unit(with_) if with_ else NONE,
            )  # fmt: skip
        group = next((a for a in self.table.setting.arrivals if who in a.units), None)
        unit = self.teller.unit(who)
        if group is None:
            return unit
        return self.teller.say("arriving", unit=unit, group=group.id, zone=group.zone)

    def standing(self, unit: str) -> str:
        """A unit on the map, in a line."""
        piece, printed = self.table.pieces[unit], self.table.printed(unit)
        left = printed.increments - piece.lost
        strength = f"{left}/{printed.increments}" if piece.lost else str(left)
        return self.teller.say(
            "standing", unit=self.teller.unit(unit), hexes="+".join(map(name, piece.hexes)),
            formation=piece.formation.value, strength=strength,
            facing=facing_name(piece.formation, piece.facing),
            order=piece.cohesion.value, readiness=piece.readiness.value,
        )  # fmt: skip

    # --- of one unit or leader

    def of(self, who: str, only: tuple[str, ...] = ()) -> Menu:
        """What somebody may be ordered: all, or only a kind of order, a hex, a facing there."""
        hexes = [int(word) for word in only if len(word) == 4 and word.isdigit()]
        faces = [word for word in only if word.isupper() and word.isalpha()]
        verbs = [word for word in only if word.islower()]
        orders = list(self.orders(who))
        if not only:
            return self._kinds(who, orders)
        if verbs:
            orders = [a for a in orders if set(verbs) & set(str(a).split())]
        if hexes:
            return self._at(orders, hexes[0], faces)
        if verbs == ["march"] and orders:
            return self._places(who, orders)
        return self.grouped(orders) if verbs else Menu(())

    def _kinds(self, who: str, orders: list[Action]) -> Menu:
        """The kinds of order of one unit: marches by place, formations, the rest."""
        marches = [action for action in orders if verb_of(action) == "march"]
        rest = [action for action in orders if verb_of(action) != "march"]
        places = self._reach(who) if marches else {}
        choices: list[Choice] = []
        if places:
            label = self.teller.say("march-to", count=Figure(len(places)), who=who)
            choices.append(Choice(label, opens=lambda: self._places(who, marches)))
        elif marches:
            label = self.teller.say("turn-ways", count=Figure(len(marches)))
            choices.append(Choice(label, opens=lambda: self.listed(marches)))
        sorted_rest = self.grouped(rest, VERY_FEW)
        focus = self.table.pieces[who].hexes if who in self.table.pieces else ()
        costs = places
        if who in self.table.leaders:
            focus, costs = (self.table.leaders[who],), self._rides(who)
        return Menu((*choices, *sorted_rest.choices), self._title(who), costs, focus)

    def _title(self, who: str) -> str:
        if who not in self.table.pieces:
            return self._name(who)
        hand = getattr(self.ask.options, "in_hand", lambda unit: None)(who)
        left = getattr(hand, "left", None)
        title = self.standing(who)
        if left is None:
            return title
        return self.teller.say("with-points", label=title, points=Points.of(left))

    def _reach(self, unit: str) -> dict[Hex, str]:
        found = self.adviser.reach(self.battle.state, self.ask.side, (unit,))
        return {way.at: f"{way.cost:g}{'.' if way.stops else ''}" for way in found.ways}

    def _rides(self, leader: str) -> dict[Hex, str]:
        """Where a leader may ride, and what it costs him."""
        from grognard.systems.bataille.command.leader_moves import rides

        if not hasattr(self.ask.options, "leaders"):
            return {}
        return {at: f"{cost / HALVES:g}" for at, cost in rides(self.table, leader).items()}

    def _places(self, who: str, marches: list[Action]) -> Menu:
        """A line for every hex in reach: the cheapest way there, and how it ends."""
        state, side = self.battle.state, self.ask.side
        found = self.adviser.reach(state, side, (who,)).ways
        choices = []
        for way in sorted(found, key=lambda way: (way.cost, way.at)):
            at, cost = self.teller.at(way.at), Points(way.cost)
            label = self.teller.say("place-cost", at=at, points=cost)
            if way.stops:
                label += f"; {self.teller.phrase(way.stops)}"
            choices.append(
                Choice(label, opens=lambda at=way.at: self._at(marches, at, []))  # type: ignore[misc]
            )
        turns = [a for a in marches if self.option(a).ends == self.table.pieces[who].hexes]
        if turns:
            here = self.teller.say("turn-here")
            choices.insert(0, Choice(here, opens=lambda: self.listed(turns)))
        title = self.teller.say("unit-marches", unit=self.teller.unit(who))
        return Menu(tuple(choices), title, self._reach(who))

    def _at(self, orders: Iterable[Action], at: Hex, faces: list[str]) -> Menu:
        """The ways to end in a hex: marches before formations, the cheapest first."""
        found = []
        for action in orders:
            option = self.option(action)
            if at in _ends(action, option) and (not faces or _facing(option, self.table) in faces):
                marches = verb_of(action) != "march"
                found.append((marches, option.cost, len(str(action)), str(action), action))
        found.sort(key=lambda each: each[:4])
        return self.listed(each[-1] for each in found)

    # --- what orders have in common, and what they do

    def is_last(self, kind: str) -> bool:
        return kind == self.teller.say(EMPTY)

    def kind(self, action: Any) -> str:
        """What an order has in common with others of its kind."""
        verb, say = verb_of(action), self.teller.say
        if verb == "form":
            return say("kind-form", formation=action.formation.value)
        if verb == "enter":
            return say("kind-enter", unit=action.unit, at=self.teller.at(action.at))
        if verb in ("fire", "assault"):
            units = self.teller.units(self.table.stacks.get(action.target, ()))
            return say(f"kind-{verb}", at=self.teller.at(action.target), units=units)
        if verb == "lead":
            return say("kind-friends" if self.table.stacks.get(action.to) else EMPTY)
        return verb

    def notes(self, action: Action, option: Option) -> Iterator[str]:
        if verb_of(action) == "march" and option.ends:
            faces = _facing(option, self.table)
            yield self._stands(option.ends, faces, option.cost)
            if option.stops:
                yield self.teller.phrase(option.stops)
        elif verb_of(action) == "form":
            yield from self._formed(action)
        elif verb_of(action) == "ride":
            yield from self._ridden(str(action).split()[-1])

    def _formed(self, action: Any) -> Iterator[str]:
        """What a change of formation costs, and whether it takes a die."""
        from grognard.systems.bataille.movement.formations import change

        hand = self.ask.options.in_hand(action.unit)
        found = change(self.table, hand, action.formation, action.facing, action.hexes)
        cost = getattr(found, "cost", None)
        if cost is not None:
            message = "form-die" if getattr(found, "needs_die", False) else "points"
            yield self.teller.say(message, points=Points.of(cost))

    def _ridden(self, word: str) -> Iterator[str]:
        """Where a word of a charge leads, and what it costs."""
        for leg in self.ask.options.legs():
            if leg.word == word:
                faces = facing_name(leg.formation, leg.facing)
                yield self._stands(leg.hexes, faces, leg.cost / HALVES)

    def _stands(self, hexes: Iterable[Hex], faces: str, cost: float) -> str:
        to = "+".join(map(name, hexes))
        return self.teller.say("stand-cost", hexes=to, facing=faces, points=Points(cost))


SECTIONS: Final = (
    ("arriving", ("enter",)),
    ("leaders", ("lead", "accompany")),
    ("counters", ("join",)),
    ("command", ("force-march", "leave")),
)
"""What is listed below the units, by the verbs of the orders."""


def _ends(action: Any, option: Option) -> tuple[Hex, ...]:
    to = getattr(action, "to", None)
    return (to,) if isinstance(to, int) else option.ends


def _facing(option: Option, table: Any) -> str:
    if option.facing < 0:
        return ""
    piece = table.pieces.get(option.unit)
    formation = (
        Formation(option.formation) if option.formation else getattr(piece, "formation", None)
    )
    return facing_name(formation, option.facing) if formation is not None else ""
