"""Who may do what: every route and every message of the line, for every role, cell by cell.

Routes are taken from the application and messages from the protocol: one that has no rule here, or a
rule that has lost its route, fails. A cell is the status of the answer, or what the line replies.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, get_args

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from msgspec.structs import fields
from starlette.routing import BaseRoute

from grognard.host.seats import OUTSIDE, new_token, token_hash
from grognard.web import accounts, botline, frames
from grognard.web.app import make_app
from grognard.web.asking import COOKIE
from grognard.web.guards import Buckets

ROLES = ("nobody", "stranger", "guest", "side", "other", "host", "alone", "left", "bot")
"""No session; an account and a guest without a seat here; the side that is asked and its enemy; who
set the battle up and took no seat; who has every seat; a session that has ended, of one who has a
seat; a bot's key. All come from another machine, to a server that makes no guests of strangers."""

PAGE = Path(__file__).parents[2] / "docs/reference/who-may-do-what.md"
CAMPAIGN = Path(__file__).parents[1] / "campaign" / "packs" / "two-villages.yaml"
PASSWORD = "canister at forty paces"
SIDES = ("french", "prussian")

BODIES: dict[str, dict[str, Any]] = {
    "POST /api/campaigns": {"campaign": "none"},
    "POST /api/campaigns/check": {"campaign": "none"},
    "POST /api/campaigns/{campaign}/fork": {"before": "first"},
    "POST /api/campaigns/{campaign}/next": {"stage": "first"},
    "POST /api/campaigns/{campaign}/seats": {"token": "no invitation"},
    "POST /api/campaigns/{campaign}/spread": {"body": "lefort"},
    "POST /api/documents": {"files": {}},
    "POST /api/games": {"scenario": "duel"},
    "POST /api/games/{game}/bot": {"n": 0, "answer": "done"},
    "POST /api/games/{game}/bot/line": {"patience": 60},
    "POST /api/games/{game}/fork": {},
    "POST /api/games/{game}/away": {"side": "french"},
    "POST /api/games/{game}/join": {"side": "french"},
    "PUT /api/games/{game}/listed": {"listed": True},
    "PUT /api/games/{game}/watchers": {"watchers": True},
    "POST /api/games/{game}/seats": {"token": "no invitation"},
    "POST /api/puzzles/{puzzle}": {"answer": "done"},
    "POST /api/studies/{study}/branches": {"at": 0},
    "PUT /api/studies/{study}": {"revision": 0, "title": "Study"},
    "POST /api/sessions": {"name": "side", "password": "wrong"},
    "POST /api/mail": {"word": "12345678"},
    "PUT /api/push": {"endpoint": "https://push.example.org/x", "p256dh": "", "auth": ""},
    "POST /api/holidays": {"first": "2020-01-01", "last": "2020-01-02"},
    "PUT /api/mail": {"address": "anna@example.org"},
    "PUT /api/password": {"old": "wrong", "new": "a long enough word"},
}
OF_A_SIDE = " of french"
"""Of a route that can be asked for a side: when the first side is named."""

NAMES = {
    "clause": "P18.1", "place": "0", "puzzle": "premier-assault-04-not-alone", "side": "french", "revision": "none", "scenario": "duel", "system": "premier", "path:path": "",
}  # fmt: skip

SAID: dict[str, dict[str, Any]] = {
    "answer": {"text": "done"},
    "look": {"what": "units"},
    "seat": {"side": "french", "kind": "human"},
    "sit": {"side": "french"},
    "past": {"at": 0},
    "say": {"text": "Bonjour"},
    "call": {"name": "Anna"},
    "trial": {"text": "never fire"},
}
"""What is said with a message; where nothing stands, what its fields are by default."""


NUMBERED = ("answer", "draw", "resign", "take-back", "seen")


# --- what there is


def routes(app: FastAPI) -> list[str]:
    """Every route of the application, with its method; lines are ``WS``."""
    found: set[str] = set()
    for route in _flat(app.routes):
        path = getattr(route, "path", "")
        methods = (getattr(route, "methods", None) or {"WS"}) - {"HEAD"}
        found |= {f"{method} {path}" for method in methods}
        asks = getattr(getattr(route, "dependant", None), "query_params", ())
        if any(field.name == "side" for field in asks):
            found |= {f"{method} {path}{OF_A_SIDE}" for method in methods}
    return sorted(found)


def _flat(held: Any) -> Iterator[BaseRoute]:
    for route in held:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from _flat(inner.routes)
        else:
            yield route


