"""Charges, reactions to them, opportunity charges."""
