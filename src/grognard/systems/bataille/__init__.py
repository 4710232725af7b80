"""The family room: what the editions of La Bataille share, chapter by chapter, on the base book."""