def messages() -> list[str]:
    """Every message that the line takes; of those that may name whose past is wanted, both ways.

    The last is that after which nothing can be said of the battle any more."""
    found = {}
    for kind in get_args(frames.Incoming):
        defaults = {field.name: field.default for field in fields(kind)}
        found[kind.__struct_config__.tag] = defaults
    past = [f"{tag}{OF_A_SIDE}" for tag, held in found.items() if held.get("side", "") is None]
    return sorted([*found, *past], key=lambda kind: (kind == "resign", kind))


# --- people


class Hall:
    """A server with battles at which everybody has his role."""

    def __init__(self, app: FastAPI, door: TestClient, eye: sqlite3.Connection) -> None:
        self.app, self.people, self.door = app, app.state.tables.people, door
        self.eye = eye
        self.keys: dict[str, str] = {}
        named = ("stranger", "side", "other", "host")
        self.persons = {role: self.people.registered(role, PASSWORD, None)[0].id for role in named}
        self.persons["alone"] = self.persons["host"]
        self.persons["guest"] = self.people.new_guest()[0].id
        self.addresses = count()

    def browser(self, role: str, game: str = "") -> TestClient:
        """A browser of somebody, in a session of its own and from an address of its own."""
        made = TestClient(self.app, client=(f"198.51.100.{next(self.addresses) % 250}", 4711))
        made.portal = self.door.portal  # one server, one loop
        person = self.persons.get("side" if role == "left" else role)
        if person:
            session = self.people.begun(person)
            made.cookies.set(COOKIE, session)
            if role == "left":
                self.people.logged_out(session)
        if role == "bot":
            made.headers["Seat"] = self.keys[game]
        return made

    def begin(self, role: str = "", watchers: bool = True) -> str:
        """A battle: the host sets it up, two people take their seats, a bot has the third."""
        seats = [{"side": side, "who": "open"} for side in (*SIDES, SIDES[1])]
        if role == "alone":
            seats = [{"side": side, "who": "me"} for side in SIDES]
        wanted = {"scenario": "duel", "seats": seats, "watchers": watchers}
        made = self.browser("host").post("/api/games", json=wanted).json()
        for taker, invited in zip(("side", "other"), made["invitations"], strict=False):
            claim = {"token": invited["token"]}
            reply = self.browser(taker).post(f"/api/games/{made['id']}/seats", json=claim)
            assert reply.status_code == 200, reply.text
        key, live = new_token(), self.app.state.tables._live[made["id"]]
        self.keys[live.room.id], portal = key, self.door.portal
        assert portal is not None
        for seat in [seat for seat in live.seats if not seat.person]:
            change = partial(live.change_seat, kind=OUTSIDE, token=token_hash(key))
            portal.call(change, seat.side, seat.place)
        return str(made["id"])

    def begin_campaign(self, role: str) -> str:
        """A campaign of its own for a role: the host has begun it, two people lead its sides."""
        who = "me" if role == "alone" else "open"
        seats = [{"side": side, "who": who} for side in SIDES]
        wanted = {"files": {"two.yaml": CAMPAIGN.read_text("utf-8")}, "seats": seats}
        made = self.browser("host").post("/api/campaigns", json=wanted).json()
        for taker, invited in zip(("side", "other"), made["invitations"], strict=False):
            claim = {"token": invited["token"]}
            reply = self.browser(taker).post(f"/api/campaigns/{made['id']}/seats", json=claim)
            assert reply.status_code == 200, reply.text
        return str(made["id"])

    def begin_study(self) -> str:
        """A study of the host's, of a fork of his: he alone has its seats."""
        host, game = self.browser("host"), self.begin("alone")
        fork = host.post(f"/api/games/{game}/fork", json={}).json()["id"]
        made = host.post("/api/studies", json={"game": fork})
        assert made.status_code == 201, made.text
        return str(made.json()["id"])


async def one_line(bot: botline.BotSeat) -> AsyncIterator[str]:
    """A bot's line that ends after its greeting; a real one stays open."""
    yield await bot.outbox.get()
    await bot.leave("has seen enough")


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setattr(accounts, "attempts", Buckets(1e6, 10**6))
    monkeypatch.setattr(botline.BotSeat, "lines", one_line)
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    app = make_app(url, hosts=["testserver"], bot_processes=0, rate=1e9)
    app.state.limits.forks = Buckets(1e6, 10**6)
    with TestClient(app) as door, closing(sqlite3.connect(tmp_path / "battles.db")) as eye:
        yield Hall(app, door, eye)


# --- cells


