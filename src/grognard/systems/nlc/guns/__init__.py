"""Sight and bombardment (chapter 8)."""
