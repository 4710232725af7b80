"""Scenario packs: reading, checking and describing them, setting up, victory, guides."""
