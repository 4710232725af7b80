"""How computer opponents think in Bataille Empire."""
