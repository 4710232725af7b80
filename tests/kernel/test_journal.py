from __future__ import annotations

import json
from collections.abc import Callable

import msgspec
import pytest

from grognard.kernel import MalformedFile, State, answer
from grognard.kernel.codec import state_hash
from grognard.kernel.conformance import RandomGame
from grognard.kernel.journal import (
    Journal,
    OtherRevision,
    read_header,
    read_journal,
    replay,
    verify,
)
from grognard.kernel.questions import Over
from tests.kernel.toy import TOY, Attack, Thrust, Wait, setting

FIELD = setting("meadow", {})


def played(*values: object) -> tuple[Journal, State]:
    state = TOY.opening(FIELD)
    journal = Journal.opened(TOY.edition(FIELD), state, {"red": "human", "blue": "random"})
    for value in values:
        pending, state = state.pending, answer(state, value)
        journal.note(pending, value, state)
    return journal, state


def whole_game(seed: int = 5) -> RandomGame:
    game = RandomGame(TOY, FIELD, seed)
    while not isinstance(game.state.pending, Over):
        game.step()
    return game


def test_a_journal_replays_to_the_same_hash() -> None:
    game = whole_game()
    journal = read_journal(game.journal.encoded(game.state, TOY))
    states = list(replay(journal, TOY, FIELD))
    assert len(states) == game.answers + 1
    assert state_hash(states[-1], TOY) == state_hash(game.state, TOY)
    proof = verify(journal, TOY, FIELD)
    assert (proof.answers, proof.closed) == (game.answers, True)
    assert isinstance(game.state.pending, Over)
    assert proof.verdict == game.state.pending.verdict


def test_the_header_says_what_it_was_played_under() -> None:
    journal, state = played("red", Wait())
    header = read_header(journal.encoded(state, TOY))
    assert header.edition == TOY.edition(FIELD)
    assert header.seats == {"red": "human", "blue": "random"}


NEWER = msgspec.structs.replace(FIELD, revision="2")


def test_a_journal_of_another_revision_that_comes_out_the_same_is_proved_and_says_so() -> None:
    journal, state = played("red", Wait())
    proof = verify(read_journal(journal.encoded(state, TOY)), TOY, NEWER)
    assert (proof.answers, proof.under) == (2, "toy-1 none 1")
    journal.note_revision(TOY.edition(NEWER))
    assert verify(read_journal(journal.encoded(state, TOY)), TOY, NEWER).under == ""
    assert verify(read_journal(journal.encoded(state, TOY)), TOY, FIELD).under == "toy-1 none 2"


def test_one_that_does_not_says_which_it_needs_and_how_far_it_is_the_same() -> None:
    journal, state = played("red", Attack("cut"), (6,))
    journal.entries[3] = msgspec.structs.replace(journal.entries[3], events=())
    lines = read_journal(journal.encoded(state, TOY))
    with pytest.raises(OtherRevision, match="needs revision of the scenario '1', here is '2'") as e:
        verify(lines, TOY, NEWER)
    assert e.value.common == 2
    with pytest.raises(MalformedFile, match="events were written down"):
        verify(lines, TOY, FIELD)
    with pytest.raises(OtherRevision, match="needs options") as e:
        verify(lines, TOY, msgspec.structs.replace(FIELD, hits=9))
    assert e.value.common == -1


def test_the_events_can_be_watched_without_replaying() -> None:
    journal, state = played("red", Attack("cut"), (6,))
    lines = list(read_journal(journal.encoded(state, TOY)).events(TOY))
    assert lines[-1][1][0] == Thrust("red", 6, 1, True, (6,))


def test_a_take_back_is_in_the_record_and_replays() -> None:
    journal, _ = played("red", Wait(), Attack("cut"))
    journal.note_back("blue", 2)
    state = played("red", Wait())[1]
    pending, after = state.pending, answer(state, Wait())
    journal.note(pending, Wait(), after)
    states = list(replay(read_journal(journal.encoded(after, TOY)), TOY, FIELD))
    assert state_hash(states[-1], TOY) == state_hash(after, TOY)
    assert verify(read_journal(journal.encoded(after, TOY)), TOY, FIELD).closed


