"""Morale: the rows of a check, stacking violations, retreats (rules 10, 11, 17, 20)."""
