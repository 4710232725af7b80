"""What happens at a table: answers, changes, take-backs, standing orders, seats, hotseat."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
import pytest

from grognard.host.hearing import all_heard
from grognard.host.room import Room
from grognard.kernel import Ask
from grognard.kernel.chance import Stream
from grognard.web.connection import Connection
from grognard.web.live import LiveTable
from tests.web.halls import desk_at, heard, live_table, only, played, room_of, said


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


async def sat_down(room: Room, *who: tuple[str, ...]) -> tuple[LiveTable, list[Connection]]:
    live = live_table(room)
    desks = [desk_at(live, *sides) for sides in who]
    for desk in desks:
        await desk.open()
    for desk in desks:
        heard(desk)
    return live, desks


def test_an_answer_is_acknowledged_and_shown_to_everybody() -> None:
    async def scene() -> None:
        room = room_of("duel")
        _, (french, prussian, watcher) = await sat_down(room, ("french",), ("prussian",), ())
        mine = await said(french, type="answer", n=0, text="march F1 S", seq=5)
        assert only(mine, "ack") == {"type": "ack", "seq": 5, "n": 1}
        for messages in (mine, heard(prussian), heard(watcher)):
            update = only(messages, "update")
            assert update["n"] == 1
            assert update["before"] == 0
            own = messages is mine
            assert update["lines"][0].get("answer", "") == ("march F1 S" if own else "")
            assert update["lines"][0]["tellings"][0]["parts"]
            assert "F1" in update["change"]["counters"]

    run(scene())


def test_the_rest_of_a_march_is_not_told_in_mid_move() -> None:
    """Whoever may fire at a march is told how far it has come, and neither sees nor hears the rest."""
    marching = 0
    for seed in range(40):
        room = room_of("duel", str(seed))
        chance = Stream(seed)
        for _ in range(60):
            ask = room.state.pending
            if not isinstance(ask, Ask):
                break
            if ask.purpose == "opportunity-fire":
                frames = [frame.procedure for frame in room.state.stack]
                rests = [1 for held in frames if getattr(held, "path", ())]
                seen = room.system.rules.view(room.state, ask.side)
                assert not [1 for frame in seen.stack if getattr(frame.procedure, "path", ())]
                last = [entry for entry in room.recent if entry.number == room.number]
                assert not all_heard(last, ask.side)[0].answer
                marching += bool(rests)
            room.take(room.answered(ask.side, str(ask.options.sample(chance))))
    assert marching


def test_everybody_hears_the_battle_and_refusals_in_his_own_language() -> None:
    async def scene() -> None:
        _, (english, french) = await sat_down(room_of("duel"), ("french",), ("french",))
        french.language = "fr"
        refused = await said(french, type="answer", n=0, text="march P1 N", seq=1)
        assert "n’est pas à vos ordres" in only(refused, "refused")["reason"]
        heard(english)
        told = only(await said(french, type="answer", n=0, text="march F1 S", seq=2), "update")
        plain = only(heard(english), "update")
        sentences = [
            "".join(part["text"] for part in update["lines"][0]["tellings"][0]["parts"])
            for update in (plain, told)
        ]
        assert sentences[0].startswith("I/40e Ligne marches to ")
        assert sentences[1].startswith("I/40e Ligne marche vers ")
        again = await said(english, type="resync", after=0, language="fr", seq=3)
        assert "marche vers" in str(only(again, "view")["lines"])
        assert only(again, "hello")["setting"]["words"]["formation"]["column"] == "Colonne"

    run(scene())


def as_sent(live: LiveTable) -> dict[str, Any]:
    """The public view as a client has it."""
    sent: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(live.view("").document()))
    return sent


def test_changes_add_up_to_the_view() -> None:
    async def scene() -> None:
        room = room_of("village")
        live, (watcher,) = await sat_down(room, ())
        kept = as_sent(live)
        from grognard.bots.random_bot import choose
        from grognard.kernel.chance import Stream

        stream = Stream(4)
        for _ in range(80):
            pending = room.state.pending
            if not isinstance(pending, Ask):
                break
            action = choose(room.system.rules.view(room.state, pending.side), pending, stream)
            await live.answer(pending.side, room.number, str(action))
            for name, value in only(heard(watcher), "update")["change"].items():
                if name in ("counters", "stacks", "control"):
                    kept[name].update(value)
                    for key in [key for key, held in value.items() if held is None]:
                        del kept[name][key]
                else:
                    kept[name] = value
            assert kept == as_sent(live)

    run(scene())


def test_the_side_that_is_asked_gets_the_question_and_nobody_else() -> None:
    async def scene() -> None:
        room = room_of("duel")
        live = live_table(room)
        french, prussian = desk_at(live, "french"), desk_at(live, "prussian")
        await french.open()
        await prussian.open()
        assert only(heard(french), "question")["grouped"] is True
        assert not [message for message in heard(prussian) if message["type"] == "question"]

    run(scene())


def test_only_what_is_offered_can_be_sent_and_a_refusal_cites_its_clause() -> None:
    async def scene() -> None:
        room = room_of("duel")
        _, (french,) = await sat_down(room, ("french",))
        refused = only(await said(french, type="answer", n=0, text="march F1 N N N N N N N N"),
                       "refused")  # fmt: skip
        assert refused["code"] == "illegal"
        assert refused["reason"]
        why = only(await said(french, type="why", text="march P1 N"), "why")
        assert why["reasons"][0]["clause"]
        allowed = only(await said(french, type="why", text="done"), "why")
        assert allowed["reasons"] == []

    run(scene())


def test_options_of_a_unit_can_all_be_answered() -> None:
    async def scene() -> None:
        room = room_of("duel")
        live, (french,) = await sat_down(room, ("french",))
        units = only(await said(french, type="look", what="units"), "look")["found"]["units"]
        assert units
        offers = only(await said(french, type="options", unit=units[0]), "options")["offers"]
        pending = room.state.pending
        assert isinstance(pending, Ask)
        assert all(room.system.rules.parse(offer["id"]) in pending.options for offer in offers)
        general = only(await said(french, type="options"), "options")["offers"]
        done = {"id": "done", "kind": "done", "role": "done", "text": "End movement"}
        assert general[0] == done
        reach = only(await said(french, type="look", what="reach", unit=units[0]), "look")["found"]
        for way in reach["ways"]:
            assert room.system.rules.parse(way["id"]) in pending.options
            assert way["path"][-1] in way["shape"]["places"]
            assert 0 < way["cost"] <= reach["allowance"]
        there = reach["ways"][0]["path"][-1]
        at = only(await said(french, type="options", unit=units[0], hex=there), "options")
        assert at["offers"]
        assert all(there in offer["shape"]["places"] for offer in at["offers"])
        assert live.room.number == 0

    run(scene())


def test_looks_are_pure() -> None:
    async def scene() -> None:
        room = played(room_of("duel"), 25, 2)
        _, (french,) = await sat_down(room, ("french",))
        state = room.state
        units = list(state.table.pieces)
        for look in (
            {"what": "zones", "of": "prussian"},
            {"what": "sight", "origin": 503, "target": 507},
            {"what": "morale", "unit": units[0]},
            {"what": "reach", "unit": units[-1]},
        ):
            assert only(await said(french, type="look", **look), "look")["found"]
        wrong = only(await said(french, type="look", what="soul"), "refused")
        assert "no look" in wrong["reason"]
        assert room.state is state

    run(scene())


def test_a_fire_attack_shows_its_account_and_chances_that_sum_to_one() -> None:
    async def scene() -> None:
        room = room_of("duel")
        for seed in range(60):
            room = played(room_of("duel", str(seed)), 30, seed)
            pending = room.state.pending
            if isinstance(pending, Ask) and pending.purpose.endswith("-fire"):
                break
        assert isinstance(pending, Ask)
        _, (desk,) = await sat_down(room, (pending.side,))
        offers = only(await said(desk, type="options"), "options")["offers"]
        fire = next(offer["id"] for offer in offers if offer["kind"] == "fire")
        found = only(await said(desk, type="look", what="odds", text=fire), "look")["found"]
        outcome = next(card for card in found["cards"] if card.get("title") == "Outcome")
        (row,) = outcome["rows"]
        assert abs(sum(share["chance"] for share in row["shares"]) - 1) < 1e-4
        assert found["clause"]
        assert " against " in found["cards"][0]["rows"][0]["parts"][0]["text"]

    run(scene())


# --- taking back


def test_a_decision_is_taken_back_freely_until_a_die_falls() -> None:
    async def scene() -> None:
        room = room_of("duel")
        _, (french, prussian) = await sat_down(room, ("french",), ("prussian",))
        before = room.state.table.pieces
        await said(french, type="answer", n=0, text="march F1 S")
        heard(prussian)
        back = only(await said(french, type="take-back", n=1), "ack")
        assert back["done"] is True
        assert room.state.table.pieces == before
        assert only(heard(prussian), "update")["lines"][0]["back"] == 0

    run(scene())


def test_beyond_a_die_the_other_side_is_asked_and_may_refuse() -> None:
    async def scene() -> None:
        room = room_of("duel")
        live, (french, prussian) = await sat_down(room, ("french",), ("prussian",))
        await said(french, type="answer", n=0, text="done")
        heard(prussian)
        wish = await said(french, type="take-back", n=room.number, to=0)
        assert only(wish, "ack")["done"] is False
        assert only(heard(prussian), "wish")["wish"]["side"] == "french"
        own = only(await said(french, type="consent", agree=True), "refused")
        assert own["code"] == "no-wish"
        number, state = room.number, room.state
        told = await said(prussian, type="consent", n=number, agree=False)
        only(told, "ack")
        line = only(told, "update")["lines"][0]
        assert (line["who"], line["purpose"], line["back"]) == ("prussian", "refused", number)
        assert line["answer"] == "take-back french 0"
        assert room.state is state
        assert live.wish is None

    run(scene())


# --- standing orders, bots, hotseat


def test_a_standing_order_answers_a_reaction_by_itself() -> None:
    async def scene() -> None:
        for seed in range(80):
            room = played(room_of("duel", str(seed)), 20 + seed, seed)
            pending = room.state.pending
            if isinstance(pending, Ask) and pending.purpose == "opportunity-fire":
                break
        assert isinstance(pending, Ask)
        assert pending.purpose == "opportunity-fire"
        live, (desk,) = await sat_down(room, (pending.side,))
        number = room.number
        told = only(
            await said(desk, type="standing", orders=["never opportunity fire"]), "standing"
        )
        assert told["orders"][0]["reading"] == "Opportunity fire: decline"
        assert "decline fire under 10 %" in told["examples"]
        for _ in range(50):
            if room.number > number:
                break
            await asyncio.sleep(0.02)
        line = next(entry for entry in room.recent if entry.number == number + 1)
        assert line.answer == "done"
        assert line.standing, "the record says that it was given by standing order"
        assert live.standing(pending.side)[0].text == "never opportunity fire"
        own, others = (all_heard([line], side)[0] for side in (pending.side, ""))
        assert own.standing
        assert not others.standing
        only(await said(desk, type="standing", orders=[]), "standing")
        assert not live.standing(pending.side), "it can be revoked"

    run(scene())


def test_a_standing_order_that_is_none_is_refused() -> None:
    async def scene() -> None:
        _, (desk,) = await sat_down(room_of("duel"), ("french",))
        for order in ("always march", "maybe fire", "fire from 900 %", ""):
            for message in (
                {"type": "standing", "orders": [order]},
                {"type": "trial", "text": order},
            ):
                refused = only(await said(desk, **message), "refused")
                assert refused["code"] == "not-understood"
                assert refused["reasons"]

    run(scene())


def test_a_trial_run_shows_what_an_order_would_have_answered() -> None:
    async def scene() -> None:
        room = played(room_of("charge", "3"), 120, 3)
        live, (desk,) = await sat_down(room, ("prussian",))
        live.keeper.written = [*room.recent]  # type: ignore[attr-defined]
        before = room.number
        tried = only(await said(desk, type="trial", text="hold fire"), "trial")
        await desk.looked()
        assert tried["reading"].endswith(": decline")
        assert tried["asked"] >= len(tried["tried"]) > 0
        lines = {entry.number: entry for entry in room.recent}
        for row in tried["tried"]:
            line = lines[row["n"]]
            assert line.who == "prussian"
            assert line.purpose.endswith("-fire")
            assert row["same"] is (line.answer == "done")
            assert row["would"] in ("Hold fire", "Cease fire")
        assert room.number == before, "nothing has changed"
        assert not live.standing("prussian")

    run(scene())


def test_at_a_hotseat_one_hands_over() -> None:
    async def scene() -> None:
        room = room_of("duel")
        _, (desk,) = await sat_down(room, ("french", "prussian"))
        assert desk.side == "french"
        messages = await said(desk, type="answer", n=0, text="done")
        assert not [each for each in messages if each["type"] == "question"]
        assert only(messages, "update")["change"]["question"]["side"] == "prussian"
        messages = await said(desk, type="sit", side="prussian")
        assert only(messages, "seated")["side"] == "prussian"
        view = only(messages, "view")["view"]
        assert view["side"] == "prussian"
        assert "melee" in {figure["label"] for figure in view["counters"]["P1"]["figures"]}
        assert only(messages, "question")["side"] == "prussian"

    run(scene())


def test_a_reconnect_misses_nothing() -> None:
    async def scene() -> None:
        room = room_of("duel")
        live, (french,) = await sat_down(room, ("french",))
        await said(french, type="answer", n=0, text="march F1 S")
        live.leave(french)
        await live.answer("french", room.number, "done")
        again = desk_at(live, "french")
        await again.open(1)
        view = only(heard(again), "view")
        assert view["n"] == room.number
        assert [line["number"] for line in view["lines"]] == list(range(2, room.number + 1))

    run(scene())


def test_two_answers_at_once_one_counts_and_the_other_is_stale() -> None:
    async def scene() -> None:
        room = room_of("duel")
        live, (one, other) = await sat_down(room, ("french",), ("french",))
        await asyncio.gather(
            said(one, type="answer", n=0, text="march F1 S"),
            said(other, type="answer", n=0, text="march F2 S"),
        )
        assert room.number == 1
        assert len(live.keeper.written) == 2  # type: ignore[attr-defined]

    run(scene())


def test_watchers_and_players_are_named_but_nobody_else() -> None:
    async def scene() -> None:
        room = room_of("duel")
        live, _ = await sat_down(room, ("french",), ())
        people = live.people()
        assert people["watchers"] == 1
        assert {seat["side"]: seat["here"] for seat in people["seats"]} == {
            "french": True, "prussian": False,
        }  # fmt: skip
        assert "standing" not in people["seats"][0]

    run(scene())


@pytest.mark.parametrize("scenario", ["duel", "first-shots", "crossroads", "outpost"])
@pytest.mark.parametrize("sides", [(), ("french",)])
def test_odds_of_what_nobody_knows_are_refused_in_a_sentence_and_logged_nowhere(
    scenario: str, sides: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        room = room_of(scenario)
        _, (watcher,) = await sat_down(room, sides)
        for text in (
            "charge nobody",
            "fire 0101 nobody@0101",
            "assault 0101 nobody",
            "shoot nobody",
            "",
            "?",
        ):
            told = await said(watcher, type="look", what="odds", text=text, unit="nobody")
            (answer,) = told
            assert answer["type"] in ("refused", "look"), answer
            assert answer["type"] == "look" or answer["reasons"][0]["text"]

    run(scene())
    assert not caplog.records


def test_a_seat_is_given_to_a_bot_and_taken_back() -> None:
    async def scene() -> None:
        from grognard.web.bots import BotBench

        room = room_of("duel")
        live, (french, prussian) = await sat_down(room, ("french",), ("prussian",))
        live.bots = BotBench(0)
        wrong = only(await said(french, type="seat", side="french", kind="hal"), "refused")
        assert wrong["code"] == "unknown-bot"
        only(await said(french, type="seat", side="french", kind="random"), "ack")
        for _ in range(600):
            if room.number:
                break
            await asyncio.sleep(0.02)
        assert room.number > 0, "the bot has answered"
        only(await said(french, type="seat", side="french", kind="human"), "ack")
        seats = next(each for each in reversed(heard(prussian)) if each["type"] == "people")
        assert [seat["kind"] for seat in seats["seats"]] == ["human", "human"]
        await live.close()
        live.bots.close()

    run(scene())


def test_a_wish_is_there_for_those_who_come_later() -> None:
    async def scene() -> None:
        room = room_of("duel")
        live, (french,) = await sat_down(room, ("french",))
        await said(french, type="answer", n=0, text="done")
        await said(french, type="take-back", n=room.number, to=0)
        prussian = desk_at(live, "prussian")
        await prussian.open()
        assert only(heard(prussian), "wish")["wish"]["to"] == 0
        only(await said(prussian, type="consent", n=room.number, agree=False), "ack")
        assert live.wish is None
        late = desk_at(live, "prussian")
        await late.open()
        assert not [message for message in heard(late) if message["type"] == "wish"]

    run(scene())


@pytest.mark.parametrize(
    ("scenario", "words"),
    [("duel", ("charge nobody", "assault 0505 nobody", "fire 0505 nobody@0505", "ride nobody N")),
     ("crossroads", ("assault nobody 0505", "bombard nobody 0505", "charge nobody 0505"))],
)  # fmt: skip
def test_odds_for_somebody_who_is_not_there_are_refused_and_no_fault(
    scenario: str, words: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(*sides: str) -> None:
        desk = desk_at(live_table(room_of(scenario)), *sides)
        await desk.open()
        for text in words:
            replies = await said(desk, type="look", what="odds", text=text, seq=1)
            assert only(replies, "refused")["reason"]

    asyncio.run(scene())
    asyncio.run(scene(room_of(scenario).sides[0]))
    assert not caplog.records
