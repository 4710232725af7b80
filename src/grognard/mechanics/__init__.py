"""Hexes, ground, dice, charts: pure functions and values that know no turn."""
