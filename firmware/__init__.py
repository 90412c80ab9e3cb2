"""The game: its rules, its players, its loop and its command line."""
