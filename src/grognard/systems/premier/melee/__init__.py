"""Melee in Premier: assaults, the checks before them, the melee card, the matrix of fates (rules 32-35)."""
