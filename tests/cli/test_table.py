from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator

import pytest

from grognard.cli.lessons import Lessons
from grognard.cli.play import play_battle, run
from grognard.cli.screen import Left, Screen
from grognard.cli.timing import MovementClock
from grognard.desks.menus import Menus
from grognard.host.dice import DiceSource
from grognard.host.game import Game
from grognard.kernel import Action
from grognard.kernel.chance import Stream
from grognard.kernel.questions import Ask
from grognard.systems.bataille.actions import Finish
from grognard.systems.bataille.desk.rides import ways
from grognard.systems.bataille.desk.words import QUESTIONS
from grognard.systems.bataille.events.facts import Marked, Moved, Turned
from grognard.systems.bataille.pieces import Formation
from grognard.systems.registry import system_named

PREMIER = system_named("premier")
DESK = PREMIER.desk


def battle(name: str, seats: dict[str, str] | None = None, **options: str) -> Game:
    setting = PREMIER.library.setting(name, options)
    sitting = seats or dict.fromkeys(setting.sides, "human")
    return Game(PREMIER, setting, sitting, DiceSource.seeded("1"))


def answered(game: Game, *orders: str) -> Game:
    for order in orders:
        game.roll_on()
        game.answer(game.asked, order)
    game.roll_on()
    return game


def menus(game: Game) -> Menus:
    adviser = DESK.adviser(game.system.rules, game.setting)
    return DESK.menus(game, DESK.teller(game.setting), adviser, DESK.words)


def clock_of(game: Game, now: list[float]) -> MovementClock:
    return MovementClock(lambda side: DESK.limit(game.state, side), lambda: now[0])


def labels(game: Game) -> list[str]:
    return [choice.label for choice in menus(game).first().choices]


Types = Callable[..., str]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Types:
    """What a battle prints while these lines are typed."""

    def play(name: str, *lines: str, **seats: str) -> str:
        waiting: Iterator[str] = iter(lines)

        def read(prompt: str) -> str:
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", read)
        game = battle(name, seats or None)
        with pytest.raises(Left):
            run(game, Screen(game), Stream(1))
        return capsys.readouterr().out

    return play


# --- what is asked


def test_every_clause_behind_a_question_is_in_the_book() -> None:
    book = PREMIER.library.book()
    teller = DESK.teller(PREMIER.library.setting("duel", {}))
    for purpose, clause in QUESTIONS.items():
        assert clause in book.clauses or clause in book.rulings, purpose
        assert clause in DESK.words.asked(purpose, teller)


# --- menus


def test_units_arrivals_leaders_and_commands_stand_in_the_first_menu() -> None:
    shown = labels(battle("hagelberg"))
    assert any(label.startswith("F01 III/24e Légère at 4205") for label in shown)
    assert shown.index("arriving") < shown.index("leaders") < shown.index("command")
    assert "F14 13e Hussards (3 squadrons), of RF1, by luebnitz_north" in shown
    assert "Lanusse (LF2) at 2926 with F09 II/134e Ligne" in shown
    assert any(label.startswith("force-march lanusse") for label in shown)


def test_an_arrival_opens_into_hexes_and_then_into_ways_with_their_cost() -> None:
    made = menus(battle("hagelberg"))
    hexes = made.of("F14")
    assert hexes.choices[0].label == "enter F14 at 4201 (7 ways)"
    opens = hexes.choices[0].opens
    assert opens is not None
    assert opens().choices[0].label == "enter F14 4201 column NE  [1 point]"


def test_a_unit_in_hand_is_shown_first_with_what_it_has_left() -> None:
    game = answered(battle("hagelberg"), "enter F14 4201 column S")
    menu = menus(game).opening()
    assert menu.title.startswith("F14 13e Hussards (3 squadrons) at 4201, column facing S")
    assert "13 points. In hand" in menu.title
    assert menu.costs[4202] == "1"


def test_a_leader_shows_friends_before_empty_hexes() -> None:
    made = menus(battle("hagelberg")).of("LF1")
    assert [choice.label.partition(" (")[0] for choice in made.choices] == [
        "ride to friends",
        "ride to an empty hex",
    ]
    assert made.costs


def test_every_line_of_a_menu_is_among_the_options() -> None:
    game = battle("first-shots")
    answered(game, "done")
    made = menus(game)
    pending = game.state.pending
    assert isinstance(pending, Ask)
    waiting, actions = [made.first()], list[Action]()
    while waiting:
        for choice in waiting.pop().choices:
            if choice.action is not None:
                actions.append(choice.action)
            elif choice.opens is not None:
                waiting.append(choice.opens())
    assert len(actions) > 100
    assert all(action in pending.options for action in actions)
    assert set(map(str, pending.options)) - set(map(str, actions)) <= {str(Finish())}


# --- charges


def test_a_charge_is_shown_whom_it_can_strike_and_by_which_words(typed: Types) -> None:
    out = typed("charge", "charge F2", "done", "help")
    assert "F2: 19 points, could strike P1 (11)" in out
    assert "P1 I/4th Line at 0912 for 11: ride F2 S SW S S S S S S, a straight run" in out
    assert "1. ride F2 S  [to 1004 facing S, 1 point]" in out
    assert "horse that could strike and does not is routed, P38.46" in out


