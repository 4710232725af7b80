"""Against clients who are slow on purpose: requests that do not end, connections without number."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS: Final = 10.0
"""So long a client may take to send the head of a request."""

CONNECTIONS: Final = 100
"""So many connections one address may have that are not lines of a table."""


class Patient(HttpToolsProtocol):
    """HTTP with an end to patience: a head in time, and so many connections for each address."""

    proxies: ClassVar[Collection[str]] = ()
    """Addresses that ask for many."""

    most: ClassVar[int] = CONNECTIONS
    connections_of: ClassVar[Counter[str]] = Counter()

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._patience: asyncio.TimerHandle | None = None
        self._counted = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if address not in self.proxies:
            self._counted = address
            self.connections_of[address] += 1
        if self.connections_of[address] > self.most:
            transport.abort()
            return
        self._wait_for_head()

    def _wait_for_head(self) -> None:
        self._stop_waiting()
        self._patience = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._patience is None:
            self._wait_for_head()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        self._gone()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone()
        super().connection_lost(exc)

    def _gone(self) -> None:
        self._stop_waiting()
        if self._counted:
            self.connections_of[self._counted] -= 1
            if not self.connections_of[self._counted]:
                del self.connections_of[self._counted]
            self._counted = ""
