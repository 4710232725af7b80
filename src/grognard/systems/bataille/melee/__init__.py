"""Melee: retreat before it, assaults, checks, strengths, results, advance (rules 29, 32-34)."""
