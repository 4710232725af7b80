"""Drawn situations of any edition: drawing, starting, expecting."""
