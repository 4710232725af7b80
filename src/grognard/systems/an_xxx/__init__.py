"""The Règlement de l'An XXX: the sister edition of La Bataille Premier."""
