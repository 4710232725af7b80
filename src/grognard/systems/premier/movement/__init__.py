"""Movement in Premier: the line that closes up to an assault through a zone (P16.35)."""
