"""La Bataille Premier: the rule book of July 2022, chapter by chapter."""
