"""What is heard: which sounds belong to what happens, how they are made, and the loudspeaker."""
