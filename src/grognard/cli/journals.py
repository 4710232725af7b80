"""``replay`` and ``verify``: a battle watched again, and proved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from grognard.cli.console import print_json, say
from grognard.desks import library
from grognard.host import files
from grognard.host.advice import teller
from grognard.host.dice import DiceProof, prove_dice
from grognard.host.hearing import Heard, heard
from grognard.host.opening import NoDocument, in_library, setting_for
from grognard.kernel.codec import encode
from grognard.kernel.errors import GrognardError
from grognard.kernel.journal import Entry, Journal, check_game, read_journal, verify
from grognard.kernel.views import told
from grognard.systems.plug import System


def opened(path: Path, pack: str) -> tuple[Journal, System, Any]:
    """A journal with the system and the setting it was played under."""
    return opened_journal(read_journal(files.read(path), str(path)), pack)


def opened_journal(journal: Journal, pack: str) -> tuple[Journal, System, Any]:
    """The document that it brings or that is named here, or the library's of that name."""
    edition = journal.edition
    named = library.document(pack) if pack else journal.document
    found = setting_for(edition, named, in_library(edition))
    return journal, found.system, found.setting


def show_proof(path: Path, pack: str, *, as_json: bool) -> None:
    """Say that dice, answers and events are as they must be, or which line is not."""
    journal, system, setting = opened(path, pack)
    check_game(journal, system.rules, setting)
    dice = prove_dice(journal)
    proof = verify(journal, system.rules, setting)
    if as_json:
        print_json({"file": str(path), "verified": True, "proof": proof, "dice": dice})
        return
    end = "closed" if proof.closed else "not closed: it may have been cut after its last line"
    say(f"{path}: {proof.answers} answers, all legal, every event as written ({end})")
    if proof.under:
        say(f"rules:   played under {proof.under}; it comes out the same here")
    say(f"dice:    {_told(dice)}")
    say(f"verdict: {proof.verdict or 'the battle is not over'}")
    say(f"state:   {proof.state}")


def _told(dice: DiceProof) -> str:
    said = {
        "proved": "all {throws} throws follow from the secret that was sealed at the start",
        "sealed": "{throws} throws, sealed: the secret is opened when the battle is over",
        "partly": "{proved} of {throws} throws follow from their secret, that of the rest is lost",
        "uncommitted": "{throws} throws, not provable: no secret was sealed at the start",
    }
    return said[dice.status].format(throws=dice.throws, proved=dice.proved)


def show_replay(path: Path, side: str, pack: str, language: str) -> None:
    """Tell the battle from its events, as a side heard it or in full."""
    journal = read_journal(files.read(path), str(path))
    try:
        _, system, setting = opened_journal(journal, pack)
    except NoDocument as missing:
        if side:
            raise
        say(f"{path}: {missing}. These are its events as they were written:")
        _show_bare(journal)
        return
    if side and side not in system.rules.sides(setting):
        raise GrognardError(f"there is no side {side!r}: {', '.join(system.rules.sides(setting))}")
    speaker = teller(system, setting, language)
    for entry, events in journal.events(system.rules):
        whole = msgspec.structs.replace(entry, events=events)
        say(heading(heard(whole, side) if side else entry))
        for event in told(events, side) if side else events:
            for line in speaker.lines(event):
                say("    " + line)


def _show_bare(journal: Journal) -> None:
    """The events of a battle that nobody here can put into words."""
    for entry in journal.entries:
        say(heading(entry))
        for event in entry.events:
            fields = {key: value for key, value in event.items() if key != "event"}
            say(f"    {event.get('event', '')}: {encode(fields).decode()}")


def heading(entry: Entry | Heard) -> str:
    """Who answered what."""
    if entry.back is not None:
        return f"{entry.number}. {entry.who} takes back to {entry.back}"
    if entry.dice:
        return f"{entry.number}. dice for {entry.purpose}: {' '.join(map(str, entry.dice))}"
    return f"{entry.number}. {entry.who}: {entry.answer}".rstrip(": ")
