"""The text table: the question, the patch of map, the options by number, and words typed in."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from grognard.cli.console import say
from grognard.cli.field import LEGEND, WIDE, patch
from grognard.cli.telling import Teller
from grognard.host.game import Game
from grognard.kernel import Action, Event, GrognardError, IllegalAction, MalformedAction, why_not
from grognard.kernel.questions import Ask
from grognard.kernel.views import told
from grognard.mechanics.hexes import SIDES, Hex, name, neighbour, parse_hex
from grognard.systems.bataille.actions import Finish, March
from grognard.systems.bataille.pieces import facing_name

PAGE = 16
MOST_COLUMNS = 13

HELP = """\
  NUMBER            choose what has that number; 0 ends the segment or declines
  UNIT              what a unit may do; UNIT march, UNIT form, UNIT 0503: only these
  an order          in words, such as: march F01 NE NE face:S; done
  more              the next page of options; list: the first again
  why ORDER         why an order is not allowed, with the clause
  look HEX or UNIT  draw the map there
  rule CLAUSE       a clause in our words, such as: rule P33.4
  log [N]           the last things that happened
  back              take back your last decision, while no die has fallen
  save FILE         write the journal
  help, quit"""


class Left(GrognardError):
    """The player got up from the table."""


class Desk:
    """One screen: it shows what the side at it may know, and hears what it decides."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.teller = Teller(game.setting)
        self.page: list[Action | str] = []
        self.waiting: Iterator[Action] = iter(())
        self.unit = ""
        self.people = [side for side, who in game.seats.items() if who == "human"]

    # --- telling

    def open(self) -> None:
        """The title, and what the first state brought."""
        say(self.game.setting.title)
        seats = ", ".join(f"{side}: {who}" for side, who in self.game.seats.items())
        say(f"{seats}. Type help for what can be typed.\n")
        self.tell(self.game.state.happened)

    def tell(self, events: Iterable[Event]) -> None:
        """What happened, as the people at this screen may hear it."""
        listener = self.people[0] if len(self.people) == 1 else ""
        for event in told(events, listener) if listener else events:
            for line in self.teller.lines(event):
                say("  " + line)

    # --- deciding

    def decide(self, side: str) -> None:
        """Ask until one answer of this side has been accepted."""
        self.unit = ""
        self._show_question(side)
        self._first_page()
        answers = len(self.game.journal.entries)
        while len(self.game.journal.entries) == answers:
            self._hear(side, self._read(side))

    def _read(self, side: str) -> str:
        try:
            return input(f"{side}> ").strip()
        except EOFError:
            say()
            raise Left("the input has ended") from None

    def _hear(self, side: str, line: str) -> None:
        verb, _, rest = line.partition(" ")
        commands = {
            "": self._more, "help": self._help, "?": self._help, "more": self._more,
            "list": self._list, "why": self._why, "look": self._look, "rule": self._rule,
            "log": self._log, "back": self._back, "save": self._save, "quit": self._quit,
            "exit": self._quit,
        }  # fmt: skip
        try:
            if verb in commands:
                commands[verb](side, rest.strip())
            elif line.isdigit():
                self._pick(side, int(line))
            elif verb in self.game.setting.roster:
                self._open_unit(verb, rest.strip())
            else:
                self._answer(side, self.game.system.parse(line))
        except Left:
            raise
        except IllegalAction as problem:
            say("Not allowed: " + "; ".join(map(str, problem.reasons)))
        except MalformedAction as problem:
            say(f"Not understood: {problem}. Type help.")
        except GrognardError as problem:
            say(str(problem))

    def _answer(self, side: str, action: Action) -> None:
        self.tell(self.game.answer(side, action).happened)

    def _pick(self, side: str, number: int) -> None:
        if number == 0 and Finish() in self._options():
            self._answer(side, Finish())
        elif 1 <= number <= len(self.page):
            chosen = self.page[number - 1]
            if isinstance(chosen, str):
                self._open_unit(chosen)
            else:
                self._answer(side, chosen)
        else:
            say("No option here has that number.")

    # --- options

    def _options(self) -> Any:
        pending = self.game.state.pending
        return pending.options if isinstance(pending, Ask) else ()

    def _first_page(self) -> None:
        options = self._options()
        if hasattr(options, "of_unit"):
            self._units_page(options)
            return
        self.waiting = (action for action in options if not isinstance(action, Finish))
        self._next_page()

    def _units_page(self, options: Any) -> None:
        """Where a side has many orders, first the units that can be ordered."""
        roster, pieces = self.game.setting.roster, self.game.state.table.pieces
        self.page = [
            unit
            for unit in roster
            if unit in pieces and next(iter(options.of_unit(unit)), None) is not None
        ]
        for number, unit in enumerate(self.page, start=1):
            say(f"{number:4}. {self._standing(str(unit))}")
        for unit in _off_map(options):
            self.page.append(unit)
            say(f"{len(self.page):4}. {self.teller.unit(unit)}, not on the map")
        self._say_finish()

    def _standing(self, unit: str) -> str:
        piece = self.game.state.table.pieces[unit]
        return (
            f"{self.teller.unit(unit)} at {'+'.join(f'{at:04d}' for at in piece.hexes)}, "
            f"{piece.formation.value} facing {facing_name(piece.formation, piece.facing)}"
            f"{'' if piece.order == 'good' else ', ' + piece.order.value}"
        )

    def _open_unit(self, unit: str, only: str = "") -> None:
        """The options that name a unit; with a verb or a hex, only those that begin or end so."""
        options = self._options()
        if hasattr(options, "of_unit") and unit in self.game.state.table.pieces:
            named: Iterable[Action] = options.of_unit(unit)
        elif hasattr(options, "of_others"):
            named = (a for a in options.of_others() if getattr(a, "unit", "") == unit)
        else:
            named = (a for a in options if unit in str(a).replace("@", " ").split())
        self.waiting = (a for a in named if not only or only in (self._end(a), _verb(a)))
        self.unit = unit
        self._next_page()

    def _end(self, action: Action) -> str:
        """Where a march leads, as far as its words tell."""
        piece = self.game.state.table.pieces.get(getattr(action, "unit", ""))
        if not isinstance(action, March) or piece is None or len(piece.hexes) > 1:
            return ""
        at: Hex = piece.at
        for word in action.path:
            if word in SIDES:
                at = neighbour(at, SIDES.index(word))
        return name(at)

    def _listed(self, action: Action) -> str:
        end = self._end(action)
        return f"{action}  -> {end}" if end else str(action)

    def _next_page(self) -> None:
        self.page = list(islice(self.waiting, PAGE))
        for number, action in enumerate(self.page, start=1):
            say(f"{number:4}. {self._listed(action)}")  # type: ignore[arg-type]
        if not self.page:
            say("There is nothing more to list." if self.unit else "Nothing to list.")
        elif len(self.page) == PAGE:
            say("      more: the next page; list: back to the beginning")
        self._say_finish()

    def _say_finish(self) -> None:
        if Finish() in self._options():
            say("   0. done")

    # --- showing

    def _show_question(self, side: str) -> None:
        view = self.game.view(side)
        clock = f"turn {view.turn} {view.clock.time} {view.clock.weather}" if view.clock else ""
        segment = view.segment.replace("-", " ")
        say(f"\n=== {clock} | {view.phasing} {segment} | {side}: {view.question.purpose} ===")
        self._draw(side, self._focus(side))

    def _draw(self, side: str, focus: list[Hex]) -> None:
        columns = min(MOST_COLUMNS, max(4, shutil.get_terminal_size((100, 30)).columns // WIDE))
        for line in patch(self.game.view(side), self.game.setting, focus, columns):
            say(line)

    def _focus(self, side: str) -> list[Hex]:
        """The hexes of what is being decided: the innermost procedure names units or hexes."""
        table = self.game.state.table
        for frame in reversed(self.game.state.stack):
            found = _places(frame.procedure, table)
            if found:
                return found
        return [table.pieces[unit].at for unit in table.units_of(side)]

    # --- commands

    def _help(self, side: str, rest: str) -> None:
        say(HELP)
        say(f"  map: {LEGEND}")

    def _more(self, side: str, rest: str) -> None:
        self._next_page()

    def _list(self, side: str, rest: str) -> None:
        self.unit = ""
        self._first_page()

    def _why(self, side: str, rest: str) -> None:
        reasons = why_not(self.game.state, self.game.system.parse(rest))
        say("\n".join(f"  {reason}" for reason in reasons) if reasons else "  It is allowed.")

    def _look(self, side: str, rest: str) -> None:
        pieces = self.game.state.table.pieces
        if rest in pieces:
            say(self._standing(rest))
            self._draw(side, list(pieces[rest].hexes))
            return
        try:
            self._draw(side, [parse_hex(rest)])
        except ValueError:
            say(f"{rest!r} is neither a unit on the map nor a hex such as 0503")

    def _rule(self, side: str, rest: str) -> None:
        for clause in self.game.system.book().look_up(rest):
            say(f"  {clause.id} {clause.text}")

    def _log(self, side: str, rest: str) -> None:
        for heading, events in self.game.log(side, int(rest) if rest.isdigit() else PAGE):
            say(heading)
            for event in events:
                for line in self.teller.lines(event):
                    say("    " + line)

    def _back(self, side: str, rest: str) -> None:
        self.game.take_back(side)

    def _save(self, side: str, rest: str) -> None:
        if not rest:
            say("Name a file, such as: save my.journal")
            return
        path = Path(rest if rest.endswith(".journal") else rest + ".journal")
        self.game.save(path)
        say(f"Saved; go on with: grognard play {path}")

    def _quit(self, side: str, rest: str) -> None:
        raise Left("the player left")


def _verb(action: Action) -> str:
    return str(action).partition(" ")[0]


def _off_map(options: Any) -> list[str]:
    """Units that could be ordered though they are not on the map: those that may arrive or join."""
    if not hasattr(options, "of_others"):
        return []
    return list(dict.fromkeys(getattr(action, "unit", "") for action in options.of_others()))


def _places(procedure: Any, table: Any) -> list[Hex]:
    found: list[Hex] = []
    for field in procedure.__struct_fields__:
        held = getattr(procedure, field)
        for value in held if isinstance(held, tuple) else (held,):
            if isinstance(value, str) and value in table.pieces:
                found += table.pieces[value].hexes
            elif type(value) is int and field in ("at", "target", "hexes", "to"):
                found += [value] if table.setting.ground.on_map(value) else []
    return found
