"""Command: leaders, the joint command sequence, levels, forced marches, clock, weather (rules 2, 7, 8, 17, 43, 44)."""
