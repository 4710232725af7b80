"""The maps of the campaign are those that their generators draw."""

from pathlib import Path

import pytest

from grognard.desks.library import LIBRARY
from scripts.fields import blankenfelde, dennewitz, gross_beeren, sheet

DRAWN = {
    "blankenfelde": blankenfelde.main,
    "gross-beeren": gross_beeren.main,
    "dennewitz-berlin": dennewitz.main,
}


@pytest.mark.parametrize("pack", DRAWN)
def test_a_map_is_the_one_that_its_generator_draws(
    pack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / pack).mkdir()
    monkeypatch.setattr(sheet, "LIBRARY", tmp_path)
    DRAWN[pack]()
    drawn = (tmp_path / pack / "map.yaml").read_text("utf-8")
    assert drawn == (LIBRARY / pack / "map.yaml").read_text("utf-8")
