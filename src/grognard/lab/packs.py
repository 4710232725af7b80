"""The settings of a simulation: table options, and values of the house that a run turns.

A value of the house is no option of the rules: it stands in the pack. A run that varies one plays
another document, in which other values stand at the places that ``history.yaml`` names.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from grognard.desks import library
from grognard.kernel.documents import Document
from grognard.kernel.errors import GrognardError
from grognard.lab.accounts import House, accounts_of
from grognard.mechanics.charts.lined import lined, written
from grognard.systems.registry import system_named


def named(scenario: str) -> str:
    """A scenario by a word that means the same wherever it is played.

    A pack of the library keeps its name; any other is named by its whole path, so that it is found
    from other folders, too.
    """
    path = library.found(scenario)
    return path.name if path.parent == library.LIBRARY else str(path.resolve())


def located(scenario: str) -> Path:
    """Where the pack of such a word lies; a folder of the same name nearby is not meant."""
    known = library.LIBRARY / scenario
    return known if Path(scenario).name == scenario and known.is_dir() else Path(scenario)


def knobs_of(scenario: str) -> dict[str, House]:
    """The values of the house that can be turned in a scenario, by name."""
    accounts = accounts_of(located(scenario).name)
    return accounts.knobs if accounts else {}


@lru_cache(maxsize=64)
def setting_for(system: str, scenario: str, options: tuple[tuple[str, str], ...]) -> Any:
    """A setting, read once in each process."""
    knobs = knobs_of(scenario)
    chosen = {name: value for name, value in options if name not in knobs}
    return system_named(system).library.setting(document_for(scenario, options), chosen)


def document_for(scenario: str, options: tuple[tuple[str, str], ...]) -> Document:
    """The document that a run plays: with other values where it turns values of the house."""
    document, knobs = library.document(located(scenario)), knobs_of(scenario)
    edits: dict[str, Any] = {}
    for name, value in options:
        if name in knobs:
            edits |= _edits(knobs[name], value)
    return edited(document, edits) if edits else document


def _edits(knob: House, value: str) -> dict[str, Any]:
    if value not in knob.values:
        known = ", ".join(knob.values)
        raise GrognardError(f"{knob.name} cannot be {value!r}; there is: {known}")
    return knob.values[value]


def edited(document: Document, edits: Mapping[str, Any]) -> Document:
    """A document that says something else at some places of its main file."""
    files = dict(document.files)
    main = document.files[0][0]
    held = lined(files[main].decode(), main).value()
    for path, value in edits.items():
        _set(held, path, value)
    return Document.of((files | {main: written(held).encode()}).items())


def _set(held: Any, path: str, value: Any) -> None:
    """Set a value; an entry of a list is named by its id."""
    *way, last = path.split("/")
    for word in way:
        held = next(each for each in held if each["id"] == word) if _is_list(held) else held[word]
    if last not in held:
        raise GrognardError(f"history.yaml: there is no {path!r} in the pack")
    held[last] = value


def _is_list(held: Any) -> bool:
    return isinstance(held, list)
