"""Shock, retreat, flight, pursuit, rally."""
