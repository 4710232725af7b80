"""Retreat and flight: the way back, step by step."""
