"""How the tables of the store came to be, one step after the other (Alembic)."""
