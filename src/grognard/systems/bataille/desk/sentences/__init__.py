"""What happened, in words: what the messages of the catalogue are filled with, by chapter.

The sentence of an event stands in ``words``, under the tag of the event. A test walks the events
of every system and fails when one has no sentence.
"""

from __future__ import annotations

from grognard.systems.bataille.desk.sentences.teller import BatailleTeller

__all__ = ["BatailleTeller"]
