"""What the cabinet is doing: attract, menu, table, pause, service. Each screen in one file."""
