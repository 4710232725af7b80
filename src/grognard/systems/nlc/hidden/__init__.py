"""Hidden movement (20.1)."""
