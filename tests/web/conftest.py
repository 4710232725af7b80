from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from grognard.web import accounts
from grognard.web.app import make_app
from grognard.web.guards import Buckets

LONGEST = 300


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A browser at a server with an empty store; bots think in a thread."""
    monkeypatch.setattr(accounts, "attempts", Buckets(1000.0, 1000))
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    app = make_app(url, hosts=["testserver"], bot_processes=0)
    with TestClient(app, client=("127.0.0.1", 50000)) as made:
        yield made


@pytest.fixture(autouse=True)
def in_time(request: pytest.FixtureRequest) -> Iterator[None]:
    """A line that says nothing must not keep the tests waiting for ever."""

    def too_late(number: int, frame: object) -> None:
        raise TimeoutError("this test waits for something that does not come")

    before = signal.signal(signal.SIGALRM, too_late)
    signal.alarm(0 if request.node.get_closest_marker("soak") else LONGEST)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
