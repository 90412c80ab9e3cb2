"""The same as text: in a terminal, or line by line."""
