"""Running the server: uvicorn over the application, and the browser opened when it is ready."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

from grognard.kernel.errors import GrognardError
from grognard.web.guards import is_local

if TYPE_CHECKING:
    from fastapi import FastAPI

log = logging.getLogger("grognard.serve")

UNSEALED: Final = (
    "this store has no key: the secrets of dice are kept in it as they are, and who reads it foresees "
    "every die. Set GROGNARD_KEY to 64 hexadecimal digits, the same for every server of the store "
    "(python -c 'import secrets; print(secrets.token_hex(32))'); what is there already is sealed then"
)

FRAME: Final = 64 * 1024
"""Frames beyond this are cut off by the line itself; those above 8 KiB get an error."""


def default_store() -> str:
    """One file in the folder where the system keeps what belongs to a user."""
    home = os.environ.get("GROGNARD_HOME") or os.environ.get("XDG_DATA_HOME")
    folder = Path(home) if home else Path.home() / ".local" / "share"
    return f"sqlite:///{folder / 'grognard' / 'battles.db'}"


USUAL_PORT: Final = 8000


def free_port(host: str, wanted: int | None) -> int:
    """The port wanted, or where none is named the next from the usual one that is free."""
    first, last = (wanted, wanted) if wanted else (USUAL_PORT, USUAL_PORT + 19)
    for port in range(first, last + 1):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    if wanted:
        raise GrognardError(f"port {wanted} is not free; end what uses it or choose another")
    raise GrognardError(f"no port from {first} to {last} is free; choose one with --port")


def own_addresses(host: str) -> list[str]:
    """The addresses of this machine under which others reach a server that listens on ``host``.

    >>> own_addresses("127.0.0.1"), own_addresses("192.168.1.7")
    ([], ['192.168.1.7'])
    """
    if host not in ("0.0.0.0", "::", ""):
        return [] if is_local(host) or host == "localhost" else [host]
    found = []
    for family, beyond in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((beyond, 9))  # nothing is sent: it only tells which way we would go
            found.append(probe.getsockname()[0])
    return [each for each in found if not is_local(each)]


def in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def serve(
    *,
    host: str,
    port: int,
    url: str,
    names: tuple[str, ...] = (),
    guests: bool = False,
    opens: bool = False,
    bot_processes: int = 1,
    pace: float = 0.0,
    rate: float = 50.0,
    quiet: bool = False,
    proxies: tuple[str, ...] = (),
    lines: int = 0,
    json_logs: bool = False,
    mail: str = "",
    sender: str = "",
) -> None:
    """Serve until interrupted.

    ``proxies`` are the addresses of those in front of us who may say for whom they ask; nobody else
    is believed, not even on this machine. ``lines`` is how many an address may hold; with none,
    as many as is usual. ``mail`` is the mail server, ``sender`` who writes letters to people.
    """
    import uvicorn

    from grognard.host.mailing import MailServer
    from grognard.host.store import Hold, Store
    from grognard.web.app import make_app
    from grognard.web.elsewhere import send_away
    from grognard.web.guards import LINES
    from grognard.web.logs import log_as_json
    from grognard.web.memory import QuietCollector, settle
    from grognard.web.pools import SWITCH
    from grognard.web.slow import CONNECTIONS, Patient

    hold = Hold(url)
    store = Store(url)  # what is wrong with it is said before anything is promised
    store.close()
    letters = MailServer.named(mail, sender) if mail else None
    own = list(map(in_url, own_addresses(host)))
    app = make_app(
        url,
        hosts=(*names, *own),
        reach=[f"https://{name}" for name in names if name != "*"]
        or [f"http://{each}:{port}" for each in own],
        guests=guests,
        bot_processes=bot_processes,
        pace=pace,
        rate=rate,
        reads_ahead=True,
        lines=lines or LINES,
        mail=letters,
    )
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{port}/"
    if json_logs:
        log_as_json()
    if store.key is None:
        log.warning("%s", UNSEALED)
    Patient.proxies, Patient.most = proxies, max(CONNECTIONS, lines)
    sys.setswitchinterval(SWITCH)
    config = uvicorn.Config(
        app,
        http=Patient,
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=FRAME,
        ws_per_message_deflate=True,
        log_level="warning",
        access_log=False,
        log_config=None if json_logs else uvicorn.config.LOGGING_CONFIG,
        timeout_graceful_shutdown=3,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
    )
    server = uvicorn.Server(config)
    settle()
    QuietCollector(lambda: _commits(app)).watch()
    if opens and has_display(os.environ, sys.platform):
        threading.Thread(target=_open_when_ready, args=(server, address), daemon=True).start()
    if not quiet:
        sys.stdout.write(f"The table is at {address}  (Ctrl+C ends it)\n")
        for each in app.state.reach:
            sys.stdout.write(f"A friend reaches it at {each}/\n")
        sys.stdout.flush()
    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, _heard)
    server.run()
    send_away()
    hold.let_go()


def _heard(number: int, frame: FrameType | None) -> None:
    """The server has stopped as it was asked to; uvicorn asks again when it has, which would end the
    process before what it holds is given back."""


def has_display(environment: Mapping[str, str], platform: str) -> bool:
    """Is there a screen for a browser? Without one the address that is printed must do.

    >>> has_display({}, "linux"), has_display({"DISPLAY": ":0"}, "linux"), has_display({}, "darwin")
    (False, True, True)
    """
    if platform in ("darwin", "win32"):
        return True
    return any(environment.get(word) for word in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _commits(app: FastAPI) -> int:
    tables = getattr(app.state, "tables", None)
    return tables.store.commits if tables is not None else 0


def _open_when_ready(server: object, address: str) -> None:
    import time

    for _ in range(200):
        if getattr(server, "started", False):
            webbrowser.open(address)
            return
        time.sleep(0.05)
