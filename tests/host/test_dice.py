from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.host.dice import DiceSource, prove_dice, sealed
from grognard.host.game import Game, resume, secret_of
from grognard.kernel import GrognardError, MalformedFile
from grognard.kernel.journal import DICE, DRAW, Header, Journal, read_journal, verify
from grognard.kernel.questions import Draw, Roll
from grognard.systems.registry import SYSTEMS
from tests.kernel.toy import SYSTEM, setting

FIELD = setting("meadow", {})
HEADER = Header("journal", 1, SYSTEM.rules.edition(FIELD), {"red": "human"})
VERIFIER = Path(__file__).parents[2] / "scripts" / "verify_dice.mjs"
NODE = shutil.which("node")

# --- one die after the other


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


def test_the_way_from_secret_to_dice_never_changes() -> None:
    dice = DiceSource(bytes(range(32)))
    assert [dice.throw(Roll("d66", "fire"), n) for n in range(1, 6)] == PINNED
    assert dice.throw(Draw(("a", "b", "c"), "chit"), 7) == PINNED_CHIT
    assert dice.commitment(HEADER) == PINNED_COMMITMENT


PINNED = [(6, 3), (2, 2), (1, 3), (3, 4), (6, 4)]
PINNED_CHIT = "b"
PINNED_COMMITMENT = "ce0e10f87d1f510fb3e251baacd85892549394ffaafdc59ecebacea5bf7d1ec8"


def chi_square(seen: list[int]) -> float:
    """How far counts that should be equal are from it."""
    expected = sum(seen) / len(seen)
    return sum((count - expected) ** 2 / expected for count in seen)


@pytest.mark.parametrize(
    "throws", [100_000, pytest.param(1_000_000, marks=pytest.mark.soak)], ids="{:,} dice".format
)
def test_every_face_and_every_pair_falls_about_as_often(throws: int) -> None:
    dice, roll = DiceSource.seeded(f"chi {throws}"), Roll("d66", "fire")
    pairs = Counter(dice.throw(roll, number) for number in range(throws // 2))
    faces: Counter[int] = Counter()
    for pair, count in pairs.items():
        for face in pair:
            faces[face] += count
    assert sum(faces.values()) == throws
    assert chi_square([faces[face] for face in range(1, 7)]) < 20.52  # 5 degrees: 1 in 1,000
    assert chi_square([pairs[pair] for pair in roll.outcomes()]) < 66.62  # 35 degrees


def test_bytes_that_would_favour_a_face_are_passed_over() -> None:
    dice = DiceSource(bytes(32))
    # Of 256 values, 252 are shared out evenly among six faces; of 300 chits a byte cannot tell.
    assert {next(dice._below(256, str(n))) for n in range(3000)} == set(range(256))
    assert max(next(dice._below(6, str(n))) for n in range(3000)) == 5
    with pytest.raises(GrognardError, match="cannot choose among 300"):
        next(dice._below(300, "chit"))


def test_a_draw_gives_a_chit_of_the_cup() -> None:
    dice = DiceSource.seeded("cup")
    drawn = {dice.throw(Draw(("a", "b", "c"), "chit"), n) for n in range(60)}
    assert drawn == {"a", "b", "c"}


# --- the commitment


def test_the_commitment_binds_secret_and_battle_without_showing_the_secret() -> None:
    dice = DiceSource.fresh()
    header = sealed(HEADER, dice)
    assert DiceSource.opened(dice.reveal()).commitment(header) == header.commitment
    assert dice.reveal() not in header.commitment
    assert DiceSource.fresh().commitment(HEADER) != header.commitment
    other = Header("journal", 1, SYSTEM.rules.edition(FIELD), {"red": "random"})
    assert dice.commitment(other) != header.commitment


@pytest.mark.parametrize("word", ["", "00", "x" * 64, "AB" * 32])
def test_what_is_no_secret_opens_nothing(word: str) -> None:
    with pytest.raises(ValueError, match=r"hexadecimal"):
        DiceSource.opened(word)


# --- whole battles


def fought(seed: str = "1", over: bool = True) -> Game:
    game = Game(SYSTEM, FIELD, {"red": "human", "blue": "human"}, DiceSource.seeded(seed))
    for _ in range(200 if over else 3):
        game.roll_on()
        if game.is_over:
            break
        game.answer(game.asked, "attack cut")
    game.roll_on()
    assert game.is_over is over
    return game


def saved(game: Game, folder: Path) -> Path:
    path = folder / "battle.journal"
    game.save(path)
    return path


def read(path: Path) -> Journal:
    return read_journal(path.read_bytes(), path.name)


def test_a_battle_that_is_over_opens_its_dice_and_they_are_proved(tmp_path: Path) -> None:
    path = saved(fought(), tmp_path)
    journal = read(path)
    throws = sum(entry.who in (DICE, DRAW) for entry in journal.entries)
    proof = prove_dice(journal)
    assert (proof.status, proof.throws, proof.proved) == ("proved", throws, throws)
    assert throws > 4
    assert verify(journal, SYSTEM.rules, FIELD).verdict
    assert not secret_of(path).exists()


def test_a_battle_that_is_not_over_keeps_its_dice_sealed(tmp_path: Path) -> None:
    game = fought(over=False)
    path = saved(game, tmp_path)
    proof = prove_dice(read(path))
    assert (proof.status, proof.proved) == ("sealed", 0)
    assert game.dice.reveal().encode() not in path.read_bytes()


def test_dice_that_nobody_sealed_are_said_to_be_so(tmp_path: Path) -> None:
    journal = read(saved(fought(), tmp_path))
    bare = Journal(HEADER)
    bare.entries = journal.entries
    assert prove_dice(bare).status == "uncommitted"


def test_who_goes_on_with_the_kept_secret_goes_on_with_the_same_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SYSTEMS, "toy", "tests.kernel.toy")
    path = saved(fought(over=False), tmp_path)
    game = resume(path, DiceSource.fresh())
    assert game.dice.reveal() == DiceSource.seeded("1").reveal()
    finish(game)
    path = saved(game, tmp_path)
    assert prove_dice(read(path)).status == "proved"
    assert len(read(path).commitments) == 1


def test_who_goes_on_without_the_secret_seals_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SYSTEMS, "toy", "tests.kernel.toy")
    path = saved(fought(over=False), tmp_path)
    secret_of(path).unlink()
    game = resume(path, DiceSource.fresh())
    before = len(game.journal.entries)
    finish(game)
    path = saved(game, tmp_path)
    journal = read(path)
    assert len(journal.commitments) == 2
    proof = prove_dice(journal)
    fallen = [entry.number for entry in journal.entries if entry.who in (DICE, DRAW)]
    assert proof.status == "partly"
    assert proof.proved == sum(number >= before for number in fallen) > 0
    assert verify(journal, SYSTEM.rules, FIELD).closed


