"""One client does not starve the others: pools of their own, limits, and an end to patience."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any, cast

import pytest
from fastapi.testclient import TestClient
from starlette.exceptions import HTTPException
from starlette.testclient import WebSocketTestSession

from grognard.desks import library
from grognard.host import reading
from grognard.host.keeper import Keeper
from grognard.host.store_schema import sessions
from grognard.kernel.documents import Document
from grognard.kernel.errors import GrognardError
from grognard.web import app as application
from grognard.web.app import make_app
from grognard.web.guards import LONGEST_DELAY, Buckets, Counts, Limits
from grognard.web.pools import Busy, Pool
from grognard.web.slow import Patient
from tests.web.halls import beside

BODY = b'{"grognard":"journal"}'


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Reading an upload takes until this is set."""
    event = threading.Event()

    def uploaded(*args: object) -> None:
        event.wait(30)
        raise GrognardError("read to its end")

    monkeypatch.setattr(Keeper, "uploaded", uploaded)
    yield event
    event.set()


def test_who_uploads_holds_up_nobody_else_and_has_two_at_once(
    client: TestClient, held: threading.Event
) -> None:
    client.post("/api/games", json={"scenario": "duel"})
    cookies = dict(client.cookies)
    with ThreadPoolExecutor(8) as many:
        sent = [many.submit(_upload, client, cookies) for _ in range(8)]
        assert _first(sent, 6) == [429] * 6
        assert client.get("/api/me").json()["person"]  # a cookie is looked up meanwhile
        assert client.get("/api/scenarios").status_code == 200
        held.set()
        assert sorted(each.result() for each in sent) == [400, 400] + [429] * 6


def _upload(client: TestClient, cookies: dict[str, str]) -> int:
    there = beside(client, cookies=cookies)
    reply = there.post("/api/games/upload", content=BODY)
    return int(reply.status_code)


def _first(sent: list[Any], count: int) -> list[int]:
    found = as_completed(sent, timeout=30)
    return [next(found).result() for _ in range(count)]


def test_uploads_after_each_other_are_counted_by_address_and_by_person(client: TestClient) -> None:
    client.post("/api/games", json={"scenario": "duel"})
    limits: Limits = client.app.state.limits  # type: ignore[attr-defined]
    limits.uploads = Buckets(rate=0.0, most=3)
    said = [client.post("/api/games/upload", content=b"x").status_code for _ in range(4)]
    assert said == [400, 400, 400, 429]
    elsewhere = beside(client, "127.0.0.2", cookies=dict(client.cookies))
    assert elsewhere.post("/api/games/upload", content=b"x").status_code == 429
    stranger = beside(client, "127.0.0.3")
    assert stranger.post("/api/documents", content=b"x").status_code == 400


def test_requests_are_counted_by_address_and_by_person(client: TestClient) -> None:
    client.post("/api/games", json={"scenario": "duel"})
    limits: Limits = client.app.state.limits  # type: ignore[attr-defined]
    limits.requests = Buckets(rate=0.0, most=5)
    assert [client.get("/api/me").status_code for _ in range(6)] == [200] * 5 + [429]
    elsewhere = beside(client, "127.0.0.2", cookies=dict(client.cookies))
    assert elsewhere.get("/api/me").status_code == 429
    assert beside(client, "127.0.0.3").get("/api/me").status_code == 200


