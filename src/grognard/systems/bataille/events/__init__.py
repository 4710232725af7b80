"""Facts that the shared chapters record, one module a chapter; ``facts`` are those of all."""