def test_the_words_shown_for_a_charge_can_be_ridden_and_strike() -> None:
    game = answered(battle("charge"), "charge F2", "done")
    pending = game.state.pending
    assert isinstance(pending, Ask)
    for way in ways(game.state.table, pending.options.gallop):
        assert PREMIER.rules.parse(f"ride F2 {' '.join(way.words)}") in pending.options


def test_a_square_and_a_reaction_are_asked_for_by_name(typed: Types) -> None:
    out = typed("charge", "charge F2", "done", "ride F2 S SW S S S S S S")
    assert "Prussians: Horse is coming. Who tries to form square? (P38.21)" in out
    assert "square P1  [I/4th Line (column at 0912) tries]" in out
    assert "0. done  [stand as you are]" in out


# --- telling


def test_the_steps_of_a_march_are_told_in_one_line() -> None:
    teller = DESK.teller(PREMIER.library.setting("duel", {}))
    events = [
        Marked("F1", "moved-half"),
        Moved("F1", (704,), 3, Formation.COLUMN),
        Moved("F1", (705,), 3, Formation.COLUMN),
        Turned("F1", 2),
        Moved("F2", (404,), 3, Formation.COLUMN),
    ]
    assert list(teller.story(events)) == [
        "F1 I/40e Ligne marches by 0704 0705, facing SE",
        "F2 I/25e Légère marches to 0404, facing S",
    ]


def test_segments_without_news_are_not_announced(typed: Types) -> None:
    out = typed("duel", "done", "done")
    assert "defensive fire -" not in out
    assert "-- Prussians --" in out


# --- the guide


def test_the_lessons_of_a_guided_battle_come_and_are_done_one_by_one(typed: Types) -> None:
    out = typed(
        "first-shots", "done", "march F1 S S", "march F2 S S", "march F4 S S", "done",
        "fire 0706 F3@0803", "done", "march F1 S", "done", "fire 0706 F1@0705", "assault 0706 F1",
        french="human", prussian="holding",
    )  # fmt: skip
    due = ["The horse goes first", "March", "A second column", "Horse waits its hour"]
    due += ["Enough for now", "The first shot", "Close in", "Volley", "Storm"]
    for title in due:
        assert f": {title}\n" in out
        assert f"Lesson done: {title}." in out
    assert "Try: march F1 S S" in out


def test_a_lesson_taken_back_is_due_again(typed: Types) -> None:
    out = typed("first-shots", "done", "march F1 S S", "back", french="human", prussian="holding")
    assert out.count("Lesson 2 of 13: March") == 2


def test_the_lessons_done_are_known_when_a_battle_is_gone_on_with() -> None:
    game = answered(battle("first-shots"), "done", "march F1 S S")
    lessons = Lessons(game.setting, DESK.teller(game.setting))
    lessons.catch_up(game.journal.entries)
    assert lessons.done == ["charge-later", "march"]


def test_a_battle_without_a_guide_has_no_lessons() -> None:
    setting = PREMIER.library.setting("duel", {})
    assert Lessons(setting, DESK.teller(setting)).due("french", "movement", 1) is None


def test_the_enemy_of_a_pupil_holds_his_ground(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(builtins, "input", lambda prompt: "done")
    play_battle("first-shots", "", "1", "en", bots=False, options=[], save=None)
    out = capsys.readouterr().out
    assert "Prussians (prussian): holding" in out
    assert "P1 II/7th Landwehr marches" not in out
    assert "The battle is over: Prussian substantial victory" in out


def test_the_text_table_speaks_french(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["list", "why march P1 N", "help", "done", "look 0706", "forces", "aims", "quit"])
    monkeypatch.setattr(builtins, "input", lambda prompt: next(typed))
    play_battle("first-shots", "", "1", "fr", bots=False, options=[], save=None)
    out = capsys.readouterr().out
    assert "Premiers coups de feu" in out
    assert "Leçon 1 sur 13 : La cavalerie d’abord" in out
    assert "Vous quittez la table." in out


# --- the clock


def test_the_clock_of_a_table_is_shown_and_its_end_is_called_once() -> None:
    now = [0.0]
    clock = clock_of(battle("duel", movement_clock="advisory", movement_clock_minutes="2"), now)
    clock.ask("french")
    now[0] = 30
    assert clock.shown() == "1:30 left (advisory)"
    clock.stop()
    now[0] = 500
    clock.ask("french")
    assert clock.shown() == "1:30 left (advisory)"
    now[0] = 600
    assert clock.is_up()
    clock.call()
    assert not clock.is_up()
    assert clock.shown() == "time is up (advisory)"
    clock.ask("prussian")
    assert clock.shown() == ""


@pytest.mark.parametrize(
    ("manner", "said"),
    [("advisory", "go on, but be quick"), ("strict", "the segment ends as it stands")],
)
def test_time_that_is_up_is_called_and_what_was_typed_is_not_heard(
    manner: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = battle("duel", movement_clock=manner, movement_clock_minutes="1")
    now, screen = [0.0], Screen(game)
    screen.clock = clock_of(game, now)
    lines = iter(["march F1 S"])

    def read(prompt: str) -> str:
        now[0] += 61
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    monkeypatch.setattr(builtins, "input", read)
    with pytest.raises(Left):
        run(game, screen, Stream(1))
    out = capsys.readouterr().out
    assert "1:00 left" in out
    assert said in out
    assert "marches" not in out
    assert ("Prussians: Your movement" in out) is (manner == "strict")
