"""Charges, pursuit and reaction (chapter 7.7-7.10)."""
