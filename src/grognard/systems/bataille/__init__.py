"""The family room of the La Bataille editions: pieces, formations, orientation, zones."""