Edit = Callable[[list[bytes]], list[bytes]]


def changed(line: int, **fields: object) -> Edit:
    def edit(lines: list[bytes]) -> list[bytes]:
        held = {**json.loads(lines[line - 1]), **fields}
        return [*lines[: line - 1], json.dumps(held).encode(), *lines[line:]]

    return edit


@pytest.mark.parametrize(
    ("edit", "line", "said"),
    [
        (changed(4, answer="attack bite"), 4, "not among the options"),
        (changed(4, answer="dance"), 4, "cannot read"),
        (changed(4, who="blue"), 4, "waits for red (attack)"),
        (changed(4, purpose="parry"), 4, "answers 'parry', the question is 'attack'"),
        (changed(3, cup=["red"]), 3, "the cup holds ('blue', 'red', 'red')"),
        (changed(5, dice=[7]), 5, "dice of six sides"),
        (changed(5, dice=[1]), 5, "happens"),
        (changed(5, events=[]), 5, "0 events were written down"),
        (changed(5, back=99), 5, "no number 99"),
        (changed(2, events=[]), 2, "0 events were written down"),
        (changed(6, closed=2), 6, "fewer or more"),
        (changed(6, state="00"), 6, "another state"),
        (lambda lines: lines[:3] + lines[4:], 4, "number 3 stands where 2"),
        (lambda lines: [*lines[:4], lines[4][:20]], 5, "not JSON"),
        (lambda lines: [*lines, lines[-1]], 7, "only talk and its document may follow"),
        (lambda lines: lines[:1], 2, "before the opening"),
        (lambda lines: [b"garbage", *lines[1:]], 1, "not a journal"),
        (changed(1, grognard="save"), 1, "not a journal"),
        (changed(1, format=2), 1, "format 2"),
        (changed(4, number="two"), 4, "Expected `int`"),
    ],
)
def test_what_is_wrong_with_a_journal_is_told_with_its_line(
    edit: Edit, line: int, said: str
) -> None:
    journal, state = played("red", Attack("cut"), (6,))
    lines = edit(journal.encoded(state, TOY).splitlines())
    with pytest.raises(MalformedFile) as caught:
        verify(read_journal(b"\n".join(lines) + b"\n", "battle.journal"), TOY, FIELD)
    assert said in str(caught.value)
    assert caught.value.line == line


def test_a_seal_changes_the_dice_and_nothing_else() -> None:
    journal, _ = played("red", Wait())
    journal.note_seal("c0ffee")
    state = played("red", Wait())[1]
    pending, after = state.pending, answer(state, Wait())
    journal.note(pending, Wait(), after)
    again = read_journal(journal.encoded(after, TOY))
    assert again.commitments == ("", "c0ffee")
    assert verify(again, TOY, FIELD).state == state_hash(after, TOY)


def test_what_a_commitment_binds_is_the_header_before_it() -> None:
    journal, state = played("red")
    line = journal.encoded(state, TOY).splitlines()[0]
    assert line.startswith(journal.header.bound + b',"commitment":')
    sealed = msgspec.structs.replace(journal.header, commitment="c0ffee")
    assert sealed.bound == journal.header.bound


def test_a_last_line_without_its_end_was_cut() -> None:
    journal, state = played("red")
    with pytest.raises(MalformedFile, match="cut short"):
        read_journal(journal.encoded(state, TOY)[:-5])


def test_an_event_of_an_unknown_kind_is_named_by_line() -> None:
    journal, state = played("red")
    data = journal.encoded(state, TOY).replace(b'"RoundBegan"', b'"Sneezed"')
    with pytest.raises(MalformedFile, match=":2: number 0: an event cannot be read"):
        list(read_journal(data).events(TOY))
