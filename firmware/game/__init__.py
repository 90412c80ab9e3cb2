"""The card game itself, pure: no clock, no input or output, no random but the seeded one."""
