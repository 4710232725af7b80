"""Sight and fire: who may fire at what, how strongly, and what it does (rules 11, 21-28)."""
