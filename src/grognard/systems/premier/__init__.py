"""La Bataille Premier: the rule book of July 2022, where it stands alone among the editions."""
