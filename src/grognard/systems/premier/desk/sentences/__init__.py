"""What happened, in words: a sentence for every event, and the accounts behind it line by line.

A sentence is filed under the tag of its event, by chapter: what the family shares, foot and guns,
horse, command. A test walks the events of every system and fails when one has no sentence.
"""

from __future__ import annotations

from grognard.systems.premier.desk.sentences.teller import SENTENCES, PremierTeller

__all__ = ["SENTENCES", "PremierTeller"]
