"""Players that are not people: they get a view and options like anyone."""
