"""Screens of words: what each button does, and the pictures that explain the game."""
