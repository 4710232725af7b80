"""The cavalry: charges, what they call forth, and attacks without one (rule 19)."""
