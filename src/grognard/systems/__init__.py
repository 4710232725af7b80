"""The rulebooks, one room each, and the list of them."""
