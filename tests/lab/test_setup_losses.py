"""What a set-up begins with is told apart from what a battle costs."""

from grognard.desks import library
from grognard.lab.playing import Notes
from grognard.systems.registry import system_of


def test_losses_of_the_set_up_are_not_those_of_the_first_turn() -> None:
    source = library.document("dennewitz-ney")
    system = system_of(source)
    setting = system.library.setting(source, {})
    state = system.rules.opening(setting)
    at_first = sum(fate.lost for fate in system.desk.report.fates(state.table))
    assert at_first > 60, "IV Corps, Tauentzien and Thümen have fought since the morning"
    notes = Notes(system, setting, tuple(system.rules.sides(setting)))
    notes.begin(state)
    assert not any(lost for of in notes.by_turn[1].values() for lost in of.values())
    assert not any(line.lost for line in notes.lines)
