"""What people at a table of the La Bataille family are given: advice, sentences, menus, odds."""
