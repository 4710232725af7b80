"""Situations: drawn moments of battle with given dice."""
