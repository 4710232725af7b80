"""Battles in the store: begun, answered, taken back, brought back to the last line."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

import pytest

from grognard.host import take_back
from grognard.host.dice import prove_dice
from grognard.host.keeper import Keeper, Table
from grognard.host.reading import setting_of
from grognard.host.refused import Refused
from grognard.host.room import Step
from grognard.host.seats import Seat, new_token, token_hash
from grognard.host.store import Store
from grognard.host.take_back import Wish
from grognard.host.throws import AGREED
from grognard.kernel.chance import Stream
from grognard.kernel.codec import encode, state_hash
from grognard.kernel.errors import GrognardError
from grognard.kernel.journal import Entry, read_journal, verify
from grognard.kernel.questions import Ask
from grognard.systems.registry import SYSTEMS, system_of
from grognard.web.live import LiveTable

if TYPE_CHECKING:
    from grognard.web.bots import BotBench


@pytest.fixture
def keeper(store_url: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setitem(SYSTEMS, "toy", "tests.kernel.toy")
    store = Store(store_url)
    yield Keeper(store)
    store.close()


def seats() -> list[Seat]:
    return [Seat(side, 0, "human", side, "", token_hash(new_token())) for side in ("red", "blue")]


def begun(keeper: Keeper, hits: str = "9", seed: str = "5") -> Table:
    table, step = keeper.begun("toy", "meadow", {"hits": hits}, seats(), {}, seed)
    keeper.write_new(table, [encode(entry) for entry in step.entries]).result()
    table.room.take(step)
    return table


def answered(keeper: Keeper, table: Table, words: str) -> Step:
    step = table.room.answered(table.room.asked, words)
    keeper.append(table.room, step, 7).result()
    table.room.take(step)
    return step


def went_back(keeper: Keeper, table: Table, step: Step) -> None:
    keeper.append(table.room, step, 0).result()
    take_back.take_back(table.room, step)


def agreed(keeper: Keeper, table: Table, side: str, to: int | None = None) -> None:
    """The other side agrees that one goes back: one's last decision, or to a line."""
    wish = take_back.wished(table.room, side, to)
    step = take_back.granted(table.room, wish, *keeper.gone_back(table.room, wish.to))
    went_back(keeper, table, step)


def same(one: Table, other: Table) -> bool:
    system = one.room.system
    return (
        state_hash(one.room.state, system.rules) == state_hash(other.room.state, system.rules)
        and one.room.number == other.room.number
        and one.room.undone == other.room.undone
    )


def resumed(keeper: Keeper, table: Table) -> Table:
    found = keeper.resumed(table.room.id)
    assert found is not None
    return found


def test_a_proposal_changes_nothing_until_it_is_taken(keeper: Keeper) -> None:
    table = begun(keeper)
    before, number = table.room.state, table.room.number
    step = table.room.answered(table.room.asked, "attack cut")
    assert table.room.state is before
    assert table.room.number == number
    table.room.take(step)
    assert table.room.number == number + len(step.entries)


def test_a_battle_comes_back_to_its_last_line_and_goes_on_alike(keeper: Keeper) -> None:
    table, stream = begun(keeper), Stream(3)
    for _ in range(25):
        pending = table.room.state.pending
        if not isinstance(pending, Ask):
            break
        answered(keeper, table, str(pending.options.sample(stream)))
    again = resumed(keeper, table)
    assert same(again, table)
    assert again.clock.used().keys() >= {"red", "blue"}
    assert sum(again.clock.used().values()) >= 7 * 20
    one, other = (each.room.answered(each.room.asked, "attack cut") for each in (table, again))
    assert [encode(entry) for entry in one.entries] == [encode(entry) for entry in other.entries]


