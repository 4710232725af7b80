"""Horse in Premier: the charge segment, contacts and their melees, standing, squares, what is caught (rules 37-41)."""
