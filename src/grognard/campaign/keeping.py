"""Campaigns in the store: who leads them, which battle is fought now, what came of those before.

Everything here is called off the event loop. An outcome is written once, a battle is begun once: of
two who try, the second is told what the first has done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.campaign import pack as packs
from grognard.campaign.pack import CampaignPack, Day, Stage
from grognard.campaign.progress import (
    PLAY_ON,
    SUDDEN_END,
    Fought,
    Progress,
    begun,
    came_out,
    forked,
    next_stage,
    noted,
    outstanding,
    played_again,
    spread,
    spread_evenly,
)
from grognard.host.clocks import now_ms
from grognard.host.keeper import new_id
from grognard.host.people import Person
from grognard.host.seats import BURNT, HUMAN, Seat, token_hash
from grognard.host.store import Store
from grognard.host.store_schema import campaign_battles, campaign_seats, campaigns, games
from grognard.kernel.codec import encode
from grognard.kernel.documents import Document, Enclosed
from grognard.kernel.errors import GrognardError, MalformedFile
from grognard.kernel.outcome import Outcome
from grognard.kernel.reading import decode

NO_GAME: Final = ""


class AlreadyBegun(GrognardError):
    """Somebody else has begun the battle; ``game`` is it."""

    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__("this battle is being fought already")


class Held(msgspec.Struct, frozen=True):
    """A campaign as the store has it. ``games`` has the battle of each stage that was begun."""

    id: str
    pack: CampaignPack
    document: Document
    progress: Progress
    seats: tuple[Seat, ...]
    games: dict[str, str]
    origin: str = ""
    created: int = 0
    touched: int = 0

    @property
    def stage(self) -> Stage | None:
        """The battle to be fought, or that is being fought."""
        return next_stage(self.pack, self.progress)

    @property
    def game(self) -> str:
        """The battle that is being fought; empty between battles."""
        return self.games.get(self.stage.id, NO_GAME) if self.stage is not None else NO_GAME

    @property
    def day(self) -> Day | None:
        """The day that is being fought as one battle."""
        day = self.pack.day(self.stage.id) if self.stage is not None and self.game else None
        one = day is not None and all(self.games.get(each) == self.game for each in day.battles)
        return day if one else None

    def sides_of(self, person: str) -> tuple[str, ...]:
        return tuple(seat.side for seat in self.seats if person and seat.person == person)

    def owes(self, side: str) -> bool:
        """Must this side spread increments that come back?"""
        return any(due.side == side for due in outstanding(self.pack, self.progress))


class CampaignFile(msgspec.Struct, frozen=True):
    """A campaign as a file; without its document it is one of the library."""

    campaign: str
    options: dict[str, str] = {}
    fought: tuple[Fought, ...] = ()
    document: Enclosed | None = None


class Campaigns:
    """Campaigns in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # --- reading

    def find(self, campaign: str) -> Held | None:
        """A campaign with everything that was kept of it."""
        with self.store.reading() as connection:
            return _held(connection, campaign)

    def of_person(self, person: str) -> list[Held]:
        """The campaigns in which a person leads a side, the latest first."""
        own = sa.select(campaign_seats.c.campaign).where(campaign_seats.c.person == person)
        query = sa.select(campaigns.c.id).where(campaigns.c.id.in_(own))
        with self.store.reading() as connection:
            rows = connection.execute(query.order_by(campaigns.c.touched.desc())).all()
            found = [_held(connection, row.id) for row in rows]
        return [held for held in found if held is not None]

    def kept_games(self, held: Held) -> set[str]:
        """The battles of a campaign whose records are still kept."""
        query = sa.select(games.c.id).where(games.c.id.in_(list(held.games.values())))
        return {row.id for row in self.store.rows(query)}

    # --- beginning

    def begun(
        self, document: Document, options: Mapping[str, str], sitting: Sequence[Seat]
    ) -> Held:
        """A new campaign."""
        pack = packs.load(document)
        return self._written(document, begun(pack, options), sitting, {})

    def uploaded(self, content: bytes, name: str, person: Person) -> Held:
        """A campaign from a file: everything in it is worked out again. All its seats are yours."""
        try:
            file = decode(content, CampaignFile)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            hint = "it was not written by grognard, or was altered"
            raise MalformedFile(name, f"this is no campaign: {error}", hint=hint) from None
        if file.document is not None:
            document = file.document.opened(name, 0)
        elif file.campaign in packs.names():
            document = packs.document(file.campaign)
        else:
            hint = "a file of a campaign of one's own brings its document"
            raise MalformedFile(name, f"there is no campaign {file.campaign!r} here", hint=hint)
        pack = packs.load(document)
        progress = played_again(pack, Progress(pack.id, file.options, file.fought))
        return self._written(document, progress, _all_of(pack, person), {})

    def forked(self, held: Held, before: str, person: Person) -> Held:
        """What if: another campaign from before a battle; whom no computer leads is yours."""
        progress = forked(held.progress, before)
        bots = {seat.side: seat for seat in held.seats if not seat.is_human}
        sitting = [bots.get(seat.side, seat) for seat in _all_of(held.pack, person)]
        fought_in = {each.stage: held.games.get(each.stage, NO_GAME) for each in progress.fought}
        return self._written(held.document, progress, sitting, fought_in, f"{held.id} {before}")

    def _written(
        self,
        document: Document,
        progress: Progress,
        sitting: Sequence[Seat],
        fought_in: Mapping[str, str],
        origin: str = "",
    ) -> Held:
        now, campaign = now_ms(), new_id()
        row = {
            "id": campaign, "title": packs.read(document).title, "pack": encode(Enclosed.of(document)),
            "options": msgspec.json.encode(progress.options).decode(), "origin": origin,
            "created": now, "touched": now,
        }  # fmt: skip
        seated = [
            {"campaign": campaign, "side": seat.side, "kind": seat.kind, "name": seat.name,
             "person": seat.person, "token": seat.token}
            for seat in sitting
        ]  # fmt: skip
        battles = [
            {"campaign": campaign, "place": place, "game": fought_in.get(each.stage, NO_GAME),
             "outcome": encode(each.outcome), "returned": encode(each.returned).decode()}
            for place, each in enumerate(progress.fought)
        ]  # fmt: skip

        def write(connection: Connection) -> Held | None:
            connection.execute(campaigns.insert(), row)
            connection.execute(campaign_seats.insert(), seated)
            if battles:
                connection.execute(campaign_battles.insert(), battles)
            return _held(connection, campaign)

        made: Held = self.store.written(write).result()
        return made

    # --- going on

    def begin_battle(
        self,
        held: Held,
        stage: Stage,
        game: str,
        lost: str,
        connection: Connection,
        day: Day | None = None,
    ) -> None:
        """In the transaction that writes a battle: it is the campaign's, unless another is.

        ``lost`` is a battle that was begun and is not there any more; it gives way. A whole day is
        the battle of all its stages.
        """
        now = _locked(connection, held.id)
        coming = next_stage(now.pack, now.progress)
        other = now.games.get(stage.id, NO_GAME)
        if coming is None or coming.id != stage.id or other not in (NO_GAME, lost):
            raise AlreadyBegun(other)
        place = len(now.progress.fought)
        open_places = campaign_battles.c.campaign == held.id, campaign_battles.c.place >= place
        connection.execute(campaign_battles.delete().where(*open_places))
        for one in range(place, place + (len(day.battles) if day is not None else 1)):
            row = {"campaign": held.id, "place": one, "game": game, "returned": "{}"}
            connection.execute(campaign_battles.insert(), row)
        _touch(connection, held.id)

    def came_out(self, held: Held, game: str, outcome: Outcome) -> Held:
        """Write down how the battle came out; computers spread at once what comes back to them."""
        return self._changed(held, partial(_came_out, game=game, outcome=outcome))

    def spread(self, held: Held, side: str, body: str, given: Mapping[str, int]) -> Held:
        """The owner of a body spreads what comes back to it."""

        def change(now: Held) -> Progress:
            for due in outstanding(now.pack, now.progress):
                if due.body == body and due.side == side:
                    return spread(now.pack, now.progress, due, given)
            raise GrognardError("nothing comes back to them, or it was spread already")

        return self._changed(held, change)

    def _changed(self, held: Held, change: Any) -> Held:
        def write(connection: Connection) -> Held | None:
            now = _locked(connection, held.id)
            progress = change(now)
            if progress != now.progress:
                for place, each in enumerate(progress.fought):
                    if each not in now.progress.fought:
                        values = {
                            "outcome": encode(each.outcome),
                            "returned": encode(each.returned).decode(),
                        }
                        where = _at(held.id, place)
                        connection.execute(campaign_battles.update().where(*where).values(**values))
                _touch(connection, held.id)
            return _held(connection, held.id)

        made: Held = self.store.written(write).result()
        return made

    def play_on(self, held: Held) -> Held:
        """Fight the battles left after a turning point, for no points."""
        options = {**held.progress.options, SUDDEN_END: PLAY_ON}
        change = campaigns.update().where(campaigns.c.id == held.id)
        values = {"options": msgspec.json.encode(options).decode(), "touched": now_ms()}

        def write(connection: Connection) -> Held | None:
            connection.execute(change.values(**values))
            return _held(connection, held.id)

        made: Held = self.store.written(write).result()
        return made

    # --- people

    def claimed(self, held: Held, token: str, person: Person) -> Seat | None:
        """Take up an invitation, if it is still open: the seat it was for."""
        hashed = token_hash(token)
        seat = next((each for each in held.seats if each.token == hashed), None)
        if seat is None or seat.person:
            return None
        change = (
            campaign_seats.update()
            .where(
                campaign_seats.c.campaign == held.id,
                campaign_seats.c.token == hashed,
                campaign_seats.c.person == "",
            )
            .values(person=person.id, token=BURNT, name=person.name or seat.name)
        )
        written = self.store.written(lambda connection: connection.execute(change).rowcount)
        return seat if written.result() else None

    # --- files

    def file(self, held: Held) -> bytes:
        """The campaign as a file, with its document."""
        progress = held.progress
        return encode(
            CampaignFile(
                held.pack.id, progress.options, progress.fought, Enclosed.of(held.document)
            )
        )


