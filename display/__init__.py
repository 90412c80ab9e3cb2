"""What the players see: the table, drawn to a window, a picture or a terminal."""
