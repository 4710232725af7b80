"""Bots at the tables: they think in processes of their own, so that no table waits for them.

A bot is handed what its side sees, as bytes, without the setting: the process reads that once and keeps it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import pickle
from functools import lru_cache
from typing import Any, Final

import msgspec

from grognard.bots import roster
from grognard.bots.commander import Commander
from grognard.bots.guard import PATIENCE, Fault, Guard
from grognard.host.opening import enclosed_of
from grognard.host.reading import setting_of
from grognard.host.room import Room
from grognard.host.seats import Seat
from grognard.kernel import Ask
from grognard.kernel.chance import Stream
from grognard.kernel.documents import Source
from grognard.kernel.errors import GrognardError
from grognard.kernel.seeing import Seen
from grognard.planning.levels import character, levels
from grognard.planning.planner import safe_default
from grognard.systems.registry import system_named
from grognard.web.elsewhere import Elsewhere

log = logging.getLogger("grognard.bots")

SIMPLE: Final = ("random", "eager", "holding", "greedy")
BOTS: Final = (*SIMPLE, *(level.name for level in levels()))
"""Who plays at a table, the weakest first; a level may be followed by a temperament (``captain:cautious``)."""

Edition = tuple[str, Source, tuple[tuple[str, str], ...]]


def packed(seen: Seen) -> bytes:
    """What a side sees, for another process of ours: nothing else leaves the table."""
    view = msgspec.structs.replace(seen.view, news=())
    return pickle.dumps(view, protocol=pickle.HIGHEST_PROTOCOL)


class Thought(msgspec.Struct, frozen=True):
    """What a bot answers; why, if it is a major decision; what went wrong, if anything."""

    words: str
    why: str = ""
    turn: int = 0
    fault: str = ""


def is_bot(name: str) -> bool:
    """Is this somebody who plays?"""
    if name in SIMPLE:
        return True
    try:
        return name.partition(":")[0] in BOTS and bool(character(name))
    except GrognardError:
        return False


@lru_cache(maxsize=64)
def _player(game: str, bot: str, edition: Edition, side: str) -> Any:
    """A player keeps his plan of a battle as long as his process lives."""
    seed = int.from_bytes(hashlib.blake2b(f"{game}:{side}".encode(), digest_size=8).digest(), "big")
    system, setting = system_named(edition[0]), setting_of(*edition)
    if bot in SIMPLE:
        return roster.player(bot, system, setting, side, seed)
    return roster.commander(bot, system, setting, side, seed)


def forget_players() -> None:
    """As after a restart: nobody remembers a plan."""
    _player.cache_clear()


def think(game: str, bot: str, edition: Edition, view: bytes, side: str, seed: int) -> Thought:
    """In the other process: unpack what the side sees and choose."""
    rules = system_named(edition[0]).rules
    seen = Seen(rules, pickle.loads(view), rules.masked(setting_of(*edition), side))
    faults: list[Fault] = []
    why: list[str] = []

    def choose(view: Any, ask: Ask, chooser: Any) -> Any:
        player = _player(game, bot, edition, side)
        if not isinstance(player, Commander):
            return player(view, ask, chooser)
        player.record.clear()
        order = player.choose(view, ask, chooser)
        why.extend(reason.why for reason in player.record)
        return order

    order = Guard(bot, choose, faults.append).choose(seen.view, seen.ask, Stream(seed))
    if faults:
        return Thought(str(order), fault="; ".join(map(str, faults)))
    return Thought(str(order), " ".join(why), int(getattr(seen.view, "turn", 0)))


def warm_up(edition: Edition) -> None:
    """Read a setting before it is needed."""
    setting_of(*edition)


def edition_of(room: Room) -> Edition:
    edition = room.header.edition
    source = enclosed_of(room) or edition.scenario
    return edition.system, source, tuple(sorted(edition.options.items()))


class BotBench:
    """Where the bots of all tables think. ``pace`` is how many answers a second they give at one
    table; 0 for as many as they can."""

    def __init__(self, processes: int = 1, pace: float = 0.0) -> None:
        self.pace = pace
        self.away = Elsewhere("bots", processes)

    def expect(self, room: Room) -> None:
        """A bot will be asked at this table: let it read the scenario already."""
        self.away.begin(warm_up, edition_of(room))

    async def decide(self, room: Room, seen: Seen, seat: Seat) -> Thought:
        """What a bot answers to the question that is put to its side; whatever happens, an answer."""
        if not is_bot(seat.kind):
            raise GrognardError(f"there is no bot {seat.kind!r}: {', '.join(BOTS)}")
        try:
            view = await asyncio.to_thread(packed, seen)
            call = (room.id, seat.kind, edition_of(room), view, seat.side, _seed(room, seat))
            thought = await self.away.run(2 * PATIENCE, think, *call)
        except Exception as problem:
            how = "did not answer" if isinstance(problem, TimeoutError) else "could not be asked"
            if not isinstance(problem, TimeoutError):
                log.exception("table %s: the bot %s", room.id, seat.kind)
            words = str(await asyncio.to_thread(safe_default, seen.ask))
            thought = Thought(words, fault=f"the bot {seat.kind} {how} ({seen.question.purpose})")
        if thought.fault:
            told = (room.id, thought.fault, thought.words)
            log.warning("table %s: %s; it is answered %r for it", *told)
        return thought

    def close(self) -> None:
        self.away.close()


def _seed(room: Room, seat: Seat) -> int:
    """The same bot thinks the same about the same line, and nobody can foresee it."""
    word = f"{seat.side}:{room.number}".encode()
    key = bytes.fromhex(room.dice.reveal())
    return int.from_bytes(hashlib.blake2b(word, key=key, digest_size=8).digest(), "big")
