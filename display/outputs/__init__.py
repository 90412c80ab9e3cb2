"""Where the picture goes: windows, whole screens through KMS or a framebuffer, a file."""
