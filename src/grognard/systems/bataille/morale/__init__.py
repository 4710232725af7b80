"""Morale: checks, disorder, rout, retreat, recovery (rules 10, 12, 30, 31)."""
