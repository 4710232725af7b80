"""Bataille Empire: battalions as bases on a table measured in units of distance."""
