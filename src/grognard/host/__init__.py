"""A game in play: seats, dice, files, take-backs."""
