"""Horse: charges, squares, stands, recall, reactions, readiness, mounted skirmishers (rules 19, 20, 35-42)."""
