"""Guards at the door: how much a client may ask, where a request may come from, whom it names."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

MOST_REMEMBERED: Final = 4096
LINES: Final = 100
"""So many lines an address may hold."""

LONGEST_DELAY: Final = 5.0
"""Who would have to wait longer, in seconds, is turned away."""

LOCAL_NAMES: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


class Bucket:
    """A bucket of tokens that fills at ``rate`` a second up to ``most``.

    >>> clock = iter([0.0, 0.0, 0.0, 0.0, 1.0])
    >>> bucket = Bucket(1.0, 2, lambda: next(clock))
    >>> [bucket.take() for _ in range(4)]
    [True, True, False, True]
    """

    __slots__ = ("_at", "_held", "_now", "most", "rate")

    def __init__(self, rate: float, most: int, now: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.most, self._now = rate, most, now
        self._held, self._at = float(most), now()

    def take(self) -> bool:
        now = self._now()
        self._held = min(self.most, self._held + (now - self._at) * self.rate)
        self._at = now
        if self._held < 1:
            return False
        self._held -= 1
        return True

    def owe(self) -> float:
        """Take one that is not there yet; gives the seconds until it will be."""
        self._held = max(self._held - 1, -self.rate * LONGEST_DELAY - 1)
        return (1 - self._held) / self.rate


class Buckets:
    """A bucket for everybody who asks; the longest unheard of are forgotten first."""

    def __init__(self, rate: float, most: int) -> None:
        self.rate, self.most = rate, most
        self._held: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        bucket = self._held.get(who)
        if bucket is None:
            bucket = self._held[who] = Bucket(self.rate, self.most)
            if len(self._held) > MOST_REMEMBERED:
                self._held.popitem(last=False)
        self._held.move_to_end(who)
        return bucket.take()

    def delay(self, who: str) -> float:
        """So many seconds somebody must wait before what he asks is begun; it is counted."""
        if self.take(who):
            return 0.0
        return self._held[who].owe()


class Counts:
    """How many of something everybody holds at once, up to a most."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: Counter[str] = Counter()

    def take(self, *who: str) -> bool:
        """One more for all of these, or for none of them."""
        names = [each for each in who if each]
        if any(self._held[each] >= self.most for each in names):
            return False
        self._held.update(names)
        return True

    def give_back(self, *who: str) -> None:
        self._held.subtract(each for each in who if each)
        self._held += Counter()


class Limits:
    """What one address, and one person wherever he is, may ask of the server.

    ``lines`` are held at once. Of ``reads``, looks into the past, more may be asked, but who asks
    many is answered later.
    """

    def __init__(self, lines: int = LINES) -> None:
        self.lines = Counts(lines)
        self.requests = Buckets(rate=100.0, most=1000)
        self.changes = Buckets(rate=10.0, most=100)
        self.uploads = Buckets(rate=0.2, most=10)
        self.uploading = Counts(2)
        self.reads = Buckets(rate=10.0, most=60)
        self.words = Buckets(rate=0.5, most=10)
        self.letters = Buckets(rate=1 / 600, most=5)
        self.joins = Buckets(rate=1 / 60, most=10)
        self.listings = Buckets(rate=1 / 60, most=10)
        self.forks = Buckets(rate=1 / 10, most=40)

    def speak(self, *who: str) -> bool:
        """May somebody say one thing more?"""
        return all(self.words.take(each) for each in who if each)

    async def read(self, *who: str) -> bool:
        """Wait for one's turn to look into the past; false where too many wait already."""
        delay = max(self.reads.delay(each) for each in who if each)
        if delay > LONGEST_DELAY:
            return False
        await asyncio.sleep(delay)
        return True


def host_of(authority: str) -> str:
    """The name in a Host header, without the port.

    >>> host_of("localhost:8000"), host_of("[::1]:8000"), host_of("example.org")
    ('localhost', '[::1]', 'example.org')
    """
    if authority.startswith("["):
        return authority.partition("]")[0] + "]"
    return authority.partition(":")[0].lower()


def is_allowed_host(authority: str, allowed: Collection[str]) -> bool:
    """Does the request name us? A name that is not ours may be a trap laid with DNS."""
    name = host_of(authority)
    return "*" in allowed or name in allowed or name in LOCAL_NAMES


def is_same_origin(headers: Mapping[str, str]) -> bool:
    """Does a request come from our own pages? Programs send no Origin and have no cookies to steal."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return bool(parts.netloc) and parts.netloc.lower() == headers.get("host", "").lower()


HOUSEHOLD: Final = 64
"""So many bits of an IPv6 address name a household, which has as many addresses as it likes."""


def counted(address: str) -> str:
    """Who an address is, where it is counted what he does.

    >>> counted("198.51.100.7"), counted("2001:db8:1:2:3::4"), counted("::ffff:198.51.100.7")
    ('198.51.100.7', '2001:db8:1:2::/64', '198.51.100.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, HOUSEHOLD), strict=False))


HOME: Final = tuple(
    map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7",
                     "fe80::/10"))
)  # fmt: skip
"""Networks that nobody reaches from outside."""


def is_at_home(address: str | None) -> bool:
    """Is this the machine the server runs on, or one of the same private network?

    >>> [is_at_home(each) for each in ("127.0.0.1", "192.168.1.7", "198.51.100.7", "fe80::1", None)]
    [True, True, False, True, False]
    """
    try:
        found = ip_address(address or "")
    except ValueError:
        return False
    return found.is_loopback or any(
        found in network for network in HOME if network.version == found.version
    )


def is_local(address: str | None) -> bool:
    """Is this the machine the server runs on?"""
    if address is None:
        return False
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
