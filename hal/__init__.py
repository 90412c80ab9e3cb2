"""The hardware abstraction layer: what stands between a switch and a time-stamped edge."""
