"""The cabinet's wiring: `cabinet.toml`, and the drawings and the pin table that are made from it."""
