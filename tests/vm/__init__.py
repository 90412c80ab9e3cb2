"""What is tried inside a virtual machine, where the kernel simulates what a cabinet is made of."""
