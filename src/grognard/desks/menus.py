"""Options as menus: what can be chosen by number, and what opens when it is chosen.

Here orders are sorted by their verbs, and by the unit they are for where a side orders unit by
unit. A system's own menus may open further: a unit into kinds of order, a kind into places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, Protocol

import msgspec

from grognard.desks.advice import LOOKED_AT, Option, words_in
from grognard.desks.catalogue import Figure
from grognard.desks.offers import Offering
from grognard.desks.teller import Teller
from grognard.desks.wording import hexes
from grognard.desks.words import Words
from grognard.kernel import Action, State
from grognard.kernel.questions import Ask
from grognard.mechanics.commands import Finish
from grognard.mechanics.places import Place

FEW: Final = 16
"""So many ways are listed at once; more are first sorted by what they lead to."""


class Choice(msgspec.Struct, frozen=True):
    """One line of a menu: an order, or something that opens into another menu.

    A heading has neither.
    """

    label: str
    action: Action | None = None
    opens: Callable[[], Menu] | None = None

    @property
    def is_heading(self) -> bool:
        return self.action is None and self.opens is None


class Menu(msgspec.Struct, frozen=True):
    """Lines to choose from; ``costs`` are written into the places of the map around ``focus``."""

    choices: tuple[Choice, ...]
    title: str = ""
    costs: dict[Place, str] = {}
    focus: tuple[Place, ...] = ()


class InPlay(Protocol):
    """A battle being played, as far as a table looks at it."""

    @property
    def state(self) -> State: ...

    @property
    def setting(self) -> Any: ...


class Menus:
    """Makes the menus of the question a battle waits for."""

    def __init__(self, battle: InPlay, teller: Teller, adviser: Offering, words: Words) -> None:
        self.battle, self.teller, self.adviser, self.words = battle, teller, adviser, words
        self._state: State | None = None
        self._known: dict[Action, Option] = {}

    @property
    def ask(self) -> Ask:
        pending = self.battle.state.pending
        assert isinstance(pending, Ask)
        return pending

    @property
    def table(self) -> Any:
        return self.battle.state.table

    # --- the first menu

    def opening(self) -> Menu:
        """What is shown with a question."""
        return self.first()

    def first(self) -> Menu:
        """Units and the rest, where a side orders unit by unit; else all options."""
        options = self.ask.options
        if hasattr(options, "of_unit"):
            return Menu(tuple(self.by_unit(options)))
        read = islice(options, LOOKED_AT)
        return self.grouped([action for action in read if not isinstance(action, Finish)])

    def by_unit(self, options: Any) -> Iterator[Choice]:
        """A line for every unit with an order, then the orders that are for none."""
        for unit in self.table.units_of(self.ask.side):
            if next(iter(options.of_unit(unit)), None) is not None:
                yield Choice(self.standing(unit), opens=self.opener(unit))
        others = list(options.of_others()) if hasattr(options, "of_others") else []
        yield from self.grouped(others).choices

    def opener(self, who: str) -> Callable[[], Menu]:
        return lambda: self.of(who)

    def standing(self, unit: str) -> str:
        """A unit on the map, in a line."""
        where = hexes(places_of(self.table.pieces[unit]))
        return self.teller.say("standing-plain", unit=self.teller.unit(unit), hexes=where)

    # --- of one unit or leader

    def of(self, who: str, only: tuple[str, ...] = ()) -> Menu:
        """What somebody may be ordered: all, or only what has these words, too."""
        found = [action for action in self.orders(who) if set(only) <= words_in(action)]
        pieces = self.table.pieces
        title = self.standing(who) if who in pieces else self.teller.leader(who)
        focus = tuple(places_of(pieces[who])) if who in pieces else ()
        menu = self.grouped(found)
        return msgspec.structs.replace(menu, title=title, focus=focus)

    def orders(self, who: str) -> Iterator[Action]:
        """Every order that somebody may be given now."""
        options = self.ask.options
        if hasattr(options, "of_unit"):
            if who in self.table.pieces and self.table.side_of(who) == self.ask.side:
                yield from options.of_unit(who)
            for action in options.of_others() if hasattr(options, "of_others") else ():
                if who == who_of(action):
                    yield action
            return
        for action in islice(options, LOOKED_AT):
            if who in words_in(action):
                yield action

    def option(self, action: Action) -> Option:
        """What is known of an option; kept until the state changes, for walking a path takes time."""
        state = self.battle.state
        if self._state is not state:
            self._state, self._known = state, {}
        if action not in self._known:
            self._known[action] = self.adviser.option(state, action)
        return self._known[action]

    # --- sorting

    def grouped(self, orders: list[Action], few: int = FEW) -> Menu:
        """A list when there are few; else what they have in common, each opening into its list."""
        if len(orders) <= few:
            return self.listed(orders)
        groups: dict[str, list[Action]] = {}
        for action in orders:
            groups.setdefault(self.kind(action), []).append(action)
        if len(groups) == 1:
            return self.listed(orders)
        choices = []
        for label, actions in sorted(groups.items(), key=lambda each: self.is_last(each[0])):
            if len(actions) == 1:
                choices.append(self.choice(actions[0]))
            else:
                opens = self._list_opener(actions)
                choices.append(Choice(self.ways(label, len(actions)), opens=opens))
        return Menu(tuple(choices))

    def ways(self, label: str, count: int) -> str:
        return self.teller.say("ways", label=label, count=Figure(count))

    def is_last(self, kind: str) -> bool:
        """Does a kind of order stand below the others?"""
        return False

    def _list_opener(self, actions: list[Action]) -> Callable[[], Menu]:
        return lambda: self.listed(actions)

    def kind(self, action: Any) -> str:
        """What an order has in common with others of its kind."""
        return verb_of(action)

    def listed(self, actions: Iterable[Action]) -> Menu:
        return Menu(tuple(map(self.choice, actions)))

    def choice(self, action: Action) -> Choice:
        """An order with what it would do."""
        option = self.option(action)
        notes = [*self.notes(action, option)]
        said = self.words.gloss(action, self.ask.purpose, self.teller, self.table)
        if said:
            notes.append(said)
        return Choice(f"{action}  [{'; '.join(notes)}]" if notes else str(action), action)

    def notes(self, action: Action, option: Option) -> Iterator[str]:
        """Where an order leads and what it costs."""
        yield from map(self.teller.phrase, filter(None, (option.stops, option.warns)))


def places_of(piece: Any) -> tuple[Place, ...]:
    """The places in which a piece stands."""
    held = getattr(piece, "hexes", None)
    return tuple(held) if held is not None else (piece.at,)


def stands_at(held: Any) -> Place:
    """Where a leader stands, whom a table keeps by his hex or as a piece."""
    return held if isinstance(held, int) else places_of(held)[0]


def verb_of(action: Action) -> str:
    return str(action).partition(" ")[0]


def who_of(action: Any) -> str:
    """Whom an order is for."""
    return str(getattr(action, "unit", "") or getattr(action, "leader", ""))
