"""The lessons of The Crossroads: their moments come, their orders can be given, their rules exist."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grognard.bots.random_bot import choose
from grognard.desks.guide import Guide, is_done
from grognard.desks.library import LIBRARY
from grognard.kernel import Ask
from grognard.kernel.chance import Stream
from grognard.systems.nlc.packs.pack import check, load
from grognard.systems.registry import system_named
from tests.web.halls import room_of


def guide() -> Guide:
    found = load("crossroads").guide
    assert found is not None
    return found


def test_the_crossroads_teach_and_quatre_bras_does_not() -> None:
    guided = {battle.id: battle.guided for battle in system_named("nlc").library.battles()}
    assert guided["crossroads"]
    assert not guided["quatre-bras"]
    assert guide().side == "blue"


def test_the_lessons_are_about_orders_the_cup_movement_and_assault() -> None:
    asked = {step.asked for step in guide().steps}
    assert {"record-decision", "orders", "movement", "assault"} <= asked
    assert all(len(step.text) > 80 for step in guide().steps)


def test_the_rules_that_a_lesson_names_are_in_the_book() -> None:
    book = system_named("nlc").library.book()
    for step in guide().steps:
        for clause in step.rules:
            assert book.look_up(clause), (step.id, clause)


def test_the_lessons_of_a_battle_come_one_after_the_other_and_their_orders_can_be_given() -> None:
    lessons, room, done = guide(), room_of("crossroads", "4"), list[str]()
    stream = Stream(4)
    for _ in range(400):
        ask = room.state.pending
        if not isinstance(ask, Ask):
            break
        view = room.system.rules.view(room.state, ask.side)
        words = str(choose(view, ask, stream))
        mine = ask.side == lessons.side
        step = lessons.current(ask.purpose, view.turn, done) if mine else None
        if step is not None and step.orders and view.turn == step.turn:
            words = step.orders[0]
        after = room.answered(ask.side, words)
        room.take(after)
        if step is not None and is_done(step, words, (), view.turn):
            done.append(step.id)
    assert done[:3] == ["own-will", "first-order", "few-orders"]
    assert {"cup", "release"} <= set(done)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("side: blue", "side: green", "green"),
        ("asked: orders, turn: 1", "asked: odors, turn: 1", "odors"),
        ("asked: orders, turn: 4", "asked: orders, turn: 9", "no such turn"),
        ("send blue_1 attack 0605", "sing blue_1", "sing"),
        ("send blue_2 attack 0605", "send blue_9 attack 0605", "blue_9"),
        ("id: guns", "id: cup", "two steps 'cup'"),
    ],
)
def test_a_guide_about_another_battle_is_refused(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    folder = tmp_path / "crossroads"
    shutil.copytree(LIBRARY / "crossroads", folder)
    file = folder / "guide.yaml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new, 1))
    assert problem in str(check(folder)[0])
