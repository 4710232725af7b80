"""The text table: the question, the patch of map, menus by number, and words typed in."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

from grognard.cli.console import say
from grognard.cli.lessons import Lessons
from grognard.cli.timing import MovementClock
from grognard.desks.cards import lines_of
from grognard.desks.catalogue import ENGLISH
from grognard.desks.field import Line
from grognard.desks.menus import Choice, Menu, places_of, stands_at
from grognard.host.finding import look_up
from grognard.kernel import (
    Action,
    Event,
    GrognardError,
    IllegalAction,
    MalformedAction,
    Reason,
    why_not,
)
from grognard.kernel.seeing import PUBLIC, Seen
from grognard.kernel.views import told
from grognard.mechanics.commands import Finish, TimeUp
from grognard.mechanics.places import Place, parse_place
from grognard.systems.plug import System

PAGE = 16
A_FEW = 5
"""Rather than leave so few lines for another page they are shown with this one."""

MOST_COLUMNS = 13


class Left(GrognardError):
    """The player got up from the table."""


class Came(Protocol):
    """What an answer has brought."""

    @property
    def happened(self) -> tuple[Event, ...]: ...


class Played(Protocol):
    """A battle as far as a screen knows it: how it really stands is not among it."""

    system: System
    seats: dict[str, str]

    @property
    def number(self) -> int: ...

    def see(self, side: str) -> Seen: ...

    def answer(self, side: str, value: Action) -> Came: ...

    def take_back(self, side: str) -> Came: ...

    def log(self, side: str, last: int | None) -> list[tuple[str, tuple[Event, ...]]]: ...

    def save(self, path: Path) -> None: ...


class Screen:
    """One screen: it shows what the side at it may know, and hears what it decides."""

    def __init__(self, game: Played, language: str = ENGLISH) -> None:
        self.game, self.seen = game, game.see(PUBLIC)
        desk = game.system.desk
        self.words, self.field = desk.words, desk.field
        self.teller = desk.teller(self.seen.setting, language)
        self._sit(self.seen)
        self.lessons = Lessons(self.seen.setting, self.teller)
        self.clock = MovementClock(lambda side: desk.limit(game.see(side).state, side))
        self.menu = Menu(())
        self.start = 0
        self.segment = ""
        self.people = [side for side, who in game.seats.items() if who == "human"]

    def _sit(self, seen: Seen) -> None:
        """Somebody sits down: from now on the screen shows what he sees."""
        desk, self.seen = self.game.system.desk, seen
        self.adviser = desk.adviser(seen.rules, seen.setting)
        self.menus = desk.menus(seen, self.teller, self.adviser, desk.words)
        self.looking = desk.looking(seen, self.teller, self.menus)

    def _say(self, message: str, **arguments: str) -> None:
        say(self.teller.say(f"screen-{message}", **arguments))

    def _reason(self, reason: Reason) -> str:
        return str(Reason(self.teller.phrase(reason.text), reason.clause))

    # --- telling

    def open(self) -> None:
        """The title, the lie of the land, and what the first state brought."""
        say(self.teller.phrase(self.seen.setting.title), "bold")
        seats = ", ".join(
            f"{self.teller.side(side)} ({side}): {who}" for side, who in self.game.seats.items()
        )
        self._say("seats", seats=seats)
        if self.lessons.guide is not None and self.lessons.guide.side in self.people:
            self._say("guide", count=str(len(self.lessons.guide.steps)))
        say()

    def tell(self, events: Iterable[Event]) -> None:
        """What happened, as the people here may hear it; segments without news are left out."""
        listener = self.people[0] if len(self.people) == 1 else ""
        heard = told(events, listener) if listener else tuple(events)
        for line in self.teller.story(heard, self.game.see(listener).view.pieces):
            if line.startswith("- "):
                self.segment = line
                continue
            if self.segment and not line.startswith("--"):
                say("  " + self.segment, "bold")
            self.segment = ""
            say("  " + line, "bold" if line.startswith("--") else "")

    # --- deciding

    def decide(self, side: str) -> None:
        """Ask until one answer of this side has been accepted."""
        self._sit(self.game.see(side))
        view = self.seen.view
        self.clock.ask(side)
        menu = self.menus.opening()
        self._show_question(side, view, menu)
        self._show_lesson(side, view)
        self._open(menu)
        answers = self.game.number
        while self.game.number == answers:
            line = self._read(side)
            if self.clock.is_up():
                self._call_time(side)
            else:
                self._hear(side, line)
        self.clock.stop()

    def _read(self, side: str) -> str:
        try:
            return input(f"{side}> ").strip()
        except EOFError:
            say()
            raise Left("the input has ended") from None

    def _call_time(self, side: str) -> None:
        """Time ran out while the player thought: the host says so, as the rules have it."""
        self._say("time-up")
        self.clock.call()
        self._answer(side, TimeUp())

    def _hear(self, side: str, line: str) -> None:
        verb, _, rest = line.partition(" ")
        commands = {
            "": self._more, "help": self._help, "?": self._help, "more": self._more,
            "list": self._list, "why": self._why, "look": self._look, "rule": self._rule,
            "log": self._log, "back": self._back, "save": self._save, "quit": self._quit,
            "exit": self._quit, "map": self._map, "forces": self._forces, "aims": self._aims,
            "odds": self._odds,
        }  # fmt: skip
        setting = self.seen.setting
        try:
            if verb in commands:
                commands[verb](side, rest.strip())
            elif line.isdigit() and len(line) < 4:
                self._pick(side, int(line))
            elif verb in setting.roster or verb in getattr(setting, "leaders", ()):
                self._of(side, verb, tuple(rest.split()))
            else:
                self._answer(side, self.seen.rules.parse(line))
        except Left:
            raise
        except IllegalAction as problem:
            self._say("not-allowed", reasons="; ".join(map(self._reason, problem.reasons)))
        except MalformedAction as problem:
            self._say("not-understood", problem=self.teller.phrase(str(problem)))
        except GrognardError as problem:
            say(self.teller.phrase(str(problem)))

    def _answer(self, side: str, action: Action) -> None:
        turn = self.seen.view.turn
        try:
            came = self.game.answer(side, action).happened
        except IllegalAction as problem:  # the reasons are those that the side can know
            raise IllegalAction(problem.action, why_not(self.seen.state, action)) from None
        self.tell(came)
        now = self.game.see(side).view.turn
        over = self.lessons.heard(str(action), came, max(turn, now))
        if over:
            say("  " + self.teller.say("screen-lesson-done", title=over), "green")

    def _pick(self, side: str, number: int) -> None:
        lines = [choice for choice in self.menu.choices if not choice.is_heading]
        if number == 0 and self._may_finish():
            self._answer(side, Finish())
        elif 1 <= number <= len(lines):
            chosen = lines[number - 1]
            if chosen.action is not None:
                self._answer(side, chosen.action)
            elif chosen.opens is not None:
                self._open(chosen.opens(), side)
        else:
            self._say("no-number")

    def _of(self, side: str, who: str, only: tuple[str, ...]) -> None:
        """The orders of a unit or leader; with a hex and a facing there is only one to give."""
        menu = self.menus.of(who, only)
        named = [choice for choice in menu.choices if choice.action is not None]
        if len(only) > 1 and len(named) == 1 and named[0].action is not None:
            self._answer(side, named[0].action)
        elif menu.choices:
            self._open(menu, side)
        else:
            self._say_why_none(who, only)

    def _say_why_none(self, who: str, only: tuple[str, ...]) -> None:
        self._say("nothing-like-that")
        hand = getattr(self.menus.ask.options, "in_hand", None)
        if hand is not None and who in self.seen.setting.roster and not only:
            reason = hand(who)
            if hasattr(reason, "clause"):
                say(f"  {self._reason(reason)}")

    # --- menus

    def _open(self, menu: Menu, side: str = "") -> None:
        """Show a menu from its first line; with the map, where it has something to show there."""
        self.menu, self.start = menu, 0
        if side and menu.costs:
            self._draw(side, list(menu.focus or menu.costs), menu.costs)
        if menu.title:
            say(menu.title, "bold")
        self._next_lines()

    def _next_lines(self) -> None:
        lines = self.menu.choices
        number = sum(not choice.is_heading for choice in lines[: self.start])
        end = self.start + self._page()
        end = len(lines) if len(lines) - end <= A_FEW else end
        for choice in lines[self.start : end]:
            number += not choice.is_heading
            self._say_choice(choice, number)
        self.start = end
        if not lines:
            self._say("nothing")
        elif self.start < len(lines):
            more = str(len(lines) - self.start)
            say("      " + self.teller.say("screen-more", count=more), "dim")
        if self._may_finish():
            say(f"   0. done  [{self.words.done(self.menus.ask.purpose, self.teller)}]")

    def _page(self) -> int:
        """The first menu is shown whole, up to what a screen holds; lists page by page."""
        return max(PAGE, shutil.get_terminal_size((100, 30)).lines - 4)

    def _say_choice(self, choice: Choice, number: int) -> None:
        if choice.is_heading:
            say(f"      {choice.label}", "dim")
        else:
            say(f"{number:4}. {choice.label}")

    def _may_finish(self) -> bool:
        return Finish() in self.menus.ask.options

    # --- showing

    def _show_question(self, side: str, view: Any, menu: Menu) -> None:
        clock = self.clock.shown()
        head = self.looking.headline(view)
        say(f"\n=== {head}{f' | {clock}' if clock else ''} ===", "bold")
        self._draw(side, list(menu.focus) or self.looking.focus(side), menu.costs)
        subject = self.looking.subject()
        say(
            f"{self.teller.side(side)}: {self.words.asked(view.question.purpose, self.teller)}",
            "bold",
        )
        if subject:
            say(f"  {subject}")
        for line in self.looking.aids(view.question.purpose):
            say(f"  {line}")

    def _show_lesson(self, side: str, view: Any) -> None:
        lesson = self.lessons.due(side, view.question.purpose, view.turn)
        if lesson is not None:
            for line in self.lessons.told(lesson):
                say(f"  | {line}", "green")

    def _draw(self, side: str, focus: list[Place], costs: dict[Place, str] | None = None) -> None:
        columns = min(
            MOST_COLUMNS, max(4, shutil.get_terminal_size((100, 30)).columns // self.field.wide)
        )
        seen = self.seen
        for line in self.field.patch(seen.view, seen.setting, focus, columns, costs or {}):
            say(_text(line))

    # --- commands

    def _help(self, side: str, rest: str) -> None:
        self._say("help")
        say("  " + self.teller.say("screen-map", legend=self.teller.phrase(self.field.legend)))

    def _more(self, side: str, rest: str) -> None:
        if self.start < len(self.menu.choices):
            self._next_lines()
        else:
            self._say("no-more")

    def _list(self, side: str, rest: str) -> None:
        self._open(self.menus.first())

    def _why(self, side: str, rest: str) -> None:
        reasons = why_not(self.seen.state, self.seen.rules.parse(rest))
        for line in map(self._reason, reasons) if reasons else [self.teller.say("screen-allowed")]:
            say(f"  {line}")

    def _odds(self, side: str, rest: str) -> None:
        state, desk = self.seen.state, self.game.system.desk
        found = self.adviser.look(state, side, "odds", text=rest)
        cards = desk.cards(state, side, self.teller, self.adviser, desk.words)
        for line in lines_of(cards.card("odds", found)):
            say(f"  {line}")

    def _look(self, side: str, rest: str) -> None:
        view = self.seen.view
        if rest in view.pieces:
            focus = list(places_of(view.pieces[rest]))
        elif rest in getattr(view, "leaders", ()):
            focus = [stands_at(view.leaders[rest])]
        else:
            try:
                focus = [parse_place(rest)]
            except ValueError:
                self._say("nowhere", word=repr(rest))
                return
        self._draw(side, focus)
        for line in self.looking.at(focus):
            say(f"  {line}")

    def _map(self, side: str, rest: str) -> None:
        for line in self.field.overview(self.seen.view, self.seen.setting):
            say(_text(line))

    def _forces(self, side: str, rest: str) -> None:
        sides = self.seen.setting.sides
        if rest and rest not in sides:
            self._say("no-side", side=repr(rest), sides=", ".join(sides))
            return
        for each in (rest,) if rest else sides:
            for line in self.looking.forces(each):
                say(line)

    def _aims(self, side: str, rest: str) -> None:
        for line in self.looking.aims():
            say(f"  {line}")

    def _rule(self, side: str, rest: str) -> None:
        for clause in look_up(self.game.system.name, rest):
            say(f"  {clause.id} {clause.text}")

    def _log(self, side: str, rest: str) -> None:
        for heading, events in self.game.log(side, int(rest) if rest.isdigit() else PAGE):
            say(heading, "dim")
            for line in self.teller.story(events):
                say("    " + line)

    def _back(self, side: str, rest: str) -> None:
        self.game.take_back(side)
        self.lessons.taken_back()
        self.segment = ""
        self._say("back")

    def _save(self, side: str, rest: str) -> None:
        if not rest:
            self._say("name-file")
            return
        path = Path(rest if rest.endswith(".journal") else rest + ".journal")
        self.game.save(path)
        self._say("saved", path=str(path))

    def _quit(self, side: str, rest: str) -> None:
        raise Left("the player left")


def _text(line: Line) -> Any:
    """A line of the map with its colours."""
    from rich.text import Text

    return Text.assemble(*line)
