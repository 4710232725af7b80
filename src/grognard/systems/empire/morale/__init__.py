"""Morale: tests after fire, losses, and the commanders who share them."""
