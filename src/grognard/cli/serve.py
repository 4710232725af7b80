"""``serve``: the tables, in the browser."""

from __future__ import annotations

from pathlib import Path

from grognard.cli.console import say
from grognard.kernel.errors import GrognardError


def serve_tables(
    host: str,
    port: int | None,
    url: str,
    names: list[str],
    *,
    guests: bool,
    opens: bool,
    proxies: list[str],
    lines: int = 0,
    pace: float = 0.0,
    json_logs: bool = False,
    mail: str = "",
    sender: str = "",
) -> None:
    """Find the store and a free port, then serve until interrupted."""
    from importlib import import_module

    if port is not None and not 0 < port < 65536:
        raise GrognardError(f"{port} is not a port")
    running = import_module("grognard.web.serve")
    running.serve(
        host=host,
        port=running.free_port(host, port),
        url=url or running.default_store(),
        names=tuple(names),
        guests=guests,
        opens=opens,
        proxies=tuple(proxies),
        lines=lines,
        pace=pace,
        json_logs=json_logs,
        mail=mail,
        sender=sender,
    )


def back_up(target: Path, url: str) -> None:
    """Copy the store of the tables, which may be in use."""
    from importlib import import_module

    from grognard.host.store import backed_up

    backed_up(url or import_module("grognard.web.serve").default_store(), target)
    say(f"The store is copied to {target}.")
