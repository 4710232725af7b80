"""Orders and those who give them (chapter 12)."""
