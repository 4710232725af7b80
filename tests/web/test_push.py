"""Notices: a real push service takes them and its browser reads them; one that is down delays no move."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fastapi.testclient import TestClient

from grognard.host.clocks import now_ms
from grognard.host.pushing import MOST_BROWSERS, Pushes
from grognard.host.refused import Refused
from grognard.host.sealing import Key
from grognard.host.store_schema import notices, subscriptions
from grognard.host.webpush import Outlet, Sender, Subscription, is_public, padded, unpadded
from grognard.web import accounts
from grognard.web.app import make_app
from grognard.web.guards import Buckets
from tests.web.halls import beside
from tests.web.test_together import begun, friend_at, until

WAIT = 20.0


def drawn(key: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, about).derive(key)


class Browser:
    """A browser with keys of its own, which reads what was encrypted for it (RFC 8291)."""

    def __init__(self) -> None:
        self.private, self.secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    @property
    def public(self) -> bytes:
        made = self.private.public_key()
        return made.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def wanted(self, endpoint: str) -> dict[str, str]:
        return {
            "endpoint": endpoint, "p256dh": unpadded(self.public), "auth": unpadded(self.secret),
        }  # fmt: skip

    def read(self, body: bytes) -> dict[str, Any]:
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.private.exchange(ec.ECDH(), point)
        key = drawn(shared, self.secret, b"WebPush: info\0" + self.public + theirs, 32)
        content = drawn(key, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = drawn(key, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(content).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        told: dict[str, Any] = json.loads(plain[:-1])
        return told


class Service:
    """A push service; what it says next can be told to it."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.says: list[int] = []
        self.came = threading.Condition()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = service.says.pop(0) if service.says else 201
                with service.came:
                    service.taken.append((self.path, dict(self.headers), body))
                    service.came.notify_all()
                self.send_response(status)
                self.send_header("Location", "http://127.0.0.1:1/secret")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def wait(self, count: int) -> None:
        with self.came:
            assert self.came.wait_for(lambda: len(self.taken) >= count, WAIT)


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(accounts, "attempts", Buckets(1e6, 10**6))
    app = make_app(
        f"sqlite:///{tmp_path / 'battles.db'}", hosts=["testserver"], bot_processes=0,
        push=Outlet(private=True),
    )  # fmt: skip
    with TestClient(app, client=("127.0.0.1", 50000)) as made:
        yield made


def pushes(host: TestClient) -> Pushes:
    found: Pushes = host.app.state.tables.pushes  # type: ignore[attr-defined]
    return found


def moved(host: TestClient) -> tuple[str, TestClient]:
    """A battle in which the host has answered everything until his friend is asked."""
    game, token = begun(host)
    friend = friend_at(host, game, token)
    return game, friend


def answer_until_other(host: TestClient, game: str, other: str) -> None:
    """Say done until the other side is asked."""
    with host.websocket_connect(
        f"/ws/games/{game}", headers={"origin": "http://testserver"}
    ) as line:
        number = until(line, "view")["n"]
        while host.get(f"/api/games/{game}").json()["waits_for"] != other:
            line.send_json({"type": "answer", "n": number, "text": "done", "seq": 5})
            reply = until(line, "ack", "refused")
            assert reply["type"] == "ack", reply
            number = reply["n"]


