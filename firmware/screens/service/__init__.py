"""The owner's pages: tests, settings, statistics, faults, and how to switch off."""