def _came_out(now: Held, game: str, outcome: Outcome) -> Progress:
    if now.game != game:
        return now.progress
    pack, progress = now.pack, came_out(now.pack, now.progress, outcome, now.day)
    computers = {seat.side for seat in now.seats if not seat.is_human}
    for due in outstanding(pack, progress):
        if due.side in computers:
            progress = spread(pack, progress, due, spread_evenly(due))
    return progress


def _all_of(pack: CampaignPack, person: Person) -> list[Seat]:
    return [Seat(side, 0, HUMAN, person.name, person.id, BURNT) for side in pack.sides]


def _at(campaign: str, place: int) -> tuple[Any, ...]:
    return campaign_battles.c.campaign == campaign, campaign_battles.c.place == place


def _touch(connection: Connection, campaign: str) -> None:
    change = campaigns.update().where(campaigns.c.id == campaign)
    connection.execute(change.values(touched=now_ms()))


def _locked(connection: Connection, campaign: str) -> Held:
    """The campaign, held until this transaction ends."""
    row = sa.select(campaigns.c.id).where(campaigns.c.id == campaign).with_for_update()
    connection.execute(row)
    held = _held(connection, campaign)
    assert held is not None, "campaigns are never deleted"
    return held


def _held(connection: Connection, campaign: str) -> Held | None:
    row = connection.execute(campaigns.select().where(campaigns.c.id == campaign)).one_or_none()
    if row is None:
        return None
    document = decode(row.pack, Enclosed).opened("store", 0)
    pack = packs.read(document)
    of_battle = campaign_battles.c.campaign == campaign
    query = campaign_battles.select().where(of_battle).order_by(campaign_battles.c.place)
    battles = connection.execute(query).all()
    query = campaign_seats.select().where(campaign_seats.c.campaign == campaign)
    seats = {each.side: each for each in connection.execute(query)}
    options = decode(row.options, dict[str, str])
    return Held(
        campaign,
        pack,
        document,
        _progress(pack, options, [each for each in battles if each.outcome]),
        tuple(_seat(seats[side]) for side in pack.sides),
        {pack.stages[each.place].id: each.game for each in battles if each.game},
        row.origin,
        row.created,
        row.touched,
    )


def _progress(pack: CampaignPack, options: dict[str, str], battles: Sequence[Any]) -> Progress:
    progress = Progress(pack.id, options)
    for row in battles:
        outcome = decode(row.outcome, Outcome)
        returned = decode(row.returned, dict[str, int])
        progress = noted(pack, progress, pack.stages[row.place].id, outcome, returned)
    return progress


def _seat(row: Any) -> Seat:
    return Seat(row.side, 0, row.kind, row.name, row.person, bytes(row.token))
