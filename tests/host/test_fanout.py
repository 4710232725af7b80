"""Word between processes: it travels with the transaction, and nobody hears himself."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy.engine import Connection

from grognard.host.fanout import LINES, Alone, Notify, fanout_for
from grognard.host.store import Store


def test_one_file_needs_no_word(tmp_path: Any) -> None:
    alone = fanout_for(f"sqlite:///{tmp_path / 'battles.db'}")
    assert isinstance(alone, Alone)
    assert not alone.is_shared


def test_word_comes_after_the_commit_and_not_of_what_failed(postgres: str) -> None:
    store, one, other = Store(postgres), Notify(postgres), Notify(postgres)
    heard: list[tuple[str, str]] = []

    def fails(connection: Connection) -> None:
        one.word(connection, "lost", LINES)
        raise ValueError("no")

    async def scene() -> None:
        listening = asyncio.Event()

        async def hear(game: str, what: str) -> None:
            heard.append((game, what))
            listening.set()

        tasks = [asyncio.create_task(each.listen(hear)) for each in (one, other)]
        while len(heard) < 2:
            await asyncio.sleep(0.01)
        heard.clear()
        failed = store.written(fails)
        assert isinstance(await asyncio.to_thread(failed.exception), ValueError)
        kept = store.written(lambda connection: one.word(connection, "kept", LINES))
        await asyncio.wrap_future(kept)
        while not heard:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(asyncio.wait_for(scene(), 30))
    store.close()
    assert heard == [("kept", LINES)], "the other hears it once, and the sender does not"


def test_a_line_that_breaks_is_taken_up_again_and_the_gap_is_told(postgres: str) -> None:
    import psycopg

    heard: list[tuple[str, str]] = []
    fanout = Notify(postgres)

    async def scene() -> None:
        async def hear(game: str, what: str) -> None:
            heard.append((game, what))

        task = asyncio.create_task(fanout.listen(hear))
        while len(heard) < 1:
            await asyncio.sleep(0.01)
        with psycopg.connect(postgres, autocommit=True) as line:
            line.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        while len(heard) < 2:
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(asyncio.wait_for(scene(), 30))
    assert heard == [("", ""), ("", "")]
