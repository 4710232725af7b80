"""The laboratory: many battles between players that are not people, and what they show."""
