"""The desk of La Bataille Premier: advice, odds, sentences, menus and the map for its tables."""
