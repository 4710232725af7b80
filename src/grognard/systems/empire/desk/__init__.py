"""The desk of Bataille Empire: what people are told and shown."""
