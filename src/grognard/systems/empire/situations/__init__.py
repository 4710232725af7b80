"""Situations of Bataille Empire: units by their positions, a script, and what must come of it."""