def signed(headers: dict[str, str], key: str) -> dict[str, Any]:
    """The claims of a pass, if it was signed by this key (RFC 8292)."""
    word, _, rest = headers["Authorization"].partition(" ")
    token, known = (part.strip()[2:] for part in rest.split(","))
    assert (word, known) == ("vapid", key)
    head, claims, signature = token.split(".")
    raw = padded(signature)
    made = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), padded(key))
    point.verify(made, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(padded(claims))
    return found


def test_who_is_away_is_told_that_it_is_his_turn_and_nothing_else(
    host: TestClient, service: Service
) -> None:
    game, friend = moved(host)
    browser = Browser()
    key = friend.get("/api/push").json()["key"]
    wanted = browser.wanted(f"{service.url}/anna")
    assert friend.put("/api/push", json=wanted).json() == {"key": key, "browsers": 1}
    service.says = [503]  # it is down at first: the move is made all the same, and the notice waits
    answer_until_other(host, game, "prussian")
    service.wait(1)
    assert host.get(f"/api/games/{game}").json()["waits_for"] == "prussian"
    store = pushes(host).store
    later = notices.update().values(due=0)
    (waits,) = store.rows(sa.select(notices))
    while not waits.tries:
        (waits,) = store.rows(sa.select(notices))
    store.written(lambda connection: connection.execute(later)).result()
    assert pushes(host).delivered() == 1
    path, headers, body = service.taken[-1]
    assert path == "/anna"
    assert headers["Content-Encoding"] == "aes128gcm"
    assert int(headers["TTL"]) > 3600
    assert signed(headers, key)["aud"] == service.url
    title = host.get(f"/api/games/{game}").json()["title"]
    assert browser.read(body) == {"game": game, "title": title}
    assert not store.rows(sa.select(notices))
    assert friend.delete("/api/push").json()["browsers"] == 0


def test_a_browser_that_is_gone_is_forgotten(host: TestClient, service: Service) -> None:
    game, friend = moved(host)
    for status in (404, 410):
        friend.put("/api/push", json=Browser().wanted(f"{service.url}/gone"))
        (row,) = pushes(host).store.rows(sa.select(subscriptions))
        pushes(host).your_turn(game, [row.person]).result()
        service.says = [status]
        assert pushes(host).delivered() == 0
        assert not pushes(host).store.rows(sa.select(subscriptions))
        assert not pushes(host).store.rows(sa.select(notices))


@pytest.mark.parametrize("status", [302, 307, 400, 403, 413])
def test_what_a_service_refuses_is_dropped_and_no_redirection_is_followed(
    host: TestClient, service: Service, status: int
) -> None:
    game, friend = moved(host)
    friend.put("/api/push", json=Browser().wanted(f"{service.url}/odd"))
    (row,) = pushes(host).store.rows(sa.select(subscriptions))
    pushes(host).your_turn(game, [row.person]).result()
    service.says = [status]
    assert pushes(host).delivered() == 0
    assert len(service.taken) == 1
    assert not pushes(host).store.rows(sa.select(notices))
    assert len(pushes(host).store.rows(sa.select(subscriptions))) == 1


def test_a_service_that_is_not_there_delays_the_notice(host: TestClient) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{probe.getsockname()[1]}/x"
    game, friend = moved(host)
    friend.put("/api/push", json=Browser().wanted(nobody))
    (row,) = pushes(host).store.rows(sa.select(subscriptions))
    pushes(host).your_turn(game, [row.person]).result()
    pushes(host).your_turn(game, [row.person]).result()
    assert pushes(host).delivered() == 0
    (waits,) = pushes(host).store.rows(sa.select(notices))
    assert waits.tries == 1
    assert waits.due > now_ms()
    assert pushes(host).delivered() == 0, "it is not tried again at once"


# --- attacks


BAD_ADDRESSES = (
    "http://push.example.org/x", "https://127.0.0.1/x", "https://[::1]/x", "https://10.0.0.1/x",
    "https://169.254.169.254/latest/meta-data", "https://2130706433/", "https://0x7f000001/",
    "https://0177.0.0.1/", "https://user:secret@push.example.org/", "https://push.example.org:22/",
    "ftp://push.example.org/", "file:///etc/passwd", "https:///x", "javascript:alert(1)", "",
    "https://push.example.org/\r\nHost: evil", "https://push.example.org/ x", "https://[::1",
    "https://push.example.org:99999/", "https://пуш.example/",
)  # fmt: skip


@pytest.mark.parametrize("endpoint", BAD_ADDRESSES)
def test_only_public_push_services_over_tls_are_spoken_to(endpoint: str) -> None:
    with pytest.raises(Refused, match="not the address"):
        Outlet().parts(endpoint)


@pytest.mark.parametrize("name", ["localhost", "localhost.localdomain"])
def test_a_name_that_stands_for_this_machine_is_not_spoken_to(name: str) -> None:
    """The name is looked up when the notice goes, and that address is spoken to: no rebinding."""
    with pytest.raises((Refused, OSError)):
        Outlet().post(f"https://{name}/", {}, b"")


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1",
     "::1", "fe80::1", "fd00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "224.0.0.1",
     "ff02::1", "::127.0.0.1", "::ffff:0:10.0.0.1", "64:ff9b:1::a00:1", "fec0::1", "4000::1"],
)  # fmt: skip
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        ("AAAA", unpadded(bytes(16))),
        (unpadded(b"\x04" + bytes(64)), unpadded(bytes(16))),  # no point of the curve
        (unpadded(Browser().public), unpadded(bytes(15))),
        (unpadded(Browser().public), "!!!!"),
    ],
    ids=["nothing", "too-short", "no-point", "short-secret", "no-letters"],
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(Refused, match="keys of a browser"):
        Subscription("https://push.example.org/x", p256dh, auth).check()


def test_nobody_takes_over_the_browser_of_another(host: TestClient, service: Service) -> None:
    _, friend = moved(host)
    endpoint = f"{service.url}/anna"
    assert friend.put("/api/push", json=Browser().wanted(endpoint)).status_code == 200
    assert host.put("/api/push", json=Browser().wanted(endpoint)).status_code == 400
    assert friend.get("/api/push").json()["browsers"] == 1
    stranger = beside(host)
    stranger.delete("/api/push")
    assert friend.get("/api/push").json()["browsers"] == 1


def test_a_person_has_so_many_browsers_and_no_more(host: TestClient) -> None:
    held = pushes(host)
    for number in range(MOST_BROWSERS + 3):
        wanted = Browser().wanted(f"http://127.0.0.1:9/{number}")
        held.wanted("anna", Subscription(**wanted))
    assert held.count("anna") == MOST_BROWSERS


def test_the_key_of_the_server_comes_of_the_key_of_the_store_alone() -> None:
    one, same, other = (Sender(Key(key * 32).derived("web push"), "") for key in (b"a", b"a", b"b"))
    assert one.public == same.public != other.public
    headers = one.headers("https://push.example.org", 0)
    assert signed(headers, one.public)["aud"] == "https://push.example.org"
    with pytest.raises(InvalidSignature):
        signed({"Authorization": headers["Authorization"].replace(one.public, other.public)},
               other.public)  # fmt: skip