def test_an_address_holds_so_many_lines_and_more_when_some_have_ended(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    app = make_app(url, hosts=["testserver"], bot_processes=0, lines=2)
    with TestClient(app, client=("127.0.0.1", 50000)) as here:
        game = here.post("/api/games", json={"scenario": "duel"}).json()["id"]
        address = f"/ws/games/{game}"
        with here.websocket_connect(address) as one, here.websocket_connect(address) as two:
            assert {one.receive_json()["type"], two.receive_json()["type"]} == {"hello"}
            with here.websocket_connect(address) as three:
                assert three.receive_json()["code"] == "slow-down"
        with here.websocket_connect(address) as again:
            assert again.receive_json()["type"] == "hello"


def test_who_comes_while_many_read_the_past_keeps_his_line(client: TestClient) -> None:
    tables = client.app.state.tables  # type: ignore[attr-defined]
    game = client.post("/api/games", json={"scenario": "duel"}).json()["id"]
    tables.pools.reading.held = tables.pools.reading.most
    with client.websocket_connect(f"/ws/games/{game}") as line:
        _hears(line, "view")
        line.send_json({"type": "ping", "seq": 1})
        _hears(line, "pong")


def test_who_comes_when_too_many_do_is_told_so(client: TestClient) -> None:
    tables = client.app.state.tables  # type: ignore[attr-defined]
    game = client.post("/api/games", json={"scenario": "duel"}).json()["id"]
    tables.pools.sessions.held = tables.pools.sessions.most
    with client.websocket_connect(f"/ws/games/{game}") as line:
        assert _hears(line, "error")["code"] == "busy"


def _hears(line: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of a kind; a line that ends before it says so."""
    while (message := line.receive_json())["type"] != kind:
        pass
    return cast(dict[str, Any], message)


def test_who_looks_back_often_waits_and_at_last_is_turned_away() -> None:
    buckets = Buckets(rate=1e-9 + 2.0, most=1)
    delays = [buckets.delay("a") for _ in range(14)]
    assert delays[0] == 0.0
    assert delays[1:] == sorted(delays[1:])
    assert LONGEST_DELAY < delays[-1] < LONGEST_DELAY + 2
    assert buckets.delay("b") == 0.0
    limits = Limits()
    limits.reads = buckets
    assert asyncio.run(limits.read("a", "")) is False
    assert asyncio.run(limits.read("c", "person 1")) is True


def test_counts_are_taken_for_all_names_or_for_none() -> None:
    counts = Counts(2)
    assert counts.take("a", "x")
    assert counts.take("b", "x")
    assert not counts.take("c", "x")
    counts.give_back("a", "x")
    assert counts.take("c", "x")
    assert counts.take("c", "")


def test_a_pool_takes_on_so_many_works_and_counts_them_until_they_are_done() -> None:
    async def tried() -> None:
        pool, event = Pool("some", 1, 2), threading.Event()
        waiting = [asyncio.ensure_future(pool.run(event.wait, 30)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.run(event.wait)
        waiting[0].cancel()  # who hangs up does not make room for the next before his work is done
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.run(event.wait)
        event.set()
        await waiting[1]
        while pool.held:
            await asyncio.sleep(0)
        assert await pool.run(event.wait)
        pool.close()

    asyncio.run(tried())


def test_a_pack_that_is_long_to_read_holds_up_no_other_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent, begun, go_on = (
        Document.of([("scenario.yaml", b"x")]),
        threading.Event(),
        threading.Event(),
    )
    usual: Callable[..., Any] = reading._setting_of

    def slow(system: str, source: object, options: object) -> Any:
        if source is sent:
            begun.set()
            go_on.wait(30)
            return None
        return usual(system, source, options)

    monkeypatch.setattr(reading, "_setting_of", slow)
    with ThreadPoolExecutor(1) as other:
        long = other.submit(reading.setting_of, "premier", sent, ())
        begun.wait(30)
        assert reading.setting_of("premier", "duel", ()).id == "duel"
        assert library.names()
        assert not long.done()
        go_on.set()


# --- the end of patience


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "BODY_SECONDS", 0.0)

    async def never() -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    with pytest.raises(HTTPException) as late:
        asyncio.run(application._limited(never, 9)())  # type: ignore[arg-type]
    assert late.value.status_code == 408
    assert late.value.headers == {"Connection": "close"}


class Loop:
    """Keeps what is to be called later."""

    def __init__(self) -> None:
        self.later: list[tuple[Callable[[], None], list[bool]]] = []

    def call_later(self, seconds: float, work: Callable[[], None]) -> Any:
        cancelled: list[bool] = []
        self.later.append((work, cancelled))
        return type("Timer", (), {"cancel": lambda timer: cancelled.append(True)})()

    @property
    def waiting(self) -> list[Callable[[], None]]:
        return [work for work, cancelled in self.later if not cancelled]


class Transport:
    """A connection from an address, which may be broken off."""

    def __init__(self, address: str) -> None:
        self.address, self.aborted = address, False

    def get_extra_info(self, name: str, default: object = None) -> object:
        return (self.address, 1) if name in ("peername", "sockname") else default

    def abort(self) -> None:
        self.aborted = True

    close = abort

    def is_closing(self) -> bool:
        return self.aborted


def connected(address: str) -> tuple[Patient, Transport, Loop]:
    from uvicorn import Config
    from uvicorn.server import ServerState

    async def nothing(scope: Any, receive: Any, send: Any) -> None: ...

    loop, transport = Loop(), Transport(address)
    protocol = Patient(Config(nothing, log_config=None), ServerState(), {}, _loop=loop)
    protocol._start_asgi_task = lambda cycle, app: None  # type: ignore[method-assign]
    protocol.connection_made(transport)  # type: ignore[arg-type]
    return protocol, transport, loop


def test_a_half_sent_head_is_broken_off_and_a_whole_one_is_not() -> None:
    protocol, transport, loop = connected("10.0.0.1")
    protocol.data_received(b"GET / HTTP/1.1\r\nHost: loc")
    (too_late,) = loop.waiting
    too_late()
    assert transport.aborted
    protocol.connection_lost(OSError())
    whole, _, its = connected("10.0.0.1")
    whole.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert its.waiting == []
    whole.connection_lost(OSError())


def test_an_address_has_so_many_connections_and_a_proxy_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Patient, "most", 3)
    monkeypatch.setattr(Patient, "proxies", ("10.0.0.9",))
    held = [connected("10.0.0.2") for _ in range(4)]
    assert [transport.aborted for _, transport, _ in held] == [False, False, False, True]
    assert not any(connected("10.0.0.9")[1].aborted for _ in range(5))
    for protocol, _, _ in held:
        protocol.connection_lost(OSError())
    assert Patient.connections_of["10.0.0.2"] == 0
    fresh, transport, _ = connected("10.0.0.2")
    assert not transport.aborted
    fresh.connection_lost(OSError())


@pytest.mark.parametrize(
    ("path", "content"),
    [("/api/games/upload", b"nonsense"), ("/api/documents", b"nonsense"), ("/api/games", b'{"scenario":"nowhere"}')],
)  # fmt: skip
def test_a_stranger_who_is_refused_leaves_no_guest_behind(
    client: TestClient, path: str, content: bytes
) -> None:
    tables: Any = client.app.state.tables  # type: ignore[attr-defined]
    refused = client.post(path, content=content, headers={"Content-Type": "application/json"})
    assert refused.status_code in (400, 404)
    assert "set-cookie" not in refused.headers
    assert not tables.store.rows(sessions.select())
    assert client.post("/api/games", json={"scenario": "duel"}).status_code == 201
    assert len(tables.store.rows(sessions.select())) == 1
