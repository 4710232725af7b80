"""Fire, answers, morale."""
