"""Many games of computer players against each other, for their numbers."""