def test_a_battle_comes_back_from_a_snapshot_as_from_its_lines(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(keeper)
    for _ in range(6):
        answered(keeper, table, "attack cut")
    kept = keeper.snapshot(table.room, table.room.number, table.room.state)
    assert kept is not None
    kept.result()
    answered(keeper, table, "attack lunge")
    assert same(resumed(keeper, table), table)


@pytest.mark.parametrize("scenario", ["village", "village-xxx", "crossroads", "outpost"])
def test_a_real_battle_comes_back_from_its_snapshot(keeper: Keeper, scenario: str) -> None:
    system = system_of(scenario)
    sides = system.rules.sides(setting_of(system.name, scenario, ()))
    sitting = [Seat(side, 0, "human", side) for side in sides]
    table, step = keeper.begun(system.name, scenario, {}, sitting, {}, "5")
    keeper.write_new(table, [encode(entry) for entry in step.entries]).result()
    table.room.take(step)
    chance, kept = Stream(7), 0
    for count in range(60):
        pending = table.room.state.pending
        if not isinstance(pending, Ask):
            break
        answered(keeper, table, str(pending.options.sample(chance)))
        if count % 20 == 10:
            written = keeper.snapshot(table.room, table.room.number, table.room.state)
            assert written is not None
            written.result()
            kept += 1
    assert kept == 3
    again = resumed(keeper, table)
    assert again.snapshot > 0
    assert same(again, table)


def test_taking_back_is_free_to_the_last_die_and_comes_back_from_the_store(
    keeper: Keeper,
) -> None:
    table = begun(keeper)
    side, before = table.room.asked, state_hash(table.room.state, table.room.system.rules)
    answered(keeper, table, "wait")
    step = take_back.freely(table.room, side)
    went_back(keeper, table, step)
    assert state_hash(table.room.state, table.room.system.rules) == before
    assert same(resumed(keeper, table), table)
    answered(keeper, table, "attack cut")
    with pytest.raises(Refused) as refused:
        take_back.freely(table.room, side)
    assert refused.value.code == "needs-consent"


def test_what_the_other_side_decided_is_not_mine_to_take_back(keeper: Keeper) -> None:
    table = begun(keeper)
    answered(keeper, table, "wait")
    with pytest.raises(Refused):
        take_back.freely(table.room, table.room.asked)


def test_by_consent_one_goes_back_beyond_a_die_and_the_die_falls_again_as_it_fell(
    keeper: Keeper,
) -> None:
    table = begun(keeper)
    side, before = table.room.asked, state_hash(table.room.state, table.room.system.rules)
    first = answered(keeper, table, "attack cut")
    agreed(keeper, table, side)
    assert state_hash(table.room.state, table.room.system.rules) == before
    assert same(resumed(keeper, table), table)
    again = answered(keeper, table, "attack cut")
    assert again.entries[1].dice == first.entries[1].dice
    assert same(resumed(keeper, table), table)


def test_a_wish_lapses_with_the_next_answer(keeper: Keeper) -> None:
    table = begun(keeper)
    side = table.room.asked
    answered(keeper, table, "attack cut")
    wish = take_back.wished(table.room, side)
    answered(keeper, table, "wait")
    with pytest.raises(Refused):
        take_back.granted(table.room, wish, *keeper.gone_back(table.room, wish.to))


def test_the_file_of_a_battle_can_be_verified_and_its_dice_proved(keeper: Keeper) -> None:
    table = begun(keeper, hits="2")
    side = table.room.asked
    answered(keeper, table, "attack cut")
    agreed(keeper, table, side)
    for _ in range(400):
        if table.room.is_over:
            break
        answered(keeper, table, "attack cut")
    assert table.room.is_over
    journal = read_journal(keeper.battle_file(table.room))
    assert (
        verify(journal, table.room.system.rules, table.room.setting).verdict == table.room.verdict
    )
    assert prove_dice(journal).status == "proved"


def test_dice_that_were_undone_fall_again_for_the_very_question_and_for_no_other(
    keeper: Keeper,
) -> None:
    table = begun(keeper)
    side = table.room.asked
    cut = answered(keeper, table, "attack cut").entries[1]
    agreed(keeper, table, side)
    lunge = answered(keeper, table, "attack lunge").entries[1]
    assert lunge.dice == table.room.dice.fallen(len(lunge.dice), lunge.number, lunge.purpose)
    agreed(keeper, table, side)
    assert answered(keeper, table, "attack cut").entries[1].dice == cut.dice
    assert same(resumed(keeper, table), table)


def test_dice_that_were_undone_lapse_when_the_other_side_has_had_its_turn(keeper: Keeper) -> None:
    table = begun(keeper)
    side = table.room.asked
    answered(keeper, table, "attack cut")
    agreed(keeper, table, side)
    assert table.room.undone
    answered(keeper, table, "wait")
    answered(keeper, table, "wait")
    assert table.room.undone == ()
    assert same(resumed(keeper, table), table)


def test_whoever_brings_a_battle_back_throws_what_is_waiting(keeper: Keeper) -> None:
    table = begun(keeper)
    side = table.room.asked
    step = answered(keeper, table, "attack cut")
    agreed(keeper, table, side, to=step.entries[0].number)
    assert not table.room.asked
    again = resumed(keeper, table)
    live = LiveTable(again, keeper, cast("BotBench", None))
    asyncio.run(live.throw_on())
    assert live.room.asked
    assert live.room.recent[-1].dice == step.entries[-1].dice
    assert same(resumed(keeper, table), again)


def test_an_agreed_take_back_to_the_line_before_a_die_throws_it_again(keeper: Keeper) -> None:
    async def scene() -> None:
        table = begun(keeper)
        live = LiveTable(table, keeper, cast("BotBench", None))
        side, other = table.room.asked, {"red": "blue", "blue": "red"}[table.room.asked]
        number = await live.answer(side, table.room.number, "attack cut")
        thrown = table.room.recent[-1].dice
        assert not await live.take_back(side, table.room.number, number)
        await live.consent(other, table.room.number, agree=True)
        assert table.room.asked == other
        assert table.room.recent[-1].dice == thrown

    asyncio.run(scene())


def fought_out(keeper: Keeper) -> Table:
    table = begun(keeper, hits="2")
    for _ in range(400):
        if table.room.is_over:
            break
        answered(keeper, table, "attack cut")
    assert table.room.is_over
    return table


def test_over_is_over_nothing_is_taken_back_from_the_end(keeper: Keeper) -> None:
    table = fought_out(keeper)
    room = table.room
    for ask in (
        lambda: take_back.freely(room, "red"),
        lambda: take_back.wished(room, "red"),
        lambda: take_back.wished(room, "red", 1),
        lambda: take_back.granted(room, Wish("red", 1, room.number), *keeper.gone_back(room, 1)),
    ):
        with pytest.raises(Refused) as refused:
            ask()
        assert refused.value.code == "over"


def test_a_battle_that_was_un_ended_after_its_secret_was_shown_is_not_proved(
    keeper: Keeper,
) -> None:
    table = fought_out(keeper)
    room = table.room
    there, since = keeper.gone_back(room, 1)
    back = Entry(room.number + 1, "red", purpose=AGREED, back=1)
    went_back(keeper, table, take_back.went_back(back, there, since))
    while not room.is_over:
        answered(keeper, table, "attack lunge")
    journal = read_journal(keeper.battle_file(room))
    with pytest.raises(GrognardError, match="the battle was over"):
        verify(journal, room.system.rules, room.setting)


def test_a_study_of_a_battle_that_is_over_has_a_seal_of_its_own(keeper: Keeper) -> None:
    table = fought_out(keeper)
    fork, _ = keeper.forked(table.room, 2, seats(), {})
    assert fork.room.dice.reveal() != table.room.dice.reveal()


def test_a_file_can_be_uploaded_and_played_on(keeper: Keeper) -> None:
    table = begun(keeper)
    for _ in range(4):
        answered(keeper, table, "attack cut")
    content = keeper.battle_file(table.room)
    other, lines = keeper.uploaded(content, "upload", seats(), {})
    keeper.write_new(other, [line for line, _ in lines]).result()
    system = table.room.system
    assert state_hash(other.room.state, system.rules) == state_hash(table.room.state, system.rules)
    answered(keeper, other, "attack cut")
    assert same(resumed(keeper, other), other)
    journal = read_journal(keeper.battle_file(other.room))
    verify(journal, system.rules, other.room.setting)


@pytest.mark.parametrize("content", [b"", b"{}", b"no\n", b'{"grognard":"journal"}\n', b"\xff\xfe"])
def test_what_is_not_a_battle_file_is_refused_with_the_reason(
    keeper: Keeper, content: bytes
) -> None:
    with pytest.raises(GrognardError):
        keeper.uploaded(content, "upload", seats(), {})


def test_an_altered_file_is_refused_with_its_line(keeper: Keeper) -> None:
    table = begun(keeper)
    answered(keeper, table, "attack cut")
    content = keeper.battle_file(table.room).replace(b"attack cut", b"attack bite")
    with pytest.raises(GrognardError, match=r"upload:\d+"):
        keeper.uploaded(content, "upload", seats(), {})


def test_a_scenario_is_named_and_never_a_path(keeper: Keeper) -> None:
    for scenario in ("/etc/passwd", "../duel", "nowhere"):
        with pytest.raises(GrognardError, match="there is no scenario"):
            keeper.begun("premier", scenario, {}, seats(), {})


def test_somebody_must_sit_for_every_side(keeper: Keeper) -> None:
    with pytest.raises(GrognardError, match="somebody must sit for blue"):
        keeper.begun("toy", "meadow", {}, seats()[:1], {})
    with pytest.raises(GrognardError, match="no side"):
        keeper.begun("toy", "meadow", {}, [*seats(), Seat("green", 0, "human")], {})


def test_refusals_say_why(keeper: Keeper) -> None:
    room = begun(keeper).room
    other = "blue" if room.asked == "red" else "red"
    for side, words, code in [
        (other, "wait", "not-yours"),
        (room.asked, "attack bite", "illegal"),
        (room.asked, "sing", "malformed"),
        ("", "wait", "not-yours"),
    ]:
        with pytest.raises(Refused) as refused:
            room.answered(side, words)
        assert refused.value.code == code
        assert refused.value.reasons[0].text


def test_a_refusal_stands_in_the_journal_and_changes_nothing(keeper: Keeper) -> None:
    table = begun(keeper, hits="2")
    side = table.room.asked
    other = "blue" if side == "red" else "red"
    answered(keeper, table, "attack cut")
    wish = take_back.wished(table.room, side)
    before = state_hash(table.room.state, table.room.system.rules)
    went_back(keeper, table, take_back.refused(table.room, wish, other))
    assert state_hash(table.room.state, table.room.system.rules) == before
    assert same(resumed(keeper, table), table)
    with pytest.raises(Refused):
        take_back.granted(table.room, wish, *keeper.gone_back(table.room, wish.to))
    for _ in range(400):
        if table.room.is_over:
            break
        answered(keeper, table, "attack cut")
    journal = read_journal(keeper.battle_file(table.room))
    assert [entry.purpose for entry in journal.entries].count(take_back.REFUSED) == 1
    verify(journal, table.room.system.rules, table.room.setting)
    assert prove_dice(journal).status == "proved"


def test_a_wish_is_kept_until_the_battle_goes_on(keeper: Keeper) -> None:
    table = begun(keeper)
    side = table.room.asked
    answered(keeper, table, "attack cut")
    wish = take_back.wished(table.room, side)
    keeper.write_wish(table.room, wish).result()
    assert resumed(keeper, table).wish == wish
    answered(keeper, table, "attack cut")
    assert resumed(keeper, table).wish is None


def test_a_study_goes_on_from_any_line_with_dice_of_its_own(keeper: Keeper) -> None:
    table = begun(keeper)
    for _ in range(4):
        answered(keeper, table, "attack cut")
    lines = keeper.entries(table.room.id, -1)
    due = next(entry.number for entry in lines if entry.who == "dice") - 1
    for at in (0, due, table.room.number):
        fork, written = keeper.forked(table.room, at, seats(), {})
        keeper.write_new(fork, [line for line, _ in written]).result()
        assert fork.room.asked, "dice that were due have fallen"
        assert same(resumed(keeper, fork), fork)
        assert fork.room.dice.reveal() != table.room.dice.reveal()
        verify(
            read_journal(keeper.battle_file(fork.room)), fork.room.system.rules, fork.room.setting
        )
    with pytest.raises(Refused):
        keeper.forked(table.room, table.room.number + 1, seats(), {})
