"""Scenario packs of Bataille Empire."""
