"""Events of An XXX alone."""
