"""``serve``: the tables, in the browser."""

from __future__ import annotations

from grognard.kernel.errors import GrognardError

LOCAL = "127.0.0.1"


def serve_tables(
    host: str, port: int, url: str, names: list[str], *, guests: bool, opens: bool
) -> None:
    """Find the store and a free port, then serve until interrupted."""
    from importlib import import_module

    if not 0 < port < 65536:
        raise GrognardError(f"{port} is not a port")
    running = import_module("grognard.web.serve")
    running.serve(
        host=host,
        port=running.free_port(host, port),
        url=url or running.default_store(),
        names=tuple(names),
        guests=guests,
        opens=opens,
    )
