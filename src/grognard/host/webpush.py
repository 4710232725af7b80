"""Web push as the standards have it: who sends (RFC 8292), what only the browser reads (RFC 8291), and where to.

A push service is named by the browser, so by anybody: it is spoken to over TLS alone, under a public
address, and never followed elsewhere.
"""

from __future__ import annotations

import base64
import contextlib
import http.client
import ipaddress
import json
import os
import socket
import ssl
import threading
from typing import Final
from urllib.parse import SplitResult, urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from grognard.host.refused import Refused

CURVE: Final = ec.SECP256R1()
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
RECORD: Final = 4096
LASTS: Final = 12 * 3600
"""So many seconds a pass of ours is good for."""

KEPT: Final = 3 * 24 * 3600
"""So many seconds a push service keeps a message for a browser that is off."""

LONGEST_ENDPOINT: Final = 1000
SECONDS: Final = 10.0
AUTH_BYTES: Final = 16
PORT: Final = 443


def unpadded(data: bytes) -> str:
    """Bytes in the alphabet of links, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def padded(text: str) -> bytes:
    """
    >>> padded(unpadded(b"grognard"))
    b'grognard'
    """
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


class Subscription(msgspec.Struct, frozen=True):
    """A browser that wants to be told: where its push service is, and its keys."""

    endpoint: str
    p256dh: str
    auth: str

    def check(self) -> None:
        """Refuse what is no subscription."""
        try:
            secret = padded(self.auth)
            _point(self.p256dh)
        except ValueError:
            secret = b""
        if len(secret) != AUTH_BYTES:
            raise Refused.because("bad-subscription", "these are not the keys of a browser")


def _point(text: str) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, padded(text))


# --- who sends


class Sender:
    """The host as push services know it."""

    def __init__(self, secret: bytes, contact: str) -> None:
        self._private = ec.derive_private_key(int.from_bytes(secret) % (ORDER - 1) + 1, CURVE)
        self.contact = contact

    @property
    def public(self) -> str:
        return unpadded(_bytes(self._private.public_key()))

    def headers(self, origin: str, now: int) -> dict[str, str]:
        """The pass for one push service, for a while."""
        claims = {"aud": origin, "exp": now // 1000 + LASTS, "sub": self.contact}
        parts = [{"typ": "JWT", "alg": "ES256"}, claims]
        signed = ".".join(unpadded(json.dumps(part).encode()) for part in parts)
        one, other = decode_dss_signature(
            self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
        )
        signature = unpadded(one.to_bytes(32) + other.to_bytes(32))
        return {"Authorization": f"vapid t={signed}.{signature}, k={self.public}"}


def _bytes(public: ec.EllipticCurvePublicKey) -> bytes:
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


# --- what only the browser reads


def encrypted(text: bytes, to: Subscription) -> bytes:
    """A message in one record, for one browser."""
    theirs, ours = _point(to.p256dh), ec.generate_private_key(CURVE)
    public = _bytes(ours.public_key())
    shared = ours.exchange(ec.ECDH(), theirs)
    about = b"WebPush: info\0" + _bytes(theirs) + public
    key = _drawn(shared, padded(to.auth), about, 32)
    salt = os.urandom(16)
    content = _drawn(key, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _drawn(key, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(content).encrypt(nonce, text + b"\x02", None)
    return salt + RECORD.to_bytes(4) + len(public).to_bytes(1) + public + sealed


def _drawn(key: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, about).derive(key)


# --- where to


class Outlet:
    """The way to push services. ``private`` is for tests: any address, without TLS."""

    def __init__(self, *, private: bool = False) -> None:
        self.private = private

    def parts(self, endpoint: str) -> SplitResult:
        """The parts of an address that may be spoken to; refuses others."""
        try:
            parts = urlsplit(endpoint)
            port = parts.port
        except ValueError:
            raise _no() from None
        plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
        safe = parts.scheme == "https" and port in (None, PORT)
        named = bool(parts.hostname) and "@" not in parts.netloc and not parts.fragment
        if not plain or not named or len(endpoint) > LONGEST_ENDPOINT:
            raise _no()
        if not safe and not (self.private and parts.scheme in ("http", "https")):
            raise _no()
        if not self.private and _is_number(parts.hostname or ""):
            raise _no()
        return parts

    def post(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        """What the service replies, as a status; raises ``OSError`` where nobody does."""
        parts = self.parts(endpoint)
        host, port = parts.hostname or "", parts.port or PORT
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        line = [socket.create_connection((self._address(host, port), port), timeout=SECONDS)]
        ends = threading.Timer(2 * SECONDS, lambda: _cut(line[0]))
        ends.daemon = True
        ends.start()
        try:
            if parts.scheme == "https":
                line[0] = ssl.create_default_context().wrap_socket(line[0], server_hostname=host)
            spoken = http.client.HTTPConnection(host, port, timeout=SECONDS)
            spoken.sock = line[0]
            spoken.request("POST", path or "/", body, {**headers, "Connection": "close"})
            return spoken.getresponse().status
        except http.client.HTTPException as problem:
            raise OSError(f"no reply that could be read: {type(problem).__name__}") from None
        finally:
            ends.cancel()
            line[0].close()

    def _address(self, host: str, port: int) -> str:
        """The address that a name stands for now, if all that it stands for are public."""
        found = [
            str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        ]
        if not found or not (self.private or all(map(is_public, found))):
            raise _no()
        return found[0]


def _cut(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


def _no() -> Refused:
    return Refused.because("bad-subscription", "this is not the address of a push service")


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.replace(".", "").isdigit() or host.lower().startswith("0x")
    return True


CARRIERS: Final = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "::/96", "::ffff:0:0:0/96")))
"""Addresses that end in one of the old net: translated, compatible, and translated without state."""

OWN_CARRIERS: Final = ipaddress.IPv6Network("64:ff9b:1::/48")
"""The same within a house, which alone knows where the old address stands in it (RFC 8215)."""


def is_public(address: str) -> bool:
    """Is this an address of the open net, also where it carries another inside?

    >>> is_public("8.8.8.8"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1")
    (True, False, False)
    >>> is_public("64:ff9b::7f00:1"), is_public("2002:7f00:1::"), is_public("fe80::1%eth0")
    (False, False, False)
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if any(found in network for network in CARRIERS):
            inside = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inside is None and (found.is_reserved or found.is_site_local or found in OWN_CARRIERS):
            return False
        found = inside or found
    return found.is_global and not found.is_multicast
