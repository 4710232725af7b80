"""Behind a real proxy: nginx as the how-to has it. ``make proxy`` runs this."""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.web.servers import Server, until

pytestmark = pytest.mark.soak

NAME = "table.example.org"
HOW_TO = Path(__file__).parents[2] / "docs" / "how-to" / "host-a-table.md"
FRAME = """daemon off; master_process off; pid {folder}/pid; error_log stderr;
events {{}}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
  {server}
}}
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


def own_address() -> str:
    """An address of this machine by which it is not local to itself."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])


def documented(upstream: int, port: int) -> str:
    """The server block of the how-to, at these ports."""
    block = re.search(r"```text\n(server \{.*?\n\})\n```", HOW_TO.read_text(), re.DOTALL)
    assert block is not None
    said = block[1].replace("listen 443 ssl", f"listen {port} ssl")
    assert said != block[1]
    return said.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")


class Proxied:
    """A server, the nginx before it, and browsers that come through it."""

    def __init__(self, server: Server, port: int) -> None:
        self.server, self.port = server, port

    def browser(self) -> httpx.Client:
        host = {"Host": f"{NAME}:{self.port}"}
        return httpx.Client(
            base_url=f"https://{own_address()}:{self.port}", verify=False, headers=host, timeout=60
        )


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    nginx = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    assert nginx, "nginx is needed: apt-get install nginx-light"
    folder = tmp_path_factory.mktemp("nginx")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj",
         f"/CN={NAME}", "-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")],
        check=True, capture_output=True,
    )  # fmt: skip
    server = Server(
        f"sqlite:///{folder / 'battles.db'}", "--proxy", "127.0.0.1", "--allow-host", NAME
    )
    server.start()
    port = free_port()
    config = folder / "nginx.conf"
    config.write_text(FRAME.format(folder=folder, server=documented(server.port, port)))
    process = subprocess.Popen([nginx, "-c", str(config), "-p", str(folder)])
    there = Proxied(server, port)
    _until_it_answers(there)
    yield there
    process.terminate()
    process.wait(30)
    server.kill()


def _until_it_answers(there: Proxied) -> None:
    for _ in range(200):
        try:
            with there.browser() as browser:
                assert browser.get("/healthz").status_code == 200
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("nginx does not answer")


def test_a_visitor_is_not_local_whatever_he_says(proxied: Proxied) -> None:
    with proxied.browser() as browser:
        assert browser.get("/api/me").json()["local"] is False
        for forged in ("127.0.0.1", "::1", "127.0.0.1, 127.0.0.1"):
            said = {"X-Forwarded-For": forged, "X-Real-IP": forged, "Forwarded": f"for={forged}"}
            assert browser.get("/api/me", headers=said).json()["local"] is False
            begun = browser.post("/api/games", json={"scenario": "duel"}, headers=said)
            assert begun.status_code == 401


def test_cookies_are_secure_and_answers_are_kept_by_nobody(proxied: Proxied) -> None:
    with proxied.browser() as browser:
        account = {"name": "Ney", "password": "der Tapferste der Tapferen"}
        made = browser.post("/api/accounts", json=account)
        assert made.status_code == 201, made.text
        cookie = made.headers["set-cookie"]
        assert cookie.startswith("__Host-grognard=")
        assert {"Secure", "HttpOnly", "SameSite=lax"} <= set(cookie.split("; "))
        assert made.headers["cache-control"] == "no-store"
        page = browser.get("/")
        for reply in (made, page):
            assert reply.headers["strict-transport-security"].startswith("max-age=31536000")
            assert "frame-ancestors 'none'" in reply.headers["content-security-policy"]
            assert reply.headers["x-content-type-options"] == "nosniff"


def test_a_line_goes_through_and_from_another_page_it_does_not(proxied: Proxied) -> None:
    with proxied.browser() as browser:
        account = {"name": "Murat", "password": "toujours en avant 1812"}
        browser.post("/api/accounts", json=account)
        made = browser.post("/api/games", json={"scenario": "duel"})
        assert made.status_code == 201, made.text
        cookie = browser.cookies["__Host-grognard"]
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    address = f"wss://{NAME}:{proxied.port}/ws/games/{made.json()['id']}"
    words = {"Cookie": f"__Host-grognard={cookie}"}

    def opened(origin: str) -> ClientConnection:
        raw = socket.create_connection((own_address(), proxied.port))
        from_there = Origin(origin)
        return connect(address, sock=raw, ssl=trust, origin=from_there, additional_headers=words)

    with pytest.raises(InvalidStatus) as turned_away:
        opened("https://evil.example")
    assert turned_away.value.response.status_code == 403
    with opened(f"https://{NAME}:{proxied.port}") as line:
        number = until(line, "view")["n"]
        line.send(json.dumps({"type": "answer", "n": number, "text": "march F1 S"}))
        assert until(line, "ack")["n"] > number


def test_passwords_are_not_guessed_with_forged_addresses(proxied: Proxied) -> None:
    with proxied.browser() as browser:
        said = []
        for guess in range(40):
            forged = {"X-Forwarded-For": f"198.51.100.{guess}"}
            wrong = {"name": f"nobody {guess}", "password": f"guess {guess}"}
            said.append(browser.post("/api/sessions", json=wrong, headers=forged).status_code)
    assert said.count(429) >= 20
    assert set(said) == {403, 429}


def test_who_comes_past_the_proxy_is_not_believed(proxied: Proxied) -> None:
    """Only the proxy says for whom it asks: another program on this machine does not."""
    with socket.create_connection(
        ("127.0.0.1", proxied.server.port), source_address=("127.0.0.2", 0)
    ) as raw:
        raw.sendall(
            b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.7\r\n"
            b"X-Forwarded-Proto: https\r\nConnection: close\r\n\r\n"
        )
        answer = b""
        while part := raw.recv(65536):
            answer += part
    assert b'"local":true' in answer
    assert b"strict-transport-security" not in answer.lower()
