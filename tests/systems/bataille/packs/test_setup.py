from pathlib import Path

from grognard.kernel import Ask, Over
from grognard.mechanics.charts.printing import printing
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.movement.stacking import fits
from grognard.systems.bataille.packs.setup import (
    opening,
    opening_table,
)
from grognard.systems.bataille.pieces import Cohesion, Formation
from grognard.systems.premier.kit import KIT
from grognard.systems.premier.packs import load

HAGELBERG = load("hagelberg")


def test_the_french_stand_and_the_coalition_is_still_to_come() -> None:
    table = opening_table(HAGELBERG)
    assert len(list(table.units_of("french"))) == 16
    assert list(table.units_of("coalition")) == []
    guns = table["F19"]
    assert (guns.hexes, guns.formation) == ((parse_hex("2830"),), Formation.UNLIMBERED)
    assert table["F01"].formation is Formation.GENERAL
    assert all(piece.cohesion is Cohesion.GOOD for piece in table.pieces.values())


def test_leaders_are_where_the_set_up_puts_them() -> None:
    table = opening_table(HAGELBERG)
    assert table.leaders == {
        "LF1": parse_hex("2528"),
        "LF2": parse_hex("2926"),
        "LF3": parse_hex("3517"),
        "LF4": parse_hex("3029"),
    }


def test_an_opening_changes_nothing_that_another_opening_sees() -> None:
    first, second = opening_table(HAGELBERG), opening_table(HAGELBERG)
    first.remove("F01", "destroyed")
    assert "F01" in second.pieces
    assert "F01" in opening_table(HAGELBERG).pieces


def test_every_opening_is_within_the_stacking_limits() -> None:
    for pack in ("duel", "village", "hagelberg"):
        table = opening_table(load(pack))
        assert all(fits(table, at, units) is None for at, units in table.stacks.items())


def test_ground_of_the_aims_belongs_to_whom_the_pack_says() -> None:
    assert opening_table(HAGELBERG).control[parse_hex("2438")] == "french"
    assert set(opening_table(load("village")).control.values()) == {""}


def test_a_battle_opens_with_a_question() -> None:
    state = opening(load("duel"))
    assert isinstance(state.pending, Ask)
    assert state.pending.side == "french"
    assert not isinstance(state.pending, Over)
    assert state.table.turn == 1


def test_the_revision_of_the_cards_is_what_they_say_not_how_they_are_laid_out(
    tmp_path: Path,
) -> None:
    card = "card: c\ntables:\n  a: {x: 1, y: 2}\n"
    said = [
        card,
        "# printed twice\n" + card.replace("{x: 1, y: 2}", "\n    x: 1  # one\n\n    y: 2"),
        card.replace("y: 2", "y: 3"),
    ]
    found = []
    for place, text in enumerate(said):
        (tmp_path / str(place)).mkdir()
        (tmp_path / str(place) / "c.yaml").write_text(text)
        found.append(printing(tmp_path / str(place)))
    assert found[0] == found[1] != found[2]
    assert KIT.dealer.revision == printing(*KIT.dealer.folders)