def finish(game: Game) -> None:
    while not game.is_over:
        game.roll_on()
        if game.asked:
            game.answer(game.asked, "attack cut")


# --- tampering

Line = dict[str, Any]


def first_throw(lines: list[Line], who: str = DICE) -> int:
    return next(at for at, line in enumerate(lines) if line.get("who") == who)


def another_face(lines: list[Line]) -> int:
    at = first_throw(lines)
    lines[at]["dice"][0] = lines[at]["dice"][0] % 6 + 1
    return at + 1


def another_chit(lines: list[Line]) -> int:
    at = first_throw(lines, DRAW)
    lines[at]["answer"] = "blue" if lines[at]["answer"] == "red" else "red"
    return at + 1


def another_purpose(lines: list[Line]) -> int:
    at, dice = first_throw(lines), DiceSource.seeded("1")
    number, fell = lines[at]["number"], tuple(lines[at]["dice"])
    words = (f"luck {n}" for n in range(99))
    lines[at]["purpose"] = next(w for w in words if dice.fallen(len(fell), number, w) != fell)
    return at + 1


def another_seat(lines: list[Line]) -> int:
    lines[0]["seats"]["red"] = "random"
    return 1


def another_commitment(lines: list[Line]) -> int:
    lines[0]["commitment"] = DiceSource.seeded("2").commitment(HEADER)
    return 1


def another_secret(lines: list[Line]) -> int:
    lines[-1]["secrets"] = [DiceSource.seeded("2").reveal()]
    return 1


def one_secret_more(lines: list[Line]) -> int:
    lines[-1]["secrets"] *= 2
    return len(lines)


TAMPERED = [
    another_face, another_chit, another_purpose, another_seat, another_commitment, another_secret,
    one_secret_more,
]  # fmt: skip


def tampered(path: Path, tamper: Callable[[list[Line]], int]) -> int:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    at = tamper(lines)
    path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    return at


@pytest.mark.parametrize("tamper", TAMPERED)
def test_what_was_altered_is_refused_and_the_line_named(
    tmp_path: Path, tamper: Callable[[list[Line]], int]
) -> None:
    path = saved(fought(), tmp_path)
    line = tampered(path, tamper)
    with pytest.raises(MalformedFile) as caught:
        prove_dice(read(path))
    assert caught.value.line == line
    assert "the secret" in str(caught.value) or "secrets are opened" in str(caught.value)


def test_every_single_altered_die_of_a_battle_is_named_with_what_was_expected(
    tmp_path: Path,
) -> None:
    whole = saved(fought(), tmp_path).read_bytes()
    fell = {e.number: e.dice for e in read_journal(whole).entries if e.who == DICE}
    for number, dice in fell.items():
        for face in range(1, 7):
            if (face, *dice[1:]) == dice:
                continue
            journal = read_journal(whole)
            entry = journal.entries[number]
            journal.entries[number] = type(entry)(
                number, entry.who, dice=(face, *dice[1:]), purpose=entry.purpose
            )
            expected = " ".join(map(str, dice))
            with pytest.raises(MalformedFile, match=f"number {number}: .* gives {expected}"):
                prove_dice(journal)


