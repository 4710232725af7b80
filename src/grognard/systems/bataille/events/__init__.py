"""Facts that the chapters of Premier record, one module a chapter."""
