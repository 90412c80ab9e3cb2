"""`speed-cabinet doctor`: what this machine is, what the game lacks on it and what to do about that."""
