"""Fire: who may shoot at whom, what counts, what it costs."""
