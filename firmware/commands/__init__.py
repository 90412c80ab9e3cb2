"""The command line: what can be asked for, and what each command opens and runs."""
