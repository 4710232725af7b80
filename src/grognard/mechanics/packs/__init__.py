"""Packs: the files of a scenario, read with their line numbers into typed entries."""
