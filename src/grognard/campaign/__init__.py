"""Campaigns: battles that are linked by points, by who joins whom, and by who is left."""
