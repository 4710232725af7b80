"""The cards that the editions share: values, reading, dealing."""
