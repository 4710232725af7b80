"""Movement (chapters 5 and 9), and what orders demand of it."""
