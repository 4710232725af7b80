"""Morale in Premier: overfull hexes, steps back in a stand-off (rules 10, 34)."""
