"""The table in the browser: HTTP and WebSocket around the rooms of the host. Never a rule."""
