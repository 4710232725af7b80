"""Scenario packs of Napoleon's Later Campaigns."""
