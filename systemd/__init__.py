"""What makes an appliance of the game: units, installer and boot options. None of it is in the wheel."""