def test_dice_that_were_taken_back_must_fall_again_as_they_fell() -> None:
    dice = DiceSource.seeded("back")
    journal = Journal(sealed(HEADER, dice))
    first = dice.throw(Roll("d6", "cut"), 2)
    for fell, again in ((first, True), ((first[0] % 6 + 1,), False)):
        journal = read_journal(consented(dice, first, fell))
        if again:
            assert prove_dice(journal).status == "proved"
        else:
            with pytest.raises(MalformedFile, match="the throw taken back was"):
                prove_dice(journal)


def consented(dice: DiceSource, first: tuple[int, ...], second: tuple[int, ...]) -> bytes:
    """A battle in which a throw was taken back by consent and fell again."""
    lines: list[Line] = [
        {"number": 0, "who": "opening"},
        {"number": 1, "who": "red", "answer": "attack cut"},
        {"number": 2, "who": "dice", "dice": first, "purpose": "cut"},
        {"number": 3, "who": "red", "back": 0, "purpose": "consent"},
        {"number": 4, "who": "red", "answer": "attack cut"},
        {"number": 5, "who": "dice", "dice": second, "purpose": "cut"},
        {"number": 6, "who": "dice", "dice": dice.fallen(2, 6, "cut"), "purpose": "cut"},
        {"closed": 6, "state": "", "secrets": [dice.reveal()]},
    ]
    from grognard.kernel.codec import encode

    return b"\n".join(map(encode, [sealed(HEADER, dice), *lines])) + b"\n"


# --- over is over

GOLDEN = Path(__file__).parents[1] / "golden"
OF_EVERY_SYSTEM = ("duel", "village-xxx", "crossroads", "outpost")


def thrown_on(name: str, back: bool) -> bytes:
    """A real battle in which, after its end, somebody throws on with the secret that was shown."""
    header, *lines, closing = (GOLDEN / f"{name}.journal").read_bytes().splitlines()
    last = json.loads(closing)
    more: list[Line] = [{"number": len(lines), "who": "french", "back": 0, "purpose": "agreed"}]
    number = len(lines) + back
    dice = DiceSource.opened(last["secrets"][0]).fallen(2, number, "luck")
    more = [*more[: int(back)], {"number": number, "who": DICE, "dice": dice, "purpose": "luck"}]
    last["closed"] = number
    return b"\n".join([header, *lines, *map(msgspec.json.encode, [*more, last])]) + b"\n"


@pytest.mark.parametrize("name", OF_EVERY_SYSTEM)
@pytest.mark.parametrize("back", [True, False])
def test_a_die_thrown_after_its_secret_was_shown_is_not_proved(
    tmp_path: Path, name: str, back: bool
) -> None:
    content = thrown_on(name, back)
    journal = read_journal(content)
    with pytest.raises(MalformedFile, match="the battle was over") as caught:
        prove_dice(journal)
    path = tmp_path / "battle.journal"
    path.write_bytes(content)
    if NODE is not None:
        ran = node(path)
        said = f"line {caught.value.line}: the battle was over"
        assert (ran.returncode, ran.stderr[: len(said)]) == (1, said)


# --- the verifier in another language


def node(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(NODE), str(VERIFIER), str(path)], capture_output=True, text=True, check=False
    )


needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def test_the_verifier_is_read_at_one_sitting() -> None:
    """Battles on one server and battles by file, whose dice two sides pledge."""
    assert len(VERIFIER.read_text().splitlines()) <= 120


@needs_node
def test_the_other_verifier_agrees_on_a_real_journal(tmp_path: Path) -> None:
    path = saved(fought("node"), tmp_path)
    ran = node(path)
    assert (ran.returncode, ran.stdout) == (0, f"proved: {prove_dice(read(path)).throws} throws\n")


@needs_node
@pytest.mark.parametrize("tamper", TAMPERED)
def test_the_other_verifier_names_the_line_that_was_altered(
    tmp_path: Path, tamper: Callable[[list[Line]], int]
) -> None:
    path = saved(fought(), tmp_path)
    line = tampered(path, tamper)
    ran = node(path)
    assert (ran.returncode, ran.stderr.partition(":")[0]) == (1, f"line {line}")


@needs_node
def test_the_other_verifier_says_when_dice_are_sealed(tmp_path: Path) -> None:
    ran = node(saved(fought(over=False), tmp_path))
    assert (ran.returncode, ran.stdout[:6]) == (2, "sealed")


@needs_node
def test_the_other_verifier_knows_dice_that_were_taken_back(tmp_path: Path) -> None:
    dice, path = DiceSource.seeded("back"), tmp_path / "battle.journal"
    first = dice.throw(Roll("d6", "cut"), 2)
    path.write_bytes(consented(dice, first, first))
    assert node(path).stdout == "proved: 3 throws\n"
    path.write_bytes(consented(dice, first, (first[0] % 6 + 1,)))
    assert node(path).stderr.startswith("line 7:")
