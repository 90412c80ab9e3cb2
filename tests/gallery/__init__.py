"""Pictures of every screen: `make gallery`, and what the tests compare with."""
