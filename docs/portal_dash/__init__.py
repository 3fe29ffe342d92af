"""Pages of Portal Dash, and what only they generate."""
