"""Secrets of dice are not kept in plain text before the end."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from grognard.host.keeper import Keeper
from grognard.host.sealing import VARIABLE, Key, NoKey, is_sealed, key_file
from grognard.host.seats import Seat
from grognard.host.store import Store, backed_up
from grognard.host.store_schema import games
from grognard.kernel.codec import encode


def begun(store: Store) -> tuple[str, str]:
    """A battle in a store: its id and the secret of its dice."""
    keeper = Keeper(store)
    sitting = [Seat(side, 0, "human", side) for side in ("french", "prussian")]
    table, step = keeper.begun("", "duel", {}, sitting, {})
    keeper.write_new(table, [encode(entry) for entry in step.entries]).result()
    return table.room.id, table.room.dice.reveal()


def secret_in(store: Store, game: str) -> str:
    table = Keeper(store).resumed(game)
    assert table is not None
    return table.room.dice.reveal()


def test_a_stolen_store_does_not_tell_the_dice_and_its_key_is_for_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "battles.db"
    store = Store(f"sqlite:///{file}")
    game, secret = begun(store)
    assert secret_in(store, game) == secret
    store.close()
    held = b"".join(path.read_bytes() for path in tmp_path.glob("battles.db*"))
    assert bytes.fromhex(secret) not in held
    assert secret.encode() not in held
    assert key_file(str(file)).stat().st_mode & 0o777 == 0o600
    again = Store(f"sqlite:///{file}")
    assert secret_in(again, game) == secret
    again.close()


def test_another_key_opens_nothing_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "battles.db"
    store = Store(f"sqlite:///{file}")
    game, _ = begun(store)
    store.close()
    key_file(str(file)).unlink()
    other = Store(f"sqlite:///{file}")
    with pytest.raises(NoKey, match="the key is that of another store"):
        secret_in(other, game)
    other.close()
    key_file(str(file)).write_text("nonsense")
    with pytest.raises(NoKey, match="64 hexadecimal digits"):
        Store(f"sqlite:///{file}")


def test_what_an_older_release_kept_in_plain_text_is_sealed_when_the_store_is_opened(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    store = Store(url)
    game, secret = begun(store)
    bare = games.update().where(games.c.id == game).values(secret=bytes.fromhex(secret))
    store.written(lambda connection: connection.execute(bare)).result()
    store.close()
    again = Store(url)
    (row,) = again.rows(sa.select(games.c.secret))
    assert is_sealed(bytes(row.secret))
    assert secret_in(again, game) == secret
    again.close()


def test_a_copy_of_the_store_has_its_key_and_goes_on(tmp_path: Path) -> None:
    url, copy = f"sqlite:///{tmp_path / 'battles.db'}", tmp_path / "copy.db"
    store = Store(url)
    game, secret = begun(store)
    backed_up(url, copy)
    store.close()
    twin = Store(f"sqlite:///{copy}")
    assert secret_in(twin, game) == secret
    assert key_file(str(copy)).stat().st_mode & 0o777 == 0o600
    twin.close()


def test_servers_that_share_a_database_share_the_key_of_the_variable(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "ab" * 32)
    one, other = Store(store_url), Store(store_url)
    game, secret = begun(one)
    (row,) = other.rows(sa.select(games.c.secret).where(games.c.id == game))
    assert bytes(row.secret) == Key(b"\xab" * 32).sealed(bytes.fromhex(secret), game)
    assert secret_in(other, game) == secret
    one.close()
    other.close()
