from __future__ import annotations

from collections import Counter

from grognard.host.dice import DiceSource
from grognard.kernel.questions import Draw, Roll


def test_the_same_secret_and_number_throw_the_same_dice() -> None:
    one, other = DiceSource.seeded("ligny"), DiceSource.seeded("ligny")
    roll = Roll("d66", "fire")
    assert [one.throw(roll, n) for n in range(50)] == [other.throw(roll, n) for n in range(50)]


def test_another_number_or_purpose_or_secret_throws_others() -> None:
    dice, rolls = DiceSource.seeded("1"), range(40)
    fire = [dice.throw(Roll("d66", "fire"), n) for n in rolls]
    assert fire != [dice.throw(Roll("d66", "fire"), n + 40) for n in rolls]
    assert fire != [dice.throw(Roll("d66", "melee"), n) for n in rolls]
    assert fire != [DiceSource.seeded("2").throw(Roll("d66", "fire"), n) for n in rolls]


def test_every_face_falls_about_as_often() -> None:
    dice, throws = DiceSource.seeded("chi"), 12_000
    fallen = Counter(dice.throw(Roll("d6", "limber"), n)[0] for n in range(throws))
    assert sorted(fallen) == [1, 2, 3, 4, 5, 6]
    expected = throws / 6
    chi_square = sum((count - expected) ** 2 / expected for count in fallen.values())
    assert chi_square < 20.5  # five degrees of freedom, one in a thousand


def test_a_draw_gives_a_chit_of_the_cup() -> None:
    dice = DiceSource.seeded("cup")
    drawn = {dice.throw(Draw(("a", "b", "c"), "chit"), n) for n in range(60)}
    assert drawn == {"a", "b", "c"}


def test_the_commitment_binds_the_secret_without_showing_it() -> None:
    dice = DiceSource.fresh()
    assert DiceSource(bytes.fromhex(dice.reveal())).commitment == dice.commitment
    assert dice.reveal() not in dice.commitment
    assert DiceSource.fresh().commitment != dice.commitment