def asked(hall: Hall, route: str, role: str, game: str) -> str:
    """What somebody gets who asks for a route."""
    plain = route.removesuffix(OF_A_SIDE)
    method, _, path = plain.partition(" ")
    campaign = hall.begin_campaign(role) if "{campaign}" in path else ""
    study = hall.begin_study() if "{study}" in path else ""
    for name, value in {**NAMES, "game": game, "campaign": campaign, "study": study}.items():
        path = path.replace(f"{{{name}}}", value)
    browser = hall.browser(role, game)
    if method == "WS":
        with browser.websocket_connect(path) as line:
            greeting = line.receive_json()
            seat = greeting.get("seat")
            return greeting["code"] if seat is None else ", ".join(seat["sides"]) or "watches"
    query = {"at": "0"} if plain.endswith("/past") else {}
    if plain != route:
        query["side"] = SIDES[0]
    body = BODIES.get(plain)
    if plain == "POST /api/accounts":
        body = {"name": f"recruit {game}", "password": PASSWORD}
    if plain == "POST /api/studies":
        body = {"game": game}
    before = kept(hall)
    reply = browser.request(method, path, json=body, params=query)
    assert method != "GET" or kept(hall) == before, f"{route} by {role} changes something"
    return str(reply.status_code)


def kept(hall: Hall) -> int:
    """Another number whenever anything has been written in the meantime."""
    hall.app.state.tables.store.written(lambda connection: None).result()
    return int(hall.eye.execute("PRAGMA data_version").fetchone()[0])


def said(hall: Hall, role: str, game: str) -> dict[str, str]:
    """What the line replies to every message, one after the other."""
    found: dict[str, str] = {}
    with hall.browser(role, game).websocket_connect(f"/ws/games/{game}") as line:
        n = line.receive_json()["n"]
        for seq, kind in enumerate(messages(), start=1):
            tag = kind.removesuffix(OF_A_SIDE)
            message = {"type": tag, "seq": seq, **SAID.get(tag, {})}
            message |= {"n": n} if tag in NUMBERED else {}
            message |= {"side": SIDES[0]} if tag != kind else {}
            line.send_json(message)
            reply = line.receive_json()
            while reply.get("seq") != seq:
                n = reply.get("n", n)
                reply = line.receive_json()
            found[kind] = reply.get("code") or reply["type"]
    return found


def matrix(hall: Hall) -> dict[str, list[str]]:
    """Every cell as it is. What changes something is asked of a battle of its own."""
    found: dict[str, list[str]] = {}
    games = {role: hall.begin(role) for role in ("alone", "")}
    for route in routes(hall.app):
        reads = route.startswith(("GET", "WS"))
        found[route] = [
            asked(hall, route, role, games["alone" if role == "alone" else ""])
            if reads
            else asked(hall, route, role, hall.begin(role))
            for role in ROLES
        ]
    lines = [said(hall, role, hall.begin(role)) for role in ROLES]
    return found | {kind: [each[kind] for each in lines] for kind in messages()}


def rules() -> dict[str, list[str]]:
    """The rules as the page has them: a row for each route and message."""
    rows = [
        line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")
    ]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {first.strip("`"): rest for first, *rest in cells}


def test_every_route_and_every_message_has_a_rule(hall: Hall) -> None:
    there = {*routes(hall.app), *messages()}
    known = rules()
    assert not there - known.keys(), "say in docs/reference/who-may-do-what.md who may do this"
    assert not known.keys() - there, "there is no such route or message any more"
    assert all(len(row) == len(ROLES) for row in known.values())


def test_everybody_may_do_what_the_page_says_and_nothing_else(hall: Hall) -> None:
    known = rules()
    wrong = {
        f"{what} by {role}": (got, wanted)
        for what, row in matrix(hall).items()
        for role, got, wanted in zip(ROLES, row, known[what], strict=True)
        if got != wanted
    }
    assert not wrong


def test_where_nobody_watches_those_without_a_seat_are_shown_nothing(hall: Hall) -> None:
    game = hall.begin(watchers=False)
    outside = {"GET /api/games/{game}", "GET /api/games/{game}/dice"}
    for route in routes(hall.app):
        if "{game}" not in route or not route.startswith(("GET", "WS")) or route in outside:
            continue
        for role in ("nobody", "stranger", "guest", "host", "left"):
            assert asked(hall, route, role, game) in ("403", "no-watchers"), (route, role)
        seated = asked(hall, route, "side", game)
        assert seated in ("200", "403", "409", "french"), route
