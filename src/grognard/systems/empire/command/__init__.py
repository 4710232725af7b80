"""Command points, initiative, orders."""
