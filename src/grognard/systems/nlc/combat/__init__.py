"""Assault, retreat and advance (chapter 7.3-7.6)."""
