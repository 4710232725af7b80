"""``play``: a battle at a table of text. The loop; what is shown stands in ``table.py``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.bots.roster import player
from grognard.cli.console import say
from grognard.cli.screen import Left, Screen
from grognard.desks import library
from grognard.host.dice import DiceSource
from grognard.host.game import Game, resume
from grognard.kernel.chance import Stream
from grognard.kernel.documents import Document, Source
from grognard.kernel.engine import State
from grognard.kernel.errors import GrognardError
from grognard.kernel.questions import Over
from grognard.planning.planner import Choose
from grognard.systems.plug import System
from grognard.systems.registry import system_of

UNSPOKEN = ("done", "pick")
"""Answers of a bot that are not worth a line: what comes of them is told."""

HUMAN, RANDOM, BOTH = "human", "random", "both"


def play_battle(
    battle: str,
    side: str,
    seed: str,
    language: str,
    *,
    bots: bool,
    options: list[str],
    save: Path | None,
    at: int | None = None,
    names: str = "",
) -> None:
    """Set up the table, play until the battle ends or the player leaves, keep the journal."""
    dice = DiceSource.seeded(seed) if seed else DiceSource.fresh()
    path = Path(battle)
    if path.is_file() and path.suffix == ".journal":
        game = resume(path, dice, at=at)
        if side or bots or names:
            game.seats = (
                seated(game.system, game.setting, names)
                if names
                else _seats(game.setting, side, bots)
            )
    else:
        game = _begun(battle, side, bots, options, dice, names)
    _sat(game, seed, language, save)


def play_document(document: Document, kept: Path, side: str, seed: str, language: str) -> State:
    """A battle that is kept in a file until it is over, and gone on with where it is there."""
    dice = DiceSource.seeded(seed) if seed else DiceSource.fresh()
    game = resume(kept, dice) if kept.exists() else _begun(document, side, False, [], dice)
    _sat(game, seed, language, kept)
    return game.state


def _sat(game: Game, seed: str, language: str, save: Path | None) -> None:
    """Sit down to a game until it ends or the player leaves; its journal is kept in any case."""
    screen = Screen(game, language)
    try:
        run(game, screen, Stream(int.from_bytes(seed.encode()[-8:] or b"\x01")))
    except Left:
        say(screen.teller.say("screen-left"))
    finally:
        if save is not None:
            game.save(save)
            say(screen.teller.say("screen-kept", path=str(save)))


def _begun(
    battle: Source, side: str, bots: bool, options: list[str], dice: DiceSource, names: str = ""
) -> Game:
    chosen, document = dict(_pair(word) for word in options), library.document(battle)
    system = system_of(document)
    setting = system.library.setting(document, chosen)
    seats = seated(system, setting, names) if names else _seats(setting, side, bots)
    game = Game(system, setting, seats, dice)
    game.journal.document = document
    return game


def _pair(word: str) -> tuple[str, str]:
    name, mark, value = word.partition("=")
    if not mark:
        raise GrognardError(f"{word!r} is not an option, write name=value")
    return name, value


def _seats(setting: Any, side: str, bots: bool) -> dict[str, str]:
    """Who sits where. In a battle that teaches, the pupil meets whom the guide was written for."""
    sides = setting.sides
    if bots:
        return dict.fromkeys(sides, RANDOM)
    if side == BOTH:
        return dict.fromkeys(sides, HUMAN)
    if side and side not in sides:
        raise GrognardError(f"there is no side {side!r}; choose {', '.join(sides)} or both")
    guide = getattr(setting, "guide", None)
    taken = side or (guide.side if guide is not None else sides[0])
    bot = guide.opponent if guide is not None and guide.side == taken else RANDOM
    return {each: HUMAN if each == taken else bot for each in sides}


def seated(system: System, setting: Any, names: str) -> dict[str, str]:
    """Players by name in the order of the sides, ``human`` for somebody at this screen."""
    sides, chosen = system.rules.sides(setting), [name.strip() for name in names.split(",")]
    if len(chosen) != len(sides):
        known = ", ".join(sides)
        raise GrognardError(f"--seats needs {len(sides)} players apart by a comma, for {known}")
    for side, name in zip(sides, chosen, strict=True):
        if name != HUMAN:
            player(name, system, setting, side, 0)
    return dict(zip(sides, chosen, strict=True))


def run(game: Game, screen: Screen, stream: Stream) -> None:
    """Ask, answer and roll until the battle is over."""
    bots = {
        side: player(name, game.system, game.setting, side, 0)
        for side, name in game.seats.items()
        if name != HUMAN
    }
    screen.open()
    screen.lessons.catch_up(game.journal.entries)
    screen.tell(game.state.happened)
    while not game.is_over:
        for state in game.roll_on():
            screen.tell(state.happened)
        side = game.asked
        if not side:
            break
        if side not in bots:
            screen.decide(side)
        else:
            screen.tell(_bot(game, side, bots[side], stream))
    over = game.state.pending
    verdict = screen.teller.phrase(over.verdict) if isinstance(over, Over) else ""
    say("\n" + screen.teller.say("screen-over", verdict=verdict), "bold")


def _bot(game: Game, side: str, choose: Choose, stream: Stream) -> Any:
    """A bot's answer; its words are said where nothing comes of it that could be told."""
    seen = game.see(side)
    action = choose(seen.view, seen.ask, stream)
    state = game.answer(side, action)
    if not state.happened and str(action).partition(" ")[0] not in UNSPOKEN:
        say(f"  {side}: {action}", "dim")
    return state.happened
