"""A line to the server for benchmarks: a WebSocket client with next to nothing in it.

Two thousand of them share a process with the clock that times them, so they must cost little: a
protocol of asyncio that reads the frames of our own server (never masked, seldom fragmented) and
writes small ones.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.reading import decoder

END_OF_HEAD: Final = b"\r\n\r\n"
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FIN, MASKED, UNMASKED_KEY = 0x80, 0x80, bytes(4)
SHORT, MEDIUM, LONG = 125, 126, 127


class Heard(msgspec.Struct, frozen=True):
    """What a benchmark wants to know of a message; the rest is skipped."""

    type: str
    n: int = -1
    reason: str = ""


class LineFailed(GrognardError):
    """The server refused something or hung up; the figure would mean nothing."""


_decode = decoder(Heard).decode


class Line(asyncio.Protocol):
    """One connection to a table. ``hear`` is called with every message."""

    def __init__(self, target: str, host: str, session: str = "") -> None:
        self.target, self.host, self.session = target, host, session
        self.hear: Callable[[Heard], None] = lambda message: None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.gone = asyncio.Event()
        self.problem = ""
        self._buffer = bytearray()
        self._parts = bytearray()
        self._transport: asyncio.Transport | None = None
        self._is_open = False

    # --- out

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        words = (
            f"GET {self.target} HTTP/1.1", f"Host: {self.host}", "Upgrade: websocket",
            "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
            f"Cookie: grognard={self.session}", "", "",
        )  # fmt: skip
        transport.write("\r\n".join(words).encode())

    def send(self, message: object) -> None:
        self._write(TEXT, msgspec.json.encode(message))

    def _write(self, kind: int, body: bytes) -> None:
        """A frame with a mask of zeros: allowed, and the body stays as it is."""
        if self._transport is None or self._transport.is_closing():
            raise LineFailed(self.problem or "the server hung up")
        head = struct.pack("!BB", FIN | kind, MASKED | min(len(body), MEDIUM))
        if len(body) > SHORT:
            head += struct.pack("!H", len(body))
        self._transport.write(head + UNMASKED_KEY + body)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    # --- in

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open and not self._greeted():
            return
        while self._one_frame():
            pass

    def _greeted(self) -> bool:
        head, found, rest = bytes(self._buffer).partition(END_OF_HEAD)
        if not found:
            return False
        if b" 101 " not in head.partition(b"\r\n")[0]:
            self.problem = head.partition(b"\r\n")[0].decode("latin-1")
            self.close()
            return False
        self._buffer, self._is_open = bytearray(rest), True
        return True

    def _one_frame(self) -> bool:
        """Take one frame out of the buffer; False when it is not all there."""
        held = self._buffer
        if len(held) < 2:
            return False
        size, start = held[1], 2
        if size == MEDIUM:
            size, start = int.from_bytes(held[2:4], "big"), 4
        elif size == LONG:
            size, start = int.from_bytes(held[2:10], "big"), 10
        if len(held) < start + size:
            return False
        kind, is_last = held[0] & 0x0F, held[0] & FIN
        body = bytes(held[start : start + size])
        del held[: start + size]
        self._taken(kind, body, is_last=bool(is_last))
        return True

    def _taken(self, kind: int, body: bytes, *, is_last: bool) -> None:
        if kind == PING:
            self._write(PONG, body)
        elif kind == CLOSE:
            told = f" ({int.from_bytes(body[:2], 'big')} {body[2:].decode()})" if body else ""
            self.problem = self.problem or f"the server closed the line{told}"
            self.close()
        elif kind != PONG:
            self._parts += body
            if is_last:
                message = _decode(bytes(self._parts))
                self._parts.clear()
                self._told(message)

    def _told(self, message: Heard) -> None:
        if message.type in ("refused", "error"):
            self.problem = message.reason
        if not self.opened.done():
            self.opened.set_result(None)
        self.hear(message)

    def connection_lost(self, exc: Exception | None) -> None:
        self.problem = self.problem or "the server hung up"
        if not self.opened.done():
            self.opened.set_exception(LineFailed(self.problem))
        self.gone.set()


async def line_to(port: int, game: str, session: str = "") -> Line:
    """Sit down at a table, or watch; the line has said hello when this returns."""
    host, target = f"127.0.0.1:{port}", f"/ws/games/{game}"
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(target, host, session), "127.0.0.1", port)
    try:
        await asyncio.wait_for(line.opened, 60)
        if line.problem:
            raise LineFailed(line.problem)
    except BaseException:
        await hang_up([line])
        raise
    return line


async def hang_up(lines: Sequence[Line]) -> None:
    """End some lines, and wait until they are gone."""
    for line in lines:
        line.close()
    await asyncio.gather(*(line.gone.wait() for line in lines))
