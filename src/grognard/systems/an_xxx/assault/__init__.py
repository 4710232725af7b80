"""The assault of infantry, from its declaration to its impetus (rule 16)."""
